"""Kariuchi かりうち, a race game of the 8th century."""

from __future__ import annotations

from banmen.core.game import Game
from banmen.core.options import bias, choice, whole
from banmen.games.kariuchi import notation, rules
from banmen.kernels.contract import State

BONUSES = ("none", "ring", "any")  # by the number the kernels know them by


class Kariuchi(Game):
    """A race of four pieces a side over 49 points."""

    name = "kariuchi"
    rules = rules
    notation = notation
    option_list = (whole("pieces", 4, 1, 4), choice("hit_bonus", *BONUSES), bias())

    def first_state(self) -> State:
        """Return the start with player 1 on turn."""
        return rules.start(self.options["pieces"], BONUSES.index(self.options["hit_bonus"]))

    def read(self, text: str) -> tuple[Game, State]:
        """Return this game and the state of a text."""
        bonus = BONUSES.index(self.options["hit_bonus"]) << rules.BONUS
        return self, notation.read(text, self.options["pieces"], bonus)

    def write(self, state: State) -> str:
        """Return the text of a state."""
        return notation.write(state, self.options["pieces"])


GAME = Kariuchi
