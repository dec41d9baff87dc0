"""Kernels that compute the moves of every side from the rules of a game (see `banmen.kernels.contract.IndexingPart`).

Nothing here knows a rule. A side is met with a witness for the other side, a throw is put down, and what `apply` makes of it is
taken apart into the two sides again. Rows are numbered side by side, five throws each.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import below, next_state

rules: Any = None  # set by banmen.kernels.twins
THROWS = 5

# What is kept of a move: whether the mover throws again where the move does nothing to the other side, and where it does.
AGAIN, AGAIN_TOUCHING, WON = 1, 2, 4


@kernel
def count_moves(number: int, other: int, like: State, starts: Any) -> None:
    """Write the offsets of the moves of each row of a class into `starts`; the last entry is their number."""
    starts[0] = 0
    for index in range(rules.class_size(number)):
        state = rules.join_sides(rules.side_unrank(number, index), other, like)
        for value in range(THROWS):
            row = index * THROWS + value
            starts[row + 1] = starts[row] + rules.count(rules.throw(state, value + 1))


@kernel
def list_moves(number: int, other: int, like: State, starts: Any, codes: Any, effects: Any) -> None:
    """Write the codes and the effects of all moves of a class, counted by `count_moves`."""
    for index in range(rules.class_size(number)):
        state = rules.join_sides(rules.side_unrank(number, index), other, like)
        for value in range(THROWS):
            row = index * THROWS + value
            thrown = rules.throw(state, value + 1)
            for k in range(starts[row + 1] - starts[row]):
                move = rules.kth(thrown, k)
                codes[starts[row] + k] = move
                effects[starts[row] + k] = rules.effect(move)


@kernel
def touch(number: int, like: State, witness: int, value: int, move: int, classes: Any, ranks: Any) -> None:
    """Write what every side of a class becomes by a move of a witness, as class and number."""
    for index in range(rules.class_size(number)):
        state = rules.throw(rules.join_sides(witness, rules.side_unrank(number, index), like), value)
        side = after(state, move)[1]
        classes[index] = rules.side_class(side)
        ranks[index] = rules.side_rank(side)


@kernel
def after(state: State, move: int) -> tuple[int, int, int]:
    """Return the mover's side and the other's after a move, and 1 if the mover throws again."""
    following_state = rules.apply(state, move)
    first, second = rules.sides(following_state)
    if rules.turn(following_state) == rules.turn(state):
        return first, second, 1
    return second, first, 0


@kernel
def follow(
    number: int, like: State, starts: Any, codes: Any, effects: Any, calm: Any, touched: Any, classes: Any, ranks: Any,
    marks: Any,
) -> None:  # fmt: skip
    """Write where each move of a class leads its own side, and the marks of who throws next.

    `calm` and `touched` hold for each effect a side that it leaves alone and one that it does not, or -1.
    """
    for index in range(rules.class_size(number)):
        side = rules.side_unrank(number, index)
        for value in range(THROWS):
            row = index * THROWS + value
            for k in range(starts[row], starts[row + 1]):
                mark, goal = 0, side
                other = calm[effects[k]]
                if other >= 0:
                    goal, _, again = after(rules.throw(rules.join_sides(side, other, like), value + 1), codes[k])
                    mark |= AGAIN * again
                other = touched[effects[k]]
                if other >= 0:
                    goal, _, again = after(rules.throw(rules.join_sides(side, other, like), value + 1), codes[k])
                    mark |= AGAIN_TOUCHING * again
                classes[k] = rules.side_class(goal)
                ranks[k] = rules.side_rank(goal)
                marks[k] = mark


@kernel
def check_moves(
    mover: int, other: int, like: State, starts: Any, goals: Any, marks: Any, effects: Any, touching: Any, bases: Any,
    random: int, rounds: int,
) -> int:  # fmt: skip
    """Compare a move table with the rules at random meetings of two classes; return how often they disagree.

    Every throw and every move of a meeting is made by the rules. Meetings that cannot be occur as well, since what is found for
    them has to follow from the rules just the same. `bases` has the first side of each class by the game's number, or -1.
    """
    wrong = 0
    for _ in range(rounds):
        random = next_state(random)
        one = below(random, rules.class_size(mover))
        random = next_state(random)
        two = below(random, rules.class_size(other))
        state = rules.join_sides(rules.side_unrank(mover, one), rules.side_unrank(other, two), like)
        for value in range(THROWS):
            thrown = rules.throw(state, value + 1)
            row = (bases[mover] + one) * THROWS + value
            if rules.count(thrown) != starts[row + 1] - starts[row]:
                wrong += 1
                continue
            for k in range(rules.count(thrown)):
                wrong += differs(thrown, k, bases[other] + two, starts[row] + k, goals, marks, effects, touching, bases)
    return wrong


@kernel
def differs(
    thrown: State, k: int, other: int, entry: int, goals: Any, marks: Any, effects: Any, touching: Any, bases: Any
) -> int:
    """Return 1 if the rules disagree with the entry of a move, else 0."""
    move = rules.kth(thrown, k)
    left = rules.apply(thrown, move)
    mine, theirs, again = after(thrown, move)
    hit = touching[effects[entry], other]
    expected = marks[entry] & (AGAIN if hit == other else AGAIN_TOUCHING) != 0
    over = rules.kind(left) == OVER
    if over and rules.winner(left) != 1 << rules.turn(thrown):
        return 1
    if over != (marks[entry] & WON != 0 or hit < 0):
        return 1
    if not over and expected != (again == 1):
        return 1
    if not over and hit != bases[rules.side_class(theirs)] + rules.side_rank(theirs):
        return 1
    reached = bases[rules.side_class(mine)]
    return 1 if reached >= 0 and goals[entry] != reached + rules.side_rank(mine) else 0
