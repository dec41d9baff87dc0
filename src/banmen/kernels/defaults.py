"""The default for each optional kernel of a rules module (see `banmen.kernels.contract`)."""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import below, next_state

rules: Any = None  # set by banmen.kernels.twins


@kernel
def sample(state: State, random: int) -> tuple[int, int]:
    """Draw one of the legal moves, each with the same chance."""
    random = next_state(random)
    return random, rules.kth(state, below(random, rules.count(state)))


@kernel
def moves(state: State, out: Any) -> int:
    """List the legal moves, each found by `kth`."""
    number: int = rules.count(state)
    for k in range(number):
        out[k] = rules.kth(state, k)
    return number


@kernel
def throw(state: State, value: int) -> State:
    """Return the state unchanged: a game without sticks."""
    return state


@kernel
def open_with(state: State, seat: int, value: int) -> State:
    """Return the start unchanged: the first seat always begins."""
    return state


@kernel
def is_irreversible(state: State, move: int) -> bool:
    """Every move is irreversible as far as repetition goes: a game without a repetition rule."""
    return True


@kernel
def deal(state: State, random: int) -> tuple[int, State]:
    """Return the start position unchanged: nothing is drawn at random before play."""
    return random, state


@kernel
def end_by_repetition(state: State) -> State:
    """Return the state unchanged: repetition has no consequence."""
    return state


@kernel
def find_win(state: State) -> int:
    """Find no immediate win, though there may be one."""
    return -1


@kernel
def max_plies(state: State) -> int:
    """Default bound on the length of the game: none."""
    return 1 << 30


@kernel
def rank_moves(state: State, out: Any, scores: Any) -> int:
    """List all legal moves with equal scores: no move ordering."""
    number: int = rules.moves(state, out)
    for k in range(number):
        scores[k] = 0
    return number


@kernel
def count_promising(state: State) -> int:
    """Reduce no move: all are searched to full depth."""
    return 1 << 30


@kernel
def canonical(state: State) -> tuple[State, int]:
    """Use no symmetry: every position represents itself."""
    return state, 0


@kernel
def invert_image(image: int) -> int:
    """Return the inverse of a symmetry; the identity is the only one."""
    return image


@kernel
def map_move(move: int, image: int) -> int:
    """Return the move unchanged under the identity."""
    return move


@kernel
def evaluate(state: State) -> int:
    """Default heuristic: 0."""
    return 0


@kernel
def chances(state: State) -> tuple[float, ...]:
    """Return the same chance for each of up to four seats: there is nothing to distinguish them."""
    return (0.5, 0.5, 0.5, 0.5)


@kernel
def beginner_score(state: State, seat: int) -> int:
    """Default progress towards a beginner's goal: 0."""
    return 0


@kernel
def in_reach(state: State, seat: int, moves: int) -> bool:
    """Default bound on forced wins: none is ruled out."""
    return True
