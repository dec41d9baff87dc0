"""CUDA kernels that use the rules of a game: they check values, look up the values of moves, and play games by the values.

`lookup` and `residual` are `banmen.solve.residual_check` and the kernels by which it looks values up, and `games` are kernels
that play, all bound to the rules of a game for the GPU; `load` compiles this module for them.
"""

from __future__ import annotations

import sys
from typing import Any

from banmen.solve.gpu import device_code
from banmen.solve.gpu.pair_kernels import WARPS, WIDTH

# What these names mean in the compiled copy: see `device_code` and `load`.
cuda: Any = None
int64: Any = None
lookup = residual = games = None  # type: Any


def load(residual: Any, games: Any = None) -> Any:
    """Return this module compiled for the GPU, with `residual_check` and kernels that play games bound to a game's rules."""
    constants = (("residual", residual), ("lookup", residual.lookup), ("games", games))
    return device_code.compile_module(sys.modules[__name__], constants)


@device_code.inlined
def fix_width(tables: Any) -> Any:
    """Return the tables of a lookup by strips with the width as a constant, so that the compiler makes shifts of divisions."""
    room, other_room, _, mover_places, other_places, values, mirrored, kept = tables
    return room, other_room, WIDTH, mover_places, other_places, values, mirrored, kept


@device_code.kernel
def check_all(movers: Any, others: Any, like: Any, weights: Any, one: Any, tables: Any, worst: Any) -> None:
    """Compare all values with one-step backups by the rules; record the largest difference.

    `movers` and `others` are the sides by place, 0 where there is none. Differences are in parts of `one` squared.
    """
    strips = fix_width(tables)
    first, second = cuda.blockIdx.x * WIDTH + cuda.threadIdx.x, cuda.blockIdx.y * WARPS + cuda.threadIdx.y
    most = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0 and cuda.threadIdx.y == 0:
        most[0] = 0
    cuda.syncthreads()
    if movers[first] != 0 and others[second] != 0:
        ahead = residual.look_ahead(movers[first], others[second], like, weights, strips)
        difference = abs(ahead - int64(one) * lookup.value_at(first, second, strips))
        if difference > most[0]:
            cuda.atomic.max(most, 0, difference)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0 and cuda.threadIdx.y == 0 and most[0] > worst[0]:
        cuda.atomic.max(worst, 0, most[0])


@device_code.kernel
def check_pairs(pairs: Any, like: Any, weights: Any, tables: Any, ahead: Any, kept: Any) -> None:
    """Write for pairs of sides the value one throw later, times the sum of the weights, and the value that is kept."""
    for index in range(cuda.grid(1), len(pairs), cuda.gridsize(1)):
        mover, other = pairs[index, 0], pairs[index, 1]
        ahead[index] = residual.look_ahead(mover, other, like, weights, tables)
        kept[index] = lookup.value_of(mover, other, tables)


@device_code.kernel
def value_records(records: Any, like: Any, tables: Any, numbers: Any) -> None:
    """Write the value before the throw and the value of each move for recorded positions."""
    for index in range(cuda.grid(1), len(records), cuda.gridsize(1)):
        residual.value_moves(records[index], like, tables, numbers[index])


@device_code.kernel
def play(
    stratum: Any, batch: Any, like: Any, odds: Any, policies: Any, blunders: Any, share: Any, most: Any,
    tables: Any, mirrored_tables: Any, words: Any, numbers: Any,
) -> None:  # fmt: skip
    """Continue the games of a batch that are in a stratum, one after another in every thread."""
    strips, mirrored_strips = fix_width(tables), fix_width(mirrored_tables)
    for game in range(cuda.grid(1), len(batch), cuda.gridsize(1)):
        games.play_all(
            game, game + 1, stratum, batch, like, odds, policies, blunders, share, most, strips, mirrored_strips, words, numbers
        )
