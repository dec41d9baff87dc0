"""58 Holes with few pieces, solved by sweeps, agrees with brute force under the plain rules."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.core import sticks
from banmen.core.game import Game
from banmen.games.holes58 import indexing
from banmen.kernels.contract import OVER
from banmen.solve.holes58 import pair_sweep_kernels
from banmen.solve.holes58.pair_solver import PairSolver
from banmen.solve.holes58.pair_strata import has_settled, list_waves, order_strata
from tests.common.loops import some

OPTIONS: list[dict[str, Any]] = [
    {},
    {"collect": "one"},
    {"warp_passes_nefer": "yes"},
    {"collect": "one", "warp_passes_nefer": "yes", "p": 0.3},
]
Sides = tuple[int, int]
ROUNDING = 4 / pair_sweep_kernels.ONE


def solved(game: Game, width: int = 4) -> tuple[PairSolver, dict[tuple[int, int], Any]]:
    solver = PairSolver(game, width=width, threads=1)
    found = {}
    for more, few in solver.list_strata():
        found[more, few] = solver.solve(more, few)
        solver.keep(found[more, few])
    return solver, found


def brute_force(game: Game) -> dict[Sides, float]:
    """Solve a game by the plain rules: all positions, again and again, until nothing changes."""
    rules: Any = game.plain
    start = game.first_state()
    chances = [(value, sticks.probability(value, game.p)) for value in sticks.THROWS]
    lists: dict[Sides, list[tuple[float, list[tuple[bool, Sides | None]]]]] = {}
    waiting: list[Sides] = [(start[0], start[1])]
    while waiting:
        here = waiting.pop()
        if here in lists:
            continue
        lists[here] = []
        for value, chance in chances:
            state = rules.throw((*here, start[2]), value)
            options: list[tuple[bool, Sides | None]] = []
            for k in range(rules.count(state)):
                after = rules.apply(state, rules.kth(state, k))
                over = rules.kind(after) == OVER
                there = (after[0], after[1])
                options.append((over or rules.turn(after) == rules.turn(state), None if over else there))
                if not over:
                    waiting.append(there)
            lists[here].append((chance, options))
    values = dict.fromkeys(lists, 0.5)
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for here, throws in lists.items():
            new = 0.0
            for chance, options in throws:
                worths = [1.0 if there is None else values[there] for _, there in options]
                new += chance * max(w if mine else 1 - w for (mine, _), w in zip(options, worths, strict=True))
            change = max(change, abs(new - values[here]))
            values[here] = new
    return values


@pytest.mark.parametrize("options", OPTIONS)
def test_one_piece_each_is_what_brute_force_says(options: dict[str, Any]) -> None:
    game = banmen.game("holes58", pieces=1, **options)
    _, found = solved(game)
    expected = brute_force(game)
    assert len(expected) > 500
    assert max(abs(found[1, 1].value(*sides) - value) for sides, value in expected.items()) < 1e-9


@pytest.mark.parametrize("options", OPTIONS)
def test_values_of_two_pieces_each_follow_from_one_another_by_the_rules(options: dict[str, Any]) -> None:
    solver, found = solved(banmen.game("holes58", pieces=2, **options))
    for stratum in found.values():
        assert solver.measure_residual(stratum) < ROUNDING
    stratum = found[2, 2]
    stratum.values[stratum.one.places[17] * 4] ^= 1 << 12  # the first mover of a strip against this side
    assert solver.measure_residual(stratum) > ROUNDING, "a wrong value is noticed"


def test_strips_of_another_width_and_other_threads_give_the_same_values() -> None:
    game = banmen.game("holes58", pieces=2)
    _, narrow = solved(game, width=2)
    wide = PairSolver(game, width=32, threads=3)
    for more, few in some(wide.list_strata()):
        stratum = wide.solve(more, few)
        wide.keep(stratum)
        assert stratum.changes == narrow[more, few].changes
        for one, two in zip(stratum.one.words[::7], stratum.two.words[::-1], strict=False):
            assert stratum.value(int(one), int(two)) == narrow[more, few].value(int(one), int(two))


def test_sweeps_end_when_nothing_but_rounding_is_left() -> None:
    assert not has_settled([1 << 30])
    assert not has_settled([20, 5])
    assert has_settled([20, 2])
    assert has_settled([3, 3])
    assert not has_settled([9, 9])


def test_strata_come_after_those_they_read() -> None:
    done: set[tuple[int, int]] = set()
    for more, few in order_strata(5):
        for mover, other in ((few - 1, more), (more - 1, few)):
            assert not mover or (max(mover, other), min(mover, other)) in done
        done.add((more, few))
    assert len(done) == 15


def test_throws_weigh_what_they_should() -> None:
    solver = PairSolver(banmen.game("holes58", pieces=1))
    assert list(solver.weights * 16 // pair_sweep_kernels.ONE) == [4, 6, 4, 1, 1]
    assert PairSolver(banmen.game("holes58", pieces=1, p=0.3)).weights.sum() == pair_sweep_kernels.ONE


def test_every_wave_holds_positions_of_one_sum_of_advances_and_all_waves_hold_all() -> None:
    solver = PairSolver(banmen.game("holes58", pieces=2), width=4)
    one, two = solver.sides[2], solver.sides[1]
    seen = numpy.zeros((one.room // 4, two.room // 4), int)
    for tiles in list_waves(one, two):
        sums = set()
        for row, column in tiles:
            seen[row, column] += 1
            for rank in one.ranks[row * 4 : row * 4 + 4]:
                for other in two.ranks[column * 4 : column * 4 + 4]:
                    if rank >= 0 and other >= 0:
                        sums.add(indexing.advance(int(one.words[rank])) + indexing.advance(int(two.words[other])))
        assert len(sums) == 1
    assert (seen == 1).all()
