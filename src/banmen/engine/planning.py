"""The search for a game's planner: engines are passed to games, which may not import them."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.engine.interface import Budget
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.proof import wins_within

MEMORY = 16  # MiB


class PlannerSearch:
    """Values positions within one budget, for games without chance.

    >>> import banmen
    >>> position = banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w")
    >>> search = PlannerSearch(Budget(nodes=5000))
    >>> search.chance(position), search.wins_within(position, 3, 1000), search.over
    (1.0, True, False)
    """

    def __init__(self, budget: Budget) -> None:
        self._budget, self._clock = budget, budget.clock()
        self._engine = AlphaBeta(memory=MEMORY)

    @property
    def over(self) -> bool:
        """Whether the budget is used up."""
        return self._clock.over

    def chance(self, position: Position, nodes: int | None = None) -> float:
        """Return the chance of the player on turn, by so many nodes; by default by half of the budget."""
        budget = self._budget.share(1 / 2) if nodes is None else Budget(nodes=nodes, stop=self._budget.stop)
        found = self._engine.think(position, budget)
        self._clock.nodes += nodes or found.nodes
        return found.chance

    def wins_within(self, position: Position, plies: int, nodes: int) -> bool:
        """Return whether the player on turn is found to force a win within so many plies."""
        return bool(wins_within(position, plies, Budget(nodes=nodes, stop=self._budget.stop), memory=MEMORY))
