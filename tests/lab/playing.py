"""Tournaments that several tests look at, and what of them has to be the same again."""

from __future__ import annotations

from typing import Any

from banmen.lab.journal import Block
from banmen.lab.tournament import Tournament


def without_times(block: Block) -> Any:
    games = [{key: value for key, value in game.items() if key not in ("times", "cpu")} for game in block["games"]]
    return {**block, "games": games}


def outcome(found: Tournament) -> Any:
    """Return all that does not depend on how fast the machine is."""
    return {
        pair: (score.counts, score.verdict, score.moves, [without_times(block) for block in score.blocks])
        for pair, score in found.pairs.items()
    }
