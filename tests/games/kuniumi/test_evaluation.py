"""The evaluation of Kuniumi, against the board's symmetries and against exact endgames."""

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.games.kuniumi.board import CELLS, SIZE, STRIDE
from banmen.games.kuniumi.rules import GOD, PIECES, PLAY, phase
from banmen.kernels.contract import State
from tests.contract.variants import random_game


def turned(state: State, symmetry: int) -> State:
    """Return a state with the board turned or mirrored."""

    def moved(cell: int) -> int:
        row, column = divmod(cell, STRIDE)
        if symmetry & 1:
            row, column = column, row
        row = SIZE - 1 - row if symmetry & 2 else row
        return row * STRIDE + (SIZE - 1 - column if symmetry & 4 else column)

    def side(word: int) -> int:
        pieces = sum(1 << moved(cell) for cell in CELLS if word >> cell & 1 and word & PIECES)
        return pieces | moved(word >> GOD) << GOD

    return (side(state[0]), side(state[1]), state[2])


def test_turning_and_mirroring_the_board_changes_nothing() -> None:
    compared, game = 0, banmen.game("kuniumi")
    for position in random_game(game, 3):
        score = game.plain.evaluate(position.state)
        if score:
            assert {game.plain.evaluate(turned(position.state, symmetry)) for symmetry in range(8)} == {score}
            compared += 1
    assert compared > 5


def test_nothing_is_known_while_the_board_is_being_set_up() -> None:
    game = banmen.game("kuniumi")
    assert {game.plain.evaluate(position.state) for position in random_game(game, 3) if phase(position.state) != PLAY} == {0}


def test_won_endgames_look_better_than_lost_ones() -> None:
    game = banmen.game("kuniumi")
    scores: dict[float, list[int]] = {0.0: [], 1.0: []}
    for seed in range(40):
        for position in random_game(game, seed):
            free = sum(int(sign) for sign in position.text.split()[0] if sign.isdigit())
            if not position.over and 9 <= free <= 11:
                chance = AlphaBeta(memory=4).think(position, Budget(nodes=2_000_000)).chance
                scores[chance].append(game.plain.evaluate(position.state))
    won, lost = (sum(scores[chance]) / len(scores[chance]) for chance in (1.0, 0.0))
    assert won > lost + 100
