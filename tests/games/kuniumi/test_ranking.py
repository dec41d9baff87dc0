"""The ranking of Kuniumi's promising moves, against the rules."""

import banmen
from banmen.games.kuniumi.ranking import rank_moves
from banmen.games.kuniumi.rules import PLAY, phase
from tests.common.loops import some
from tests.contract.variants import random_game


def test_moves_that_are_left_out_lose_at_once() -> None:
    game, left_out = banmen.game("kuniumi"), 0
    for seed in range(30):
        for position in random_game(game, seed):
            if position.over:
                continue
            moves, scores = [0] * 36, [0] * 36
            tried = [moves[k] for k in range(rank_moves(position.state, moves, scores))]
            assert tried
            assert set(tried) <= set(position.legal_codes())
            for code in set(position.legal_codes()) - set(tried):
                after = position.after(code)
                assert after.over
                assert after.winner != (position.turn,)
                left_out += 1
    assert left_out > 20


def test_all_moves_are_tried_where_lines_run_through_pieces() -> None:
    for position in some(random_game(banmen.game("kuniumi", lines="through"), 1)):
        if not position.over and phase(position.state) == PLAY:
            moves, scores = [0] * 36, [0] * 36
            assert rank_moves(position.state, moves, scores) == len(position.legal_codes())
