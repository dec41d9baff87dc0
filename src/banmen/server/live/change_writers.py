"""How changes of a match are written: for programs, without words and pictures, or for the page, with all that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import orjson

from banmen.match.changes import change_view
from banmen.match.events import Event
from banmen.match.match_views import events_view, match_view
from banmen.match.page_changes import ShownMatch, find_change, show_match
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import MatchSession, WrittenPage


class ChangeWriter(Protocol):
    """What a connection is sent."""

    @property
    def lang(self) -> str:
        """The language of errors."""

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return what has happened after a sequence number, and how the match stands."""

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events and how the match stands."""

    def mute(self, players: frozenset[str]) -> ChangeWriter:
        """Return who writes from now on, without what some players say."""


@dataclass(frozen=True)
class PlainWriter:
    """For programs. All who watch a match are sent the same, so it is written once."""

    lang: str

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return what has happened, written once for everybody who has seen the same before."""
        now = since, session.match.seq, session.thinking
        if session.written is None or session.written[0] != now:
            session.written = now, self.write_again(session, session.match.list_events_after(since))
        return session.written[1]

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events and how the match stands."""
        return orjson.dumps(change_view(session.match, events, session.thinking))

    def mute(self, _players: frozenset[str]) -> PlainWriter:
        """Return the same: programs are told all that was said."""
        return self


@dataclass
class PageWriter:
    """For people, with words, moves as they are carried out on the board, and the whole picture after them."""

    reader: Reader
    form: PictureFormat

    @property
    def lang(self) -> str:
        """The language of errors."""
        return self.reader.lang

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return what has happened after a sequence number, and the match as a person sees it."""
        return self.write_again(session, session.match.list_events_after(since))

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events, and the match as a person sees it."""
        shown = events_view(session.match, events, self.reader)
        view = match_view(session.match, VISITOR_PLAYERS, self.reader, self.form, session.thinking)
        return orjson.dumps({"events": shown, "view": view})

    def mute(self, players: frozenset[str]) -> Self:
        """Return who writes from now on, and knows what this page was told."""
        return replace(self, reader=replace(self.reader, muted=players))


@dataclass
class KeepingPageWriter(PageWriter):
    """The same for a page that keeps what it was told: everything at first, and then what has changed.

    All that is written must be sent, for the next change builds on it. Pages of readers who see the same share what is
    drawn, and those that know the same share the text.
    """

    shown: ShownMatch | None = None  # what the page shows, once it was told anything

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return what has happened after a sequence number, and what is new on the page."""
        page, before = self._find_page(session), self.shown
        if page is None or page.before is not before or page.since != since:
            shown = page.shown if page else self._show(session)
            text = self._write_change(session, session.match.list_events_after(since), shown)
            page = WrittenPage(_find_state(session), shown, since, before, text)
            session.pages[self.reader, self.form] = page
        self.shown = page.shown
        return page.text

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events, and what is new on the page."""
        page = self._find_page(session)
        shown = page.shown if page else self._show(session)
        text = self._write_change(session, events, shown)
        self.shown = shown
        return text

    def _show(self, session: MatchSession) -> ShownMatch:
        return show_match(session.match, VISITOR_PLAYERS, self.reader, self.form, session.thinking)

    def _find_page(self, session: MatchSession) -> WrittenPage | None:
        """Return what was last written for pages like this, if it still holds; what does not is forgotten."""
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
