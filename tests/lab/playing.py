"""Tournaments that several tests inspect, and the part of them that must be reproducible."""

from __future__ import annotations

from typing import Any

from banmen.lab.journal import Block
from banmen.lab.tournament import Tournament


def without_times(block: Block) -> Any:
    games = [{key: value for key, value in game.items() if key not in ("times", "cpu")} for game in block["games"]]
    return {**block, "games": games}


def outcome(found: Tournament) -> Any:
    """Return everything that does not depend on the speed of the machine."""
    return {
        pair: (score.counts, score.verdict, score.moves, [without_times(block) for block in score.blocks])
        for pair, score in found.pairs.items()
    }
