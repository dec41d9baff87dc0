"""Monte Carlo tree search on small positions: by its signature, and kernel by kernel."""

from __future__ import annotations

import threading
from typing import Any

import numpy
import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.interface import MEBIBYTE, Budget, EngineError
from banmen.engine.search import mcts, mcts_kernels
from banmen.engine.search.mcts import Mcts, Tree
from banmen.engine.search.mcts_kernels import FIELDS, FIRST, MOST_VISITS, MOVE, NUMBER, PROOF, SCORE, VISITS
from banmen.kernels.kernel import PLAIN
from banmen.kernels.prng import stream
from banmen.kernels.twins import bind

ONE_CUBE = banmen.game("qubism", cubes=1)
KARIUCHI = banmen.game("kariuchi")
KERNELS: Any = bind(mcts_kernels, ONE_CUBE.rules, PLAIN)
POSITIONS = {
    "won": ONE_CUBE.position("2B2/5/2W2/5/1>3 0 w"),
    "first": banmen.game("qubism").start(),
    "ending": banmen.game("kuniumi").position("s1sss1/sllssl/llllss/lllLs1/ll1lss/1s2sS l s"),
    "drawing": banmen.game("kuniumi", tie="draw").position("ssllll/slllll/slllll/sssssL/sssssl/1S4 s l"),
    "race": KARIUCHI.position("4,28,Hx2/29,Hx3 1 1"),
    "holes": banmen.game("holes58", pieces=2).position("10,14;0;0/1;0;1 1 1"),
    "three": banmen.game("moontrek", players=3).position("6:B,22:A,26:C,28:A 0,0,0 2,3,3 A|B|C A 3"),
}
GOES_ON = threading.Event()  # never set

# The following is what the searches did when these tests were written.
DONE: dict[str, Any] = {
    "won": (38, 3, "c4 c3 c5", [13, 8, 7, 3, 3, 2, 2], 16.8155, 1),
    "first": (150, 2, "a4>", [6, 4, 4, 4, 4, 4, 4, 4], 596.7083, 0),
    "ending": (82, 5, "c2 f3 d1 b6 a1 f6", [31, 20, 18, 13, 0], 0.0, 5),
    "drawing": (149, 4, "a1 f1 c1 e1 d1", [99, 42, 6, 2, 0], 1.5, 5),
    "race": (150, 5, "28>29", [146, 4], 0.5342, 0),
    "holes": (150, 5, "10>11", [121, 29], 1.5358, 0),
    "three": (150, 5, "22>25", [118, 32], 0.3485, 0),
}
TOGETHER = (151, 2, "e3<", [4, 3, 3, 3, 3, 3, 3, 3], 1320.5833, 0)
LATER = (50, 4, "29>H", [63, 3], 0.5079, 0)
DEEPEST = {"first": 2, "race": 5, "three": 5}
GROWN = {"first": (3150, 324), "race": (328, 1212), "three": (299, 710)}
FULL = 16
KEPT = 40


def described(engine: Mcts, position: Position, nodes: int) -> tuple[Any, ...]:
    """Return nodes, depth, principal variation, and visits, chances and proofs of all moves."""
    result = engine.think(position, Budget(nodes=nodes))
    assert {value.move for value in result.moves} == set(position.legal_moves())
    visits = [value.visits for value in result.moves]
    chances = round(sum(value.chance * (place + 1) for place, value in enumerate(result.moves)), 4)
    line = " ".join(move.text for move in result.line)
    return result.nodes, result.depth, line, visits[:8], chances, sum(value.exact for value in result.moves)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_search_does_what_it_did(name: str) -> None:
    assert described(Mcts(seed=1, memory=1), POSITIONS[name], 150) == DONE[name]


def test_two_trees_add_up() -> None:
    assert described(Mcts(seed=1, memory=2, threads=2), POSITIONS["first"], 151) == TOGETHER


def test_a_tree_that_goes_on_does_what_it_did() -> None:
    position, engine = POSITIONS["race"], Mcts(seed=2, memory=1)
    assert engine.think(position, Budget(nodes=200)).nodes == 200
    later = position.play("28>29").throw(1).play("R>1").throw(2)
    assert described(engine, later, 50) == LATER
    assert sum(value.visits for value in engine.think(later, Budget(nodes=1)).moves) > 51


