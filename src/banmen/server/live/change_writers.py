"""Serialises changes of a match: for programs, without words and pictures, or for the page, with everything that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import orjson

from banmen.match.changes import change_view, plain_event
from banmen.match.events import MOST_SENT, Event
from banmen.match.match_views import events_view, match_view
from banmen.match.page_changes import ShownMatch, find_change, show_match
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import MatchSession, WrittenPage


class ChangeWriter(Protocol):
    """Composes what a connection is sent."""

    @property
    def lang(self) -> str:
        """The language of errors."""

    def write_part(self, session: MatchSession, since: int) -> tuple[bytes, int] | None:
        """Return the first of very many events after a sequence number, and the last one's; None if they go in one text."""

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return the events after a sequence number, and the state of the match."""

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events and the state of the match."""

    def mute(self, players: frozenset[str]) -> ChangeWriter:
        """Return the writer to use from now on, which leaves out what some players say."""


@dataclass(frozen=True)
class PlainWriter:
    """For programs. All who watch a match are sent the same, so it is serialised once."""

    lang: str

    def write_part(self, session: MatchSession, since: int) -> tuple[bytes, int] | None:
        """Return the first of very many events, without the state of the match."""
        match = session.match
        if match.seq - since <= MOST_SENT:
            return None
        part = match.events[since + 1 : since + 1 + MOST_SENT]
        return orjson.dumps({"events": [plain_event(match, event) for event in part]}), part[-1].seq

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return the events, serialised once for everybody with the same sequence number."""
        now = since, session.match.seq, session.thinking
        if session.written is None or session.written[0] != now:
            session.written = now, self.write_again(session, session.match.list_events_after(since))
        return session.written[1]

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events and the state of the match."""
        return orjson.dumps(change_view(session.match, events, session.thinking))

    def mute(self, _players: frozenset[str]) -> PlainWriter:
        """Return the same writer: programs are sent everything that is said."""
        return self


@dataclass
class PageWriter:
    """For people, with words, animations of moves, and the whole picture after them."""

    reader: Reader
    form: PictureFormat

    @property
    def lang(self) -> str:
        """The language of errors."""
        return self.reader.lang

    def write_part(self, _session: MatchSession, _since: int) -> None:
        """Return nothing: a page is sent the latest events only, because it is sent the board as well."""

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return the events after a sequence number, and a person's view of the match."""
        return self.write_again(session, session.match.list_events_after(since))

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events, and a person's view of the match."""
        shown = events_view(session.match, events, self.reader)
        view = match_view(session.match, VISITOR_PLAYERS, self.reader, self.form, session.thinking)
        return orjson.dumps({"events": shown, "view": view})

    def mute(self, players: frozenset[str]) -> Self:
        """Return the writer to use from now on, which knows what this page has received."""
        return replace(self, reader=replace(self.reader, muted=players))


@dataclass
class KeepingPageWriter(PageWriter):
    """The same for a page that keeps what it received: everything at first, and then only changes.

    Everything composed must be sent, because the next change builds on it. Pages of readers with the same view share its
    drawing, and those with the same previous state share the text.
    """

    shown: ShownMatch | None = None  # what the page shows, once it has received anything

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return the events after a sequence number, and the changes for the page."""
        page, before = self._find_page(session), self.shown
        if page is None or page.before is not before or page.since != since:
            shown = page.shown if page else self._show(session)
            text = self._write_change(session, session.match.list_events_after(since), shown)
            page = WrittenPage(_find_state(session), shown, since, before, text)
            session.pages[self.reader, self.form] = page
        self.shown = page.shown
        return page.text

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events, and the changes for the page."""
        page = self._find_page(session)
        shown = page.shown if page else self._show(session)
        text = self._write_change(session, events, shown)
        self.shown = shown
        return text

    def _show(self, session: MatchSession) -> ShownMatch:
        return show_match(session.match, VISITOR_PLAYERS, self.reader, self.form, session.thinking)

    def _find_page(self, session: MatchSession) -> WrittenPage | None:
        """Return what was last composed for pages like this, if still valid; what is outdated is dropped."""
        page = session.pages.get((self.reader, self.form))
        if page is None or page.state == _find_state(session):
            return page
        session.pages.clear()
        return None

    def _write_change(self, session: MatchSession, events: Sequence[Event], shown: ShownMatch) -> bytes:
        change = find_change(self.shown, shown, session.match, self.reader.lang)
        return orjson.dumps({"events": events_view(session.match, events, self.reader), **change})


def _find_state(session: MatchSession) -> tuple[int, bool]:
    return session.match.seq, session.thinking
