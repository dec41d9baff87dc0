"""Expectimax search on small positions: against a plain search, by its node counts, and kernel by kernel."""

from __future__ import annotations

from typing import Any

import pytest

import banmen
from banmen.core.game import Position
from banmen.core.sticks import probability
from banmen.engine.interface import MEBIBYTE, Budget
from banmen.engine.search import expectimax, expectimax_kernels, maxn_kernels
from banmen.engine.search.expectimax import Expectimax, ExpectimaxBuffers, teams_of
from banmen.engine.search.expectimax_kernels import (
    PLIES,
)
from banmen.engine.stop_flag import LIMIT, NO_LIMIT, STOP
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind
from tests.engine.search.interpreted.signature import think
from tests.engine.search.test_expectimax import plain_chances

KARIUCHI = banmen.game("kariuchi")
KERNELS: Any = bind(expectimax_kernels, KARIUCHI.rules, PLAIN)
MANY: Any = bind(maxn_kernels, banmen.game("moontrek", players=3).rules, PLAIN)
POSITIONS = {
    "race": KARIUCHI.position("4,28,Hx2/29,Hx3 1 1"),
    "hit": KARIUCHI.position("26,29,Hx2/27,30,Hx2 1 1"),
    "open": KARIUCHI.position("Rx2,5,A/Rx3,12 1 3"),
    "holes": banmen.game("holes58").position("10,14;0;3/1;0;4 1 1"),
    "two": banmen.game("moontrek", players=2).position("12:A,28:B,29:A 0,0 2,3 A|B A 1"),
    "pairs": banmen.game("moontrek", teams="2-2").position("24:B,25:C,30:C 0,0,0,0 4,3,2,4 AC|BD C 2"),
    "partners": banmen.game("moontrek", teams="2-2").position("25:A,26:C,27:C,28:A,29:B 0,0,0,0 2,3,2,4 AC|BD C 2"),
    "three": banmen.game("moontrek", players=3).position("6:B,22:A,26:C,28:A 0,0,0 2,3,3 A|B|C A 3"),
    "four": banmen.game("moontrek", teams="2-1-1").position("9:D,14:C,26:A,28:B,30:B 0,0,0,0 3,2,3,3 AC|B|D B 2"),
}
DONE: dict[str, Any] = {
    "race": ((1202, 4, "28>29", 0.52175, 0.59672, 0), [2, 14, 86, 506]),
    "hit": ((1207, 3, "26>27", 0.950806, 1.75101, 0), [2, 24, 192]),
    "open": ((1222, 3, "R>3", 0.483424, 2.73597, 0), [6, 72, 1173]),
    "holes": ((1202, 4, "14>15", 0.860451, 1.65863, 0), [2, 23, 137, 1137]),
    "two": ((1205, 5, "12>13", 0.082142, 0.08401, 0), [2, 14, 56, 202, 672]),
    "pairs": ((1202, 5, "30>H", 0.437648, 0.86253, 0), [2, 14, 86, 323, 1016]),
    "partners": ((1202, 4, "27>29", 0.931511, 1.37518, 0), [2, 24, 163, 836]),
    "three": ((1205, 4, "22>25", 0.249706, 0.45606, 0), [2, 14, 86, 458]),
    "four": ((1203, 4, "28>30", 0.933225, 1.63155, 0), [2, 14, 76, 358]),
}
TABLE_NODES = {"hit": (1053, 1099), "three": (372, 412)}
ROWS = {"hit": 113, "open": 66, "three": 60}


def seat_of(position: Position) -> int:
    return int(position.game.plain.turn(position.state))


@pytest.mark.parametrize("name", POSITIONS)
def test_moves_have_the_values_of_a_plain_search(name: str) -> None:
    position = POSITIONS[name]
    for depth in range(1, 3 if name in ("open", "holes") else 4):
        thought = Expectimax(memory=1, depth=depth).think(position, Budget(nodes=10**6))
        expected = {code: plain_chances(position.after(code), depth - 1)[seat_of(position)] for code in position.legal_codes()}
        assert {value.move.code: value.chance for value in thought.moves} == pytest.approx(expected, abs=1e-9)
        assert thought.depth == depth
        assert thought.line == (thought.best,)


