"""Random games for the contract suite, and how a check says that an error was due."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator

from banmen.core.game import Game, Position
from banmen.core.sticks import throw_sticks
from banmen.kernels.contract import CHANCE

LONGEST = 20_000  # limit on the plies of a random game; longer ones count as endless
GAMES = 5  # random games that the checks of one game share


def random_game(game: Game, seed: int) -> Iterator[Position]:
    """Play a random game from its real opening and yield every position, those with a throw pending included."""
    rng = random.Random(seed)
    position = game.start(rng)
    yield position
    for _ in range(LONGEST):
        if position.over:
            return
        if position.kind == CHANCE:
            position = position.throw(throw_sticks(rng, game.p))
        else:
            position = position.after(rng.choice(position.legal_codes()))
        yield position
    raise AssertionError(f"a random game of {game!r} has not ended after {LONGEST} plies")


@functools.lru_cache(maxsize=GAMES)
def recall_game(game: Game, number: int) -> tuple[Position, ...]:
    """Return one of the few random games that all checks of a game share, played once."""
    assert 0 <= number < GAMES
    return tuple(random_game(game, number))


def raises(error: type[Exception], call: Callable[[], object]) -> bool:
    """Return whether a call raises an error of a kind; any other error passes through."""
    try:
        call()
    except error:
        return True
    return False
