"""The bodies of answers that no other module makes: errors, lists, hints. The API's description is made from them.

What is shown of positions and matches is described where it is made: in `banmen.match`, in `game_views`, `rules_page` and
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
    """Something to choose from, and what it is called."""

    value: str
    label: str


class HistoryView(TypedDict):
    """Some of a visitor's matches, how many there are, and the games and opponents that occur in all of them."""

    matches: list[MatchShort]
    total: int  # that fit what was asked for
    all: int
    games: list[Choice]
    opponents: list[Choice]


class ActionView(TypedDict):
    """What an action led to."""

    events: list[EventView]
    view: MatchView


class BegunView(ChangeView):
    """A match that has begun, as programs want it."""

    id: str


class StaleView(TypedDict):
    """An error; where the match has gone on meanwhile, with what happened."""

    error: ErrorBody
    events: NotRequired[list[EventView]]
    view: NotRequired[MatchView]


class StaleChange(ChangeView):
    """An error where the match has gone on meanwhile, with what happened, as programs want it."""

    error: ErrorBody


class OpenMatchView(TypedDict):
    """A match that people are invited to: the secrets of the links to its open seats are told once, to whoever began it."""

    links: dict[str, str]
    view: MatchView


class InvitationView(TypedDict):
    """To what a link invites."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    seat: PlayerView
    name: str  # of whoever sits there already and wants to go on from another device
    people: list[str]  # the names of all who have come
    clock: dict[str, Any] | None
    rated: bool
    commitment: str
    yours: bool  # whether the seat is taken by whoever asks
    moving: bool  # whether it is taken, by them or by whoever goes on from another device
    url: str


class JoinedView(TypedDict):
    """The seat that somebody has taken, and the match."""

    player: str
    view: MatchView


class LinkView(TypedDict):
    """The secret of a link."""

    link: str


class BotView(TypedDict):
    """A bot."""

    name: str
    games: list[str]  # that it plays; none for all
    open: bool  # whether anybody may challenge it
    created: float
    seat: str  # how it is asked to take a seat


class BotList(TypedDict):
    """Somebody's bots."""

    bots: list[BotView]


class BotTokenView(TypedDict):
    """A bot with its token, which is told this once."""

    bot: BotView
    token: str


class NextMatchView(TypedDict):
    """The match that is played next."""

    match: str


class HintView(TypedDict):
    """A good move; the chance to win is missing for an only move, which needs no search."""

    move: MoveView
    words: str
    chance: float | None


class WordsView(TypedDict):
    """A sentence."""

    words: str


class DangersView(TypedDict):
    """What is in danger."""

    places: list[str]
    words: str


class HealthView(TypedDict):
    """That the server is well."""

    status: str
    version: str
    process: int  # which of several answers


class AnalysisStarted(TypedDict):
    """The name of a new analysis."""

    id: str
