"""The levels that people play against: eight for each game, from a beginner's mistakes to the best play we know.

What a level is like stands in its game's `about/levels.toml`, words and strength side by side. A level is weak in the way
people are weak, and never by plain random moves:
  engine    `greedy` goes for what its game's `wish` asks for and does not see what others do; `taught` asks a network that
            was taught by exact values, and searches where the rules are other ones; the others search,
  depth     how many plies it looks ahead (expectimax), nodes how many positions it looks at,
  overlook  the chance that it does not notice a move at all, one that wins at once being noticed twice as readily,
  blur      how far it misjudges a move, as the standard deviation of its win chance: what is nearly as good is taken for
            better at times, a clear blunder hardly ever,
  setup     how it sets up Kuniumi: `casual` or `strong`,
  seconds   within which it answers on two cores, once its engine is compiled.
Whoever plays the same level with the same seed meets the same answer to the same position.
"""

from __future__ import annotations

import functools
import random
import threading
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from banmen.core import registry
from banmen.core.errors import shown
from banmen.core.game import Game, Move, Position
from banmen.core.i18n import LANGUAGES, Words
from banmen.core.messages import all_of, message
from banmen.engine.baselines import Greedy, wish_for
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, refuse_unless_a_move_is_due
from banmen.engine.search.exact import Exact
from banmen.engine.search.network_engine import Taught, has_network
from banmen.games.kuniumi.rules import CHOICE, PLAY, phase

LEVELS = 8
LONGEST = 3.0  # seconds that a level may take unless more is asked for
ENGINES = ("greedy", "alphabeta", "expectimax", "mcts", "taught")
MADE_TO_MEASURE: dict[str, Callable[[str], Any]] = {
    "engine": str,
    "nodes": int,
    "depth": int,
    "overlook": float,
    "blur": float,
    "seconds": float,
}
SHARE = 0.8  # of the stated time is for thinking; the rest is for what surrounds it
WON = 1.0
MOST_MEMORY = 64  # MiB
NODES_A_MEBIBYTE = 8000


