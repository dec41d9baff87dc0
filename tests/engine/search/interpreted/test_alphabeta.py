"""Alpha-beta search on small positions: against plain minimax, by its node counts, and by its table."""

from __future__ import annotations

import random
from typing import Any

import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.interface import MEBIBYTE, Budget
from banmen.engine.search import alphabeta, alphabeta_kernels
from banmen.engine.search.alphabeta import AlphaBeta, AlphaBetaBuffers, RootMoves, ScoredLine, score_of_result, score_to_chance
from banmen.engine.search.alphabeta_kernels import AGE, PLIES
from banmen.engine.search.proof import Proof
from banmen.engine.search.transposition_table import EXACT, LOWER, SURE, UPPER, WIN
from banmen.engine.stop_flag import LIMIT, NODES, STOP
from tests.engine.search.interpreted.signature import think

QUBISM = banmen.game("qubism")
ONE_CUBE = banmen.game("qubism", cubes=1)
KUNIUMI = banmen.game("kuniumi")
DRAWING = banmen.game("kuniumi", tie="draw")
ENDING = "s1sss1/sllssl/llllss/lllLs1/ll1lss/1s2sS l s"
POSITIONS = {
    "won": ONE_CUBE.position("2B2/5/2W2/5/1>3 0 w"),
    "first": QUBISM.start(),
    "middle": QUBISM.position("2B2/1^3/2>2/3v1/1W3 6 b"),
    "setup": KUNIUMI.position("6/6/6/S5/1l4/5L setup -"),
    "opening": banmen.game("kuniumi", setup="random").start(random.Random(3)).play("sea"),
    "ending": KUNIUMI.position(ENDING),
    "drawing": DRAWING.position("ssllll/slllll/slllll/sssssL/sssssl/1S4 s l"),
    "drawing later": DRAWING.position("2s2s/sssl1s/s1llss/slllsS/2lLls/llllls l l"),
}

# What `think` returns, by position and whether every move is valued.
DONE: dict[tuple[str, bool], Any] = {
    ("won", False): ((53, 2, "c4 c3 c5", 1.0, 6.65367, 4), [9, 53]),
    ("won", True): ((1145, 8, "c4 c3 c5", 1.0, 7.0, 7), [7, 51, 164, 432, 510, 677, 915, 1145]),
    ("first", False): ((1501, 2, "c2 c4 c3>", 0.554469, 38.98373, 0), [73, 575]),
    ("first", True): ((1501, 1, "c2", 0.650605, 28.73067, 0), [71]),
    ("middle", False): ((1501, 2, "a5> c4> d5", 0.5644, 26.3443, 0), [55, 254]),
    ("middle", True): ((1501, 1, "a5>", 0.520137, 15.46268, 0), [51]),
    ("setup", False): ((1501, 2, "l@a1 s@b1", 0.5, 16.5, 0), [34, 1124]),
    ("setup", True): ((1501, 2, "l@a1 s@b1", 0.5, 16.5, 0), [33, 1122]),
    ("opening", False): ((1501, 5, "c5 a6 d4 a2 d3", 0.241305, 1.42854, 0), [12, 35, 159, 382, 823]),
    ("opening", True): ((1501, 4, "c5 a6 f5 a2", 0.319929, 0.95649, 0), [7, 95, 402, 1064]),
    ("ending", False): ((209, 5, "d1 f3 c1 b6 c2 f6", 0.0, 0.0, 5), [7, 31, 72, 147, 209]),
    ("ending", True): ((327, 5, "d1 f3 c1 b6 c2 f6", 0.0, 0.0, 5), [4, 29, 80, 204, 327]),
    ("drawing", False): ((76, 5, "c1 f1 a1 e1 d1", 0.5, 1.0, 4), [8, 17, 38, 57, 76]),
    ("drawing", True): ((57, 5, "c1 f1 a1 e1 d1", 0.5, 1.0, 5), [4, 10, 25, 41, 57]),
    ("drawing later", False): ((556, 8, "b4 d6 a2 a6 e5 b6 b2 e6", 0.5, 2.0, 2), [7, 22, 44, 95, 185, 319, 437, 556]),
    ("drawing later", True): ((818, 8, "b4 d6 a2 a6 e5 b6 b2 e6", 0.5, 2.0, 5), [5, 27, 72, 159, 297, 528, 668, 818]),
}
GONE_ON = [(401, 4, "c5"), (401, 3, "a6"), (401, 3, "f5")]