def planted(name: str, simulations: int, **settings: Any) -> Tree:
    tree = Tree(POSITIONS[name].game, settings.get("memory", MEBIBYTE), 77)
    tree.plant(POSITIONS[name])
    assert tree.grow(simulations, settings.get("work", 10**9), 0.5) <= simulations
    return tree


def test_growth_ends_with_its_simulations_its_work_a_proof_or_full_counters() -> None:
    tree = planted("first", 0)
    assert (tree.grow(7, 10**9, 0.5), tree.rows[0, VISITS]) == (7, 7)
    assert tree.grow(7, 1, 0.5) == 1
    assert tree.grow(7, 0, 0.5) == 0
    assert 1 < planted("first", 0).grow(1000, 2000, 0.5) < 1000
    tree.rows[0, VISITS] = MOST_VISITS - 2
    assert not tree.finished
    assert (tree.grow(7, 10**9, 0.5), tree.finished) == (2, True)
    proven = planted("won", 500)
    assert proven.finished
    assert proven.rows[0, PROOF] == 2
    assert proven.grow(5, 10**9, 0.5) == 0
    assert MOST_VISITS == 2**30


def test_visits_add_up_in_a_grown_tree() -> None:
    for name in ("first", "race", "three"):
        tree = planted(name, 200)
        assert tree.rows[0, VISITS] == sum(visits for visits, _, _ in tree.root_moves().values()) == 200
        for row in range(tree.used):
            first, number = tree.rows[row, [FIRST, NUMBER]]
            below = tree.rows[first : first + number, VISITS].sum()
            assert below <= tree.rows[row, VISITS]
            assert 0 <= tree.rows[row, SCORE] <= 2 * tree.rows[row, VISITS]
        assert tree.deepest == DEEPEST[name]
        assert (tree.used, int(tree.rows[: tree.used, SCORE].sum())) == GROWN[name]


def test_a_full_tree_is_not_overgrown() -> None:
    smallest = Tree(KARIUCHI, MEBIBYTE, 77)
    bytes_besides = smallest.nbytes - 2 * smallest.rows.nbytes
    assert MEBIBYTE - 48 < smallest.nbytes <= MEBIBYTE
    memory = bytes_besides + 2 * 4 * FIELDS * 2 * KARIUCHI.rules.MOST
    tree = planted("race", 300, memory=memory)
    assert len(tree.rows) == 2 * KARIUCHI.rules.MOST
    assert tree.used <= len(tree.rows)
    assert (tree.rows[0, VISITS], tree.used) == (300, FULL)
    with pytest.raises(EngineError, match="memory"):
        Tree(KARIUCHI, memory - 48, 77)


def test_a_later_position_is_found_with_its_past() -> None:
    tree = planted("race", 300)
    first = POSITIONS["race"]
    answer = first.play("28>29").throw(1)
    row = tree._find(answer.state)
    assert row > 0
    assert tree.rows[row, MOVE] == 1
    assert tree._find(first.state) == 0
    assert tree._find(KARIUCHI.start().state) == -1
    assert not tree._way[-1].any()  # the tree is not that deep: nothing looks there
    deeper = answer.play("R>1").throw(2)
    row = tree._find(deeper.state)
    visits = int(tree.rows[row, VISITS])
    moves = {code: tree.rows[tree._list_children(row)][k].tolist() for k, code in enumerate(deeper.legal_codes())}
    assert tree.follow(deeper, GOES_ON)
    assert (tree.state, tree.rows[0, VISITS], tree.deepest) == (deeper.state, visits, 0)
    for code, counts in tree.root_moves().items():
        assert counts == tuple(moves[code][field] for field in (VISITS, SCORE, PROOF))
    assert tree.used == KEPT
    stopped = threading.Event()
    stopped.set()
    assert tree.follow(deeper, stopped)  # nothing has to be copied
    assert not tree.follow(first, GOES_ON)


def test_only_the_same_past_will_do() -> None:
    start = ONE_CUBE.position("2B1>/5/5/5/2W2 0 w")
    tree = Tree(ONE_CUBE, MEBIBYTE, 77)
    tree.plant(start)
    tree.grow(300, 10**9, 0.5)
    after = start.play("b1")
    assert after.past
    assert not tree.follow(ONE_CUBE.position(after.text), GOES_ON)
    assert tree.state == start.state
    assert tree.follow(after, GOES_ON)
    assert tree.past == after.past


