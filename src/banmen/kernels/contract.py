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

    The last four stand in the game's `evaluation.py`. An evaluation that `banmen.training` learns has
    `sum_weights`, `estimate` and `update` as well (see `banmen.kernels.linear_scores` and `linear_chances`).
    """

    WORDS: int  # length of a state
    MOST: int  # no position has more legal moves than this
    OPENING: int

    def kind(self, state: State) -> int:
        """Return DECIDE, CHANCE or OVER."""

    def turn(self, state: State) -> int:
        """Return the seat that is to act; in a finished game the seat its text shows."""

    def count(self, state: State) -> int:
        """Return the number of legal moves of a position that waits for a decision."""

    def kth(self, state: State, k: int) -> int:
        """Return the code of the k-th legal move, 0 <= k < count(state)."""

    def apply(self, state: State, move: int) -> State:
        """Return the state after a legal move."""

    def winner(self, state: State) -> int:
        """Return the winning seats as a bit mask; 0 for a draw or while the game goes on."""

    def throw(self, state: State, value: int) -> State:
        """Return the state with a throw pending; only when chance is due."""

    def opened(self, state: State, seat: int, value: int) -> State:
        """Return the start position with `seat` to begin after it threw `value` in the opening."""

    def sample(self, state: State, random: int) -> tuple[int, int]:
        """Return the next random state and a uniformly drawn legal move."""

    def moves(self, state: State, out: Any) -> int:
        """Write all legal moves into `out` in the order of `kth` and return how many there are."""

    def fresh(self, state: State, move: int) -> bool:
        """Tell whether no earlier position can come back after this move."""

    def repeated(self, state: State) -> State:
        """Return the state, ended by its third occurrence."""

    def dealt(self, state: State, random: int) -> tuple[int, State]:
        """Return the next random state and the start position with what is drawn by lot before anybody acts."""

    def winning(self, state: State) -> int:
        """Return a move that wins at once, or -1 where there is none or the game does not look for one."""

    def longest(self, state: State) -> int:
        """Return the number of plies after which the game is over at the latest; a huge one where there is no such bound."""

    def canonical(self, state: State) -> tuple[State, int]:
        """Return the position that stands for all images of this one, and which image that is (0: the position itself)."""

    def undone(self, image: int) -> int:
        """Return the image that undoes an image."""

    def imaged_move(self, move: int, image: int) -> int:
        """Return a move as an image has it."""

    def evaluate(self, state: State) -> int:
        """Guess how good a position is for the side to act, in a game without chance; 400 stands for ten wins to one loss."""

    def chances(self, state: State) -> tuple[float, ...]:
        """Guess each seat's chance to be among the winners: in games of chance, when the sticks are to be thrown."""

    def wish(self, state: State, seat: int) -> int:
        """Tell how far a seat has come with what a beginner goes for, whatever the others do."""

    def ranked(self, state: State, out: Any, scores: Any) -> int:
        """Write the moves that a proof has to try into `out`, how promising each is into `scores`, and return their number.

        Moves with a score below 0 are tried after all those with a higher one; one above 0 favours a move.
        """

    def in_reach(self, state: State, seat: int, moves: int) -> bool:
        """Tell whether a seat might force a win within so many moves of its own; False only where it surely cannot."""

    def promising(self, state: State) -> int:
        """Guess how many moves of a position a search has to look at in full, once they are in the order of their promise."""


class Numbering(Protocol):
    """Kernels by which the positions of a game for two are numbered densely, without gaps, so that it can be solved.

    They stand in the game's `indexing.py`; a game without that module is not solved this way. A position in which a throw is
    due is two *sides*, the mover's and the other's, each a whole number below 2**62. Sides fall into *classes* that show
    what has come to pass for good (pieces home, pieces lost); a side is known by its class and its number in it. A side with
    which the game is over counts as a class of its own.

    What a move makes of the mover's side must not depend on the other side. What it makes of the other side depends on the
    move's *effect* alone; whether it does anything there may decide whether the mover throws again. The solver finds classes
    that are reached, their order and all successors by asking the rules, and checks that they behave like this.
    """

    CLASSES: int  # how many classes there are, numbered from 0
    EFFECTS: int  # how many effects there are, numbered from 0, which leaves the other side as it is

    def sides(self, state: State) -> tuple[int, int]:
        """Return the mover's side and the other's."""

    def joined(self, mover: int, other: int, like: State) -> State:
        """Return the position of two sides with a throw due, seat 0 on turn and the rule options of a state."""

    def side_class(self, side: int) -> int:
        """Return the class of a side."""

    def class_size(self, number: int) -> int:
        """Return how many sides a class has."""

    def side_rank(self, side: int) -> int:
        """Return the number of a side in its class, from 0."""

    def side_unrank(self, number: int, index: int) -> int:
        """Return the side of a class that has a number there."""

    def effect(self, move: int) -> int:
        """Return which effect a move's code has on the other side."""


class Seeing(Protocol):
    """What a network taught by exact values (`banmen.kernels.network`) sees of a position with a throw due.

    It stands in the game's `network.py`, with the weights' file for a game's options; the sides are those of `Numbering`.
    """

    FEATURES: int  # how many features there are, numbered from 0
    SECTIONS: tuple[int, ...]  # where each section of a list of features begins, and where the last ends
    SQUARED: bool  # whether what leaves a sum or a cell is squared

    def listed(self, mover: int, other: int, out: Any) -> None:
        """Write the features of two sides, those of a section from its begin on, and NONE after them where it is not full."""
