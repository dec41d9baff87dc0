"""The value of a position as plain data: all players' chances, the loss of every move, and the luck of every throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.move import Move

DECIMALS = 6  # of chances in JSON
Chances = Mapping[Player, float]
ONLY, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = VERDICTS = ("only", "best", "good", "inaccuracy", "mistake", "blunder")
# A move is called by the chance to win that it gives away against the best one. Less than one game in a thousand is no more
# than rounding in an estimate. Above that the bounds lie between what players of backgammon (where a loss of four in a hundred
# is a bad move) and players of chess (where it takes ten or twenty) are used to, since some of our games are like the one
# and some like the other, and a chance to win is worth the same in all of them.
BOUNDS = ((0.001, BEST), (0.02, GOOD), (0.05, INACCURACY), (0.10, MISTAKE))


def round_chance(value: float) -> float:
    """Return a chance as JSON has it: with six decimals, and no negative zero."""
    return round(value, DECIMALS) + 0.0


def list_chances(chances: Chances) -> list[dict[str, Any]]:
    """Return all players' chances for JSON."""
    return [{"player": player, "chance": round_chance(chance)} for player, chance in chances.items()]


def classify_loss(loss: float, choices: int, doubt: float = 0.0) -> str:
    """Return the verdict on a move by the winning chance it loses; an only move is no decision.

    A loss that may as well be noise, because it does not exceed the doubt about it, is not held against a move.

    >>> [classify_loss(loss, 5) for loss in (0, 0.01, 0.03, 0.07, 0.2)], classify_loss(0, 1)
    (['best', 'good', 'inaccuracy', 'mistake', 'blunder'], 'only')
    >>> classify_loss(0.2, 5, doubt=0.25)
    'good'
    """
    if choices == 1:
        return ONLY
    found = next((name for bound, name in BOUNDS if loss < bound), BLUNDER)
    return GOOD if found in (INACCURACY, MISTAKE, BLUNDER) and loss <= doubt else found


@dataclass(frozen=True)
class MoveAnalysis:
    """A legal move: the chance of the player who makes it, and how much less that is than the best move's."""

    move: Move
    chance: float
    loss: float
    verdict: str
    exact: bool

    def to_json(self) -> dict[str, Any]:
        """Return the move as a plain dictionary for JSON."""
        return {
            "move": self.move.text,
            "chance": round_chance(self.chance),
            "loss": round_chance(self.loss),
            "verdict": self.verdict,
            "exact": self.exact,
        }


@dataclass(frozen=True)
class ThrowAnalysis:
    """A throw that can come: how likely it is, what it adds to the thrower's chance, and the position it leads to."""

    value: int
    probability: float
    luck: float
    after: PositionAnalysis

    @property
    def best(self) -> Move:
        """The best move by this throw."""
        return self.after.moves[0].move

    def to_json(self) -> dict[str, Any]:
        """Return the throw as a plain dictionary for JSON."""
        return {
            "throw": self.value,
            "probability": round_chance(self.probability),
            "luck": round_chance(self.luck),
            "chances": list_chances(self.after.chances),
            "best": self.best.text,
            "exact": self.after.exact,
        }


@dataclass(frozen=True)
class PositionAnalysis:
    """An analysed position: each player's chance, and its moves, best first, or its throws if one is due.

    >>> import banmen
    >>> from banmen.engine.interface import Budget
    >>> found = banmen.analyse(banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w"), Budget(nodes=5000))
    >>> found.moves[0].move.text, found.chances, found.exact
    ('c4', {'w': 1.0, 'b': 0.0}, True)
    """

    position: Position
    chances: Chances
    moves: tuple[MoveAnalysis, ...]
    throws: tuple[ThrowAnalysis, ...]
    line: tuple[Move, ...]  # the expected continuation
    exact: bool  # proven, not estimated
    engine: str
    depth: int
    nodes: int
    seconds: float

    def __repr__(self) -> str:
        best = f"{self.moves[0].move} " if self.moves else ""
        found = f"{len(self.moves)} moves" if self.moves else f"{len(self.throws)} throws"
        return (
            f"<PositionAnalysis of {self.position.game.name}: {best}{self.chance:.1%}, {found}, "
            f"{self.engine}, {self.nodes:,} nodes>"
        )

    @property
    def chance(self) -> float:
        """The chance of the player on turn."""
        return self.chances[self.position.turn]

    def move(self, move: Move) -> MoveAnalysis:
        """Return the value of a legal move."""
        return next(found for found in self.moves if found.move == move)

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as a plain dictionary for JSON."""
        position = self.position
        return {
            "game": position.game.name,
            "options": position.game.options,
            "position": position.text,
            "turn": position.turn,
            "throw": position.thrown,
            "chances": list_chances(self.chances),
            "exact": self.exact,
            "moves": [move.to_json() for move in self.moves],
            "throws": [throw.to_json() for throw in self.throws],
            "line": [move.text for move in self.line],
            "engine": self.engine,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }


def compute_final_chances(game: Game, winners: tuple[Player, ...]) -> Chances:
    """Return the chances at the end of a game: sure, or half each after a draw."""
    return {player: float(player in winners) if winners else 0.5 for player in game.players}