def plain_score(position: Position, depth: int, ply: int = 0) -> int:
    """Return the score of a position by minimax, which sees an immediate win wherever it stops."""
    rules = position.game.plain
    if position.over:
        return score_of_end(position, ply)
    if rules.find_win(position.state) >= 0:
        return WIN - ply - 1
    if depth == 0:
        return int(rules.evaluate(position.state))
    scores = []
    for code in position.legal_codes():
        after = position.after(code)
        score = plain_score(after, depth - 1, ply + 1)
        scores.append(score if rules.turn(after.state) == rules.turn(position.state) else -score)
    return max(scores)


def score_of_end(position: Position, ply: int) -> int:
    if not position.winner:
        return 0
    return WIN - ply if position.turn in position.winner else ply - WIN


def buffers_for(position: Position, memory: int = MEBIBYTE) -> AlphaBetaBuffers:
    buffers = AlphaBetaBuffers(position.game, memory)
    buffers.begin(position)
    return buffers


@pytest.mark.parametrize("name", ["won", "first", "middle", "opening", "ending", "drawing"])
def test_two_plies_give_the_score_of_minimax(name: str) -> None:
    position = POSITIONS[name]
    for depth in (1, 2):
        buffers = buffers_for(position)
        found = buffers.search(position, depth)
        assert found is not None
        assert found.score == plain_score(position, depth)
        after = position.after(found.line[0])
        if depth == 2 and not after.over:
            below = plain_score(after, 1, 1)
            assert found.score == (below if after.turn == position.turn else -below)


@pytest.mark.parametrize("name", ["ending", "drawing"])
def test_an_ending_has_the_score_of_minimax_to_its_end(name: str) -> None:
    first = POSITIONS[name]
    for position in (first, *(first.after(code) for code in first.legal_codes())):
        if position.over:
            continue
        buffers = buffers_for(position)
        found = [buffers.search(position, depth) for depth in range(1, 8)][-1]
        assert found is not None
        assert (found.score, found.guessed) == (plain_score(position, 9), False)
        thought = AlphaBeta(memory=1, every=True).think(position, Budget(nodes=5000))
        expected = {}
        for code in position.legal_codes():
            score = plain_score(position.after(code), 9)
            expected[code] = 0.5 if score == 0 else float(score < 0)
        assert {value.move.code: value.chance for value in thought.moves} == expected


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("name", POSITIONS)
def test_a_search_does_what_it_did(name: str, every: bool) -> None:
    engine = AlphaBeta(memory=1, every=every)
    assert think(engine, POSITIONS[name], 1500) == DONE[name, every]


@pytest.mark.parametrize(("name", "asked", "better", "depth"), [("won", "c2", "c4", 8), ("drawing", "a1", "c1", 5)])
def test_a_move_is_compared_with_the_best_one_until_both_are_certain(name: str, asked: str, better: str, depth: int) -> None:
    position = POSITIONS[name]
    result = AlphaBeta(memory=1).compare(position, position.find(asked), Budget(nodes=5000))
    values = {value.move.text: value for value in result.moves}
    assert (result.depth, values[asked].exact, values[better].exact) == (depth, True, True)
    assert values[asked].chance == values[better].chance


