"""The yardstick: what a player loses by its moves in positions whose exact values are known."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from banmen.core.game import Game, Position
from banmen.core.move import Move
from banmen.solve.samples.sample_file import SamplePart


def read_position(game: Game, part: SamplePart, row: int) -> Position:
    """Return a position of a sample, with its throw."""
    rules: Any = game.plain
    mover, other, value = int(part.mover[row]), int(part.other[row]), int(part.throws[row])
    return Position(game, rules.throw(rules.join_sides(mover, other, game.first_state()), value))


def measure_losses(choose: Callable[[Position], Move], game: Game, part: SamplePart, rows: Iterable[int]) -> dict[str, Any]:
    """Let a player choose in some positions of a sample, at least one, and return what its moves lose."""
    import numpy

    lost = []
    began = time.process_time()
    for row in rows:
        position = read_position(game, part, row)
        worths = part.moves[part.begin[row] : part.begin[row + 1]]
        lost.append(worths.max() - worths[position.legal_codes().index(choose(position).code)])
    seconds = time.process_time() - began
    losses = numpy.array(lost)
    return {
        "choices": len(losses),
        "lost_per_choice": round(float(losses.mean()), 6),
        "error": round(float(losses.std() / len(losses) ** 0.5), 6),
        "best_moves": round(float((losses == 0).mean()), 4),
        "worst": round(float(losses.max()), 4),
        "cpu_seconds_a_move": round(seconds / len(losses), 6),
    }
