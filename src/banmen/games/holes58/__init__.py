"""58 Holes, also called Hounds and Jackals, by the rules of Dmitriy Skiryuk."""

from __future__ import annotations

from banmen.core.game import Game
from banmen.core.options import bias, choice, whole
from banmen.games.holes58 import notation, rules
from banmen.kernels.contract import State


class Holes58(Game):
    """A race of hounds and jackals along two lanes to one Shen hole."""

    name = "holes58"
    rules = rules
    notation = notation
    option_list = (whole("pieces", 5, 1, 5), choice("collect", "all", "one"), choice("warp_passes_nefer", "no", "yes"), bias())

    def first_state(self) -> State:
        """Return the waiting start with player 1 on turn."""
        one, passes = self.options["collect"] == "one", self.options["warp_passes_nefer"] == "yes"
        return rules.start(self.options["pieces"], int(one), int(passes))

    def read(self, text: str) -> tuple[Game, State]:
        """Return this game and the state of a text."""
        return self, notation.read(text, self.options["pieces"], self.first_state()[2])


GAME = Holes58
