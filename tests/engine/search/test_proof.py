"""Forced wins against brute force and against known results."""

import random

import numpy
import pytest

import banmen
from banmen.engine.interface import Budget, EngineError
from banmen.engine.search import proof_kernels
from banmen.engine.search.proof import ProofSearch, prove_result, shortest_win, wins_within
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind
from tests.contract.variants import random_game
from tests.engine import forcing

PLENTY = Budget(nodes=20_000_000)


def forces_win(position: banmen.Position, plies: int, player: int | str) -> bool:
    """Determine by brute force whether a player wins within some number of plies."""
    if position.over:
        return position.winner == (player,)
    if plies == 0:
        return False
    results = (forces_win(position.after(code), plies - 1, player) for code in position.legal_codes())
    return any(results) if position.turn == player else all(results)


@pytest.mark.parametrize("name", ["kuniumi", "qubism"])
def test_forced_wins_are_those_that_brute_force_finds(name: str) -> None:
    game = banmen.game(name, **({"cubes": 3} if name == "qubism" else {}))
    found = {True: 0, False: 0}
    for seed in range(30):
        positions = [position for position in random_game(game, seed) if not position.over]
        for position in positions[-5:]:
            if len(position.legal_codes()) <= 9:
                position = game.position(position.text)
                told = wins_within(position, 3, PLENTY, memory=4)
                assert told == forces_win(position, 3, position.turn)
                found[bool(told)] += 1
    assert min(found.values()) > 4


def test_an_unfair_setup_of_kuniumi_is_won_with_either_faction() -> None:
    position = banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -")
    for faction in ("land", "sea"):
        assert wins_within(position.play(faction), 5, PLENTY) is True


def test_repetitions_before_the_search_count() -> None:
    position = banmen.game("qubism", cubes=1).position("2B1>/5/5/5/2W2 0 w")
    for move in ("b1", "b5", "c1", "c5", "b1", "b5", "c1"):
        position = position.play(move)
    assert position.play("c5").winner == ()
    alone = wins_within(position, 9, PLENTY)
    anew = wins_within(position.game.position(position.text), 9, PLENTY)
    assert alone == anew  # Black does not win here either way; a draw is not a win


@pytest.mark.parametrize("tip", ["cw", "ccw", "either"])
def test_white_wins_qubism_with_one_cube_in_eleven_plies(tip: str) -> None:
    position = banmen.game("qubism", cubes=1, tip=tip).start()
    assert wins_within(position, 10, PLENTY) is False
    win = shortest_win(position, 12, PLENTY)
    assert win is not None
    assert win.plies == len(win.line) == 11
    assert "c2" in [move.text for move in win.moves]


def test_black_wins_qubism_with_one_straight_cube_in_twelve_plies() -> None:
    position = banmen.game("qubism", cubes=1, tip="straight").start()
    lengths = []
    for move in position.legal_moves():
        win = shortest_win(position.play(move), 11, PLENTY)
        assert win is not None
        lengths.append(win.plies + 1)
    assert max(lengths) == 12


def test_the_line_of_a_win_leads_to_it() -> None:
    position = banmen.game("qubism", cubes=1).start()
    win = shortest_win(position, 11, PLENTY)
    assert win is not None
    for move in win.line:
        position = position.play(move)
    assert position.winner == ("w",)


def test_a_search_that_cannot_be_finished_says_so() -> None:
    position = banmen.game("qubism").start()
    assert wins_within(position, 13, Budget(nodes=1000)) is None
    assert shortest_win(position, 13, Budget(nodes=1000)) is None


def test_bad_questions_are_refused() -> None:
    with pytest.raises(EngineError, match="plies"):
        wins_within(banmen.game("qubism").start(), 0, PLENTY)
    with pytest.raises(EngineError, match="without chance"):
        wins_within(banmen.game("kariuchi").position("Rx4/Rx4 1 3"), 3, PLENTY)
    with pytest.raises(EngineError, match="over"):
        wins_within(banmen.game("qubism").position("5/5/5/5/1WB2 9 w"), 3, PLENTY)


