"""The kernels of expectimax and max^n search, one by one."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from banmen.engine.interface import MEBIBYTE, Budget
from banmen.engine.search import expectimax_kernels, maxn_kernels
from banmen.engine.search.expectimax import Expectimax, ExpectimaxBuffers
from banmen.engine.search.expectimax_kernels import (
    ALPHA,
    BEST,
    BETA,
    BOUND,
    COUNT,
    EVERYTHING,
    EXACT,
    FIRST,
    FRAME,
    INDEX,
    LOWER,
    LOWS,
    NOTHING,
    PROBING,
    REST,
    RESULT,
    SUM,
    THROW,
    UPPER,
    VIEW,
)
from banmen.engine.stop_flag import NODES
from tests.engine.search.interpreted.test_expectimax import KARIUCHI, KERNELS, MANY, POSITIONS, seat_of
from tests.engine.search.test_expectimax import plain_chances


def room_of(throws: int = 2) -> tuple[Any, ...]:
    return (
        numpy.zeros((4, 3), numpy.int64),
        numpy.zeros((4, FRAME), numpy.int64),
        numpy.zeros((4, VIEW)),
        numpy.zeros((4, throws, 8), numpy.int64),
        numpy.zeros(8),
    )


PARTS = numpy.array([0.6, 0.4])


def test_fields_do_not_overlap() -> None:
    assert sorted((PROBING, THROW, INDEX, BOUND, COUNT)) == [0, 1, 2, 3, 4]
    assert sorted((ALPHA, BETA, SUM, LOWS, REST, BEST, RESULT, FIRST)) == list(range(8))
    assert (COUNT, FIRST) == (4, 7)
    assert (FRAME - COUNT, VIEW - FIRST) == (5, 5)
    assert len({EXACT, LOWER, UPPER}) == len({maxn_kernels.THROW, maxn_kernels.INDEX, maxn_kernels.COUNT}) == 3


def test_a_row_belongs_to_a_state_and_a_mark() -> None:
    table = numpy.zeros((2, 4), numpy.int64)
    KERNELS.claim_row(table, 1, (4, 5, 6), 77)
    assert table.tolist() == [[0] * 4, [4, 5, 6, 77]]
    assert KERNELS.is_entry_of(table, 1, (4, 5, 6), 77) is True
    others = [((4, 5, 6), 78), ((3, 5, 6), 77), ((4, 4, 6), 77), ((4, 5, 7), 77)]
    assert not any(KERNELS.is_entry_of(table, 1, state, mark) for state, mark in others)
    assert len({KERNELS.slot((4, 5, 6), depth, 10**6) for depth in range(5)}) == 5
    assert all(KERNELS.slot((4, k, 6), 1, 7) < 7 for k in range(50))


@pytest.mark.parametrize(("bound", "expected"), [(LOWER, (0.4, 2.0)), (UPPER, (-1.0, 0.4)), (EXACT, (0.4, 0.4))])
def test_bounds_are_kept_and_only_get_closer(bound: int, expected: tuple[float, float]) -> None:
    room, memory = room_of(), (numpy.zeros((1, 4), numpy.int64), numpy.full((1, 2), 0.7))
    room[0][1], like = (4, 5, 6), (0, 0, 0)
    for result in (0.4, 0.3 if bound != UPPER else 0.5):
        room[1][1, BOUND], room[2][1, RESULT] = bound, result
        KERNELS.store_bounds(1, 2, 99, like, room, memory)
        if bound == EXACT:
            break
    assert tuple(memory[1][0]) == expected
    assert memory[0][0].tolist() == [4, 5, 6, 99]
    assert (NOTHING, EVERYTHING) == (-1.0, 2.0)


@pytest.mark.parametrize(
    ("bounds", "result"),
    [((0.3, 0.3), 0.3), ((0.8, 0.9), 0.8), ((0.7, 0.9), 0.7), ((0.0, 0.1), 0.1), ((0.1, 0.2), 0.2), ((0.1, 0.5), None)],
)
def test_a_node_reads_the_bounds_of_its_value(bounds: tuple[float, float], result: float | None) -> None:
    state = POSITIONS["race"].after(POSITIONS["race"].legal_codes()[0]).state
    words = len(state)
    room: Any = (numpy.zeros((4, words), numpy.int64), *room_of()[1:])
    memory = numpy.zeros((1, words + 1), numpy.int64), numpy.array([bounds])
    room[0][1] = state
    room[2][1, [ALPHA, BETA, RESULT]] = 0.2, 0.7, 9
    KERNELS.claim_row(memory[0], 0, state, 5)
    control = numpy.zeros(3, numpy.int64)
    for mark in (5, 6):
        known = KERNELS.open_chance_node(1, 2, mark, state, None, None, room, memory, control)
        assert known is (result is not None and mark == 5)
        if known:
            assert room[2][1, RESULT] == result
    assert control[NODES] == 0


def test_a_result_is_written_with_its_bound() -> None:
    room = room_of()
    room[2][1, [ALPHA, BETA]] = 0.3, 0.7
    for result, bound, expected in (
        (0.69, LOWER, 0.7),
        (0.8, LOWER, 0.8),
        (0.31, UPPER, 0.3),
        (0.1, UPPER, 0.1),
        (0.5, EXACT, 0.5),
    ):
        KERNELS.set_result(1, result, bound, room)
        assert (room[2][1, RESULT], room[1][1, BOUND]) == (expected, bound)


def probing(throw: int = 0, **fields: float) -> tuple[Any, ...]:
    room = room_of()
    KERNELS.enter((4, 5, 6), 1, 0.2, 0.7, room)
    room[1][1, THROW] = throw
    for field, value in fields.items():
        room[2][1, getattr(expectimax_kernels, field)] = value
    return room


def test_a_node_begins_by_probing() -> None:
    room = probing()
    assert room[0].tolist() == [[0] * 3, [4, 5, 6], [0] * 3, [0] * 3]
    assert room[1][1, [PROBING, THROW, INDEX]].tolist() == [1, 0, 0]
    assert room[2][1, [ALPHA, BETA, SUM]].tolist() == [0.2, 0.7, 0.0]


def test_first_moves_add_up_and_may_settle_a_node() -> None:
    room = probing()
    assert KERNELS.take(1, 0.5, PARTS, room) is False
    assert room[2][1, [FIRST, SUM]].tolist() == [0.5, 0.3]
    assert room[1][1, [PROBING, THROW]].tolist() == [1, 1]
    assert KERNELS.take(1, 1.0, PARTS, room) is True
    assert (room[2][1, RESULT], room[1][1, BOUND]) == (0.7, LOWER)
    room = probing(throw=1, SUM=0.3, FIRST=0.5)
    assert KERNELS.take(1, 0.9, PARTS, room) is False
    assert room[1][1, [PROBING, THROW, INDEX]].tolist() == [0, 0, 1]
    expected = [0.0, 0.36, 0.4, 0.5, 0.9]
    assert room[2][1, [SUM, LOWS, REST, BEST, FIRST + 1]].tolist() == pytest.approx(expected)


def test_later_moves_count_if_they_are_better() -> None:
    room = probing(BEST=0.5)
    room[1][1, [PROBING, INDEX]] = 0, 1
    for value, best, index in ((0.4, 0.5, 2), (0.6, 0.6, 3)):
        assert KERNELS.take(1, value, PARTS, room) is False
        assert (room[2][1, BEST], room[1][1, INDEX], room[2][1, SUM]) == (best, index, 0.0)


@pytest.mark.parametrize(
    ("throw", "fields", "result"),
    [
        (0, {"BEST": 0.5, "LOWS": 0.4, "REST": 0.4}, (0.7, LOWER)),
        (0, {"BEST": 0.5, "LOWS": 0.4 - 1e-13, "REST": 0.4}, (0.7, LOWER)),
        (0, {"BEST": 0.9, "LOWS": 0.4, "REST": 0.4}, (0.94, LOWER)),
        (0, {"BEST": 0.0, "LOWS": 0.0, "REST": 0.2}, (0.2, UPPER)),
        (0, {"BEST": 0.0, "LOWS": 0.0, "REST": 0.1}, (0.1, UPPER)),
        (0, {"BEST": 0.0, "LOWS": 0.0, "REST": 0.2 + 1e-13}, (0.2, UPPER)),
        (0, {"BEST": 0.5, "LOWS": 0.2, "REST": 0.4, "FIRST": 0.3}, None),
        (1, {"SUM": 0.3, "BEST": 0.5}, (0.5, EXACT)),
    ],
)
def test_a_finished_throw_may_settle_its_node(throw: int, fields: dict[str, float], result: tuple[float, int] | None) -> None:
    room = probing(throw=throw, **fields)
    room[1][1, PROBING] = 0
    room[2][1, FIRST + 1] = 0.25
    assert KERNELS.finish_throw(1, PARTS, room) is (result is not None)
    if result:
        assert (room[2][1, RESULT], room[1][1, BOUND]) == (pytest.approx(result[0]), result[1])
    else:
        assert room[1][1, [THROW, INDEX]].tolist() == [1, 1]
        assert room[2][1, [SUM, LOWS, REST, BEST]].tolist() == pytest.approx([0.3, 0.1, 0.0, 0.25])


def test_moves_are_ordered_by_their_chances() -> None:
    position = POSITIONS["open"]
    moves, guesses, control = numpy.zeros(40, numpy.int64), numpy.zeros(40), numpy.zeros(3, numpy.int64)
    number = KERNELS.order_moves(position.state, moves, guesses, control)
    assert number == control[NODES] == len(position.legal_codes()) > 2
    chances = [plain_chances(position.after(int(code)), 0)[0] for code in moves[:number]]
    assert chances == sorted(chances, reverse=True) == guesses[:number].tolist()
    assert sorted(moves[:number]) == sorted(position.legal_codes())


@pytest.mark.parametrize("name", ["race", "hit", "open"])
def test_a_node_of_one_ply_has_its_value_or_a_bound(name: str) -> None:
    position = next(map(POSITIONS[name].after, POSITIONS[name].legal_codes()))
    room = ExpectimaxBuffers(KARIUCHI, MEBIBYTE)
    value = plain_chances(position, 1)[seat_of(position)]
    control, moves = numpy.zeros(3, numpy.int64), numpy.zeros(40, numpy.int64)
    found = KERNELS.shallow(position.state, -1.0, 2.0, room.throws, room.parts, moves, control)
    assert found == (pytest.approx(value), EXACT)
    whole = int(control[NODES])
    assert whole == sum(len(position.throw(throw).legal_codes()) for throw in range(1, 6))
    for alpha, beta, bound in ((-1.0, value / 2, LOWER), (1 - (1 - value) / 2, 2.0, UPPER)):
        control[:] = 0
        result, kind = KERNELS.shallow(position.state, alpha, beta, room.throws, room.parts, moves, control)
        assert kind == bound
        assert beta <= result <= value + 1e-9 if bound == LOWER else value - 1e-9 <= result <= alpha
        assert control[NODES] < whole


def test_a_finished_game_gives_its_winners_everything() -> None:
    game = POSITIONS["three"].game
    position = game.position("15a:B,26:A,30:C 0,0,0 3,3,3 A|B|C C 2")
    over = position.after(position.legal_codes()[0])
    assert over.over
    out = numpy.full(4, 0.3)
    MANY.write_chances(over.state, out)
    assert out.tolist() == [0.0, 0.0, 1.0, 0.0]
    MANY.write_chances(position.state, out)
    assert out.tolist() == pytest.approx(list(game.plain.chances(position.state)))
    done = KARIUCHI.position("29,Hx3/R,Hx3 1 2").play("29>H")
    assert [KERNELS.static_chance(done.state, seat) for seat in (0, 1)] == [1.0, 0.0]


def test_each_player_takes_what_is_best_for_itself() -> None:
    room = (None, numpy.zeros((3, 3), numpy.int64), None, numpy.array([[0.0] * 4, [0.1, 0.2, 0.3, 0.4], [0.0] * 4]), None)
    room[1][1] = 2, 5, 9
    MANY.take([0.5, 0.2, 0.1, 0.0], 1, 1, room)
    assert (room[3][1].tolist(), room[1][1].tolist()) == ([0.1, 0.2, 0.3, 0.4], [2, 6, 9])
    MANY.take([0.5, 0.25, 0.1, 0.0], 1, 1, room)
    assert (room[3][1].tolist(), room[1][1].tolist()) == ([0.5, 0.25, 0.1, 0.0], [2, 7, 9])
    for sure in (1.0, 1.0 + 1e-15):  # rounding may make it larger
        room[1][1, 1] = 5
        MANY.take([0.0, sure, 0.0, 0.0], 1, 1, room)
        assert (room[3][1].tolist(), room[1][1].tolist()) == ([0.0, sure, 0.0, 0.0], [2, 9, 9])
    assert not room[3][[0, 2]].any()


def test_nodes_of_several_players_are_recalled() -> None:
    room = (numpy.zeros((3, 3), numpy.int64), None, numpy.zeros((3, 4)), None, None)
    memory = numpy.zeros((1, 4), numpy.int64), numpy.zeros((1, 4))
    room[0][1], room[2][1] = (4, 5, 6), (0.1, 0.2, 0.3, 0.4)
    MANY.store_chances(1, 2, 7, (0, 0, 0), room, memory)
    assert memory[0][0].tolist() == [4, 5, 6, 2 | 7 << 8]
    room[2][1] = 0
    for left, age in ((3, 7), (2, 8)):
        assert MANY.recall_node(1, left, age, (0, 0, 0), room, memory) is False
    assert not room[2].any()
    assert MANY.recall_node(1, 2, 7, (0, 0, 0), room, memory) is True
    assert room[2][1].tolist() == [0.1, 0.2, 0.3, 0.4]


def test_values_of_a_finished_game() -> None:
    done = KARIUCHI.position("29,Hx3/R,Hx3 1 2").play("29>H")
    assert Expectimax(memory=1).value(done, Budget(nodes=1)) == (1.0, 0.0)
