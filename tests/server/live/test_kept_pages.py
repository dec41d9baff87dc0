"""Pages that keep what they receive: everything at first, then changes, drawn once for all pages with the same view."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from banmen.match.match_views import match_view
from banmen.match.page_changes import ShownMatch, show_match
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.server.live import change_writers
from banmen.server.live.change_writers import KeepingPageWriter
from banmen.server.matches import Matches
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import MatchSession
from tests.games.test_picture_parts import leave_out_words
from tests.match.test_page_changes import FIXED, join_parts
from tests.server.live.connected_seat import Seat, play
from tests.server.visiting import House

FORM = PictureFormat("dark")


class Window(Seat):
    """A window with a page that keeps what it receives."""

    def __init__(self, matches: Matches, session: MatchSession, since: int = -1, form: PictureFormat = FORM) -> None:
        super().__init__(matches, session, since, KeepingPageWriter(Reader("en"), form))
        self.form = form

    def check(self) -> None:
        """Check that everything sent adds up to the current match."""
        view, parts = dict[str, Any](), list[str]()
        for told in self.line.sent:
            if "view" in told:
                view |= told["view"]
                parts = join_parts(parts, told["picture"])
        session = self.connection.session
        whole: dict[str, Any] = {**match_view(session.match, VISITOR_PLAYERS, Reader("en"), self.form, session.thinking)}
        assert "".join(parts) == leave_out_words(whole.pop("svg"))
        assert view == whole


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record every drawing of a match, by its position."""
    noted: list[str] = []

    def draw_noted(match: Any, *more: Any) -> ShownMatch:
        noted.append(match.position.text)
        return show_match(match, *more)

    monkeypatch.setattr(change_writers, "show_match", draw_noted)
    return noted


def test_everything_is_sent_once_and_then_what_has_changed(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        window = Window(matches, session)
        (first,) = window.line.sent
        assert set(first) == {"events", "view", "picture"}
        assert set(first["view"]) > FIXED
        for text in ("L@c3", "S@d4", "l@a1"):
            answer = await window.done(type="move", move=text)
            assert answer["events"][0]["move"]["motion"]
            assert not FIXED & set(answer["view"])
            assert [0, 1] not in answer["picture"], "the frame names the position"
            assert any(isinstance(part, list) for part in answer["picture"])
            window.check()
        await window.done(type="undo")
        window.check()
        await window.done(type="resign")
        window.check()

    play(house, scene)


def test_windows_that_look_alike_cost_one_drawing(house: House, drawings: list[str]) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        first, second = Window(matches, session), Window(matches, session)
        assert len(drawings) == 1
        await first.done(type="move", move="L@c3")
        late, other = Window(matches, session), Window(matches, session, form=PictureFormat("print"))
        assert len(drawings) == 3, "one for each state, and one for the other form"
        await second.done(type="move", move="S@d4")
        assert len(drawings) == 5
        assert first.last == late.last, "who came later knows the same"
        assert "answer" not in first.last
        for window in (first, second, late, other):
            window.check()

    play(house, scene)


def test_reconnected_pages_are_sent_everything_again(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        window = Window(matches, session)
        await window.done(type="move", move="L@c3")
        window.connection.end()
        assert not session.pages, "nothing is kept for nobody"
        again = Window(matches, session, since=1)
        assert again.last["events"] == []
        again.check()
        await again.done(type="move", move="S@d4")
        again.check()

    play(house, scene)


def test_answers_that_tell_nothing_new_keep_the_page_in_step(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        window, late = Window(matches, session), Window(matches, session)
        asked = {"type": "move", "move": "L@c3", "seq": 0, "client_id": str(uuid.uuid4())}
        await window.done(**asked)
        window.say(**asked)  # once more
        await window.quiet()
        assert window.last["events"][0]["seq"] == 1
        window.check()
        refused = await late.done(type="move", move="L@d4", seq=0)
        assert refused["error"]["code"] == "stale"
        late.check()
        assert (await late.done(type="move", move="L@z9"))["error"]["code"] == "illegal_move"
        await late.done(type="move", move="S@d4")
        late.check()
        window.check()

    play(house, scene)


def test_slow_pages_are_sent_all_changes(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        slow, window = Window(matches, session), Window(matches, session)
        slow.line.is_clogged = True
        for text in ("L@c3", "S@d4"):
            await window.done(type="move", move=text)
        slow.line.is_clogged = False
        slow.connection.catch_up()
        assert [event["seq"] for event in slow.last["events"]] == [1, 2]
        slow.check()

    play(house, scene)


def test_thinking_reports_keep_pages_in_step(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        window = Window(matches, session)
        session.set_thinking(True)
        assert window.last == {"thinking": True}
        late = Window(matches, session)
        assert late.last["view"]["thinking"]
        session.set_thinking(False)
        await window.done(type="move", move="L@c3")
        window.check()
        late.check()

    play(house, scene)