@pytest.mark.parametrize("lines", ["sight", "through"])
def test_the_rules_of_kuniumi_find_the_same_unfair_setups(lines: str) -> None:
    """The rules cannot use an engine, which is a layer above them, so `setup=fair` has a small search of its own."""
    game = banmen.game("kuniumi", setup="random", lines=lines)
    kernels = game.compiled(forcing)
    rng, found = random.Random(4), {True: 0, False: 0}
    for _ in range(100):
        setup = game.start(rng)
        for faction in ("land", "sea"):
            position = setup.play(faction)
            for _ in range(rng.choice((0, 2, 20, 23, 25))):
                if not position.over:
                    position = position.play(rng.choice(position.legal_moves()))
            if not position.over:
                told = wins_within(position, 5, PLENTY, memory=1)
                assert told == bool(kernels.forces(position.state, 5, position.state[2] & 1)), position.text
                found[bool(told)] += 1
    assert min(found.values()) > 4


def test_white_wins_qubism_with_two_cubes_by_one_move_only() -> None:
    position = banmen.game("qubism", cubes=2).start()
    win = shortest_win(position, 13, Budget(nodes=60_000_000))
    assert win is not None
    assert win.plies == 13
    assert [move.text for move in win.moves] == ["c2"]


def test_several_threads_give_the_verdict_of_one() -> None:
    game, found = banmen.game("kuniumi"), {True: 0, False: 0}
    for seed in range(20):
        for position in random_game(game, seed):
            left = game.plain.max_plies(position.state)
            if left == 13 and not position.over:
                alone, together = (prove_result(position, PLENTY, memory=16, threads=threads).wins for threads in (1, 3))
                assert alone == together == wins_within(position, left, PLENTY)
                found[bool(alone)] += 1
    assert min(found.values()) > 1


def test_no_verdict_without_the_time_for_it() -> None:
    position = banmen.game("kuniumi").position("6/5s/5l/2l2S/5s/5L choose -").play("land")
    told = prove_result(position, Budget(nodes=2000), memory=16, threads=2)
    assert told.wins is None
    assert told.nodes >= 4000


def test_companions_share_what_they_find() -> None:
    position = banmen.game("kuniumi").position("6/5s/5l/2l2S/5s/5L choose -").play("land")
    first = ProofSearch(position, 10, 1 << 24)
    second = first.make_companion(1)
    assert second.table is first.table
    assert second.seat == first.seat
    assert (second.history != first.history).any()
    assert not first.wins(position, 5)
    alone = first.nodes
    assert not second.wins(position, 5)
    assert second.nodes < alone / 2


def test_a_row_of_two_writers_tells_nothing() -> None:
    kernels = bind(proof_kernels, banmen.game("kuniumi").rules, PLAIN)
    frame, moves = numpy.zeros((1, proof_kernels.FRAME), numpy.int64), numpy.zeros((1, 4), numpy.int64)
    frame[0, [proof_kernels.LEFT, proof_kernels.ATTACKING, proof_kernels.INDEX]] = 5, proof_kernels.YES, 1
    states = ((5, 9, 1), (6, 7, 1))
    tables = [numpy.zeros((2, 4), numpy.int64) for _ in states]
    for table, state in zip(tables, states, strict=True):
        kernels.store_answer(table, state, frame, 0, proof_kernels.NO, moves)
        assert kernels.lookup(table, state) == tables[0][0, 3] > 0
    mixed = tables[0].copy()
    mixed[0, 1:] = tables[1][0, 1:]  # the same packed word is in both
    for state in (*states, (5, 7, 1), (6, 9, 1)):
        assert kernels.lookup(mixed, state) == 0


def test_a_game_without_an_end_in_sight_has_no_verdict() -> None:
    for name in ("qubism", "kariuchi"):
        game = banmen.game(name)
        position = game.start() if name == "qubism" else game.start().throw(3)
        with pytest.raises(EngineError, match="cannot be searched to its end"):
            prove_result(position, PLENTY)
    with pytest.raises(EngineError, match="threads"):
        prove_result(banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -").play("sea"), PLENTY, threads=0)
