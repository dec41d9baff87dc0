"""The view of a position: moves, players and results as plain dictionaries in the reader's language.

What a move does is known to `banmen.presentation.motion`, which asks the game's own `motion`. Pictures and moves of the latest
positions are kept, because the person who acts and all who watch ask for the same ones.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any, Final, Literal

from typing_extensions import TypedDict

from banmen.core.board import Player
from banmen.core.catalogues import find_base_language
from banmen.core.game import Game, Position
from banmen.core.i18n import join_and
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.kernels.contract import CHANCE, DECIDE, OVER, State
from banmen.match.events import BY_RULES, RESIGNED
from banmen.match.picture_format import PictureFormat, list_far_seats
from banmen.presentation.about import about, name_game
from banmen.presentation.motion import MoveDescription, describe_move
from banmen.presentation.svg import picture_parts

messages = Catalogue(__name__)

KEPT = 512
ENDINGS = (RESIGNED, "time")  # that have a sentence of their own
Waiting = Literal["throw", "move", "nothing"]
WAITING: Final[dict[int, Waiting]] = {CHANCE: "throw", DECIDE: "move", OVER: "nothing"}


class MotionView(TypedDict):
    """Some pieces on their way; motions are played one after another."""

    piece: str
    number: int
    path: list[str]
    how: str


# `from` is a word of Python, so this one cannot be written as a class.
MoveView = TypedDict(
    "MoveView",
    {
        "move": str,
        "from": str | None,
        "to": str | None,
        "choice": str | None,
        "words": str,
        "label": str,
        "outcome": str,
        "effects": list[str],
        "pointing": str | None,
        "motion": list[MotionView],
    },
)


class PlayerView(TypedDict):
    """A player of a position."""

    player: str
    name: str
    team: int


class ResultView(TypedDict):
    """How a game ended: who has won, by its rules or otherwise, that in words, and what decided it."""

    winners: list[str]
    by: str  # `rules`, or as in records: `resigned`, `time`, `agreed`, `abandoned`
    words: str
    why: str  # with the numbers; empty if it did not end by the rules


class VariantView(TypedDict):
    """Which game it is, and by which rules."""

    game: str
    title: str
    options: dict[str, Any]


class StandingNow(TypedDict):
    """How a game stands, in a match or anywhere: its words and its legal moves."""

    position: str
    waits_for: Waiting
    turn: str
    thrown: int | None
    throws: list[int]
    status: str
    description: str
    turned: bool  # the picture shows the board from the far side
    moves: list[MoveView]
    last: MoveView | None
    result: ResultView | None


class PositionView(VariantView, StandingNow):
    """A position."""

    players: list[PlayerView]
    svg: str
    turnable: bool


def game_view(game: Game, lang: str) -> VariantView:
    """Return which game it is, and by which rules."""
    return {"game": game.name, "title": name_game(game.name, lang), "options": dict(game.options)}


def position_view(
    position: Position, lang: str, form: PictureFormat, last: tuple[Position, Move] | None = None
) -> PositionView:
    """Return any position; `last` is the move that led to it, with the position before."""
    game = position.game
    turned = form.is_turned(game, position.turn)
    return {
        **game_view(game, lang),
        "players": [player_view(game, player, lang) for player in game.players],
        "position": position.text,
        "waits_for": find_waiting(position),
        "turn": str(position.turn),
        "thrown": position.thrown,
        "throws": [value for value, _ in position.throws()],
        "status": describe_status(position, lang),
        "description": describe_position(position, lang),
        "svg": draw_position(position, last[1].text if last else None, form, turned, lang),
        "turned": turned,
        "turnable": bool(list_far_seats(game)),
        "moves": moves_view(position, lang),
        "last": move_view(*last, lang) if last else None,
        "result": result_view(position, position.winner, lang, named={}),
    }


# Moves.


def move_view(position: Position, move: Move, lang: str, choice: bool = False) -> MoveView:
    """Return a legal move with all its effects; with `choice`, what distinguishes it from others between the same places."""
    described = _describe_move(position, position.past, move, lang)
    motion: list[MotionView] = [
        {"piece": step.piece, "number": step.number, "path": list(step.path), "how": step.how} for step in described.motion
    ]
    return {
        "move": move.text,
        "from": described.source,
        "to": move.target,
        "choice": described.choice if choice else None,
        "words": described.words,
        "label": described.label or write_way(position.game, move.text, lang),
        "outcome": described.outcome,
        "effects": list(described.effects),
        "pointing": described.pointing,
        "motion": motion,
    }


def write_way(game: Game, text: str, lang: str) -> str:
    """Return a move by its text, for a game that has no better words for it: its places by name if it has any."""
    source, _, target = text.partition(">")
    return f"{_name_place(game, source, lang)} → {_name_place(game, target, lang)}" if target else text


def _name_place(game: Game, place: str, lang: str) -> str:
    """Return the name of a place, by the game's own description if it has one; `5x2` are two pieces on 5."""
    name, _, number = place.partition("x")
    called = str(about(game.name, lang)["places"].get(name, name))
    return f"{called} ×{number}" if number else called