@pytest.mark.parametrize("name", POSITIONS)
def test_values_are_those_of_a_plain_search(name: str) -> None:
    decided = POSITIONS[name]
    due = next(after for code in decided.legal_codes() if not (after := decided.after(code)).over)
    for position in (decided, due):
        assert Expectimax(memory=1, depth=2).value(position, Budget(nodes=10**6)) == pytest.approx(plain_chances(position, 2))
        assert Expectimax(memory=1, depth=1).value(position, Budget(nodes=1)) == pytest.approx(plain_chances(position, 1))


def test_a_player_who_loses_for_sure_leaves_their_chances_to_the_others() -> None:
    position = banmen.game("moontrek", players=3).position("9:B,26:C,30:A 0,0,0 3,3,3 A|B|C C -")
    value = Expectimax(memory=1, depth=2).value(position, Budget(nodes=10**6))
    assert value == pytest.approx(plain_chances(position, 2))
    assert value == pytest.approx((0.875, 0, 0.125))


@pytest.mark.parametrize("name", POSITIONS)
def test_a_search_does_what_it_did(name: str) -> None:
    done, reports = think(Expectimax(memory=1), POSITIONS[name], 1200)
    assert (done[:3], reports) == (DONE[name][0][:3], DONE[name][1])
    assert done[3:] == pytest.approx(DONE[name][0][3:], abs=1e-5)


@pytest.mark.parametrize("name", ["hit", "three"])
def test_a_table_of_a_few_rows_changes_nothing_but_the_work(name: str) -> None:
    position = POSITIONS[name]
    large = ExpectimaxBuffers(position.game, MEBIBYTE)
    small = ExpectimaxBuffers(position.game, large.nbytes - sum(array.nbytes for array in large.memory) + 200)
    for room in (large, small):
        room.begin()
        room.control[LIMIT] = NO_LIMIT
    found, again = (dict(room.look(position, 4)) for room in (large, small))
    for code, chances in found.items():
        assert again[code] == pytest.approx(chances, abs=1e-9)
    assert (large.nodes, small.nodes) == TABLE_NODES[name]
    assert 0 < len(small.memory[0]) == len(small.memory[1]) < 7
    assert large.nbytes <= MEBIBYTE < large.nbytes + 80


@pytest.mark.parametrize("name", ["hit", "three"])
def test_a_search_stops_at_its_limit(name: str) -> None:
    position = POSITIONS[name]
    room = ExpectimaxBuffers(position.game, MEBIBYTE)
    room.begin()
    room.control[LIMIT] = 1
    first = room.look(position, 1)
    assert len(first) == len(position.legal_codes())
    assert not room.control[STOP]
    assert room.spent
    assert room.control[LIMIT] == 1
    assert room.look(position, 3) == []
    assert room.control[STOP] == 1
    due = next(after for code in position.legal_codes() if not (after := position.after(code)).over)
    assert room.expect(due, 3) == ()
    expected = plain_chances(due, 1)
    assert room.expect(due, 1)[: len(expected)] == pytest.approx(expected)
    nodes = room.nodes
    room.control[[STOP, LIMIT]] = 1, NO_LIMIT
    assert room.look(position, 2) == [] or room.nodes > nodes
    room.begin()
    room.control[LIMIT] = NO_LIMIT
    assert len(room.look(position, 2)) == len(first)
    assert not room.spent


