"""The value of a draw in each search, and moves barred by earlier positions. Kernels run interpreted: logic is tested."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.interface import Budget
from banmen.engine.search import alphabeta_kernels, mcts, mcts_kernels
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.alphabeta_kernels import BEST, FOLDED, FRAME, GUESSED, REPEATED
from banmen.engine.search.mcts_kernels import FIELDS, FIRST, NUMBER, PROOF, SCORE, VISITS
from banmen.engine.search.proof import shortest_win, wins_within
from banmen.engine.search.transposition_table import SURE, WIN
from banmen.kernels.contract import DECIDE
from banmen.kernels.kernel import PLAIN
from banmen.kernels.twins import bind

GAME = banmen.game("qubism", cubes=1)
WON = "2B2/5/2W2/5/1>3 0 w"  # White wins by force, with c4 as the first move
DRAWN, WHITE_WON, BLACK_WON = 1, 2, 3  # as PROOF counts: one more than the mask of the winners


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")


def kernels(module: Any) -> Any:
    return bind(module, GAME.rules, PLAIN)


def family(*proofs: int) -> Any:
    """Return a tree of a root with children with these proven results."""
    tree = numpy.zeros((1 + len(proofs), FIELDS), numpy.int32)
    tree[0, [FIRST, NUMBER]] = 1, len(proofs)
    tree[1:, PROOF] = proofs
    return tree


@pytest.mark.parametrize(("winners", "score"), [(0b00, 1), (0b01, 2), (0b10, 0)])
def test_a_drawn_game_counts_half_a_win_in_tree_search(winners: int, score: int) -> None:
    tree, path = family(0), numpy.array([[0, 0, DECIDE], [1, 1, DECIDE]])
    kernels(mcts_kernels).back_up(tree, path, 1, winners)
    assert (tree[1, VISITS], tree[1, SCORE]) == (1, score)


@pytest.mark.parametrize(
    ("proofs", "proven"),
    [
        ((DRAWN, BLACK_WON), DRAWN),  # White takes the draw
        ((BLACK_WON, DRAWN), DRAWN),
        ((BLACK_WON, BLACK_WON), BLACK_WON),
        ((DRAWN, WHITE_WON, BLACK_WON), WHITE_WON),
        ((DRAWN, 0), 0),  # the other move may win
    ],
)
def test_a_proven_draw_beside_losses_is_a_draw(proofs: tuple[int, ...], proven: int) -> None:
    assert kernels(mcts_kernels).proof_of(family(*proofs), 0, 0, False) == proven


def test_a_throw_proves_only_what_all_throws_give() -> None:
    proof_of = kernels(mcts_kernels).proof_of
    assert proof_of(family(DRAWN, BLACK_WON), 0, 0, True) == 0
    assert proof_of(family(DRAWN, DRAWN), 0, 0, True) == DRAWN
    assert proof_of(family(WHITE_WON, BLACK_WON), 0, 0, True) == 0


@pytest.mark.parametrize("proofs", [(DRAWN, BLACK_WON), (BLACK_WON, DRAWN)])
def test_tree_search_prefers_a_proven_draw_to_a_proven_loss(proofs: tuple[int, int]) -> None:
    tree = family(*proofs)
    tree[0, VISITS] = 10
    for offset in (0, 1):
        assert tree[kernels(mcts_kernels).best_child(tree, 0, 0.5, offset), PROOF] == DRAWN


def test_a_proven_draw_is_half_a_chance_and_stands_between_wins_and_losses() -> None:
    chances = [mcts._chance(7, 3, proof, 0, 0.4) for proof in (WHITE_WON, DRAWN, BLACK_WON)]
    assert chances == [1.0, 0.5, 0.0]
    order = [mcts._worth(7, 3, proof, 0) for proof in (WHITE_WON, DRAWN, BLACK_WON)]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == 3


@pytest.mark.parametrize("winner", ["draw", "loss"])
def test_what_a_repetition_brings_is_never_taken_as_certain(winner: str) -> None:
    """Another line may reach the same position without the history that ended the game in this one."""
    game = banmen.game("qubism", cubes=1, repetition=winner)
    state = game.rules.end_by_repetition(game.start().state)
    assert Position(game, state).over
    search = bind(alphabeta_kernels, game.rules, PLAIN)
    table, line = numpy.zeros((2, 3), numpy.int64), numpy.zeros((4, 4), numpy.int64)
    found = {}
    for repeated in (0, 1):
        frame = numpy.zeros((4, FRAME), numpy.int64)
        frame[2, REPEATED] = repeated
        assert search.open_node(state, 2, numpy.zeros((4, game.rules.MOST), numpy.int64), frame, line, table, 0)
        found[repeated] = int(frame[2, BEST]), int(frame[2, GUESSED])
    score, guessed = found[0]
    assert (abs(score), guessed) == ((0, 0) if winner == "draw" else (WIN - 2, 0))
    score, guessed = found[1]
    assert (abs(score), guessed) == ((0, 1) if winner == "draw" else (SURE, 1))


def barring(position: Position, move: str) -> Position:
    """Return a position with a history in which the position after a move has occurred twice, with the other side to move."""
    barred = position.after(position.find(move).code).state
    others = [GAME.start().state, GAME.position("2B1>/5/5/5/2W2 0 w").state]
    past = (others[0], barred, others[1], barred)
    return Position(position.game, position.state, past)


def only_winning_move(position: Position) -> str:
    win = shortest_win(position, 3, Budget(nodes=50_000), memory=1)
    assert win is not None
    assert len(win.moves) == 1
    return win.moves[0].text


def test_the_proof_search_does_not_win_by_a_position_that_the_past_bars() -> None:
    position = GAME.position(WON)
    barred = barring(position, only_winning_move(position))
    assert barred.play(only_winning_move(position)).winner == ()  # the third time
    assert wins_within(position, 3, Budget(nodes=50_000), memory=1) is True
    assert wins_within(barred, 3, Budget(nodes=50_000), memory=1) is False


def test_alpha_beta_forgets_what_the_past_has_made_untrue() -> None:
    position, engine = GAME.position(WON), AlphaBeta(memory=2)
    winning = only_winning_move(position)
    first = engine.think(position, Budget(nodes=2000))
    assert (first.best.text, first.chance, first.moves[0].exact) == (winning, 1.0, True)
    barred = barring(position, winning)
    again, fresh = (each.think(barred, Budget(nodes=60)) for each in (engine, AlphaBeta(memory=2)))
    assert again.moves == fresh.moves  # what was stored before the position was barred is not read
    assert again.best.text != winning
    assert not again.moves[0].exact


def test_images_share_no_row_once_the_past_bars_something() -> None:
    """A position that has occurred twice says nothing about its mirror image."""
    position, engine = GAME.position(WON), AlphaBeta(memory=2)
    for subject, folded in ((position, 1), (barring(position, only_winning_move(position)), 0), (position, 1)):
        buffers = engine._buffers_for(subject)
        buffers.begin(subject)
        assert buffers.control[FOLDED] == folded


def test_a_repetition_at_the_root_is_a_draw_that_is_not_certain() -> None:
    position = GAME.start()
    for move in ("b1", "b5", "c1", "c5", "b1", "b5", "c1"):
        position = position.play(move)
    result = AlphaBeta(memory=2, every=True).think(position, Budget(nodes=60))
    value = next(each for each in result.moves if each.move.text == "c5")
    assert (value.chance, value.exact) == (0.5, False)
