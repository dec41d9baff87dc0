"""Games by exact values: they go as the values predict, and their records are exact."""

from typing import Any

import numpy
import pytest

import banmen
from banmen.games.holes58 import indexing
from banmen.solve.holes58 import game_batches
from banmen.solve.holes58.game_kernels import ANY, BEST, ENDED, LENGTH, WISH
from banmen.solve.holes58.pair_solver import PairSolver
from banmen.solve.holes58.pair_strata import PairStratum
from banmen.solve.holes58.pair_sweep_kernels import ONE
from banmen.solve.samples import network_examples

GAME = banmen.game("holes58", pieces=2)


@pytest.fixture(scope="module")
def solved() -> tuple[PairSolver, dict[tuple[int, int], PairStratum]]:
    solver, found = PairSolver(GAME, width=4, threads=1), {}
    for key in solver.list_strata():
        found[key] = solver.solve(*key)
        solver.keep(found[key])
    return solver, found


def played(solved: Any, batch: game_batches.Batch) -> game_batches.Batch:
    solver, found = solved
    for key in reversed(solver.list_strata()):
        solver.play(found[key], batch)
    assert (batch.games[:, ENDED] > 0).all()
    return batch


def exact(found: dict[tuple[int, int], PairStratum], mover: int, other: int) -> float:
    pieces = indexing.side_class(mover), indexing.side_class(other)
    return found[max(pieces), min(pieces)].value(mover, other)


def test_perfect_players_win_as_often_as_computed(solved: Any) -> None:
    number = 40_000
    games = played(
        solved, game_batches.make_batch(game_batches.start_games(GAME, number, 1, opening=False), (BEST, BEST))
    ).games
    begun = (games[:, ENDED] - 1 == numpy.arange(number) % 2).mean()
    side = GAME.first_state()[0]
    assert abs(begun - exact(solved[1], side, side)) < 4 * 0.5 / number**0.5


@pytest.mark.parametrize(("policy", "least"), [(ANY, 0.6), (WISH, 0.53)])
def test_a_perfect_player_beats_others(solved: Any, policy: int, least: float) -> None:
    won, lost = game_batches.count_wins(
        played(solved, game_batches.make_batch(game_batches.start_games(GAME, 5000, 2), (BEST, policy))).games
    )
    assert won / (won + lost) > least


def test_records_tell_exact_values(solved: Any) -> None:
    batch = played(solved, game_batches.make_batch(game_batches.start_games(GAME, 300, 3), (BEST, BEST), 0.2, share=4, most=8))
    made = batch.numbers[:, LENGTH] > 0
    assert made.sum() > 1000
    for (mover, other, value), numbers in list(zip(batch.words[made].tolist(), batch.numbers[made].tolist(), strict=True))[
        ::10
    ]:
        assert numbers[0] / ONE == exact(solved[1], mover, other)
        position = GAME.position(GAME.write((mover, other, 0))).throw(value)
        worths = []
        for code in position.legal_codes():
            after = position.after(code)
            own = 1.0 if after.over else exact(solved[1], *indexing.sides(after.state))
            worths.append(own if after.turn == position.turn else 1 - own)
        assert worths == [number / ONE for number in numbers[1 : 1 + numbers[LENGTH]]]


def test_what_follows_a_record_is_what_the_rules_say(solved: Any) -> None:
    batch = played(solved, game_batches.make_batch(game_batches.draw_games(GAME, 600, 4), (BEST, BEST), share=1, most=1))
    after, flags = network_examples.follow_moves(GAME, batch.words)
    assert set(flags.ravel().tolist()) == {0, 1, 2, 3}, "all kinds of moves are met"
    for row, (mover, other, value) in enumerate(batch.words.tolist()):
        position = GAME.position(GAME.write((mover, other, 0))).throw(value)
        reached = [position.after(code) for code in position.legal_codes()]
        assert [tuple(pair) for pair in after[row, : len(reached)].tolist()] == [
            indexing.sides(there.state) for there in reached
        ]
        assert flags[row].tolist() == [3 if there.over else 1 if there.turn == 1 else 2 for there in reached] + [0] * (
            GAME.rules.MOST - len(reached)
        )


def test_the_lower_throw_begins() -> None:
    chances = game_batches.compute_opening_chances(GAME)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances[5] == 0
    # A 1 is lower than anything but another 1: twice 1/4 * 3/4, of all pairs that differ.
    assert chances[1] == pytest.approx(2 * 4 * 12 / (256 - 16 - 36 - 16 - 1 - 1))
