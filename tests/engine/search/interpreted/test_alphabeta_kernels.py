"""The kernels of alpha-beta search, one by one: ordering, windows, reductions, repetitions, and what is passed up."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.search import alphabeta_kernels
from banmen.engine.search.alphabeta_kernels import (
    AGAIN,
    AGE,
    ALPHA,
    BEST,
    BETA,
    CHOICE,
    FLOOR,
    FOLDED,
    FRAME,
    GUESSED,
    INDEX,
    LEFT,
    LENGTH,
    NUMBER,
    PLIES,
    REPEATED,
    SEEN,
    SHORT,
    SINCE,
    TRIAL,
)
from banmen.engine.search.transposition_table import EXACT, LOWER, SURE, UPPER, WIN
from banmen.engine.stop_flag import LIMIT, NODES, STOP
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind

QUBISM = banmen.game("qubism")
ONE_CUBE = banmen.game("qubism", cubes=1)
KUNIUMI = banmen.game("kuniumi")
KERNELS: Any = bind(alphabeta_kernels, QUBISM.rules, PLAIN)
ENDING = KUNIUMI.position("s1sss1/sllssl/llllss/lllLs1/ll1lss/1s2sS l s")
MIDDLE = QUBISM.position("2B2/1^3/2>2/3v1/1W3 6 b")
SETUP = KUNIUMI.position("6/6/6/S5/1l4/5L setup -")


def fresh(rows: int = 8) -> Any:
    frame = numpy.zeros((rows, FRAME), numpy.int64)
    frame[:, [BEST, CHOICE]] = -2 * WIN, -1
    return frame


def test_fields_of_a_frame_do_not_overlap() -> None:
    names = (INDEX, NUMBER, LEFT, ALPHA, BETA, FLOOR, BEST, CHOICE, SINCE, SEEN)
    assert sorted((*names, GUESSED, TRIAL, AGAIN, REPEATED, LENGTH, SHORT)) == list(range(FRAME))
    assert len({STOP, NODES, LIMIT, AGE, FOLDED}) == 5


def test_moves_are_picked_wanted_first_then_killers_then_by_what_they_cut_off() -> None:
    history, killers = numpy.zeros((2, 64), numpy.int64), numpy.full((3, 2), -1, numpy.int64)
    moves = numpy.array([[0] * 7, [10, 11, 12, 13, 14, 15, 16], [0] * 7])
    history[1, [12, 15]], history[0, 16] = (5, 9), 99
    killers[1] = 13, 11
    killers[2] = 10, 14
    order = []
    for index in range(7):
        KERNELS.pick_move(moves, 1, index, 7, 14 if index == 0 else -1, killers, history, 1)
        order.append(int(moves[1, index]))
    assert order == [14, 13, 11, 15, 12, 10, 16]
    assert not moves[[0, 2]].any()
    KERNELS.pick_move(moves, 1, 3, 4, 10, killers, history, 1)  # neither the moves tried nor those beyond are touched
    assert moves[1].tolist() == order


def test_a_node_is_entered_with_nothing_known() -> None:
    frame, stack = numpy.full((3, FRAME), 77, numpy.int64), numpy.zeros((3, 2), numpy.int64)
    KERNELS.enter(stack, frame, 1, (5, 6), 4, -20, 30, 2, 7)
    assert stack.tolist() == [[0, 0], [5, 6], [0, 0]]
    wanted = {INDEX: -1, NUMBER: 0, LEFT: 4, ALPHA: -20, BETA: 30, FLOOR: -20, BEST: -2 * WIN, CHOICE: -1, SINCE: 2, SEEN: 7}
    wanted |= {GUESSED: 0, TRIAL: 0, AGAIN: 0, REPEATED: 0, LENGTH: 1}
    assert {field: int(frame[1, field]) for field in wanted} == wanted


@pytest.mark.parametrize(
    ("depth", "bound", "score", "settled"),
    [
        (4, EXACT, 50, True),
        (5, EXACT, 5, True),
        (3, EXACT, 50, False),
        (4, LOWER, 100, True),
        (4, LOWER, 99, False),
        (4, UPPER, 10, True),
        (4, UPPER, 11, False),
        (4, UPPER, 5, True),
        (0, LOWER, WIN - 5, True),
        (0, EXACT, WIN - 5, True),
        (0, UPPER, WIN - 5, False),
        (0, UPPER, 5 - WIN, True),
        (0, EXACT, 5 - WIN, True),
        (0, LOWER, 5 - WIN, False),
        (0, EXACT, SURE, False),
        (0, EXACT, -SURE, False),
    ],
)
def test_an_entry_settles_a_node_if_it_is_deep_enough_or_certain(depth: int, bound: int, score: int, settled: bool) -> None:
    for guessed in (0, 1):
        frame = fresh()
        frame[2, [LEFT, ALPHA, BETA]] = 4, 10, 100
        entry = depth | bound << 7 | 8 << 9 | score + 2 * WIN << 25 | guessed << 54
        assert KERNELS.is_settled_by(entry, 2, frame) is settled
        if settled:
            shown = score - 2 if score > SURE else score + 2 if score < -SURE else score
            assert (frame[2, BEST], frame[2, GUESSED]) == (shown, guessed)
        else:
            assert frame[2, BEST] == -2 * WIN


@pytest.mark.parametrize(("bound", "score", "window"), [(UPPER, WIN - 5, (WIN - 6, WIN)), (LOWER, 5 - WIN, (-WIN, 6 - WIN))])
def test_a_shallow_bound_is_not_certain_on_its_open_side(bound: int, score: int, window: tuple[int, int]) -> None:
    frame = fresh()
    frame[2, [LEFT, ALPHA, BETA]] = 4, *window
    for depth, settled in ((3, False), (4, True)):
        assert KERNELS.is_settled_by(depth | bound << 7 | 8 << 9 | score + 2 * WIN << 25, 2, frame) is settled


def test_no_entry_settles_nothing() -> None:
    frame = fresh()
    frame[1, [ALPHA, BETA]] = -3 * WIN, 3 * WIN
    assert KERNELS.is_settled_by(0, 1, frame) is False


@pytest.mark.parametrize(("best", "bound"), [(9, UPPER), (10, UPPER), (11, EXACT), (99, EXACT), (100, LOWER), (101, LOWER)])
def test_a_finished_node_is_kept_with_the_bound_that_its_window_gives(best: int, bound: int) -> None:
    table, frame, control = numpy.zeros((2, 3), numpy.int64), fresh(), numpy.zeros(5, numpy.int64)
    frame[1, [FLOOR, ALPHA, BETA, BEST, LEFT, CHOICE, GUESSED]] = 10, 60, 100, best, 3, 21, 1
    control[AGE] = 9
    KERNELS.store_node(table, (3, 4), 1, frame, control)
    entry = int(table[0, 2])
    assert (entry & 127, entry >> 7 & 3, (entry >> 9 & 0xFFFF) - 1) == (3, bound, 21)
    assert ((entry >> 25 & (1 << 23) - 1) - 2 * WIN, entry >> 48 & 63, entry >> 54) == (best, 9, 1)


def test_scores_of_finished_games() -> None:
    lost = QUBISM.position("5/5/5/5/1WB2 9 w")
    assert lost.over
    for position in (lost, ENDING):
        while not position.over:
            position = position.after(position.legal_codes()[0])
        kernels: Any = bind(alphabeta_kernels, position.game.rules, PLAIN)
        won = position.game.plain.winner(position.state) >> position.game.plain.turn(position.state) & 1
        assert kernels.terminal_score(position.state, 5) == (WIN - 5 if won else 5 - WIN)
    ended = QUBISM.rules.end_by_repetition(QUBISM.start().state)
    assert KERNELS.terminal_score(ended, 5) == 0


def opened(position: Position, ply: int, left: int, *, table: Any = None, repeated: int = 0) -> tuple[bool, Any, Any, Any]:
    """Open a node and return whether it is resolved, its frame, its moves and its line."""
    rules: Any = position.game.rules
    kernels: Any = bind(alphabeta_kernels, rules, PLAIN)
    frame, moves, line = fresh(PLIES), numpy.zeros((PLIES, rules.MOST), numpy.int64), numpy.zeros((PLIES, PLIES), numpy.int64)
    frame[ply, [LEFT, ALPHA, BETA, LENGTH, INDEX, REPEATED]] = left, -WIN, WIN, ply, -1, repeated
    table = numpy.zeros((2, rules.WORDS + 1), numpy.int64) if table is None else table
    return kernels.open_node(position.state, ply, moves, frame, line, table, 0), frame[ply], moves[ply], line[ply]


def test_a_node_sees_a_win_at_once() -> None:
    position = QUBISM.position("2B2/1W3/5/5/5 9 w")
    for left in (0, 3):
        settled, frame, _, line = opened(position, 3, left)
        assert settled is True
        assert (frame[BEST], frame[GUESSED], frame[LENGTH]) == (WIN - 4, 0, 4)
        assert position.after(int(frame[CHOICE])).winner == ("w",)
        assert line[3] == frame[CHOICE]


@pytest.mark.parametrize(("repeated", "score"), [(0, WIN - 3), (1, SURE)])
def test_what_a_repetition_decides_is_never_certain(repeated: int, score: int) -> None:
    game = banmen.game("qubism", repetition="loss")
    ended = Position(game, game.plain.end_by_repetition(game.start().state))
    settled, frame, _, _ = opened(ended, 3, 2, repeated=repeated)
    assert (settled, frame[BEST], frame[GUESSED]) == (True, score, repeated)


def test_a_node_without_depth_is_guessed() -> None:
    position = MIDDLE
    expected = position.game.plain.evaluate(position.state)
    for ply, left in ((2, 0), (2, -1), (PLIES - 1, 5)):
        settled, frame, _, _ = opened(position, ply, left)
        assert (settled, frame[BEST], frame[GUESSED]) == (True, expected, 1)
    for ply, left in ((2, 1), (PLIES - 2, 5)):
        settled, frame, moves, _ = opened(position, ply, left)
        assert settled is False
        assert (frame[INDEX], frame[NUMBER], frame[CHOICE]) == (0, len(position.legal_codes()), -1)
        assert sorted(moves[: frame[NUMBER]]) == sorted(position.legal_codes())


def test_a_node_reads_the_table_but_the_root_does_not_end_with_it() -> None:
    position, table = MIDDLE, numpy.zeros((2, 3), numpy.int64)
    code = position.legal_codes()[2]
    KERNELS.store_entry(table, position.state, 0, 9, EXACT, code, 44, 0, 0, 1)
    settled, frame, _, _ = opened(position, 1, 3, table=table)
    assert (settled, frame[BEST], frame[CHOICE], frame[GUESSED]) == (True, 44, code, 0)
    settled, frame, _, _ = opened(position, 0, 3, table=table)
    assert (settled, frame[CHOICE], frame[INDEX]) == (False, code, 0)


class Trial:
    """A node one ply below the root with its moves, one of which is tried."""

    def __init__(
        self, position: Position, *, ply: int = 1, left: int = 3, index: int = 0, low: int = -50, high: int = 90
    ) -> None:
        rules = position.game.rules
        self.kernels: Any = bind(alphabeta_kernels, rules, PLAIN)
        self.position, self.ply = position, ply
        self.frame, self.stack = fresh(), numpy.zeros((8, rules.WORDS), numpy.int64)
        self.moves, self.past = numpy.zeros((8, rules.MOST), numpy.int64), numpy.zeros((80, rules.WORDS), numpy.int64)
        self.killers, self.history = numpy.full((8, 2), -1, numpy.int64), numpy.zeros((2, 1 << 15), numpy.int64)
        self.line, self.values = numpy.zeros((8, 8), numpy.int64), numpy.zeros(rules.MOST, numpy.int64)
        number = rules.moves(position.state, self.moves[ply])
        wanted = {INDEX: index, NUMBER: number, LEFT: left, ALPHA: low, BETA: high, FLOOR: low, SEEN: 4, SINCE: 1, LENGTH: ply}
        for field, value in wanted.items():
            self.frame[ply, field] = value

    def enter(self) -> Any:
        assert self.kernels.try_move(
            self.position.state, self.ply, self.stack, self.moves, self.frame, self.killers, self.history, self.past
        ) == (self.ply + 1)
        return self.frame[self.ply + 1]

    def leave(self, below: Position, score: int, **fields: int) -> Any:
        self.frame[self.ply + 1, BEST] = score
        for field, value in fields.items():
            self.frame[self.ply + 1, getattr(alphabeta_kernels, field)] = value
        room = (self.moves, self.frame, self.killers, self.line, self.values, self.history)
        self.kernels.hand_up(below.state, self.position.state, self.ply, *room)
        return self.frame[self.ply]


@pytest.mark.parametrize(
    ("index", "left", "again", "short", "below"),
    [
        (0, 3, 0, 0, 2),
        (1, 3, 0, 1, 1),
        (1, 2, 0, 0, 1),
        (1, 3, 1, 0, 2),
        (5, 5, 0, 1, 3),
        (6, 5, 0, 1, 2),
        (6, 4, 0, 1, 2),
        (7, 6, 0, 1, 3),
    ],
)
def test_moves_that_promise_little_are_searched_less_deep(index: int, left: int, again: int, short: int, below: int) -> None:
    trial = Trial(SETUP, left=left)
    promising = trial.kernels.rules.count_promising(trial.position.state)
    trial.frame[1, [INDEX, AGAIN]] = index + promising - 1 + again, again
    entered = trial.enter()
    assert (trial.frame[1, SHORT], entered[LEFT]) == (short, below)


@pytest.mark.parametrize(
    ("index", "high", "again", "trial"), [(0, 90, 0, 0), (1, 90, 0, 1), (1, -49, 0, 0), (1, -48, 0, 1), (1, 90, 1, 0)]
)
def test_later_moves_are_tried_with_an_empty_window(index: int, high: int, again: int, trial: int) -> None:
    node = Trial(MIDDLE, index=index + again, high=high, left=1)
    node.frame[1, AGAIN] = again
    entered = node.enter()
    assert node.frame[1, TRIAL] == trial
    assert (entered[ALPHA], entered[BETA]) == (-(-49 if trial else high), 50)
    assert node.frame[1, INDEX] == index + 1


def test_the_same_side_keeps_the_window_as_it_is() -> None:
    node = Trial(SETUP)
    entered = node.enter()
    assert (entered[ALPHA], entered[BETA], entered[FLOOR]) == (-50, 90, -50)
    assert (entered[SINCE], entered[SEEN]) in ((4, 4), (1, 5))


def test_the_wanted_move_comes_first_and_only_once() -> None:
    position = MIDDLE
    for index in (0, 1):
        node = Trial(position, index=index)
        wanted = int(node.moves[1, 7])
        node.frame[1, CHOICE] = wanted
        node.enter()
        assert (node.moves[1, index] == wanted) == (index == 0)


@pytest.mark.parametrize("repeated", [False, True])
def test_a_position_that_comes_for_the_third_time_ends_the_line(repeated: bool) -> None:
    position = ONE_CUBE.position("2B1>/5/5/5/2W2 0 w")
    node = Trial(position, index=1)
    code = position.find("b1").code
    node.frame[1, AGAIN], node.moves[1, 0] = 1, code
    after = position.after(code)
    for row in (1, 3) if repeated else (1,):
        node.past[row] = after.state
    entered = node.enter()
    assert entered[REPEATED] == repeated
    assert Position(ONE_CUBE, tuple(map(int, node.stack[2]))).over == repeated
    assert (entered[SINCE], entered[SEEN]) == (1, 5)
    assert node.past[4].tolist() == list(position.state)


def test_a_move_that_cannot_be_taken_back_leaves_the_past_behind() -> None:
    node = Trial(MIDDLE)
    codes = [code for code in MIDDLE.legal_codes() if QUBISM.plain.is_irreversible(node.position.state, code)]
    node.frame[1, CHOICE] = codes[0]
    entered = node.enter()
    assert (entered[SINCE], entered[SEEN]) == (4, 4)


def tried(position: Position, **settings: int) -> tuple[Trial, Position]:
    """Return a node whose first move has been tried, and the position after it."""
    node = Trial(position, **settings)
    node.enter()
    return node, position.after(int(node.moves[node.ply, node.frame[node.ply, INDEX] - 1]))


def test_a_better_score_is_taken_over_with_its_line() -> None:
    node, below = tried(MIDDLE)
    node.line[2, 2:4] = 55, 66
    frame = node.leave(below, -20, LENGTH=4, GUESSED=1)
    move = int(node.moves[1, 0])
    assert (frame[BEST], frame[CHOICE], frame[ALPHA], frame[LENGTH], frame[GUESSED]) == (20, move, 20, 4, 1)
    assert node.line[1].tolist() == [0, move, 55, 66, 0, 0, 0, 0]
    assert not node.history.any()
    assert node.killers[1].tolist() == [-1, -1]
    assert not node.values.any()


@pytest.mark.parametrize("score", [-50, -60])
def test_a_score_that_is_no_better_than_the_window_is_only_the_best_so_far(score: int) -> None:
    node, below = tried(MIDDLE)
    frame = node.leave(below, -score, LENGTH=2)
    assert (frame[BEST], frame[CHOICE], frame[ALPHA], frame[LENGTH]) == (score, node.moves[1, 0], -50, 1)
    node.frame[1, CHOICE] = 3
    frame = node.leave(below, -score, LENGTH=2)  # not better than before
    assert frame[CHOICE] == 3
    assert frame[GUESSED] == 0


@pytest.mark.parametrize("score", [90, 95])
def test_a_cut_off_is_remembered(score: int) -> None:
    node, below = tried(MIDDLE)
    seat, move = node.kernels.rules.turn(node.position.state), int(node.moves[1, 0])
    node.killers[1] = 31, 32
    node.leave(below, -score, LENGTH=2)
    assert node.killers[1].tolist() == [move, 31]
    assert node.history[seat, move] == 9
    assert node.history.sum() == 9
    node.frame[1, [BEST, ALPHA]] = -2 * WIN, -50
    node.leave(below, -score, LENGTH=2)
    assert node.killers[1].tolist() == [move, 31]
    assert node.history[seat, move] == 18


@pytest.mark.parametrize(
    ("field", "score", "again"),
    [(SHORT, 20, True), (SHORT, 95, True), (SHORT, -50, False), (TRIAL, 20, True), (TRIAL, 90, False), (TRIAL, -50, False)],
)
def test_a_move_that_turns_out_better_is_searched_again(field: int, score: int, again: bool) -> None:
    node, below = tried(MIDDLE)
    node.frame[1, field], node.frame[1, AGAIN] = 1, not again
    frame = node.leave(below, -score, LENGTH=2, GUESSED=1)
    assert frame[AGAIN] == again
    assert frame[BEST] == (-2 * WIN if again else score)
    assert frame[GUESSED] == (0 if again else 1)


def test_the_root_writes_down_the_score_of_every_move() -> None:
    node, below = tried(MIDDLE, ply=0, index=2)
    node.leave(below, 60, LENGTH=1)
    assert node.values[2] == node.values.sum() == -60