def test_a_move_that_was_never_tried_is_not_gone_on_from() -> None:
    start, tree = ONE_CUBE.start(), Tree(ONE_CUBE, MEBIBYTE, 77)
    tree.plant(start)
    tree.grow(1, 10**9, 0.5)
    children = tree.rows[1 : 1 + tree.rows[0, NUMBER]]
    (tried,), others = children[children[:, VISITS] > 0, MOVE], children[children[:, VISITS] == 0, MOVE]
    assert not tree.follow(start.after(int(others[0])), GOES_ON)
    stopped = threading.Event()
    stopped.set()
    assert not tree.follow(start.after(int(tried)), stopped)  # what is below it would have to be copied
    assert tree.follow(start.after(int(tried)), GOES_ON)


def test_pasts_are_compared_row_by_row() -> None:
    past = numpy.array([[9, 9], [1, 2], [3, 4], [5, 6]])
    before = numpy.array([[1, 2], [3, 4]])
    assert KERNELS.same_past(before, past, 1, 3) is True
    assert [KERNELS.same_past(before, past, *rows) for rows in ((1, 4), (0, 2), (2, 4), (1, 2))] == [False] * 4
    assert KERNELS.same_past(numpy.array([[1, 2], [3, 5]]), past, 1, 3) is False
    assert KERNELS.same_past(numpy.zeros((0, 2)), past, 2, 2) is True
    assert [KERNELS.same((1, 2), other) for other in ((1, 2), (1, 3), (0, 2))] == [True, False, False]


def test_a_copy_goes_on_row_by_row() -> None:
    tree = numpy.zeros((8, FIELDS), numpy.int32)
    tree[:, MOVE] = range(8)
    tree[0, [FIRST, NUMBER]] = 1, 2
    tree[2, [FIRST, NUMBER]] = 3, 2
    tree[4, [FIRST, NUMBER]] = 6, 1
    new = numpy.zeros((8, FIELDS), numpy.int32)
    new[0] = tree[2]
    assert KERNELS.copy_subtree(tree, new, 0, 1, 1) == (1, 3)
    assert KERNELS.copy_subtree(tree, new, 1, 3, 1) == (2, 3)
    assert KERNELS.copy_subtree(tree, new, 2, 3, 9) == (4, 4)
    assert new[:4, [MOVE, FIRST, NUMBER]].tolist() == [[2, 1, 2], [3, 0, 0], [4, 3, 1], [6, 0, 0]]
    assert KERNELS.copy_subtree(tree, new, 0, 0, 0) == (0, 0)


def test_a_line_goes_on_while_it_was_looked_at() -> None:
    tree = planted("won", 500)
    position = POSITIONS["won"]
    code = position.find("c4").code
    line = tree.line(code)
    assert [ONE_CUBE.write_move(each).text for each in line] == ["c3", "c5"]
    assert tree.line(12_345) == []
    tree = planted("first", 400)
    code = max(tree.root_moves(), key=lambda each: tree.root_moves()[each][0])
    assert tree.line(code) == []  # no reply has been tried ten times
    row = 1 + list(tree.root_moves()).index(code)
    answers = tree.rows[tree._list_children(row)]
    most = int(answers[:, VISITS].argmax())
    answers[most, VISITS] = mcts.FORESEEN
    assert tree.line(code)[:1] == [answers[most, MOVE]]
    answers[most, VISITS] = mcts.FORESEEN - 1
    assert tree.line(code) == []


def test_counts_of_trees_are_put_together() -> None:
    assert mcts._sum_counts([(1, 2, 0), (10, 20, 3)]) == (11, 22, 3)
    assert [mcts._chance(8, 6, 0, 0, 0.3), mcts._chance(0, 0, 0, 0, 0.3)] == [0.375, 0.3]
    assert [mcts._chance(8, 6, proof, seat, 0.3) for proof in (1, 2, 3) for seat in (0, 1)] == [0.5, 0.5, 1.0, 0.0, 0.0, 1.0]
    assert [mcts._worth(8, 6, proof, 0) for proof in (0, 1, 2, 3)] == [(1, 8), (1, 8), (2, 8), (0, 8)]
    assert [mcts._worth(8, 6, proof, 1)[0] for proof in (0, 1, 2, 3)] == [1, 1, 0, 2]


