"""A level, and playing at it: its engine, its plans, and the mistakes that make it weak."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field

from banmen.core.game import Game, Position
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.engine.baselines import Greedy, rate_move
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, refuse_unless_a_move_is_due
from banmen.engine.search.network_engine import NetworkEngine
from banmen.engine.search.table_engine import TableEngine

messages = Catalogue(__name__)

LEVELS = 8
SHARE = 0.8  # of the time within which a level answers is for thinking; the rest is for what surrounds it
WON = 1.0
MOST_MEMORY = 64  # MiB
NODES_A_MEBIBYTE = 8000


@dataclass(frozen=True)
class Level:
    """One level of one game.

    >>> import banmen
    >>> from banmen.engine.levels import level
    >>> level(banmen.game("qubism"), 8).name["en"]
    'Cubist'
    """

    number: int
    name: Words
    character: Words
    engine: str
    seconds: float
    nodes: int | None = None
    depth: int | None = None
    overlook: float = 0.0
    blur: float = 0.0
    setup: str = "strong"
    game: Game = field(repr=False, kw_only=True)

    def player(self, *, seed: int = 0, seconds: float | None = None, sporting: bool = False) -> LevelPlayer:
        """Return a player of this level; with `seconds` it thinks that long about a move, whatever the number of nodes.

        Who is sporting does not plan so that the game is over before the other can do anything.
        """
        return LevelPlayer(self, seed, seconds, sporting)

    @property
    def is_highest(self) -> bool:
        """Whether there is no higher level; it also reads tables of exact values."""
        return self.number == LEVELS


class LevelPlayer:
    """Somebody who plays at a level.

    >>> import banmen
    >>> from banmen.engine.levels import level
    >>> level(banmen.game("kariuchi"), 1).player(seed=5).choose(banmen.game("kariuchi").position("Rx4/Rx4 1 3")).text
    'R>3'
    """

    def __init__(self, at: Level, seed: int, seconds: float | None, sporting: bool = False) -> None:
        self.level, self.seed, self.sporting = at, seed, sporting
        self.budget = _choose_budget(at, seconds)
        self._engine: Engine | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.level.game.name}: level {self.level.number}>"

    def choose(self, position: Position, stop: threading.Event | None = None) -> Move:
        """Return the move to play; `stop` makes the player decide at once."""
        refuse_unless_a_move_is_due(position)
        if position.game.name != self.level.game.name:
            raise EngineError(messages("level.other_game", own=self.level.game.name, other=position.game.name))
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        budget = Budget(self.budget.nodes, self.budget.seconds, stop or threading.Event())
        if (planned := self._plan(position, budget)) is not None:
            return planned
        found = self.engine.think(position, budget)
        return self._pick(position, found.moves, random.Random(f"{self.seed} {position.text}"))

    @property
    def engine(self) -> Engine:
        """The engine that thinks for this player, made when it is first needed."""
        if self._engine is None:
            engine = _make_engine(self.level, self.seed, self.budget.nodes)
            self._engine = TableEngine(engine) if self.level.is_highest else engine
        return self._engine

    def _plan(self, position: Position, budget: Budget) -> Move | None:
        """Return the move of the game's planner, if it has one for this position."""
        planner = position.game.part("planner")
        if planner is None:
            return None
        from banmen.engine.planning import PlannerSearch

        search = PlannerSearch(budget)
        move: Move | None = planner.plan_move(position, search, style=self.level.setup, seed=self.seed, sporting=self.sporting)
        return move

    def _pick(self, position: Position, moves: tuple[MoveValue, ...], mood: random.Random) -> Move:
        """Return the move that looks best to a player who overlooks some moves and misjudges the others."""
        if self.level.overlook:
            moves = tuple(value for value in moves if self._notices(position, value, mood)) or moves[-1:]
        if not self.level.blur:
            return moves[0].move
        seen = [(value.chance if value.exact else value.chance + mood.gauss(0, self.level.blur), value.move) for value in moves]
        return max(seen, key=lambda pair: pair[0])[1]

    def _notices(self, position: Position, value: MoveValue, mood: random.Random) -> bool:
        """Return whether the player sees a move at all."""
        wins = rate_move(position, value.move.code)[0] == WON
        return mood.random() >= self.level.overlook / (2 if wins else 1)


def _choose_budget(at: Level, seconds: float | None) -> Budget:
    """Return the budget of a level: its own number of nodes within its own time, or just the given time."""
    if seconds is None:
        return Budget(nodes=at.nodes, seconds=at.seconds * SHARE)
    return Budget(seconds=seconds)


def _make_engine(at: Level, seed: int, nodes: int | None) -> Engine:
    """Return the engine of a level; each is imported only when needed."""
    # A short search in a large table would spend its time on getting memory from the system.
    memory = MOST_MEMORY if nodes is None and at.depth is None else min(MOST_MEMORY, max(1, (nodes or 0) // NODES_A_MEBIBYTE))
    if at.engine == "greedy":
        return Greedy(seed=seed)
    if at.engine == "alphabeta":
        from banmen.engine.search.alphabeta import AlphaBeta

        return AlphaBeta(memory=memory, every=at.blur > 0 or at.overlook > 0)
    if at.engine == "mcts":
        from banmen.engine.search.mcts import Mcts

        return Mcts(seed=seed, memory=MOST_MEMORY)
    from banmen.engine.search.expectimax import Expectimax

    if at.engine == "network":
        return NetworkEngine(fallback=Expectimax(memory=memory))
    return Expectimax(memory=memory, depth=at.depth)