@dataclass(frozen=True)
class Level:
    """One level of one game.

    >>> import banmen
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
        """Return somebody who plays at this level; `seconds` is the longest answer and, where longer than usual, is used up.

        Who is sporting does not set Kuniumi up so that the game is over before the other can do anything.
        """
        return LevelPlayer(self, seed, seconds, sporting)


def level(game: Game, number: int | str) -> Level:
    """Return a level of a game by its number, or raise EngineError."""
    text = str(number)
    if isinstance(number, bool) or not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= LEVELS):
        raise EngineError(
            message(
                "the levels of {game} are 1 to {levels}, not {number}",
                "{game}のレベルは1から{levels}までです。{number}はありません",
                game=game.name,
                levels=LEVELS,
                number=shown(number),
            )
        )
    return levels(game)[int(text) - 1]


def levels(game: Game) -> list[Level]:
    """Return the levels of a game, the easiest first."""
    return [Level(number, game=game, **told) for number, told in enumerate(_told(game.name), 1)]


def tuned(game: Game, wishes: str) -> Level:
    """Return a level made to measure, such as `nodes=2000,blur=0.05`; the engine is the game's own unless it is named.

    >>> import banmen
    >>> tuned(banmen.game("kariuchi"), "depth=1,overlook=0.2").overlook
    0.2
    """
    usual = "expectimax" if "p" in game.options else "alphabeta"
    told: dict[str, Any] = {"engine": usual, "nodes": 1_000_000, "seconds": LONGEST}
    for wish in wishes.split(",") if wishes else []:
        key, _, value = wish.partition("=")
        if key not in MADE_TO_MEASURE:
            raise EngineError(
                message(
                    "a level made to measure has {known}, not {key}",
                    "レベルの設定にあるのは{known}です。{key}はありません",
                    known=all_of(MADE_TO_MEASURE),
                    key=shown(key),
                )
            )
        try:
            told[key] = MADE_TO_MEASURE[key](value)
        except ValueError:
            raise EngineError(
                message("{value} is no good value for {key}", "{key}を{value}にはできません", value=shown(value), key=key)
            ) from None
    if told["engine"] not in ENGINES or not (0 <= told.get("overlook", 0) < 1 and 0 <= told.get("blur", 0) < 10):
        raise EngineError(
            message(
                "a level has one of the engines {engines}, overlook from 0 to below 1, blur from 0",
                "レベルのengineは{engines}のどれか、overlookは0以上1未満、blurは0以上です",
                engines=all_of(ENGINES),
            )
        )
    if told["engine"] not in ("greedy", "mcts", usual, *(["taught"] if has_network(game.name) else [])):
        raise EngineError(
            message(
                "{engine} does not play {game}; take {usual}, mcts or greedy",
                "{engine}では{game}を遊べません。{usual}かmctsかgreedyにしてください",
                engine=told["engine"],
                game=game.name,
                usual=usual,
            )
        )
    return Level(0, dict.fromkeys(LANGUAGES, wishes), dict.fromkeys(LANGUAGES, ""), game=game, **told)


@functools.cache
def _told(name: str) -> tuple[dict[str, Any], ...]:
    """Return what a game says of its levels; a game that says nothing has those of `default_levels.toml`."""
    own = registry.family(name).resource("about", "levels.toml")
    file = own or files("banmen.engine").joinpath("default_levels.toml")
    return tuple(tomllib.loads(file.read_text("utf-8"))["levels"])


class LevelPlayer:
    """Somebody who plays at a level.

    >>> import banmen
    >>> level(banmen.game("kariuchi"), 1).player(seed=5).choose(banmen.game("kariuchi").position("Rx4/Rx4 1 3")).text
    'R>3'
    """

    def __init__(self, at: Level, seed: int, seconds: float | None, sporting: bool = False) -> None:
        self.level, self.seed, self.sporting = at, seed, sporting
        self.budget = _budget(at, seconds)
        self._engine: Engine | None = None

    def choose(self, position: Position, stop: threading.Event | None = None) -> Move:
        """Return the move to play; `stop` makes the player decide at once."""
        refuse_unless_a_move_is_due(position)
        if position.game.name != self.level.game.name:
            raise EngineError(
                message(
                    "this is a level of {own}, not of {other}",
                    "これは{own}のレベルです。{other}では使えません",
                    own=self.level.game.name,
                    other=position.game.name,
                )
            )
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        budget = Budget(self.budget.nodes, self.budget.seconds, stop or threading.Event())
        if (prepared := self._set_up(position, budget)) is not None:
            return prepared
        thought = self.engine.think(position, budget)
        return self._picked(position, thought.moves, random.Random(f"{self.seed} {position.text}"))

    @property
    def engine(self) -> Engine:
        """The engine that thinks for this player, made when it is first needed."""
        if self._engine is None:
            engine = _engine(self.level, self.seed, self.budget.nodes)
            self._engine = Exact(engine) if self.level.number == LEVELS else engine  # the best play we know
        return self._engine

    def _set_up(self, position: Position, budget: Budget) -> Move | None:
        """Return a placement in Kuniumi's setup, which no search of moves can look through; None elsewhere.

        A casual player chooses a faction as she makes any other move, with all her mistakes.
        """
        if position.game.name != "kuniumi" or phase(position.state) == PLAY:
            return None
        from banmen.engine.setup import choose_faction, place

        casual = self.level.setup == "casual"
        if phase(position.state) < CHOICE:
            return place(position, budget, seed=self.seed, casual=casual, sporting=self.sporting)
        return None if casual else choose_faction(position, budget)

    def _picked(self, position: Position, moves: tuple[MoveValue, ...], mood: random.Random) -> Move:
        """Return the move that looks best to a player who overlooks some moves and misjudges the others."""
        if self.level.overlook:
            moves = tuple(value for value in moves if self._notices(position, value, mood)) or moves[-1:]
        if not self.level.blur:
            return moves[0].move
        seen = [(value.chance if value.exact else value.chance + mood.gauss(0, self.level.blur), value.move) for value in moves]
        return max(seen, key=lambda pair: pair[0])[1]

    def _notices(self, position: Position, value: MoveValue, mood: random.Random) -> bool:
        """Tell whether the player sees a move at all."""
        wins = wish_for(position, value.move.code)[0] == WON
        return mood.random() >= self.level.overlook / (2 if wins else 1)


def _budget(at: Level, seconds: float | None) -> Budget:
    """Return what a level thinks with: its own number of nodes, but all the time there is if it is given longer than usual."""
    if seconds is None:
        return Budget(nodes=at.nodes, seconds=at.seconds * SHARE)
    given = Budget(seconds=seconds)  # refuses what is no time
    longer = seconds > at.seconds
    return Budget(nodes=None if longer else at.nodes, seconds=(given.seconds or 0) * SHARE)


def _engine(at: Level, seed: int, nodes: int | None) -> Engine:
    """Return the engine of a level; each is imported only where it is wanted."""
    # A short search in a large table would spend its time on getting memory from the system.
    memory = MOST_MEMORY if nodes is None and at.depth is None else min(MOST_MEMORY, max(1, (nodes or 0) // NODES_A_MEBIBYTE))
    if at.engine == "greedy":
        return Greedy(seed=seed)
    if at.engine == "alphabeta":
        from banmen.engine.search.alphabeta import AlphaBeta

        return AlphaBeta(memory=memory, every=at.blur > 0 or at.overlook > 0)
    if at.engine == "expectimax":
        from banmen.engine.search.expectimax import Expectimax

        return Expectimax(memory=memory, depth=at.depth)
    if at.engine == "taught":
        from banmen.engine.search.expectimax import Expectimax

        return Taught(otherwise=Expectimax(memory=memory))
    from banmen.engine.search.mcts import Mcts

    return Mcts(seed=seed, memory=MOST_MEMORY)
