"""What a position is worth: every move with its chance to win, and before a throw every throw with what it brings.

A chance is always that of a player's side, the player's team where there is one: to be among the winners, a draw counting half.
What a position is worth before a throw is the mean of what it is worth after each throw, weighted by how likely the throw is;
so the luck of a throw, what it adds to that value, is nothing on average.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from banmen.core.board import Player
from banmen.core.errors import quote_value
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.engine.analysis.position_values import (
    Chances,
    MoveAnalysis,
    PositionAnalysis,
    ThrowAnalysis,
    classify_loss,
    compute_final_chances,
)
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, SearchResult
from banmen.engine.search.table_engine import TableEngine
from banmen.kernels.contract import CHANCE

messages = Catalogue(__name__)

TABLE = "table"  # what stands for an engine where values were looked up
QUICK = 1 / 16  # the part of a budget that goes into a first look at everything

SURE = 2.0  # standard errors that a difference must exceed before a move is blamed for it

OnProgress = Callable[[PositionAnalysis], None]
OnResult = Callable[[SearchResult], None]
Results = list[SearchResult]  # of one position, one after the other


def choose_analysis_engine(game: Game) -> Engine:
    """Return the engine that analyses a game best: one that values every move, not just the best."""
    return TableEngine(_choose_engine_without_tables(game))


def _choose_engine_without_tables(game: Game) -> Engine:
    """Return the engine for positions that no table covers; each is imported only where it is wanted."""
    wanted = "chances" if game.has_chance else "evaluate"
    if not hasattr(game.part("evaluation"), wanted) or (len(game.teams) > 2 and not game.has_chance):
        # Nothing tells how likely each side is to win, so only games played to their end do.
        from banmen.engine.search.mcts import Mcts

        return Mcts()
    if not game.has_chance:
        from banmen.engine.search.alphabeta import AlphaBeta

        return AlphaBeta(every=True)
    from banmen.engine.search.expectimax import Expectimax
    from banmen.engine.search.network_engine import NetworkEngine, has_network_for

    return NetworkEngine() if has_network_for(game) else Expectimax()


def name_engine(engine: Engine) -> str:
    """Return what an engine is called; one that reads tables first, by the engine it asks elsewhere."""
    inner = _remove_tables(engine)
    return str(getattr(inner, "name", type(inner).__name__.lower()))


def _remove_tables(engine: Engine) -> Engine:
    """Return the engine that is asked where no table covers a position."""
    return engine.fallback or engine if isinstance(engine, TableEngine) else engine


def analyse_position(
    position: Position, budget: Budget, engine: Engine, progress: OnProgress | None = None
) -> PositionAnalysis:
    """Return what a position is worth; `progress(analysis)` is called now and then while the engine thinks."""
    refuse_if_over(position)
    if position.kind == CHANCE:
        return _combine_throws(position, dict(_search_throws(position, budget, engine, {})), budget, engine)
    report = None if progress is None else lambda result: progress(_from_result(result, None, engine))
    return _from_result(_think(engine, position, _share_for_moves(budget, position), report), budget, engine)


def compare_with_played(
    position: Position, move: Move, budget: Budget, engine: Engine, known: PositionAnalysis
) -> PositionAnalysis:
    """Return what a position is worth, with all the time given to its best move and the one that was played.

    Of the other moves less is found out: they keep what is known of them from an earlier look, unless that cannot be.
    """
    compare = getattr(engine, "compare", None)
    if compare is None or position.kind == CHANCE:
        return analyse_position(position, budget, engine)
    if all(one.exact for one in known.moves):
        return known
    result: SearchResult = compare(position, move, budget)
    certain = {result.moves[0].move, move}
    moves = tuple(
        value if value.exact or value.move in certain else _keep_earlier(value, known.move(value.move))
        for value in result.moves
    )
    return _from_result(dataclasses.replace(result, moves=moves), budget, engine)


def _keep_earlier(bound: MoveValue, known: MoveAnalysis) -> MoveValue:
    """Return what an earlier look has told of a move, of which a later one tells no more than a bound."""
    chance = known.chance if known.exact else min(bound.chance, known.chance)
    return dataclasses.replace(bound, chance=chance, exact=known.exact)


def analyse_throws(position: Position, budget: Budget, engine: Engine) -> Iterator[PositionAnalysis]:
    """Yield what a position is worth before a throw, ever better: a quick look at all throws, then a long one at each."""
    quick = budget.share(QUICK)
    found = dict(_search_throws(position, quick, engine, {}))
    yield _combine_throws(position, found, quick, engine)
    for value, results in _search_throws(position, budget, engine, found):
        found[value] = results
        # Among more than two sides it takes too long to ask everybody's chance each time.
        if len(position.game.teams) == 2 or value == position.throws()[-1][0]:
            yield _combine_throws(position, found, budget, engine)


def refuse_if_over(position: Position) -> None:
    """Raise EngineError for a position of a finished game."""
    if position.over:
        raise EngineError(messages("analysis.game_over"))


def _share_for_moves(budget: Budget, position: Position) -> Budget:
    """Return what of a budget goes into the moves; among more than two sides, as much goes into what the others get."""
    return budget.share(1 / 2) if len(position.game.teams) > 2 else budget


def _search_throws(
    position: Position, budget: Budget, engine: Engine, known: Mapping[int, Results]
) -> Iterator[tuple[int, Results]]:
    """Yield each throw with the results of its search, one a depth; once stopped, only throws of which nothing is known."""
    share = _share_for_moves(budget.share(1 / len(position.throws())), position)
    for value, _ in position.throws():
        if budget.stop.is_set() and value in known:
            return
        results: Results = []
        results.append(_think(engine, position.throw(value), share, results.append))
        yield value, results


def _think(engine: Engine, position: Position, budget: Budget, progress: OnResult | None) -> SearchResult:
    """Return what an engine finds, which may be a caller's own and answer with anything."""
    found: object = engine.think(position, budget, progress)
    if not isinstance(found, SearchResult) or not found.moves:
        raise EngineError(messages("analysis.no_result", engine=quote_value(engine)))
    return found