@functools.lru_cache(maxsize=8 * KEPT)
def _describe_move(position: Position, _past: tuple[State, ...], move: Move, lang: str) -> MoveDescription:
    """Return what a move does; the past counts because a repetition may end the game."""
    return describe_move(position, move, lang)


def moves_view(position: Position, lang: str) -> list[MoveView]:
    """Return all legal moves."""
    return _moves_view(position, position.past, lang)


@functools.lru_cache(maxsize=KEPT)
def _moves_view(position: Position, _past: tuple[State, ...], lang: str) -> list[MoveView]:
    found = [move_view(position, move, lang, choice=True) for move in position.legal_moves()]
    alike = Counter((move["from"], move["to"]) for move in found)
    for move in found:
        if alike[move["from"], move["to"]] == 1:
            move["choice"] = None
    return found


# The position itself.


def find_waiting(position: Position) -> Waiting:
    """Return what a position waits for."""
    return WAITING[position.kind]


@functools.lru_cache(maxsize=KEPT)
def draw_position(position: Position, last: str | None, form: PictureFormat, turned: bool, lang: str) -> str:
    """Return a position's picture, with the names of all places: a page shows those that it speaks of."""
    spoken = find_base_language(lang)
    return position.svg(last=last, theme=form.theme, turned=turned, tall=form.tall, coordinates=True, lang=spoken)


def draw_position_parts(position: Position, last: str | None, form: PictureFormat, turned: bool, lang: str) -> tuple[str, ...]:
    """Return the same picture in parts, without the words in it."""
    spoken = find_base_language(lang)
    return picture_parts(position, last=last, theme=form.theme, turned=turned, tall=form.tall, coordinates=True, lang=spoken)


@functools.lru_cache(maxsize=KEPT)
def describe_position(position: Position, lang: str) -> str:
    """Return a position in whole sentences."""
    return str(position.game.part("words").describe(position, lang))


def describe_status(position: Position, lang: str) -> str:
    """Return who has to do what, without the game's name."""
    words = position.game.part("words")
    return str(words.title(position, lang)).removeprefix(words.NAME[lang] + messages.text("match.colon", lang))


def describe_task(position: Position, lang: str) -> str:
    """Return what the player on turn can do, if no throw determines it and the game has words for it; empty otherwise."""
    task = getattr(position.game.part("words"), "task", None)
    return str(task(position, lang)) if task else ""


def describe_bonus_throw(position: Position, lang: str) -> str:
    """Return a game's term for an extra throw."""
    again = getattr(position.game.part("words"), "again", None)
    return str(again(lang)) if again else messages.text("match.again", lang)


# Names and results.


def name_player(game: Game, player: Player, lang: str) -> str:
    """Return the name of a player in a game."""
    return str(game.part("words").player_name(player, lang))


def player_view(game: Game, player: Player, lang: str) -> PlayerView:
    """Return a player with its team's number from 0."""
    team = next(number for number, team in enumerate(game.teams) if player in team)
    return {"player": str(player), "name": name_player(game, player, lang), "team": team}


def result_view(
    final: Position, winners: tuple[Player, ...] | None, lang: str, named: dict[Player, str], by: str | None = None
) -> ResultView | None:
    """Return how a game ended, or None while it goes on; `by` says what ended it if not its rules, as in records."""
    if winners is None:
        return None
    game = final.game
    names = {player: named.get(player) or name_player(game, player, lang) for player in game.players}
    key = "draw" if not winners else by if by in ENDINGS else "won"
    return {
        "winners": [str(player) for player in winners],
        "by": by or BY_RULES,
        "words": messages.text(
            f"match.{key}",
            lang,
            names=join_and((names[player] for player in winners), lang),
            losers=join_and((names[player] for player in game.players if player not in winners), lang),
        ),
        "why": str(game.part("ending").explain_ending(final, lang)) if final.over and not by else "",
    }
