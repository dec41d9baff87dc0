"""What the page gets to see of positions: moves, players and results as plain dictionaries in the reader's language.

Pictures and moves of the latest positions are kept, because the visitor who acts and all who watch ask for the same ones.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

from banmen.core.game import Game, Move, Player, Position
from banmen.core.i18n import listed
from banmen.kernels.contract import CHANCE, DECIDE, State
from banmen.presentation.about import about
from banmen.presentation.motion import MoveDescription, describe_move
from banmen.server.match import BY_RULES, RESIGNED
from banmen.server.phrases import say
from banmen.server.shapes import MotionView, MoveView, PlayerView, PositionView, ResultView, Waiting

KEPT = 512
TOLD_ENDINGS = (RESIGNED, "time")  # that are told in words of their own; the others go without saying


def move_view(position: Position, move: Move, lang: str, choice: bool = False) -> MoveView:
    """Return a legal move with all that it does; with `choice`, what tells it from others between the same places."""
    told = _account(position, position.past, move, lang)
    motion: list[MotionView] = [
        {"piece": step.piece, "number": step.number, "path": list(step.path), "how": step.how} for step in told.motion
    ]
    return {
        "move": move.text,
        "from": told.source,
        "to": move.target,
        "choice": told.choice if choice else None,
        "words": told.words,
        "effects": list(told.effects),
        "motion": motion,
    }


@functools.lru_cache(maxsize=8 * KEPT)
def _account(position: Position, _past: tuple[State, ...], move: Move, lang: str) -> MoveDescription:
    """Return what a move does; the past counts because a repetition may end the game."""
    return describe_move(position, move, lang)


def moves_view(position: Position, lang: str) -> list[MoveView]:
    """Return all legal moves."""
    return _moves(position, position.past, lang)


@functools.lru_cache(maxsize=KEPT)
def _moves(position: Position, _past: tuple[State, ...], lang: str) -> list[MoveView]:
    found = [move_view(position, move, lang, choice=True) for move in position.legal_moves()]
    alike = Counter((move["from"], move["to"]) for move in found)
    for move in found:
        if alike[move["from"], move["to"]] == 1:
            move["choice"] = None
    return found


@functools.lru_cache(maxsize=KEPT)
def drawn(position: Position, last: str | None, theme: str, lang: str) -> str:
    """Return a position's picture."""
    return position.svg(last=last, theme=theme, lang=lang)


def waits_for(position: Position) -> Waiting:
    """Return what a position waits for."""
    return "throw" if position.kind == CHANCE else "move" if position.kind == DECIDE else "nothing"


def position_view(position: Position, lang: str, theme: str, last: tuple[Position, Move] | None = None) -> PositionView:
    """Return any position; `last` is the move that led to it, with the position before."""
    game = position.game
    return {
        "game": game.name,
        "title": title(game.name, lang),
        "options": dict(game.options),
        "players": [player_view(game, player, lang) for player in game.players],
        "position": position.text,
        "waits_for": waits_for(position),
        "turn": str(position.turn),
        "thrown": position.thrown,
        "throws": [value for value, _ in position.throws()],
        "status": position_status(position, lang),
        "description": described(position, lang),
        "svg": drawn(position, last[1].text if last else None, theme, lang),
        "moves": moves_view(position, lang),
        "last": move_view(*last, lang) if last else None,
        "result": result_view(game, position.winner, lang, named={}),
    }


def title(game: str, lang: str) -> str:
    """Return what a game is called."""
    return str(about(game, lang)["title"])


@functools.lru_cache(maxsize=KEPT)
def described(position: Position, lang: str) -> str:
    """Return a position told in whole sentences."""
    return str(_words(position.game).describe(position, lang))


def position_status(position: Position, lang: str) -> str:
    """Return what is to be done and by whom, without the game's name."""
    told = str(_words(position.game).title(position, lang))
    name, mark = _words(position.game).NAME[lang], "：" if lang == "ja" else ": "
    return told.removeprefix(name + mark)


def position_task(position: Position, lang: str) -> str:
    """Return what is to be done where it is neither a throw nor a plain move; games that have nothing of it say nothing."""
    told = getattr(_words(position.game), "task", None)
    return str(told(position, lang)) if told else ""


def player_name(game: Game, player: Player, lang: str) -> str:
    """Return what a player is called in a game."""
    return str(_words(game).player_name(player, lang))


def player_view(game: Game, player: Player, lang: str) -> PlayerView:
    """Return a player with its team's number from 0."""
    team = next(number for number, side in enumerate(game.teams) if player in side)
    return {"player": str(player), "name": player_name(game, player, lang), "team": team}


def result_view(
    game: Game, winners: tuple[Player, ...] | None, lang: str, named: dict[Player, str], by: str | None = None
) -> ResultView | None:
    """Return how a game ended, or None while it goes on; `by` tells what ended it if not its rules, as records do."""
    if winners is None:
        return None
    names = {player: named.get(player) or player_name(game, player, lang) for player in game.players}
    told = listed((names[player] for player in winners), lang)
    losers = listed((names[player] for player in game.players if player not in winners), lang)
    key = "draw" if not winners else by if by in TOLD_ENDINGS else "won"
    return {
        "winners": [str(player) for player in winners],
        "by": by or BY_RULES,
        "words": say(key, lang, names=told, losers=losers),
    }


def _words(game: Game) -> Any:
    return game.part("words")
