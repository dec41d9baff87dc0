"""Views of a match for people: that somebody throws again, and its steps in few words."""

from __future__ import annotations

import pytest

from banmen.match.actions import plan_move, plan_throw, plan_undo
from banmen.match.match_views import events_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.match.replay_views import replay_view
from tests.match.players import ANYBODY
from tests.match.test_actions import PEOPLE, begin

KARIUCHI = ("kariuchi", "Rx4/Rx4 1 4", PEOPLE)
MOON_TREK = ("moontrek", "- 4,4 0,0 A|B A 4", {"A": "human", "B": "human"})


@pytest.mark.parametrize(
    ("game", "start", "seats", "lang", "again"),
    [(*KARIUCHI, "en", "Bonus throw!"), (*KARIUCHI, "ja", "連チャン！"), (*MOON_TREK, "ja", "つづけて手番！")],
)
def test_a_bonus_throw_is_told_until_it_is_made(game: str, start: str, seats: dict[str, str], lang: str, again: str) -> None:
    match = begin(game, seats, start, **({"players": 2} if game == "moontrek" else {}))
    assert not match_view(match, ANYBODY, Reader(lang), PictureFormat(), thinking=False)["again"]
    match.add_planned(plan_move(match, "R>4"))
    view = match_view(match, ANYBODY, Reader(lang), PictureFormat(), thinking=False)
    assert view["again"] == again
    assert view["status"].startswith(again)
    match.add_planned(plan_throw(match))
    assert not match_view(match, ANYBODY, Reader(lang), PictureFormat(), thinking=False)["again"]
    assert events_view(match, match.events[-1:], Reader(lang))[0]["words"].startswith(again)


def test_an_ordinary_throw_is_no_bonus() -> None:
    match = begin("kariuchi", PEOPLE, "Rx4/Rx4 1 3")
    match.add_planned(plan_move(match, "R>3"))
    view = match_view(match, ANYBODY, Reader("en"), PictureFormat(), thinking=False)
    assert (view["again"], view["status"]) == ("", "Player 2: throw the sticks.")
    match.add_planned(plan_undo(match))
    assert not match_view(match, ANYBODY, Reader("en"), PictureFormat(), thinking=False)["again"]


def test_steps_are_told_in_few_words_for_lists() -> None:
    match = begin("kariuchi", PEOPLE, "Rx4/Rx4 1 4")
    match.add_planned(plan_move(match, "R>4"))
    match.add_planned(plan_throw(match))
    frames = replay_view(match.record, "en", None, range(3))["frames"]
    assert [frame["short"] for frame in frames[:2]] == ["The start.", "new piece to point 4"]
    assert frames[2]["short"] == f"threw {match.position.thrown}"
