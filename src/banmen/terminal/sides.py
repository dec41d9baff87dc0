"""How each side looks in a terminal: brackets of its own shape and a colour, so that either alone tells the sides apart."""

from __future__ import annotations

from dataclasses import dataclass

from banmen.core.game import Player, Position

DOT = "∙"


@dataclass(frozen=True)
class Side:
    """The look of one player's pieces."""

    opening: str
    closing: str
    sign: str
    style: str

    def token(self, number: int = 1) -> str:
        """Return a piece, or a stack of several with its height."""
        return f"{self.opening}{self.sign if number == 1 else number}{self.closing}"


INK = "bold #ffffff on "
SIDES: dict[str, dict[Player, Side]] = {
    "kariuchi": {1: Side("(", ")", DOT, INK + "#b3361f"), 2: Side("[", "]", "#", INK + "#2b4b7e")},
    "moontrek": {
        "A": Side("(", ")", "A", "bold #1d1d2b on #f2efe6"),
        "B": Side("[", "]", "B", INK + "#2f7d4f"),
        "C": Side("/", "\\", "C", INK + "#7a4fa3"),
        "D": Side("{", "}", "D", INK + "#a4581f"),
    },
    "holes58": {1: Side("(", ")", "h", INK + "#147d7e"), 2: Side("[", "]", "j", INK + "#8a4b12")},
    "kuniumi": {"l": Side("(", ")", "L", INK + "#4b7a2b"), "s": Side("[", "]", "S", INK + "#1f6f9c")},
    "qubism": {"w": Side("(", ")", "W", "bold #22201c on #f3ead8"), "b": Side("[", "]", "B", INK + "#2b2a28")},
}


def side(game: str, player: Player) -> Side:
    """Return the look of a player's pieces; a game without a look of its own gets the player's name in brackets."""
    return SIDES.get(game, {}).get(player) or Side("(", ")", str(player), "bold")


def side_of(position: Position, player: Player) -> Side:
    """Return the look of a player's pieces; in Kuniumi that of the faction, once it is chosen."""
    name = position.game.name
    if name == "kuniumi" and (first := position.text.rsplit(" ", 1)[1]) != "-":
        return side(name, first if player == position.game.players[0] else "ls".replace(first, ""))
    return side(name, player)
