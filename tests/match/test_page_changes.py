"""Changes for a page that keeps what it received: put together, they always make the complete match."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

import banmen
from banmen.games.qubism import draw
from banmen.kernels.contract import CHANCE
from banmen.match.actions import find_undo, plan_move, plan_resignation, plan_throw, plan_undo
from banmen.match.match_state import Match
from banmen.match.match_views import match_view
from banmen.match.page_changes import Part, ShownMatch, find_change, find_new_parts, show_match
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.match.seats import HUMAN
from banmen.presentation.svg import Drawing, Style
from tests.games.test_picture_parts import leave_out_words
from tests.match.players import ANYBODY
from tests.match.test_actions import begin

FIXED = {"id", "game", "title", "options", "turnable", "commitment", "url"}
MOVER = PictureFormat("dark", side="mover")


def join_parts(before: Sequence[str], change: Sequence[Part]) -> list[str]:
    """Put a picture together as the page's `live.js` does."""
    found: list[str] = []
    for part in change:
        found += [part] if isinstance(part, str) else before[part[0] : part[0] + part[1]]
    return found


class Page:
    """A page that keeps what it receives."""

    def __init__(self, match: Match, lang: str, form: PictureFormat) -> None:
        self.match, self.lang, self.form = match, lang, form
        self.shown: ShownMatch | None = None
        self.view: dict[str, Any] = {}
        self.parts: list[str] = []

    def hear(self, thinking: bool = False) -> dict[str, Any]:
        """Apply the changes, and return them."""
        now = show_match(self.match, ANYBODY, Reader(self.lang), self.form, thinking)
        change = json.loads(json.dumps(find_change(self.shown, now, self.match, self.lang)))
        self.shown = now
        self.view |= change["view"]
        self.parts = join_parts(self.parts, change["picture"])
        return dict(change)

    def check(self, thinking: bool = False) -> None:
        """Check that it knows everything that a newly opened page is sent."""
        whole: dict[str, Any] = {**match_view(self.match, ANYBODY, Reader(self.lang), self.form, thinking)}
        assert "".join(self.parts) == leave_out_words(whole.pop("svg"))
        assert self.view == json.loads(json.dumps(whole))


def go_on(match: Match, rng: random.Random) -> None:
    """Throw, move, or now and then take back."""
    if rng.random() < 0.15 and find_undo(match) is not None:
        match.add_planned(plan_undo(match))
    elif match.standing.kind == CHANCE:
        match.add_planned(plan_throw(match))
    else:
        match.add_planned(plan_move(match, rng.choice(list(match.legal))))


@pytest.mark.parametrize("game", banmen.names())
@pytest.mark.parametrize(("lang", "form"), [("en", PictureFormat()), ("ja", MOVER), ("ja-easy", PictureFormat(tall=True))])
def test_changes_together_are_the_whole_match(game: str, lang: str, form: PictureFormat) -> None:
    match = begin(game, {str(player): HUMAN for player in banmen.game(game).players})
    rng, page = random.Random(4), Page(match, lang, form)
    page.hear()
    page.check()
    for _ in range(60):
        if match.over:
            break
        go_on(match, rng)
        change = page.hear()
        assert not (FIXED | {"players", "opening"}) & set(change["view"])  # nobody comes or goes here
        page.check()
    if not match.over:
        match.add_planned(plan_resignation(match))
    page.hear()
    page.check()
    assert page.view["result"] is not None


def test_unchanged_fields_are_not_sent() -> None:
    match = begin("kariuchi", {"1": HUMAN, "2": HUMAN}, "Rx4/Rx4 1 3")
    page = Page(match, "en", PictureFormat())
    first = page.hear()
    assert set(first["view"]) > FIXED
    assert all(isinstance(part, str) for part in first["picture"])
    again = page.hear()
    assert again["view"] == {}
    assert again["picture"] == [[0, len(page.parts)]]
    assert page.hear(thinking=True)["view"] == {"thinking": True}
    match.add_planned(plan_move(match, "R>3"))
    moved = page.hear()
    assert {"seq", "turn", "last", "moves"} <= set(moved["view"])
    assert "title" not in moved["view"]
    assert sum(len(part) for part in moved["picture"] if isinstance(part, str)) < len("".join(page.parts)) / 10


def test_a_board_that_turns_is_redrawn() -> None:
    match = begin("qubism", {"w": HUMAN, "b": HUMAN})
    page = Page(match, "en", MOVER)
    page.hear()
    near = set(page.parts)
    match.add_planned(plan_move(match, "c2"))
    page.hear()
    page.check()
    assert page.view["turned"]
    assert next(part for part in page.parts if "qubism-board" in part) not in near


def test_a_game_that_draws_in_one_piece_is_sent_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    own = draw.draw

    def draw_whole(position: banmen.Position, style: Style) -> Drawing:
        drawing = own(position, style)
        return Drawing(drawing.width, drawing.height, "".join(drawing.parts))

    monkeypatch.setattr(draw, "draw", draw_whole)
    match = begin("qubism", {"w": HUMAN, "b": HUMAN})
    page = Page(match, "en", PictureFormat("print"))
    page.hear()
    match.add_planned(plan_move(match, "c2"))
    change = page.hear()
    page.check()
    assert [isinstance(part, str) for part in change["picture"]] == [True, True, False]


@pytest.mark.parametrize(
    ("before", "now"),
    [("", "abc"), ("abc", ""), ("abc", "abc"), ("abcd", "acbd"), ("axbxc", "xaxbxcx"), ("aaa", "aaaaa"), ("abcabc", "bcaabc")],
)
def test_parts_are_found_again(before: str, now: str) -> None:
    change = find_new_parts(before, now)
    assert join_parts(list(before), change) == list(now)
    assert all(part not in before for part in change if isinstance(part, str))
