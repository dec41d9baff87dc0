"""A digest of the behaviour of a game's rules, so that a table is never read with rules other than its own.

It is taken of behaviour, not of source text: the moves and what follows them in a fixed sample of positions, and how these are
numbered. A remark in a rules file changes nothing, a change of a rule almost surely does.
"""

from __future__ import annotations

import hashlib
from typing import Any

from banmen.core.game import Game
from banmen.core.sticks import THROWS
from banmen.kernels.contract import CHANCE
from banmen.kernels.prng import below, next_state, stream

SAMPLE = 60  # positions, each with all throws and moves: some hundredths of a second


def digest_rules(game: Game) -> str:
    """Return the digest of a game's rules with its options; the bias of the sticks is not part of it.

    >>> import banmen
    >>> digest_rules(banmen.game("kariuchi", p=0.4)) == digest_rules(banmen.game("kariuchi"))
    True
    >>> digest_rules(banmen.game("kariuchi", hit_bonus="any")) == digest_rules(banmen.game("kariuchi"))
    False
    """
    rules: Any = game.plain
    like = game.first_state()
    start = rules.join_sides(*rules.sides(like), like)
    digest = hashlib.sha256(repr((game.name, rules.CLASSES, rules.EFFECTS)).encode())
    random = stream(58, 0)
    state = start
    for _ in range(SAMPLE):
        # A walk through the game meets positions as they occur, which random numbers of sides would not.
        choices = []
        for value in THROWS:
            thrown = rules.throw(state, value)
            left = [rules.apply(thrown, rules.kth(thrown, k)) for k in range(rules.count(thrown))]
            digest.update(repr((value, [_describe(rules, each) for each in left])).encode())
            choices += [each for each in left if rules.kind(each) == CHANCE]
        random = next_state(random)
        state = choices[below(random, len(choices))] if choices else start
    return digest.hexdigest()


def _describe(rules: Any, state: Any) -> tuple[int, ...]:
    """Return everything about a position after a move."""
    numbers = [number for side in rules.sides(state) for number in (rules.side_class(side), rules.side_rank(side))]
    return (rules.kind(state), rules.turn(state), rules.winner(state), *numbers)