def test_an_engine_goes_on_with_what_it_knows() -> None:
    position, engine = POSITIONS["opening"], AlphaBeta(memory=2)
    found = []
    for _ in range(3):
        result = engine.think(position, Budget(nodes=400))
        found.append((result.nodes, result.depth, result.best.text))
        position = position.play(result.best)
    assert found == GONE_ON


def test_a_search_stops_at_its_limit_and_says_what_it_knows() -> None:
    position = POSITIONS["opening"]
    for limit in (1, 2, 10, 50):
        buffers = buffers_for(position)
        buffers.control[LIMIT] = limit
        found = buffers.search(position, 3)
        assert buffers.stopped
        assert buffers.nodes == limit + 1
        values = buffers.list_root_values()
        assert (found is None) == (not values)
        if found is not None:
            assert found.guessed
            assert values[found.line[0]] == found.score == max(values.values())
        assert buffers.search(position, 2) is None or not values
    buffers = buffers_for(position)
    buffers.control[STOP] = 1
    assert buffers.search(position, 1) is None
    assert buffers.nodes == 1
    assert buffers.list_root_values() == {}


def test_scores_become_chances() -> None:
    assert [score_to_chance(score) for score in (0, 400, -400, 800)] == pytest.approx([0.5, 10 / 11, 1 / 11, 100 / 101])
    assert [score_to_chance(score) for score in (SURE + 1, -SURE - 1, WIN, -WIN)] == [1.0, 0.0, 1.0, 0.0]
    assert score_to_chance(40_000) == score_to_chance(SURE) == pytest.approx(1.0)
    assert score_to_chance(-40_001) == score_to_chance(-SURE) == score_to_chance(-40_000) == pytest.approx(0, abs=1e-99)
    assert score_to_chance(-39_000) > score_to_chance(-40_000) > 0


def test_the_score_of_a_result_is_that_of_who_moved_last() -> None:
    before = QUBISM.position("2B2/1W3/5/5/5 9 w")
    after = before.play("b5")
    assert score_of_result(after, before) == WIN - 1
    assert score_of_result(after, after if after.turn != before.turn else before.play("a1")) == 1 - WIN
    ended = Position(QUBISM, QUBISM.rules.end_by_repetition(before.state))
    assert score_of_result(ended, before) == 0


def test_certainty_of_a_line() -> None:
    assert [ScoredLine(score, guessed=True).exact for score in (SURE, SURE + 1, -SURE, -SURE - 1)] == [False, True, False, True]
    assert ScoredLine(3, guessed=False).exact
    assert ScoredLine(3, guessed=False).line == ()
    assert (alphabeta.UNKNOWN.score, alphabeta.UNKNOWN.guessed) == (0, True)


def root_moves(position: Position) -> RootMoves:
    return RootMoves(position, buffers_for(position), Budget(nodes=9).clock())


def test_a_proof_is_taken_over() -> None:
    position = POSITIONS["won"]
    root, codes = root_moves(position), position.legal_codes()
    root.buffers.control[NODES] = 7
    root.depth = 2
    root.adopt(Proof(11, (codes[4], 1, 2)))
    assert (root.buffers.nodes, root.depth, root.lost, root.finished) == (18, 3, False, True)
    assert root.order == [codes[4], *codes[:4], *codes[5:]]
    assert root.found[codes[4]] == ScoredLine(WIN - 3, guessed=False, line=(codes[4], 1, 2))
    root.adopt(Proof(1, (codes[4],)))
    assert root.depth == 3


def test_a_proven_loss_is_shown_at_once_and_resisted_for_some_plies() -> None:
    position = POSITIONS["ending"]
    root = root_moves(position)
    root.adopt(Proof(5, lost=True))
    root.depth = alphabeta.RESISTANCE - 1
    assert not root.finished
    root.depth += 1
    assert root.finished
    result = root.result()
    assert {(value.chance, value.exact) for value in result.moves} == {(0.0, True)}
    assert result.nodes == 5


