"""What every rules module offers, and the constants that kernels and friendly code share.

A state is a tuple of `WORDS` integers, each below 2**62. It carries the rule options that change what is legal, so no kernel
needs anything beside it. Seats count from 0 in the order of play.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

State = tuple[int, ...]

# What a position waits for (`kind`).
DECIDE: Final = 0  # a player chooses a move
CHANCE: Final = 1  # the sticks are thrown
OVER: Final = 2

# Who begins (`OPENING`): the thrower of the highest or the lowest throw, or no throw is made.
NO_THROW: Final = 0
HIGHEST: Final = 1
LOWEST: Final = 2


class Rules(Protocol):
    """The kernels of one game, plain or compiled. From `throw` on they have defaults in `banmen.kernels.defaults`.

    The last four are in the game's `evaluation.py`. An evaluation that `banmen.training` learns has
    `sum_weights`, `estimate` and `update` as well (see `banmen.kernels.linear_scores` and `linear_chances`).
    """

    WORDS: int  # length of a state
    MOST: int  # no position has more legal moves than this
    OPENING: int

    def kind(self, state: State) -> int:
        """Return DECIDE, CHANCE or OVER."""

    def turn(self, state: State) -> int:
        """Return the seat to act; in a finished game, the seat shown in its text."""

    def count(self, state: State) -> int:
        """Return the number of legal moves of a position that waits for a decision."""

    def kth(self, state: State, k: int) -> int:
        """Return the code of the k-th legal move, 0 <= k < count(state)."""

    def apply(self, state: State, move: int) -> State:
        """Return the state after a legal move."""

    def winner(self, state: State) -> int:
        """Return the winning seats as a bit mask; 0 for a draw or while the game goes on."""

    def throw(self, state: State, value: int) -> State:
        """Return the state with a throw to be used; called only when `kind` is CHANCE."""

    def open_with(self, state: State, seat: int, value: int) -> State:
        """Return the start position with `seat` to begin, after an opening throw of `value`."""

    def sample(self, state: State, random: int) -> tuple[int, int]:
        """Return the next random state and a uniformly drawn legal move."""

    def moves(self, state: State, out: Any) -> int:
        """Write all legal moves into `out` in the order of `kth` and return how many there are."""

    def is_irreversible(self, state: State, move: int) -> bool:
        """Return whether the move is irreversible: no earlier position can occur again after it."""

    def end_by_repetition(self, state: State) -> State:
        """Return the state as the game ends it when it occurs for the third time."""

    def deal(self, state: State, random: int) -> tuple[int, State]:
        """Return the next random state and the start position with what is drawn at random before play."""

    def find_win(self, state: State) -> int:
        """Return a move that wins at once, or -1 if there is none or it does not search."""

    def max_plies(self, state: State) -> int:
        """Return an upper bound on the plies left in the game, 2**30 if there is none."""

    def canonical(self, state: State) -> tuple[State, int]:
        """Return the representative of all images of this position, and the symmetry that leads to it (0: the identity)."""

    def invert_image(self, image: int) -> int:
        """Return the inverse of a symmetry."""

    def map_move(self, move: int, image: int) -> int:
        """Return a move as a symmetry maps it."""

    def evaluate(self, state: State) -> int:
        """Estimate a position of a game without chance for the side to act; 400 means ten wins to one loss."""

    def chances(self, state: State) -> tuple[float, ...]:
        """Estimate each seat's win probability in a game of chance, when a throw is due."""

    def beginner_score(self, state: State, seat: int) -> int:
        """Return a seat's progress towards what a beginner aims at, whatever the others do."""

    def rank_moves(self, state: State, out: Any, scores: Any) -> int:
        """Write the moves that a proof search has to try into `out`, their ordering scores into `scores`; return how many.

        The proof search tries moves with a negative score last; a positive score favours a move.
        """

    def in_reach(self, state: State, seat: int, moves: int) -> bool:
        """Return whether a seat might force a win within so many moves of its own; False only if it certainly cannot."""

    def count_promising(self, state: State) -> int:
        """Return how many of the ordered moves to search to full depth; later ones are reduced."""


class IndexingPart(Protocol):
    """Kernels that index the positions of a game for two densely, so that it can be solved.

    They are in the game's `indexing.py`; a game without that module is not solved this way. A position in which a throw is
    due is two *sides*, the mover's and the other's, each a whole number below 2**62. Sides fall into *classes* that show
    what is irreversible (pieces home, pieces lost); a class and a rank in it identify a side. A side with which the game is
    over is a class of its own.

    What a move makes of the mover's side must not depend on the other side. What it makes of the other side depends on the
    move's *effect* alone; whether it does anything there may decide whether the mover throws again. The solver asks the
    rules for the classes reached, their order and all successors, and checks these conditions.
    """

    CLASSES: int  # how many classes there are, numbered from 0
    EFFECTS: int  # how many effects there are, numbered from 0, which leaves the other side as it is

    def sides(self, state: State) -> tuple[int, int]:
        """Return the mover's side and the other's."""

    def join_sides(self, mover: int, other: int, like: State) -> State:
        """Return the position of two sides with a throw due, seat 0 on turn and the rule options of a state."""

    def side_class(self, side: int) -> int:
        """Return the class of a side."""

    def class_size(self, number: int) -> int:
        """Return how many sides a class has."""

    def side_rank(self, side: int) -> int:
        """Return the rank of a side in its class, from 0."""

    def side_unrank(self, number: int, index: int) -> int:
        """Return the side with a rank in a class."""

    def effect(self, move: int) -> int:
        """Return the effect of a move on the other side."""


class NetworkPart(Protocol):
    """The input features of a network trained on exact values (`banmen.kernels.network`), for a position with a throw due.

    They are in the game's `network.py`, with the file of weights for a game's options; sides are those of `IndexingPart`.
    """

    FEATURES: int  # how many features there are, numbered from 0
    SECTIONS: tuple[int, ...]  # where each section of a list of features begins, and where the last ends
    SQUARED: bool  # whether activations are squared

    def list_features(self, mover: int, other: int, out: Any) -> None:
        """Write the features of two sides into `out`, section by section, with NONE after the last if a section is not full."""
