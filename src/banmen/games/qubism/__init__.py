"""Qubism, a race among sliding arrow cubes by Debug Monkeys."""

from __future__ import annotations

from types import MappingProxyType

from banmen.core.board import Player
from banmen.core.game import Game
from banmen.core.options import choice, whole
from banmen.games.qubism import notation, rules
from banmen.kernels.contract import State

TIPS = ("cw", "ccw", "either", "straight")


class Qubism(Game):
    """Two pawns and nine cubes on a plate of 5x5."""

    name = "qubism"
    rules = rules
    notation = notation
    player_tags = MappingProxyType({"w": "White", "b": "Black"})
    option_list = (choice("tip", *TIPS), whole("cubes", 9, 1, 9), choice("repetition", "draw", "loss"))

    @property
    def players(self) -> tuple[Player, ...]:
        """White and Black."""
        return ("w", "b")

    @property
    def can_draw(self) -> bool:
        """Whether the third repetition draws."""
        return bool(self.options["repetition"] == "draw")

    def first_state(self) -> State:
        """Return the start with White on turn."""
        loses = int(self.options["repetition"] == "loss")
        return rules.start(self.options["cubes"], TIPS.index(self.options["tip"]), loses)

    def read(self, text: str) -> tuple[Game, State]:
        """Return this game and the state of a text."""
        options = self.first_state()[0] & (3 << rules.TIP | rules.REPETITION_LOSES)
        return self, notation.read(text, self.options["cubes"], options)


GAME = Qubism
