"""What a move of Moon Trek does: as on the ring of Kariuchi, with stacks of several owners."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.move import Move
from banmen.games.kariuchi.board import NAMES
from banmen.games.kariuchi.motion import (
    choice,
    describe_consequences,
    describe_walk,
    label_walk,
    list_effects,
    source,
    throws_again_anyway,
    walk_pieces,
)
from banmen.games.moontrek.notation import list_stacks
from banmen.games.moontrek.words import place_name
from banmen.presentation.motion import Motion

__all__ = ["choice", "consequences", "effects", "label", "motion", "phrases", "source", "throws_again_anyway"]


def find_owners(position: Position) -> dict[str, list[Player]]:
    """Return the owners of the pieces on each occupied point, bottom to top."""
    found = list_stacks(position.state, len(position.game.players))
    return {NAMES[place]: list(owners) for place, owners in found.items()}


def find_struck(position: Position, move: Move) -> list[Player]:
    """Return the owners of the pieces that a move sends back: all players outside the mover's team."""
    mates = next(team for team in position.game.teams if position.turn in team)
    return [owner for owner in find_owners(position).get(str(move.target), []) if owner not in mates]


def motion(position: Position, move: Move, _after: Position) -> list[Motion]:
    """Return the walk of what moves, owner by owner, then the way back of what it strikes."""
    number = move.code >> 12
    moving = [position.turn] if move.source == "R" else find_owners(position)[str(move.source)][-number:]
    return walk_pieces(move, moving, find_struck(position, move))


def effects(position: Position, move: Move, _after: Position) -> list[str]:
    """Return what the page marks."""
    return list_effects(move, find_struck(position, move), find_owners(position))


def phrases(position: Position, move: Move, _after: Position, lang: str) -> list[str]:
    """Return what a move does, in phrases."""
    return describe_walk(move, len(find_struck(position, move)), find_owners(position), lang)


def label(_position: Position, move: Move, lang: str) -> str:
    """Return a move as a person says it."""
    return label_walk(move, place_name, lang)


def consequences(position: Position, move: Move, _after: Position, lang: str) -> list[str]:
    """Return what a move does besides its way."""
    return describe_consequences(move, len(find_struck(position, move)), find_owners(position), lang)
