"""Kernels that a rules module gets when it does not define its own (see `banmen.kernels.contract`)."""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import below, following

rules: Any = None  # set by banmen.kernels.kernel


@kernel
def sample(state: State, random: int) -> tuple[int, int]:
    """Draw one of the legal moves, each with the same chance."""
    random = following(random)
    return random, rules.kth(state, below(random, rules.count(state)))


@kernel
def moves(state: State, out: Any) -> int:
    """List the legal moves one by one."""
    number: int = rules.count(state)
    for k in range(number):
        out[k] = rules.kth(state, k)
    return number


@kernel
def throw(state: State, value: int) -> State:
    """Leave the state as it is: nothing is thrown in this game."""
    return state


@kernel
def opened(state: State, seat: int, value: int) -> State:
    """Leave the start as it is: the first seat always begins."""
    return state


@kernel
def fresh(state: State, move: int) -> bool:
    """Positions never count as repeated in a game that has no rule about it."""
    return True


@kernel
def dealt(state: State, random: int) -> tuple[int, State]:
    """Leave the start position as it is: nothing is drawn by lot."""
    return random, state


@kernel
def repeated(state: State) -> State:
    """Leave the state as it is: nothing follows from a repetition."""
    return state


@kernel
def winning(state: State) -> int:
    """Know of no move that wins at once, though there may be one."""
    return -1


@kernel
def longest(state: State) -> int:
    """Know of no end."""
    return 1 << 30


@kernel
def ranked(state: State, out: Any, scores: Any) -> int:
    """List all legal moves and say of none that it is more promising than another."""
    number: int = rules.moves(state, out)
    for k in range(number):
        scores[k] = 0
    return number


@kernel
def promising(state: State) -> int:
    """Let every move be looked at in full."""
    return 1 << 30


@kernel
def canonical(state: State) -> tuple[State, int]:
    """Let every position stand for itself."""
    return state, 0


@kernel
def undone(image: int) -> int:
    """Return the image that undoes an image; there is but one."""
    return image


@kernel
def imaged_move(move: int, image: int) -> int:
    """Leave the move as it is."""
    return move


@kernel
def evaluate(state: State) -> int:
    """Know nothing."""
    return 0


@kernel
def chances(state: State) -> tuple[float, ...]:
    """Return the same chance for each of up to four seats: nothing tells one from another."""
    return (0.5, 0.5, 0.5, 0.5)


@kernel
def wish(state: State, seat: int) -> int:
    """Wish for nothing."""
    return 0


@kernel
def in_reach(state: State, seat: int, moves: int) -> bool:
    """Rule nothing out."""
    return True
