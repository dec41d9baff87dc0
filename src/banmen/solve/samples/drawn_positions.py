"""Positions drawn to be valued: from play by a game's evaluation, or from anywhere; and samples made of them.

A record is a row of three words: the side of the mover, the other side and the throw. Its values are a row too: the chance
before the throw and then that after each move, NO_MOVE where there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from banmen.core import sticks
from banmen.core.errors import BanmenError
from banmen.core.game import Game, Position
from banmen.solve.samples import position_sampling
from banmen.solve.samples.record_file import NO_MOVE
from banmen.solve.samples.sample_file import ANYWHERE, PLAYED, pack_sample
from banmen.solve.tables.value_table import ValueTable

SHARE, STRAYS = 4, int(0.1 * 2**32)  # of the games that positions are taken from
PART = 50_000  # positions drawn at a time
MOST_ATTEMPTS = 50  # at drawing enough positions that leave a choice
SPARE = 3  # positions drawn for each one in a sample: some leave no choice


def draw_played(game: Game, number: int, seed: int) -> Any:
    """Return so many records from games in which both sides play by the game's evaluation and sometimes any move."""
    import numpy

    records = numpy.zeros((number, 3), numpy.int64)
    kernels, odds = game.compiled(position_sampling), sticks.compute_odds(game.p)
    parts = numpy.array_split(records, max(1, number // PART))
    with ThreadPoolExecutor() as pool:
        tasks = [(game.first_state(), seed, part << 32, odds, STRAYS, SHARE, rows) for part, rows in enumerate(parts)]
        list(pool.map(lambda task: kernels.gather(*task), tasks))
    return records


def draw_anywhere(game: Game, classes: list[int], number: int, seed: int) -> Any:
    """Return so many records of positions drawn from all of some classes, each with the same chance, and any throw."""
    import numpy

    rules: Any = game.plain
    rng = numpy.random.default_rng(seed)
    sizes = numpy.array([rules.class_size(each) for each in classes])
    records: list[list[int]] = []
    while len(records) < number:
        picked = (rng.choice(len(classes), p=sizes / sizes.sum()) for _ in range(2))
        mover, other = (rules.side_unrank(classes[each], int(rng.integers(sizes[each]))) for each in picked)
        if _can_be(game, rules.join_sides(mover, other, game.first_state())):
            records.append([mover, other, int(rng.integers(1, len(sticks.THROWS) + 1))])
    return numpy.array(records, numpy.int64).reshape(-1, 3)


def draw_choices(game: Game, draw: Callable[[int, int], Any], number: int, seed: int) -> Any:
    """Return up to `number` records that leave a choice, fewer if such positions are rare; `draw(number, seed)` draws any."""
    import numpy

    rules: Any = game.plain
    found: list[list[int]] = []
    for attempt in range(MOST_ATTEMPTS):
        for mover, other, value in draw(number, seed + attempt).tolist():
            if rules.count(rules.throw(rules.join_sides(mover, other, game.first_state()), value)) > 1:
                found.append([mover, other, value])
        if len(found) >= number:
            break
    return numpy.array(found[:number], numpy.int64).reshape(-1, 3)


def _can_be(game: Game, state: Any) -> bool:
    """Return whether there is such a position: some sides cannot meet, such as two on one point."""
    try:
        return bool(game.position(game.write(state)).state == state)
    except BanmenError:
        return False


def value_by_table(game: Game, table: ValueTable, records: Any) -> Any:
    """Return the values of some records by a table that covers them."""
    import numpy

    rules: Any = game.plain
    values = numpy.full((len(records), 1 + game.rules.MOST), NO_MOVE, numpy.float32)
    for row, (mover, other, value) in enumerate(records.tolist()):
        before = Position(game, rules.join_sides(mover, other, game.first_state()))
        thrown = before.throw(value)
        worths = {move.code: chance for move, chance in table.move_values(thrown)}
        codes = thrown.legal_codes()
        values[row, 0] = table.value(before)
        values[row, 1 : 1 + len(codes)] = [worths[code] for code in codes]
    return values


def pick_choices(game: Game, records: Any, values: Any, number: int, seed: int) -> dict[str, Any]:
    """Return a part of a sample: at most so many of some records, those that leave a choice."""
    import numpy

    counts = (values[:, 1:] >= 0).sum(1)
    rows = numpy.random.default_rng(seed).permutation(numpy.flatnonzero(counts > 1))[:number]
    return pack_sample(game, records[rows], values[rows, 0], values[rows, 1:], counts[rows])


def split_sample(number: int) -> dict[str, int]:
    """Return how many positions of a sample come from play and from anywhere.

    >>> split_sample(300)
    {'played': 200, 'anywhere': 100}
    """
    return {PLAYED: 2 * number // 3, ANYWHERE: number // 3}
