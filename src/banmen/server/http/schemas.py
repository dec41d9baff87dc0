"""Response bodies that no other module defines: errors, lists, hints. The API's description is made from them.

Views of positions and matches are described where they are made: in `banmen.match`, in `game_views`, `rules_page` and
`lesson_routes`, and in the server's `analyses` and `background_compile`.
"""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from banmen.match.changes import ChangeView
from banmen.match.match_views import EventView, MatchShort, MatchView
from banmen.match.position_views import MoveView, PlayerView


class ErrorBody(TypedDict):
    """What went wrong."""

    code: str
    message: str


class ErrorView(TypedDict):
    """The body of every error."""

    error: ErrorBody


class MatchList(TypedDict):
    """A visitor's matches."""

    matches: list[MatchShort]


class Choice(TypedDict):
    """A choice, and its label."""

    value: str
    label: str


class HistoryView(TypedDict):
    """Some of a visitor's matches, how many there are, and the games and opponents that occur in all of them."""

    matches: list[MatchShort]
    total: int  # that fit the query
    all: int
    games: list[Choice]
    opponents: list[Choice]


class ActionView(TypedDict):
    """The outcome of an action."""

    events: list[EventView]
    view: MatchView


class BegunView(ChangeView):
    """A new match, for programs."""

    id: str


class StaleView(TypedDict):
    """An error; if the state was outdated, with the events since."""

    error: ErrorBody
    events: NotRequired[list[EventView]]
    view: NotRequired[MatchView]


class StaleChange(ChangeView):
    """An error because of an outdated state, with the events since, for programs."""

    error: ErrorBody


class OpenMatchView(TypedDict):
    """A match that people are invited to; the secrets of its links are shown once, to its creator."""

    links: dict[str, str]
    view: MatchView


class InvitationView(TypedDict):
    """What a link invites to."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seat: PlayerView
    name: str  # of the person who sits there already and wants to continue on another device
    people: list[str]  # the names of all who have joined
    clock: dict[str, Any] | None
    rated: bool
    commitment: str
    yours: bool  # whether the person who asks has the seat
    moving: bool  # whether it is taken, by them or by the person who continues on another device
    url: str


class JoinedView(TypedDict):
    """The seat that a person has taken, and the match."""

    player: str
    view: MatchView


class LinkView(TypedDict):
    """The secret of a link."""

    link: str


class BotView(TypedDict):
    """A bot."""

    name: str
    games: list[str]  # the games it plays; empty for all
    open: bool  # whether anybody may challenge it
    created: float
    seat: str  # how a seat refers to it


class BotList(TypedDict):
    """A person's bots."""

    bots: list[BotView]


class BotTokenView(TypedDict):
    """A bot with its token, which is shown only this once."""

    bot: BotView
    token: str


class NextMatchView(TypedDict):
    """The next match."""

    match: str


class HintView(TypedDict):
    """A good move; the winning chances are missing for an only move, which needs no search."""

    move: MoveView
    words: str
    chance: float | None


class WordsView(TypedDict):
    """A sentence."""

    words: str


class DangersView(TypedDict):
    """The pieces in danger."""

    places: list[str]
    words: str


class HealthView(TypedDict):
    """The server is healthy."""

    status: str
    version: str
    process: int  # which of several response bodies


class AnalysisStarted(TypedDict):
    """The id of a new analysis."""

    id: str
