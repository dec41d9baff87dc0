"""Dangers in Moon Trek."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.presentation.dangers import Dangers, find_throw_dangers


def find_dangers(position: Position, lang: str) -> Dangers:
    """Return the pieces of one's team that the other animals could send back with one throw each."""
    team = next(team for team in position.game.teams if position.turn in team)
    others = [player for player in position.game.players if player not in team]
    return find_throw_dangers(position, team, others, lang)
