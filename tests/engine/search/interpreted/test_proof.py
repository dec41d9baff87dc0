"""Proof search on small positions: against brute force, by its node counts, and kernel by kernel."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.interface import MEBIBYTE, Budget
from banmen.engine.search import proof, proof_kernels
from banmen.engine.search.proof import Proof, ProofSearch, find_proof, prove_result, shortest_win, wins_within
from banmen.engine.search.proof_kernels import ATTACKING, FRAME, INDEX, LAST, LEFT, NEW, NO, NUMBER, OPEN, RANK, YES
from banmen.engine.stop_flag import LIMIT, NO_LIMIT, NODES, STOP
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind
from tests.engine.search.test_proof import forces_win

ONE_CUBE = banmen.game("qubism", cubes=1)
KUNIUMI = banmen.game("kuniumi")
KERNELS: Any = bind(proof_kernels, KUNIUMI.rules, PLAIN)
WON = ONE_CUBE.position("2B2/5/2W2/5/1>3 0 w")
LOST = KUNIUMI.position("s1sss1/sllssl/llllss/lllLs1/ll1lss/1s2sS l s")
UNFAIR = KUNIUMI.position("6/6/6/ls4/S1l3/1Ls3 choose -").play("sea")
QUIET = KUNIUMI.position("6/5s/5l/2l2S/5s/5L choose -").play("land")
LATE = KUNIUMI.position("4sl/2llll/4S1/1sLlsl/2sls1/2slss s l")
SLOWLY = ONE_CUBE.position("5/2B2/5/^4/1W3 0 b")
PLENTY = Budget(nodes=50_000)
LOOKED_AT = {  # within 1, 2, 3 and more plies, one after the other
    WON: [1, 2, 17, 18, 19],
    LOST: [1, 10, 19, 44, 69, 103, 137, 171],
    UNFAIR: [1, 4, 5],
    ONE_CUBE.start(): [1, 2, 3, 4, 141, 278, 2029],
    QUIET: [1, 16, 31, 144, 257],
    LATE: [1, 14, 27, 76, 85, 86],
    SLOWLY: [1, 2, 11, 20, 71, 72],
}
RESULT_NODES, LOSS_NODES = 34, 172


def search_for(position: Position, plies: int, **settings: Any) -> ProofSearch:
    return ProofSearch(position, plies, MEBIBYTE, **settings)


@pytest.mark.parametrize("first", [WON, LOST, *(LOST.after(code) for code in LOST.legal_codes()[:2])], ids=str)
def test_wins_are_those_that_brute_force_finds(first: Position) -> None:
    for position in (first, *(first.after(code) for code in first.legal_codes())):
        if position.over:
            continue
        for plies in range(1, 4 if first is WON else 7):
            search = search_for(position, plies)
            assert search.wins(position, plies) == forces_win(position, plies, position.turn), (position.text, plies)
            assert not search.stopped
            other = search_for(position, plies, seat=1 - search.seat)
            wanted = next(player for player in position.game.players if player != position.turn)
            assert other.wins(position, plies) == forces_win(position, plies, wanted), (position.text, plies)


def test_searches_look_at_as_many_nodes_as_they_did() -> None:
    for position, expected in LOOKED_AT.items():
        search = search_for(position, len(expected))
        nodes = []
        for plies in range(1, len(expected) + 1):
            search.wins(position, plies)
            nodes.append(search.nodes)
        assert nodes == expected, position.text


def test_the_shortest_win() -> None:
    win = shortest_win(WON, 5, PLENTY, memory=1)
    assert win is not None
    assert (win.plies, [move.text for move in win.moves]) == (3, ["c4"])
    assert [move.text for move in win.line] == ["c4", "c3", "c5"]
    assert shortest_win(WON, 2, PLENTY, memory=1) is None
    assert shortest_win(WON, 3, Budget(nodes=3), memory=1) is None


@pytest.mark.parametrize("first", [LATE, SLOWLY], ids=str)
def test_a_win_in_five_plies_with_all_its_first_moves(first: Position) -> None:
    win = shortest_win(first, 7, PLENTY, memory=1)
    assert win is not None
    assert (win.plies, len(win.line)) == (5, 5)
    for code in first.legal_codes():
        assert search_for(first, 5).wins(first.after(code), 4) == (code in [move.code for move in win.moves])
    position = first
    for number, move in enumerate(win.line):
        search = search_for(first, 9)
        assert search.wins(position, 5 - number)
        assert number % 2 or not search.wins(position, 4 - number)  # the other side resists as long as it can
        position = position.play(move)
    assert position.winner == (first.turn,)


def test_wins_within_some_plies() -> None:
    assert [wins_within(WON, plies, PLENTY, memory=1) for plies in (1, 2, 3, 4)] == [False, False, True, True]
    assert wins_within(WON, 3, Budget(nodes=3), memory=1) is None
    assert wins_within(WON, 3, Budget(nodes=LOOKED_AT[WON][2]), memory=1) is True
    assert wins_within(LOST, 8, PLENTY, memory=1) is False


def test_results_at_the_end_of_a_game() -> None:
    found = prove_result(LOST, PLENTY, memory=1)
    assert (found.wins, found.nodes) == (False, RESULT_NODES)
    for code in LOST.legal_codes():
        after = LOST.after(code)
        if not after.over:
            assert prove_result(after, PLENTY, memory=1).wins is True
    assert prove_result(LOST, Budget(nodes=5), memory=1) == proof.ProvenResult(None, 6)
    together = prove_result(LOST, PLENTY, memory=1, threads=2)
    assert together.wins is False
    assert 0 < together.nodes <= 2 * RESULT_NODES + 2


def test_a_quick_look_finds_a_near_win() -> None:
    found = find_proof(WON, PLENTY, MEBIBYTE)
    assert [WON.game.write_move(code).text for code in found.line] == ["c4", "c3", "c5"]
    assert (found.lost, found.nodes) == (False, 21)
    at_once = banmen.game("qubism").position("2B2/1W3/5/5/5 9 w")
    found = find_proof(at_once, PLENTY, MEBIBYTE)
    assert [at_once.game.write_move(code).text for code in found.line] == ["b5"]


def test_a_quick_look_is_cut_short() -> None:
    win = shortest_win(LATE, 5, PLENTY, memory=1)
    assert win is not None
    alone = search_for(LATE, 5)
    assert alone.shortest(5) == 5
    found = find_proof(LATE, Budget(nodes=alone.nodes), MEBIBYTE)  # the win is known, its continuation is not
    assert found.line == (alone.first_move(),)  # and not what was to be tried next
    assert LATE.game.write_move(found.line[0]) in win.moves
    assert find_proof(WON, Budget(nodes=4), MEBIBYTE).line == ()


def test_a_quick_look_finds_a_loss_and_a_far_win(monkeypatch: pytest.MonkeyPatch) -> None:
    found = find_proof(LOST, PLENTY, MEBIBYTE)
    assert (found.line, found.lost, found.nodes) == ((), True, LOSS_NODES)
    assert find_proof(LOST, Budget(nodes=3), MEBIBYTE) == Proof(8)
    monkeypatch.setattr(proof, "NEAR", 1)
    won = next(after for code in LOST.legal_codes() if not (after := LOST.after(code)).over)
    found = find_proof(won, PLENTY, MEBIBYTE)
    assert (len(found.line), found.lost) == (1, False)
    after = won.after(found.line[0])
    assert after.over or not prove_result(after, PLENTY, memory=1).wins
    monkeypatch.setattr(proof, "ENDING", KUNIUMI.plain.max_plies(LOST.state) - 1)
    assert find_proof(LOST, PLENTY, MEBIBYTE) == Proof(1)
    monkeypatch.setattr(proof, "ENDING", KUNIUMI.plain.max_plies(LOST.state))
    assert find_proof(LOST, PLENTY, MEBIBYTE).lost


def test_a_draw_is_neither_won_nor_lost() -> None:
    position = banmen.game("kuniumi", tie="draw").position("ssllll/slllll/slllll/sssssL/sssssl/1S4 s l")
    assert prove_result(position, PLENTY, memory=1).wins is False
    found = find_proof(position, PLENTY, MEBIBYTE)
    assert (found.line, found.lost) == ((), False)


def test_a_search_stops() -> None:
    search = search_for(LOST, 8)
    assert (search.control[LIMIT], search.stopped, search.nodes) == (NO_LIMIT, False, 0)
    search.control[LIMIT] = 12
    assert not search.wins(LOST, 8)
    assert (search.stopped, search.nodes) == (True, 13)
    assert not search.wins(LOST.after(LOST.legal_codes()[0]), 8)
    assert search.nodes == 13  # nothing more was searched
    search.control[[STOP, LIMIT]] = 0, NO_LIMIT
    search.control[STOP] = 1
    assert KERNELS.prove_win(LOST.state, 0, 8, rooms(search), search.barred, search.control) == OPEN


def rooms(search: ProofSearch) -> tuple[Any, ...]:
    return search.stack, search.moves, search.ranks, search.frame, search.table, search.history


def test_a_finished_game_needs_no_search() -> None:
    before = banmen.game("qubism").position("2B2/1W3/5/5/5 9 w")
    search, over = search_for(before, 3), before.play("b5")
    assert search.wins(over, 0)
    assert not search_for(before, 3, seat=1 - search.seat).wins(over, 0)
    assert not search.wins(before, 0)
    assert search.nodes == 0


def test_the_room_that_a_search_takes() -> None:
    search = search_for(LOST, 8)
    assert search.stack.shape == (9, 3)
    assert (search.moves.shape, search.ranks.shape, search.frame.shape) == ((9, KUNIUMI.rules.MOST),) * 2 + ((9, FRAME),)
    used = sum(array.nbytes for array in (*rooms(search), search.control))
    assert MEBIBYTE - 64 <= used <= MEBIBYTE
    assert len(search.table) % 2 == 0
    companion = search.make_companion(3)
    assert companion.stack.shape == search.stack.shape
    assert companion.table is search.table
    assert search_for(LOST, 8, seat=1 - search.seat).make_companion(3).seat == 1 - search.seat
    assert (companion.history.min(), companion.history.max()) == (0, proof.PREFERENCE - 1)
    assert not numpy.array_equal(companion.history, search.make_companion(4).history)


def test_what_has_occurred_twice_is_barred() -> None:
    states = [WON.state, ONE_CUBE.start().state]
    search = search_for(Position(ONE_CUBE, WON.state, (states[0], states[1], states[0])), 3)
    assert search.barred.tolist() == [list(states[0])]
    once = search_for(Position(ONE_CUBE, WON.state, (states[0], states[1])), 3)
    assert once.barred.shape == (0, 2)
    for barred, state, expected in (
        ([[1, 2], [3, 4]], (3, 4), True),
        ([[1, 2], [3, 4]], (1, 4), False),
        ([[1, 4]], (1, 2), False),
    ):
        assert KERNELS.is_barred(state, numpy.array(barred)) is expected


def test_moves_are_picked_by_rank_by_what_settled_last_and_by_history() -> None:
    frame, history = numpy.zeros((2, FRAME), numpy.int64), numpy.zeros((2, 64), numpy.int64)
    moves = numpy.array([[0] * 7, [10, 11, 12, 13, 14, 15, 16]])
    ranks = numpy.array([[0] * 7, [0, -1, 1, 0, -2, 0, -1]])
    frame[1, [INDEX, NUMBER, ATTACKING, LAST]] = 0, 7, YES, 13
    history[YES, [15, 16]] = NEW + 1, 5
    history[NO, 10] = 10**6
    order = []
    for index in range(7):
        frame[1, INDEX] = index
        KERNELS.pick_next(moves, ranks, frame, 1, history)
        order.append(int(moves[1, index]))
    assert order == [13, 15, 12, 10, 16, 11, 14]
    assert not moves[0].any()
    assert NEW * 1000 < RANK


def test_a_move_that_settles_a_node_is_remembered() -> None:
    frame, history = numpy.zeros((2, FRAME), numpy.int64), numpy.zeros((2, 64), numpy.int64)
    frame[1, [INDEX, LEFT, ATTACKING]] = 2, 4, NO
    KERNELS.settle(numpy.array([[0] * 3, [10, 11, 12]]), frame, 1, history)
    assert frame[1, LAST] == 11
    assert (history[NO, 11], history.sum()) == (16, 16)


STATE, OTHER, THIRD = (5, 9, 1), (6, 7, 1), (8, 2, 3)


def store(table: Any, state: Any, answer: int, left: int, *, attacking: int = YES, index: int = 1) -> None:
    frame, moves = numpy.zeros((1, FRAME), numpy.int64), numpy.array([[21, 22, 23]])
    frame[0, [LEFT, ATTACKING, INDEX]] = left, attacking, index
    KERNELS.store_answer(table, state, frame, 0, answer, moves)


def read(table: Any, state: Any) -> tuple[int, int, int]:
    """Return the plies within which it is won and lost, and the move, each plus one."""
    entry = KERNELS.lookup(table, state)
    return entry & 255, entry >> 8 & 255, entry >> 16


def test_answers_are_kept() -> None:
    table = numpy.zeros((2, 4), numpy.int64)
    store(table, STATE, YES, 1)
    assert read(table, STATE) == (0, 0, 0)  # a repeated query is as quick
    store(table, STATE, NO, 2)
    assert read(table, STATE) == (0, 3, 0)
    store(table, STATE, YES, 7, index=2)
    assert read(table, STATE) == (8, 3, 23 - 1 + 1)
    store(table, STATE, YES, 5)
    assert read(table, STATE) == (6, 3, 22)
    store(table, STATE, YES, 6)
    assert read(table, STATE)[0] == 6
    store(table, STATE, NO, 4, attacking=NO, index=3)
    assert read(table, STATE) == (6, 5, 24)
    store(table, STATE, NO, 3)
    assert read(table, STATE) == (6, 5, 0)
    assert read(table, OTHER) == (0, 0, 0)


@pytest.mark.parametrize(("answer", "field"), [(YES, 0), (NO, 1)])
def test_the_first_row_of_a_pair_keeps_what_took_most_plies(answer: int, field: int) -> None:
    table = numpy.zeros((2, 4), numpy.int64)
    store(table, STATE, answer, 5)
    store(table, OTHER, answer, 4)
    store(table, THIRD, answer, 3)
    assert [read(table, state)[field] for state in (STATE, OTHER, THIRD)] == [6, 0, 4]
    store(table, OTHER, answer, 5)
    assert [read(table, state)[field] for state in (STATE, OTHER, THIRD)] == [0, 6, 4]


def opened(position: Position, attacker: int, left: int, table: Any = None) -> tuple[int, Any, Any]:
    rules: Any = position.game.rules
    kernels: Any = bind(proof_kernels, rules, PLAIN)
    stack, frame = numpy.zeros((3, rules.WORDS), numpy.int64), numpy.full((3, FRAME), -7, numpy.int64)
    moves, ranks = numpy.zeros((2, 3, rules.MOST), numpy.int64)
    table = numpy.zeros((2, rules.WORDS + 1), numpy.int64) if table is None else table
    control = numpy.zeros(3, numpy.int64)
    answer = kernels.open_node(position.state, attacker, left, 1, stack, moves, ranks, frame, table, control)
    assert control[NODES] == 1
    return answer, frame[1], stack[1]


def test_a_node_is_answered_at_once_where_that_can_be() -> None:
    game = banmen.game("qubism")
    before = game.position("2B2/1W3/5/5/5 9 w")
    seat = game.plain.turn(before.state)
    over = before.play("b5")
    assert [opened(over, attacker, left)[0] for attacker in (seat, 1 - seat) for left in (0, 3)] == [YES, YES, NO, NO]
    assert [opened(before, seat, left)[0] for left in (0, 1, 2)] == [NO, YES, YES]
    assert opened(before, 1 - seat, 5)[0] == NO
    quiet, seat = WON, ONE_CUBE.plain.turn(WON.state)
    assert [opened(quiet, seat, left)[0] for left in (-1, 0, 1)] == [NO, NO, NO]
    answer, frame, stack = opened(quiet, seat, 3)
    assert (answer, frame[INDEX], frame[LEFT], frame[ATTACKING], frame[LAST]) == (OPEN, 0, 3, YES, -7)
    assert stack.tolist() == list(quiet.state)
    assert 0 < frame[NUMBER] <= len(quiet.legal_codes())
    assert opened(quiet, 1 - seat, 4)[1][ATTACKING] == NO


@pytest.mark.parametrize(
    ("won", "lost", "answer"), [(4, 0, YES), (3, 0, YES), (5, 0, OPEN), (0, 4, NO), (0, 5, NO), (0, 3, OPEN), (5, 3, OPEN)]
)
def test_a_node_reads_the_table(won: int, lost: int, answer: int) -> None:
    kernels: Any = bind(proof_kernels, ONE_CUBE.rules, PLAIN)
    table, state = numpy.zeros((2, 3), numpy.int64), WON.state
    frame = numpy.zeros((1, FRAME), numpy.int64)
    frame[0, [INDEX, ATTACKING]] = 1, YES
    for kind, plies in ((NO, lost - 1), (YES, won - 1)):
        frame[0, LEFT] = plies
        if plies > 0:
            kernels.store_answer(table, state, frame, 0, kind, numpy.array([[41]]))
    found, frame, _ = opened(WON, ONE_CUBE.plain.turn(state), 3, table)
    assert found == answer
    assert frame[LAST] == (41 if won else -7)


def test_numbers_that_were_measured_are_not_changed_in_passing() -> None:
    assert (proof.MOST_PLIES, proof.NEAR, proof.ENDING, proof.MOST_THREADS) == (100, 9, 18, 256)
    assert (proof.HISTORY, proof.SMALL, proof.PREFERENCE) == (1 << 15, 1 << 20, 1000)
    assert (RANK, NEW, proof_kernels.CROSSED) == (1 << 44, 200, 0x2C1B3C6D)