def test_a_budget_of_nodes_ends_the_deepening() -> None:
    position = POSITIONS["open"]
    whole = Expectimax(memory=1, depth=3).think(position, Budget(nodes=10**6))
    for nodes, depth in ((1, 1), (whole.nodes, 3), (whole.nodes // 2, 2)):
        thought = Expectimax(memory=1).think(position, Budget(nodes=nodes))
        assert thought.depth == depth
    value = Expectimax(memory=1).value(position, Budget(nodes=whole.nodes // 2))
    assert value == pytest.approx(plain_chances(position, 2))
    stopped = Budget(nodes=10**6)
    stopped.stop.set()
    assert Expectimax(memory=1).think(position, stopped).depth == 1
    assert Expectimax(memory=1).value(position, stopped) == pytest.approx(plain_chances(position, 1))


def test_known_moves_end_the_deepening() -> None:
    position = KARIUCHI.position("29,Hx3/R,Hx3 1 2")
    thought = Expectimax(memory=1).think(position, Budget(nodes=10**6))
    assert (thought.depth, thought.nodes, thought.moves[0].exact) == (1, 1, True)
    unknown = Expectimax(memory=1, depth=2).think(POSITIONS["race"], Budget(nodes=10**6))
    assert not any(value.exact for value in unknown.moves)


def test_every_search_has_an_age_of_its_own() -> None:
    room = ExpectimaxBuffers(KARIUCHI, MEBIBYTE)
    ages = []
    for _ in range(3):
        room.control[:] = 9
        room.begin()
        ages.append(room.age)
        assert room.control.tolist() == [0, 0, 0]
    room.age = expectimax.AGES
    room.begin()
    assert (ages, room.age) == ([1, 2, 3], 1)


def test_throws_come_by_likelihood() -> None:
    for p in (0.5, 0.2, 0.8):
        room = ExpectimaxBuffers(banmen.game("kariuchi", p=p), MEBIBYTE)
        chances = {int(value): float(part) for value, part in zip(room.throws, room.parts, strict=True)}
        assert chances == pytest.approx({value: probability(value, p) for value in range(1, 6)})
        assert list(chances.values()) == sorted(chances.values(), reverse=True)
    assert ExpectimaxBuffers(KARIUCHI, MEBIBYTE).throws.tolist() == [2, 1, 3, 4, 5]
    hopeless = banmen.game("kariuchi", p=1e-300)  # most throws have chances too small for a number
    assert ExpectimaxBuffers(hopeless, MEBIBYTE).parts.min() > 0


def test_teams_and_empty_seats() -> None:
    assert teams_of(KARIUCHI) == (0, 1, 4, 4)
    assert teams_of(POSITIONS["pairs"].game) == (0, 1, 0, 1)
    assert teams_of(POSITIONS["four"].game) == (0, 1, 0, 2)
    assert teams_of(POSITIONS["three"].game) == (0, 1, 2, 4)


def test_an_engine_keeps_its_room_for_one_game() -> None:
    engine = Expectimax(memory=1)
    room = engine._buffers_for(KARIUCHI)
    assert engine._buffers_for(KARIUCHI) is room
    assert engine._buffers_for(POSITIONS["holes"].game) is not room
    assert (Expectimax().depth, Expectimax(depth=PLIES).depth, Expectimax(depth=1).depth) == (PLIES, PLIES, 1)


@pytest.mark.parametrize(("name", "plies"), [("hit", 4), ("open", 3), ("three", 4)])
def test_all_that_the_table_holds_is_true(name: str, plies: int) -> None:
    position = POSITIONS[name]
    room = ExpectimaxBuffers(position.game, MEBIBYTE)
    for _ in range(9):
        room.begin()
    room.control[LIMIT] = NO_LIMIT
    room.look(position, plies)
    rows = [row for row in range(len(room.memory[0])) if room.memory[0][row].any()]
    depths = set()
    for row in rows:
        *state, mark = map(int, room.memory[0][row])
        depth, age = mark & 255, mark >> 8
        assert (age, row) == (9, KERNELS.slot(tuple(state), depth, len(room.memory[0])))
        depths.add(depth)
        due = Position(position.game, tuple(state))
        chances, seat = plain_chances(due, depth), seat_of(due)
        if room.two_sided:
            low, high = room.memory[1][row]
            assert low - 1e-9 <= chances[seat] <= high + 1e-9
        else:
            assert room.memory[1][row][: len(chances)] == pytest.approx(chances)
    assert depths == set(range(1, plies))
    assert len(rows) == ROWS[name]
