"""Positions sampled from play."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.core import sticks
from banmen.games.kariuchi import indexing
from banmen.solve.kariuchi import packed_lookup
from banmen.solve.samples import position_sampling


def test_positions_are_gathered_from_play() -> None:
    game = banmen.game("kariuchi")
    records = numpy.zeros((3000, 3), numpy.int64)
    next_game = game.compiled(position_sampling).gather(game.first_state(), 1, 0, sticks.compute_odds(0.5), 1 << 28, 2, records)
    assert 10 < next_game < 1000
    assert set(records[:, 2]) == {1, 2, 3, 4, 5}
    for mover, other, _ in records.tolist():
        assert packed_lookup.occupied_points(mover) & packed_lookup.occupied_points(other) == 0
        assert indexing.side_class(mover) < 4
    assert len({tuple(row) for row in records.tolist()}) > 2000


@pytest.mark.parametrize("name", ["kariuchi", "holes58"])
def test_games_are_followed_from_their_start(name: str) -> None:
    game = banmen.game(name)
    rules: Any = game.plain
    start = game.first_state()
    records = numpy.zeros((1000, 3), numpy.int64)
    next_game = game.compiled(position_sampling).gather(start, 1, 0, sticks.compute_odds(0.5), 1 << 28, 1, records)
    begun = 0
    reached: set[Any] = set()
    for mover, other, value in records.tolist():
        if (mover, other) not in reached:
            assert (mover, other) == tuple(rules.sides(start))
            begun += 1
        thrown = rules.throw(rules.join_sides(mover, other, start), value)
        reached = {tuple(rules.sides(rules.apply(thrown, rules.kth(thrown, k)))) for k in range(rules.count(thrown))}
    assert begun == next_game > 3