def test_not_all_is_known_until_every_move_is() -> None:
    position = POSITIONS["won"]
    root = root_moves(position)
    assert not root.finished
    root.found[root.order[0]] = ScoredLine(WIN - 1, guessed=False)
    assert root.finished
    root.every = True
    assert not root.finished


def test_a_stopped_search_keeps_the_depth_of_the_last_one_that_ended() -> None:
    position = POSITIONS["opening"]
    root = root_moves(position)
    assert root.find_best(1)
    known = dict(root.found)
    root.buffers.control[LIMIT] = root.buffers.nodes + 1
    assert not root.find_best(2)
    assert (root.depth, root.found) == (1, known)
    root = root_moves(position)
    assert root.value_all(1)
    assert (root.depth, root.every) == (1, True)
    known, order = root.found, list(root.order)
    assert [root.found[code].score for code in order] == sorted((each.score for each in known.values()), reverse=True)
    root.buffers.control[LIMIT] = root.buffers.nodes + 3
    assert not root.value_all(3)
    assert (root.depth, root.found, root.order) == (1, known, order)


def test_other_moves_are_worth_as_much_as_the_best_at_most() -> None:
    position = POSITIONS["opening"]
    root = root_moves(position)
    for depth in (1, 2, 3):
        assert root.find_best(depth)
        best, *others = (root.found[code] for code in root.order)
        assert all(other.score <= best.score and other.guessed and other.line == () for other in others)
        assert [other.score for other in others] == sorted((other.score for other in others), reverse=True)
        assert len(set(root.order)) == len(position.legal_codes())
        assert best.line[0] == root.order[0]
        assert root.depth == depth


def test_every_move_has_the_score_that_it_has_from_the_root() -> None:
    position = POSITIONS["ending"]
    root = root_moves(position)
    for depth in range(1, 9):
        root.value_all(depth)
    below = {code: position.after(code) for code in position.legal_codes()}
    assert {code: found.score for code, found in root.found.items()} == {
        code: (1 if after.turn == position.turn else -1) * plain_score(after, 9, 1) for code, after in below.items()
    }


def test_a_bound_is_not_taken_for_the_value_of_a_compared_move(monkeypatch: pytest.MonkeyPatch) -> None:
    position = POSITIONS["middle"]
    root = root_moves(position)
    best, code = position.legal_codes()[:2]
    found = {position: ScoredLine(WIN - 5, guessed=False, line=(best,)), position.after(code): ScoredLine(-30, guessed=True)}
    monkeypatch.setattr(root.buffers, "search", lambda asked, _depth: found[asked])
    monkeypatch.setattr(root.buffers, "list_root_values", dict)
    assert root.compare(code, 3)
    assert root.found[code] == ScoredLine(30, guessed=True, line=(code,))


@pytest.mark.parametrize(("name", "below", "better"), [("middle", -30, False), ("middle", -31, True), ("setup", 31, True)])
def test_a_compared_move_comes_first_only_if_it_is_better(
    monkeypatch: pytest.MonkeyPatch, name: str, below: int, better: bool
) -> None:
    position = POSITIONS[name]  # during the setup the same player goes on, and the score keeps its sign
    root = root_moves(position)
    best, code = position.legal_codes()[:2]
    found = {position: ScoredLine(30, guessed=True, line=(best,)), position.after(code): ScoredLine(below, guessed=True)}
    monkeypatch.setattr(root.buffers, "search", lambda asked, _depth: found[asked])
    monkeypatch.setattr(root.buffers, "list_root_values", dict)
    assert root.compare(code, 3)
    assert (root.order[0], root.found[code].score) == (code if better else best, abs(below))


