"""Kuniumi 国産み, a game of enclosing land and sea by Ignazio Panades."""

from __future__ import annotations

import random

from banmen.core.errors import NotationError
from banmen.core.game import Game, Opening, Position
from banmen.core.messages import Catalogue
from banmen.core.options import choice
from banmen.games.kuniumi import notation, rules
from banmen.kernels.contract import State
from banmen.kernels.prng import stream

messages = Catalogue(__name__)


class Kuniumi(Game):
    """Earth God and Sea God, each out to close a group of its own."""

    name = "kuniumi"
    rules = rules
    notation = notation
    option_list = (
        choice("lines", "sight", "through"),
        choice("tie", "mover", "draw"),
        choice("setup", "free", "random", "fair"),
    )

    @property
    def can_draw(self) -> bool:
        """Whether two groups that are closed at once may draw."""
        return bool(self.options["tie"] == "draw")

    def first_state(self) -> State:
        """Return the empty board."""
        through, draw = self.options["lines"] == "through", self.options["tie"] == "draw"
        setup = self.options["setup"]
        return rules.start(int(through), int(draw), int(setup == "fair"), int(setup == "random"))

    def opening(self, rng: random.Random) -> Opening:
        """Draw a random setup if the option asks for it; there are no opening throws."""
        _, state = rules.deal(self.first_state(), stream(rng.getrandbits(61), 0))
        return Opening((), Position(self, state))

    def read(self, text: str) -> tuple[Game, State]:
        """Return this game and the state of a text."""
        state = notation.read(text, self.first_state()[2])
        if self.options["setup"] == "fair" and notation.is_unfair_setup(state):
            raise NotationError(
                messages("setup.unfair"),
                text,
            )
        return self, state


GAME = Kuniumi
