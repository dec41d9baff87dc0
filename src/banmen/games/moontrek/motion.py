"""What a move of Moon Trek does: as on the ring of Kariuchi, with stacks of several owners."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.move import Move
from banmen.games.kariuchi.board import NAMES
from banmen.games.kariuchi.motion import choice, marked, said, source, throws_again_anyway, walked
from banmen.games.moontrek.notation import stacks
from banmen.presentation.motion import Motion

__all__ = ["choice", "effects", "motion", "phrases", "source", "throws_again_anyway"]


def standing(position: Position) -> dict[str, list[Player]]:
    """Return the owners of the pieces on each occupied point, bottom to top."""
    found = stacks(position.state, len(position.game.players))
    return {NAMES[place]: list(owners) for place, owners in found.items()}


def struck(position: Position, move: Move) -> list[Player]:
    """Return the owners of the pieces that a move sends back: whoever is not of the mover's team."""
    mates = next(team for team in position.game.teams if position.turn in team)
    return [owner for owner in standing(position).get(str(move.target), []) if owner not in mates]


def motion(position: Position, move: Move, _after: Position) -> list[Motion]:
    """Return the walk of what moves, owner by owner, then the way back of what it strikes."""
    number = move.code >> 12
    moving = [position.turn] if move.source == "R" else standing(position)[str(move.source)][-number:]
    return walked(move, moving, struck(position, move))


def effects(position: Position, move: Move, _after: Position) -> list[str]:
    """Return what the page marks."""
    return marked(move, struck(position, move), standing(position))


def phrases(position: Position, move: Move, _after: Position, lang: str) -> list[str]:
    """Return what a move does, in phrases."""
    return said(move, len(struck(position, move)), standing(position), lang)