def test_a_search_begins_with_what_the_last_one_left() -> None:
    position = POSITIONS["opening"]
    buffers = AlphaBetaBuffers(position.game, MEBIBYTE)
    buffers.history[1, 3], buffers.killers[2, 1] = 17, 5
    buffers.control[:] = 1, 2, 3, 63, 0
    buffers.table[0] = 8
    buffers.begin(position)
    assert buffers.control.tolist() == [0, 0, 2**61, 0, 1]
    assert (buffers.history[1, 3], buffers.killers[2, 1], buffers.killers.max()) == (2, -1, -1)
    assert buffers.table[0].tolist() == [8] * 4
    buffers.begin(position)
    assert buffers.control[AGE] == 1


def test_memory_is_shared_out() -> None:
    for memory, proofs in ((1, 0), (2, 1), (4, 1), (8, 2), (64, 16)):
        engine = AlphaBeta(memory=memory)
        assert engine._for_proofs == proofs * MEBIBYTE
        if memory < 8:
            room = engine._buffers_for(POSITIONS["first"])
            arrays = (room.control, room.history, room.values, room.stack, room.moves, room.frame, room.killers, room.line)
            taken = sum(array.nbytes for array in (*arrays, room.table))
            assert (memory - proofs) * MEBIBYTE - 48 <= taken <= (memory - proofs) * MEBIBYTE
            assert len(room.table) % 2 == 0
            assert engine._buffers_for(POSITIONS["middle"]) is room
            assert engine._buffers_for(POSITIONS["won"]) is not room


def test_a_line_is_extended_by_what_the_table_knows() -> None:
    position = POSITIONS["middle"]
    buffers = buffers_for(position)
    first, second = position.legal_codes()[1], None
    after = position.after(first)
    second = after.legal_codes()[2]
    third = after.after(second).legal_codes()[0]
    for bound, length in ((EXACT, 2), (LOWER, 2), (UPPER, 1)):
        buffers.table[:] = 0
        buffers._kernels.store_entry(buffers.table, after.state, 1, 3, bound, second, 5, 0, 0, 1)
        assert buffers.extend_line(position, (first,), 9) == (first, second)[:length]
    buffers._kernels.store_entry(buffers.table, after.state, 1, 3, EXACT, second, 5, 0, 0, 1)
    buffers._kernels.store_entry(buffers.table, after.after(second).state, 1, 3, EXACT, third, 5, 0, 0, 1)
    assert [len(buffers.extend_line(position, (first,), depth)) for depth in (1, 2, 3, 4)] == [1, 2, 3, 3]
    buffers._kernels.store_entry(buffers.table, after.state, 1, 3, EXACT, (1 << 15) - 1, 5, 0, 0, 1)
    assert buffers.extend_line(position, (first,), 9) == (first,)


def test_ample_nodes_are_spent_on_proofs_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int | None, int]] = []

    def find_proof(position: Position, budget: Budget, memory: int) -> Proof:
        asked.append((budget.nodes, memory))
        return Proof(40, (position.legal_codes()[-1],))

    monkeypatch.setattr(alphabeta, "find_proof", find_proof)
    position = POSITIONS["middle"]
    result = AlphaBeta(memory=4).think(position, Budget(nodes=alphabeta.AMPLE))
    assert asked == [(alphabeta.AMPLE // 8, MEBIBYTE)]
    assert (result.best.code, result.chance, result.moves[0].exact) == (position.legal_codes()[-1], 1.0, True)
    assert result.depth == 1
    AlphaBeta(memory=4).think(position, Budget(nodes=200))
    AlphaBeta(memory=1).think(POSITIONS["won"], Budget(nodes=alphabeta.AMPLE))
    assert len(asked) == 1
    AlphaBeta(memory=4).think(position, Budget(seconds=5))
    assert asked[1:] == [(None, MEBIBYTE)]


def test_numbers_that_were_measured_are_not_changed_in_passing() -> None:
    assert (alphabeta.TEN_TO_ONE, alphabeta.RESISTANCE, alphabeta.AMPLE) == (400, 6, 100_000)
    assert (PLIES, alphabeta_kernels.MORE, alphabeta_kernels.HISTORY) == (64, 5, 1 << 15)
