"""The kernels of Monte Carlo tree search, one by one."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy
import pytest

import banmen
from banmen.engine.interface import MEBIBYTE
from banmen.engine.search import mcts_kernels
from banmen.engine.search.mcts import Tree
from banmen.engine.search.mcts_kernels import FIELDS, FIRST, MOVE, NUMBER, PROOF, SCORE, VISITS
from banmen.kernels.contract import DECIDE
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind
from tests.engine.search.interpreted.test_mcts import KARIUCHI, KERNELS, ONE_CUBE, POSITIONS


def family(*children: tuple[int, int, int], visits: int = 0) -> Any:
    """Return a tree of a root and children with visits, score and proof."""
    tree = numpy.zeros((1 + len(children), FIELDS), numpy.int32)
    tree[0, [FIRST, NUMBER, VISITS]] = 1, len(children), visits
    for row, (count, score, proof) in enumerate(children, 1):
        tree[row, [MOVE, VISITS, SCORE, PROOF]] = 100 + row, count, score, proof
    return tree


def test_fields_do_not_overlap() -> None:
    assert sorted((MOVE, FIRST, NUMBER, VISITS, SCORE, PROOF)) == list(range(FIELDS))


def test_the_child_with_the_highest_bound_is_looked_at() -> None:
    children = [(10, 12, 0), (5, 6, 0), (20, 30, 0), (3, 2, 0)]
    for exploration in (0.1, 0.5, 2.0):
        tree = family(*children, visits=38)
        values = [score / 2 / count + exploration * sqrt(log(39) / count) for count, score, _ in children]
        wanted = 1 + values.index(max(values))
        assert [KERNELS.best_child(tree, 0, exploration, offset) for offset in range(4)] == [wanted] * 4
    assert len({KERNELS.best_child(family(*children, visits=38), 0, each, 0) for each in (0.1, 2.0)}) == 2


def test_what_was_never_visited_is_looked_at_first_from_an_offset_on() -> None:
    tree = family((1, 2, 0), (0, 0, 0), (1, 2, 0), (0, 0, 0), visits=2)
    assert [KERNELS.best_child(tree, 0, 0.5, offset) for offset in range(4)] == [2, 2, 4, 4]
    same = family((4, 4, 0), (4, 4, 0), (4, 4, 0), visits=12)
    assert [KERNELS.best_child(same, 0, 0.5, offset) for offset in range(3)] == [1, 2, 3]


def test_proven_children_are_as_they_are() -> None:
    lost, drawn = (50, 90, 3), (50, 0, 1)
    assert KERNELS.best_child(family(lost, drawn, visits=100), 0, 0.5, 0) == 2
    assert KERNELS.best_child(family((9, 6, 0), drawn, visits=59), 0, 0.01, 1) == 2  # a third of a win is less than half
    assert KERNELS.best_child(family((9, 12, 0), drawn, visits=59), 0, 0.01, 1) == 1
    assert KERNELS.best_child(family((9, 0, 0), lost, visits=59), 0, 0.01, 1) == 1


def test_results_are_written_up_the_path() -> None:
    tree = numpy.zeros((4, FIELDS), numpy.int32)
    path = numpy.array([[0, 0, DECIDE], [1, 1, DECIDE], [2, 0, DECIDE], [3, 9, DECIDE]])
    KERNELS.back_up(tree, path, 3, 0b01)
    KERNELS.back_up(tree, path, 3, 0)
    KERNELS.back_up(tree, path, 2, 0b10)
    assert tree[:, VISITS].tolist() == [3, 3, 3, 2]
    assert tree[:, SCORE].tolist() == [0, 3, 3, 3]


def chain(proof: int) -> Any:
    """Return a root with one child, which has one child with a proven result."""
    tree = numpy.zeros((3, FIELDS), numpy.int32)
    tree[0, [FIRST, NUMBER]] = 1, 1
    tree[1, [FIRST, NUMBER]] = 2, 1
    tree[2, PROOF] = proof
    return tree


def test_proofs_are_handed_up_as_far_as_they_reach() -> None:
    path = numpy.array([[0, 0, DECIDE], [1, 1, DECIDE], [2, 0, DECIDE]])
    for proof in (1, 2, 3):
        tree = chain(proof)
        KERNELS.back_up(tree, path, 2, proof - 1)
        assert tree[:, PROOF].tolist() == [proof] * 3
    tree = chain(0)
    KERNELS.back_up(tree, path, 2, 1)
    assert tree[:, PROOF].tolist() == [0, 0, 0]
    tree = numpy.zeros((5, FIELDS), numpy.int32)
    tree[0, [FIRST, NUMBER]] = 1, 2
    tree[1, [FIRST, NUMBER]] = 3, 2
    tree[3, PROOF] = 2  # the player at 1, the second, has another move that may be better
    KERNELS.back_up(tree, numpy.array([[0, 0, DECIDE], [1, 1, DECIDE], [3, 0, DECIDE]]), 2, 1)
    assert tree[:, PROOF].tolist() == [0, 0, 0, 2, 0]
    tree[4, PROOF] = 3
    KERNELS.back_up(tree, numpy.array([[0, 0, DECIDE], [1, 1, DECIDE], [4, 0, DECIDE]]), 2, 2)
    assert tree[:, PROOF].tolist() == [0, 3, 0, 2, 3]
    tree = chain(3)
    tree[0, NUMBER], tree[1, PROOF] = 1, 2  # proven results stay
    KERNELS.back_up(tree, path, 2, 2)
    assert tree[:, PROOF].tolist() == [2, 2, 3]


@pytest.mark.parametrize(
    ("proofs", "seat", "chance", "proven"),
    [
        ((2, 0), 0, False, 2),
        ((0, 2), 0, False, 2),
        ((3, 0), 1, False, 3),
        ((3, 3), 0, False, 3),
        ((4, 3), 0, False, 4),
        ((5, 3), 0, False, 0),  # lost to one or the other: the winner is not known
        ((1, 3), 0, False, 1),
        ((1, 0), 0, False, 0),
        ((2, 0), 0, True, 0),
        ((2, 2), 0, True, 2),
        ((1, 3), 0, True, 0),
        ((2, 3), 0, True, 0),
    ],
)
def test_what_children_prove(proofs: tuple[int, ...], seat: int, chance: bool, proven: int) -> None:
    assert KERNELS.proof_of(family(*((0, 0, proof) for proof in proofs)), 0, seat, chance) == proven


def test_a_node_gets_its_children() -> None:
    position = POSITIONS["won"]
    tree, out = numpy.full((40, FIELDS), 7, numpy.int32), numpy.zeros(ONE_CUBE.rules.MOST, numpy.int64)
    KERNELS.write_node(tree, 2, position.state, 33)
    assert tree[2].tolist() == [33, 0, 0, 0, 0, 0]
    past = numpy.zeros((9, 2), numpy.int64)
    used = KERNELS.expand(tree, 2, 5, position.state, out, past, 0)
    codes = position.legal_codes()
    assert (used, tree[2, FIRST], tree[2, NUMBER], tree[2, PROOF]) == (5 + len(codes), 5, len(codes), 0)
    assert tree[5:used].tolist() == [[code, 0, 0, 0, 0, 0] for code in codes]
    assert (tree[used:] == 7).all()


def test_a_win_at_once_is_proven_when_a_node_gets_its_children() -> None:
    game = banmen.game("qubism")
    position = game.position("2B2/1W3/5/5/5 9 w")
    kernels: Any = bind(mcts_kernels, game.rules, PLAIN)
    tree, out = numpy.zeros((300, FIELDS), numpy.int32), numpy.zeros(game.rules.MOST, numpy.int64)
    kernels.expand(tree, 0, 1, position.state, out, numpy.zeros((9, 2), numpy.int64), 0)
    assert tree[0, PROOF] == 2
    won = [row[MOVE] for row in tree[1:] if row[PROOF]]
    assert won == [code for code in position.legal_codes() if position.after(code).over]


def test_a_throw_has_five_children() -> None:
    position = KARIUCHI.start()
    kernels: Any = bind(mcts_kernels, KARIUCHI.rules, PLAIN)
    tree = numpy.full((12, FIELDS), 7, numpy.int32)
    kernels.write_node(tree, 0, position.state, 0)
    assert kernels.expand(tree, 0, 3, position.state, None, None, 0) == 8
    assert tree[0].tolist() == [0, 3, 5, 0, 0, 0]
    assert tree[3:8, MOVE].tolist() == [1, 2, 3, 4, 5]
    assert not tree[3:8, 1:].any()


def test_a_repetition_ends_the_game_in_the_tree() -> None:
    position = ONE_CUBE.position("2B1>/5/5/5/2W2 0 w")
    for move in ("b1", "b5", "c1", "c5", "b1", "b5", "c1"):
        position = position.play(move)
    tree = Tree(ONE_CUBE, MEBIBYTE, 5)
    tree.plant(position)
    tree.grow(3, 10**6, 0.5)
    back = position.find("c5").code
    assert {code for code, (_, _, proof) in tree.root_moves().items() if proof} == {back}
    assert tree.root_moves()[back][2] == 1
    assert tree.past == position.past
    assert tree._history[: len(tree.past)].tolist() == [list(state) for state in position.past]