def align_depths(found: Mapping[int, Results]) -> dict[int, SearchResult]:
    """Return for each throw its result at the greatest depth that was reached for all of them.

    Chances seen from different depths differ for no other reason, and that would pass for luck. What is proven needs no depth.
    """
    last = {value: results[-1] for value, results in found.items()}
    guessed = {value for value, result in last.items() if not all(one.exact for one in result.moves)}
    if not all(_list_depths(found[value]) for value in guessed):
        return last  # an engine that does not go from depth to depth
    depth = min((last[value].depth for value in guessed), default=0)
    return last | {value: next(one for one in reversed(found[value]) if one.depth == depth) for value in guessed}


def _list_depths(results: Results) -> bool:
    return {result.depth for result in results} == set(range(1, results[-1].depth + 1))


def _combine_throws(position: Position, found: Mapping[int, Results], budget: Budget, engine: Engine) -> PositionAnalysis:
    """Put together what a position is worth before a throw."""
    share = budget.share(1 / len(found))
    after = {value: _from_result(result, share, engine) for value, result in align_depths(found).items()}
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
        TABLE if all(one.engine == TABLE for one in after.values()) else name_engine(engine),
        min((one.depth for one in after.values() if not one.exact), default=0) or max(one.depth for one in after.values()),
        sum(results[-1].nodes for results in found.values()),
        sum(results[-1].seconds for results in found.values()),
    )


def _from_result(result: SearchResult, budget: Budget | None, engine: Engine) -> PositionAnalysis:
    position, first = result.position, result.moves[0]
    after = position.after(first.move.code)
    return PositionAnalysis(
        position,
        share_chances(
            after, position.turn, first.chance, None if budget is None else _share_for_moves(budget, position), engine
        ),
        tuple(_compare_with_best(value, first, len(result.moves)) for value in result.moves),
        (),
        result.line or (first.move,),
        first.exact and (first.chance == 1 or all(value.exact for value in result.moves)),
        TABLE if result.from_table else name_engine(engine),
        result.depth,
        result.nodes,
        result.seconds,
    )


def _compare_with_best(value: MoveValue, best: MoveValue, choices: int) -> MoveAnalysis:
    """Compare a move with the best. One that was hardly looked at may seem better, but the engine would not play it."""
    loss = max(0.0, best.chance - value.chance)
    doubt = SURE * math.hypot(_standard_error(best), _standard_error(value))
    return MoveAnalysis(value.move, best.chance - loss, loss, classify_loss(loss, choices, doubt), value.exact)


def _standard_error(value: MoveValue) -> float:
    """Return how far off the chance of a move may be that was found by playing games: the fewer games, the further.

    One win and one loss are added, or else a move that won its only game would be beyond doubt. Other engines count no games.
    """
    if value.exact or not value.visits:
        return 0.0
    games = value.visits + 2
    mean = (value.chance * value.visits + 1) / games
    return math.sqrt(mean * (1 - mean) / games)


def share_chances(after: Position, player: Player, chance: float, budget: Budget | None, engine: Engine) -> Chances:
    """Return every player's chance after a move that gives the player who made it a chance; the other sides share the rest.

    Of two sides the other one has the rest. Among more of them an engine that knows all players' chances divides it, or else a
    few random games do; without a budget they get equal parts.
    """
    groups = after.game.teams
    if after.over:
        return compute_final_chances(after.game, after.winner or ())
    if budget is None or len(groups) == 2 or budget.stop.is_set():
        raw: Chances = dict.fromkeys(after.game.players, 1.0)
    else:
        raw = _value_everybody(after, budget, engine)
    others = [group for group in groups if player not in group]
    total = sum(raw[group[0]] for group in others)
    found = {}
    for group in groups:
        part_of_rest = raw[group[0]] / total if total else 1 / len(others)
        found.update(dict.fromkeys(group, chance if player in group else (1 - chance) * part_of_rest))
    return {player: found[player] for player in after.game.players}


def _value_everybody(position: Position, budget: Budget, engine: Engine) -> Chances:
    """Return all players' chances before a throw."""
    players = position.game.players
    thinker: Any = _remove_tables(engine)  # tables know of two sides only
    if hasattr(thinker, "value"):
        # Stopped at once, it knows nothing: then all are alike.
        return dict(zip(players, thinker.value(position, budget) or (1.0,) * len(players), strict=True))
    from banmen.engine import playouts

    played = playouts.play(position.game, 200, position=position, counting=False)
    return {player: sum(games for won, games in played.wins.items() if player in won) / 200 for player in players}
