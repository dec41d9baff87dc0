"""The evaluation of Qubism, against the game's symmetry and against forced wins."""

import itertools

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search.proof import wins_within
from banmen.games.qubism.board import CELLS
from banmen.games.qubism.rules import BLACK, TURN, WHITE
from banmen.kernels.contract import State
from tests.contract.variants import random_game


def swapped(state: State) -> State:
    """Return a state with the board rotated by half a turn and the colours swapped."""
    word, arrows = state[0] >> 40 << 40 ^ 1 << TURN, 0
    for cell in CELLS:
        if state[0] >> cell & 1:
            word |= 1 << 28 - cell
            arrows |= (state[1] >> 2 * cell & 3 ^ 2) << 2 * (28 - cell)
    word |= 28 - (state[0] >> WHITE & 31) << BLACK | 28 - (state[0] >> BLACK & 31) << WHITE
    return (word, arrows)


def test_both_colours_are_judged_alike() -> None:
    scores, game = set(), banmen.game("qubism")
    for position in random_game(game, 3):
        if not position.over:
            score = game.plain.evaluate(position.state)
            assert game.plain.evaluate(swapped(position.state)) == score
            scores.add(score)
    assert len(scores) > 5


def test_forced_wins_look_better_than_other_positions() -> None:
    game = banmen.game("qubism")
    scores: dict[bool, list[int]] = {False: [], True: []}
    for seed in range(12):
        for position in itertools.islice(random_game(game, seed), 40):
            if not position.over:
                won = wins_within(game.position(position.text), 3, Budget(nodes=300_000), memory=4)
                scores[bool(won)].append(game.plain.evaluate(position.state))
    won_mean, other_mean = (sum(scores[won]) / len(scores[won]) for won in (True, False))
    assert won_mean > other_mean + 100
