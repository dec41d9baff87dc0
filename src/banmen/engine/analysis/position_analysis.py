"""What a position is worth: every move with its chance to win, and before a throw every throw with what it brings.

A chance is always that of a player's side, the player's team where there is one: to be among the winners, a draw counting half.
What a position is worth before a throw is the mean of what it is worth after each throw, weighted by how likely the throw is;
so the luck of a throw, what it adds to that value, is nothing on average.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from banmen.core.game import Game, Move, Player, Position
from banmen.core.messages import message
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, SearchResult
from banmen.kernels.contract import CHANCE

Chances = Mapping[Player, float]
ONLY, BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = VERDICTS = ("only", "best", "good", "inaccuracy", "mistake", "blunder")
# A move is called by the chance to win that it gives away against the best one. Less than one game in a thousand is no more
# than rounding in an estimate. Above that the bounds lie between what players of backgammon (where a loss of four in a hundred
# is a bad move) and players of chess (where it takes ten or twenty) are used to, since some of our games are like the one
# and some like the other, and a chance to win is worth the same in all of them.
BOUNDS = ((0.001, BEST), (0.02, GOOD), (0.05, INACCURACY), (0.10, MISTAKE))
TABLE = "table"  # what stands for an engine where values were looked up
QUICK = 1 / 16  # the part of a budget that goes into a first look at everything


def verdict(loss: float, choices: int) -> str:
    """Return what a move is called that loses so much of a chance to win; one without an alternative is no decision.

    >>> [verdict(loss, 5) for loss in (0, 0.01, 0.03, 0.07, 0.2)], verdict(0, 1)
    (['best', 'good', 'inaccuracy', 'mistake', 'blunder'], 'only')
    """
    if choices == 1:
        return ONLY
    return next((name for bound, name in BOUNDS if loss < bound), BLUNDER)


def sides(game: Game) -> tuple[tuple[Player, ...], ...]:
    """Return the players who win together.

    >>> import banmen
    >>> sides(banmen.game("kariuchi")), sides(banmen.game("moontrek", teams="2-2"))
    (((1,), (2,)), (('A', 'C'), ('B', 'D')))
    """
    return game.teams


@dataclass(frozen=True)
class MoveAnalysis:
    """A legal move: the chance of the player who makes it, and how much less that is than the best move's."""

    move: Move
    chance: float
    loss: float
    verdict: str
    exact: bool


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


