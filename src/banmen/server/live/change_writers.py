"""How changes of a match are written: for programs, without words and pictures, or for the page, with all that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import orjson

from banmen.match.changes import change_view
from banmen.match.events import Event
from banmen.match.match_views import events_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import MatchSession


class ChangeWriter(Protocol):
    """What a connection is sent."""

    @property
    def lang(self) -> str:
        """The language of errors."""

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return what has happened after a sequence number, and how the match stands."""

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events and how the match stands."""


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


@dataclass(frozen=True)
class PageWriter:
    """For the page: with words, moves as they are carried out on the board, and the picture after them."""

    lang: str
    form: PictureFormat

    def write(self, session: MatchSession, since: int) -> bytes:
        """Return what has happened after a sequence number, and the match as a person sees it."""
        return self.write_again(session, session.match.list_events_after(since))

    def write_again(self, session: MatchSession, events: Sequence[Event]) -> bytes:
        """Return some events, and the match as a person sees it."""
        shown = events_view(session.match, events, self.lang)
        view = match_view(session.match, VISITOR_PLAYERS, self.lang, self.form, session.thinking)
        return orjson.dumps({"events": shown, "view": view})