def test_a_result_is_made_of_all_trees() -> None:
    position, engine = POSITIONS["won"], Mcts(seed=1, memory=2, threads=2)
    engine._make_room(position.game)
    engine._take_up(position, GOES_ON)
    for tree, visits in zip(engine._trees, (6, 7), strict=True):
        tree.grow(visits, 10**9, 0.5)
    counts = [tree.root_moves() for tree in engine._trees]
    clock = Budget(nodes=99).clock()
    clock.nodes = 13
    result = engine._make_result(position, clock)
    assert (result.nodes, sum(value.visits for value in result.moves)) == (13, 13)
    score = sum(each[1] for moves in counts for each in moves.values())
    for value in result.moves:
        visits, wins = (sum(moves[value.move.code][field] for moves in counts) for field in (0, 1))
        assert value.visits == visits
        assert value.chance == pytest.approx(wins / 2 / visits if visits else score / 26)
    assert [value.visits for value in result.moves] == sorted((value.visits for value in result.moves), reverse=True)
    assert result.depth == max(tree.deepest for tree in engine._trees)


def test_each_thread_has_a_stream_and_a_share_of_its_own() -> None:
    engine = Mcts(seed=9, memory=4, threads=2)
    assert (engine.seed, engine.threads, engine.memory, engine.exploration) == (9, 2, 4, 0.5)
    engine._make_room(KARIUCHI)
    first, second = engine._trees
    assert [tree._first_random for tree in (first, second)] == [stream(9, 0), stream(9, 1)]
    assert all(2 * MEBIBYTE - 48 < tree.nbytes <= 2 * MEBIBYTE for tree in engine._trees)
    engine._make_room(KARIUCHI)
    assert engine._trees == [first, second]
    engine._make_room(ONE_CUBE)
    assert engine._trees[0].game == ONE_CUBE
    assert len(engine._trees) == 2


def test_work_is_done_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    threads: set[bool] = set()

    def grow(_engine: Mcts, _tree: Tree, simulations: int, work: int) -> int:
        asked.append((simulations, work))
        threads.add(threading.current_thread() is threading.main_thread())
        return simulations

    monkeypatch.setattr(Mcts, "_grow_tree", grow)
    monkeypatch.setattr(mcts, "CHUNK_SECONDS", 1000.0)  # even on a slow machine there is time for more
    engine = Mcts(seed=1, memory=3, threads=3)
    engine.think(POSITIONS["first"], Budget(nodes=1001))
    assert asked[:3] == [(200, 200)] * 3
    assert sorted(asked[3:]) == [(133, 400), (134, 400), (134, 400)]
    assert threads == {False}  # several trees grow in parallel, one needs no thread of its own
    asked.clear()
    threads.clear()
    monkeypatch.setattr(mcts, "CHUNK_SECONDS", 0.0)
    Mcts(seed=1, memory=1).think(POSITIONS["first"], Budget(nodes=500))
    assert asked == [(200, 200), (200, 200), (100, 200)]
    assert threads == {True}


ALLOWED: list[dict[str, Any]] = [
    {"threads": mcts.MOST_THREADS},
    {"seed": 2**62 - 1},
    {"seed": 0},
    {"exploration": 100},
    {"exploration": 1e-9},
]
REFUSED: list[dict[str, Any]] = [
    {"threads": 257},
    {"seed": 2**62},
    {"exploration": 100.5},
    {"exploration": True},
    {"exploration": "1"},
]


def test_settings_at_their_limits() -> None:
    for settings in ALLOWED:
        Mcts(**settings)
    for settings in REFUSED:
        with pytest.raises(EngineError):
            Mcts(**settings)


def test_progress_is_reported_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    reports: list[int] = []
    monkeypatch.setattr(mcts, "REPORT_SECONDS", 1000.0)
    Mcts(seed=1, memory=1).think(POSITIONS["first"], Budget(nodes=100), lambda result: reports.append(result.nodes))
    assert reports == []
    monkeypatch.setattr(mcts, "REPORT_SECONDS", 0.0)
    Mcts(seed=1, memory=1).think(POSITIONS["first"], Budget(nodes=60), lambda result: reports.append(result.nodes))
    assert reports
    assert reports[-1] == 60


def test_numbers_that_were_measured_are_not_changed_in_passing() -> None:
    assert (mcts.EXPLORATION, mcts.CHUNK_SECONDS, mcts.FIRST_CHUNK, mcts.REPORT_SECONDS) == (0.5, 0.005, 200, 0.2)
    assert (mcts.COPIED, mcts.REMEMBERED, mcts.FORESEEN, mcts.MOST_THREADS) == (100_000, 512, 10, 256)
    assert (mcts_kernels.DEEPEST, mcts_kernels.LEVELS, mcts_kernels.LOOKED) == (600, 16, 200_000)