@dataclass(frozen=True)
class PositionAnalysis:
    """A position looked at: each player's chance, and its moves, the best first, or its throws where one is due.

    >>> import banmen
    >>> from banmen.engine.analysis.analyse import analyse
    >>> found = analyse(banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w"), Budget(nodes=5000))
    >>> found.moves[0].move.text, found.chances, found.exact
    ('c4', {'w': 1.0, 'b': 0.0}, True)
    """

    position: Position
    chances: Chances
    moves: tuple[MoveAnalysis, ...]
    throws: tuple[ThrowAnalysis, ...]
    line: tuple[Move, ...]  # how play would go on
    exact: bool  # proven, not estimated
    engine: str
    depth: int
    nodes: int
    seconds: float

    @property
    def chance(self) -> float:
        """The chance of the player on turn."""
        return self.chances[self.position.turn]

    def move(self, move: Move) -> MoveAnalysis:
        """Return what is known of a legal move."""
        return next(found for found in self.moves if found.move == move)

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as a plain dictionary for JSON."""
        from banmen.engine.analysis.serialization import position_to_json

        return position_to_json(self)


Told = Callable[[PositionAnalysis], None]
Thoughts = list[SearchResult]  # of one position, one after the other


def analyst(game: Game) -> Engine:
    """Return the engine that analyses a game best: one that values every move, not just the best."""
    from banmen.engine.search.exact import Exact

    if len(game.teams) > 2 and not hasattr(game.part("evaluation"), "chances"):  # nothing tells how likely each is to win
        from banmen.engine.search.mcts import Mcts

        return Exact(Mcts())
    if not game.has_chance:
        from banmen.engine.search.alphabeta import AlphaBeta

        return Exact(AlphaBeta(every=True))
    from banmen.engine.search.expectimax import Expectimax
    from banmen.engine.search.network_engine import Taught, is_known

    return Exact(Taught() if is_known(game) else Expectimax())


def name_of(engine: Engine) -> str:
    """Return what an engine is called; one that looks into tables first, by the engine it asks elsewhere."""
    return type(getattr(engine, "other", engine)).__name__.lower()


def part(budget: Budget, share: float) -> Budget:
    """Return a part of a budget."""
    nodes = None if budget.nodes is None else max(1, int(budget.nodes * share))
    seconds = None if budget.seconds is None else budget.seconds * share
    return dataclasses.replace(budget, nodes=nodes, seconds=seconds)


def judged(position: Position, budget: Budget, engine: Engine, told: Told | None = None) -> PositionAnalysis:
    """Return what a position is worth; `told` hears of it now and then while the engine thinks."""
    refuse_if_over(position)
    if position.kind == CHANCE:
        return _before_throw(position, dict(_throws(position, budget, engine, {})), budget, engine)
    hear = None if told is None else lambda thought: told(_weighed(thought, None, engine))
    return _weighed(engine.think(position, _own(budget, position), hear), budget, engine)


def improving(position: Position, budget: Budget, engine: Engine) -> Iterator[PositionAnalysis]:
    """Yield what a position is worth before a throw, ever better: a quick look at all throws, then a long one at each."""
    quick = part(budget, QUICK)
    found = dict(_throws(position, quick, engine, {}))
    yield _before_throw(position, found, quick, engine)
    for value, thoughts in _throws(position, budget, engine, found):
        found[value] = thoughts
        # Among more than two sides it takes too long to ask everybody's chance each time.
        if len(sides(position.game)) == 2 or value == position.throws()[-1][0]:
            yield _before_throw(position, found, budget, engine)


def refuse_if_over(position: Position) -> None:
    """Raise EngineError for a position of a finished game."""
    if position.over:
        raise EngineError(
            message(
                "this game is over: there is nothing to analyse; analyse its record instead",
                "もう終わっているので、調べることがありません。棋譜のほうを検討してください",
            )
        )


def _own(budget: Budget, position: Position) -> Budget:
    """Return what of a budget goes into the moves; among more than two sides, as much goes into what the others get."""
    return part(budget, 1 / 2) if len(sides(position.game)) > 2 else budget


def _throws(
    position: Position, budget: Budget, engine: Engine, known: Mapping[int, Thoughts]
) -> Iterator[tuple[int, Thoughts]]:
    """Yield each throw with all that was thought of it in turn; once stopped, only those of which nothing is known yet."""
    share = _own(part(budget, 1 / len(position.throws())), position)
    for value, _ in position.throws():
        if budget.stop.is_set() and value in known:
            return
        thoughts: Thoughts = []
        thoughts.append(engine.think(position.throw(value), share, thoughts.append))
        yield value, thoughts


def alike(found: Mapping[int, Thoughts]) -> dict[int, SearchResult]:
    """Return for each throw what was thought of it at the greatest depth that was reached for all of them.

    Chances seen from different depths differ for no other reason, and that would pass for luck. What is proven needs no depth.
    """
    last = {value: thoughts[-1] for value, thoughts in found.items()}
    guessed = {value for value, thought in last.items() if not all(one.exact for one in thought.moves)}
    if not all(_every_depth(found[value]) for value in guessed):
        return last  # an engine that does not go from depth to depth
    depth = min((last[value].depth for value in guessed), default=0)
    return last | {value: next(one for one in reversed(found[value]) if one.depth == depth) for value in guessed}


def _every_depth(thoughts: Thoughts) -> bool:
    return {thought.depth for thought in thoughts} == set(range(1, thoughts[-1].depth + 1))


def _before_throw(position: Position, found: Mapping[int, Thoughts], budget: Budget, engine: Engine) -> PositionAnalysis:
    """Put together what a position is worth before a throw."""
    share = part(budget, 1 / len(found))
    after = {value: _weighed(thought, share, engine) for value, thought in alike(found).items()}
    players, odds = position.game.players, position.throws()
    before = {player: sum(chance * after[value].chances[player] for value, chance in odds) for player in players}
    mine = before[position.turn]
    throws = [ThrowAnalysis(value, chance, after[value].chance - mine, after[value]) for value, chance in odds]
    return PositionAnalysis(
        position,
        before,
        (),
        tuple(throws),
        (),
        all(one.exact for one in after.values()),
        TABLE if all(one.engine == TABLE for one in after.values()) else name_of(engine),
        min((one.depth for one in after.values() if not one.exact), default=0) or max(one.depth for one in after.values()),
        sum(thoughts[-1].nodes for thoughts in found.values()),
        sum(thoughts[-1].seconds for thoughts in found.values()),
    )


def _weighed(thought: SearchResult, budget: Budget | None, engine: Engine) -> PositionAnalysis:
    position, first = thought.position, thought.moves[0]
    after = position.after(first.move.code)
    return PositionAnalysis(
        position,
        spread(after, position.turn, first.chance, None if budget is None else _own(budget, position), engine),
        tuple(_compared(value, first.chance, len(thought.moves)) for value in thought.moves),
        (),
        thought.line or (first.move,),
        first.exact and (first.chance == 1 or all(value.exact for value in thought.moves)),
        TABLE if thought.looked_up else name_of(engine),
        thought.depth,
        thought.nodes,
        thought.seconds,
    )


def _compared(value: MoveValue, best: float, choices: int) -> MoveAnalysis:
    """Compare a move with the best. One that was hardly looked at may seem better, but the engine would not play it."""
    loss = max(0.0, best - value.chance)
    return MoveAnalysis(value.move, best - loss, loss, verdict(loss, choices), value.exact)


def spread(after: Position, player: Player, chance: float, budget: Budget | None, engine: Engine) -> Chances:
    """Return every player's chance after a move that gives the player who made it a chance; the other sides share the rest.

    Of two sides the other one has the rest. Among more of them an engine that knows all players' chances divides it, or else a
    few random games do; without a budget they get equal parts.
    """
    groups = sides(after.game)
    if after.over:
        return result_chances(after.game, after.winner or ())
    if budget is None or len(groups) == 2 or budget.stop.is_set():
        raw: Chances = dict.fromkeys(after.game.players, 1.0)
    else:
        raw = _everybody(after, budget, engine)
    others = [group for group in groups if player not in group]
    total = sum(raw[group[0]] for group in others)
    found = {}
    for group in groups:
        part_of_rest = raw[group[0]] / total if total else 1 / len(others)
        found.update(dict.fromkeys(group, chance if player in group else (1 - chance) * part_of_rest))
    return {player: found[player] for player in after.game.players}


def _everybody(position: Position, budget: Budget, engine: Engine) -> Chances:
    """Return all players' chances before a throw."""
    players = position.game.players
    thinker = getattr(engine, "other", engine)  # tables know of two sides only
    if hasattr(thinker, "value"):
        # Stopped at once, it knows nothing: then all are alike.
        return dict(zip(players, thinker.value(position, budget) or (1.0,) * len(players), strict=True))
    from banmen.engine import playouts

    played = playouts.play(position.game, 200, position=position, counting=False)
    return {player: sum(games for won, games in played.wins.items() if player in won) / 200 for player in players}


def result_chances(game: Game, winners: tuple[Player, ...]) -> Chances:
    """Return the chances at the end of a game: sure, or half each after a draw."""
    return {player: float(player in winners) if winners else 0.5 for player in game.players}
