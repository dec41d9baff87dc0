"""Analysis of positions and of whole games, with results that improve as it proceeds.

`analyse` takes a position or a record and returns what it found; `analyse_steps` yields the same for a record after every step
it has looked at. First the whole game is gone through quickly, then once more with all the budget, from the end backwards: what
is known of later positions by then helps with the earlier ones.
"""

from __future__ import annotations

import dataclasses
import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import overload

from banmen.core.errors import quote_value, require_function
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.record import Record
from banmen.engine.analysis.game_analysis import GameAnalysis
from banmen.engine.analysis.game_steps import StepAnalysis, Totals, TurningPoint, step_analysis
from banmen.engine.analysis.position_analysis import (
    QUICK,
    analyse_position,
    analyse_throws,
    choose_analysis_engine,
    compare_with_played,
    name_engine,
    refuse_if_over,
    share_chances,
)
from banmen.engine.analysis.position_values import MoveAnalysis, PositionAnalysis, ThrowAnalysis
from banmen.engine.interface import Budget, Engine, EngineError, refuse_unless_budget, refuse_unless_engine
from banmen.kernels.contract import CHANCE

messages = Catalogue(__name__)

__all__ = [
    "GameAnalysis",
    "MoveAnalysis",
    "PositionAnalysis",
    "StepAnalysis",
    "ThrowAnalysis",
    "Totals",
    "TurningPoint",
    "analyse",
    "analyse_steps",
    "choose_analysis_engine",
]
# The default budget per step: a fraction of a second.
FOR_PLAYED = 1 / 5  # of a step's budget is added for what a move led to that was not the best
LEAST_SECONDS = 0.01  # for a step, however late it is
NODES = {"mcts": 5000, "alphabeta": 1_000_000, "expectimax": 500_000}


@overload
def analyse(
    subject: Position,
    budget: Budget | None = None,
    *,
    progress: Callable[[PositionAnalysis], None] | None = None,
    stop: threading.Event | None = None,
    engine: Engine | None = None,
) -> PositionAnalysis: ...


@overload
def analyse(
    subject: Record,
    budget: Budget | None = None,
    *,
    progress: Callable[[GameAnalysis], None] | None = None,
    stop: threading.Event | None = None,
    engine: Engine | None = None,
) -> GameAnalysis: ...


def analyse(
    subject: Position | Record,
    budget: Budget | None = None,
    *,
    progress: Callable[..., None] | None = None,
    stop: threading.Event | None = None,
    engine: Engine | None = None,
) -> PositionAnalysis | GameAnalysis:
    """Analyse a position, or every step of a record.

    `budget` is what may be spent on the position, or on each step. `progress(analysis)` is called again and again with what is
    known so far; `stop` ends the work early, and what is known then is returned. A budget of nodes alone gives the same answer
    every time.
    """
    require_function("progress", progress, EngineError)
    if isinstance(subject, Record):
        found = GameAnalysis(subject, (), 0.0)
        for found in analyse_steps(subject, budget, stop=stop, engine=engine):
            if progress:
                progress(found)
        return found
    if not isinstance(subject, Position):
        raise _refuse_subject(subject)
    refuse_if_over(subject)
    thinker = engine or choose_analysis_engine(subject.game)
    return _analyse_subject(subject, _settle_budget(budget, thinker, stop), thinker, progress)


def _refuse_subject(subject: object) -> EngineError:
    return EngineError(messages("analysis.wrong_subject", subject=quote_value(subject)))


def _analyse_subject(
    position: Position, budget: Budget, engine: Engine, progress: Callable[[PositionAnalysis], None] | None
) -> PositionAnalysis:
    if position.kind != CHANCE:
        found = analyse_position(position, budget, engine, progress)
        if progress:
            progress(found)
        return found
    for found in analyse_throws(position, budget, engine):
        if progress:
            progress(found)
    return found


def analyse_steps(
    record: Record,
    budget: Budget | None = None,
    *,
    stop: threading.Event | None = None,
    engine: Engine | None = None,
    helpers: Sequence[Engine] = (),
    within: float | None = None,
) -> Iterator[GameAnalysis]:
    """Analyse a record and yield the results so far after every step; the last one yielded is complete.

    With `helpers`, engines beside the first, several steps are looked at side by side. Then the answer depends a little on
    which of them comes to which step, whatever the budget. With `within`, the whole record is to take so many
    seconds at most: what the later steps, which come first and are often proven soon, leave over goes to the earlier ones.
    """
    if not isinstance(record, Record):
        raise _refuse_subject(record)
    if not record.steps:
        raise EngineError(messages("analysis.no_steps"))
    thinker = engine or choose_analysis_engine(record.game)
    for helper in helpers:
        refuse_unless_engine(helper)
    end = None if within is None else time.monotonic() + within
    return _improve_steps(record, _settle_budget(budget, thinker, stop), [thinker, *helpers], end)


def _settle_budget(budget: Budget | None, engine: Engine, stop: threading.Event | None) -> Budget:
    """Return the budget with its stop, or the engine's usual one; raise EngineError for what is no budget or no engine."""
    refuse_unless_engine(engine)
    usual = Budget(nodes=NODES.get(name_engine(engine), NODES["mcts"])) if budget is None else budget
    refuse_unless_budget(usual)
    return usual if stop is None else dataclasses.replace(usual, stop=stop)


def _improve_steps(record: Record, budget: Budget, engines: list[Engine], end: float | None) -> Iterator[GameAnalysis]:
    number = len(record.steps)
    if end is not None:
        quick = Budget(seconds=(end - time.monotonic()) * QUICK / number, stop=budget.stop)
    else:
        quick = budget.share(QUICK)
    work = number * (1 + QUICK)
    spent = 0.0
    steps: tuple[StepAnalysis, ...] = ()
    passes = (
        (quick, QUICK, range(number)),  # everything at once, so that there is something to show
        (budget, 1, range(number - 1, -1, -1)),
    )
    for share, weight, order in passes:
        found = dict(enumerate(steps))
        for index, step in _analyse_side_by_side(record, order, share, engines, steps, end if weight == 1 else None):
            if budget.stop.is_set():
                return  # a step broken off halfway is worth less than what was known before
            found[index] = step
            spent += weight
            whole = tuple(found[known] for known in itertools.takewhile(found.__contains__, range(number)))
            if whole:  # a later step may be ready before the first one
                yield GameAnalysis(record, whole, min(1.0, spent / work) if round(work - spent, 6) > 0 else 1.0)
        steps = whole


def _analyse_side_by_side(
    record: Record,
    order: Sequence[int],
    budget: Budget,
    engines: list[Engine],
    known: tuple[StepAnalysis, ...],
    end: float | None,
) -> Iterator[tuple[int, StepAnalysis]]:
    """Yield every step of a record as soon as it is analysed: in the given order by one engine, nearly so by several."""
    positions = list(record.positions())
    left = itertools.count(len(order), -1)  # steps that have not been begun
    idle: queue.SimpleQueue[Engine] = queue.SimpleQueue()
    for engine in engines:
        idle.put(engine)

    def work(index: int) -> tuple[int, StepAnalysis]:
        engine = idle.get()
        share = budget if end is None else _share_rest(budget, end, next(left) / len(engines))
        try:
            return index, _analyse_step(record, index, positions[index], share, engine, known[index] if known else None)
        finally:
            idle.put(engine)

    if len(engines) == 1:
        yield from map(work, order)
        return
    pool = ThreadPoolExecutor(len(engines), thread_name_prefix="banmen-analysis")
    try:
        for done in as_completed([pool.submit(work, index) for index in order]):
            yield done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _share_rest(budget: Budget, end: float, steps: float) -> Budget:
    """Return a step's share of the time left for a number of steps, at most a budget."""
    seconds = max(LEAST_SECONDS, (end - time.monotonic()) / max(1.0, steps) / (1 + FOR_PLAYED))
    return dataclasses.replace(budget, seconds=seconds if budget.seconds is None else min(seconds, budget.seconds))


def _analyse_step(
    record: Record, index: int, position: Position, budget: Budget, engine: Engine, earlier: StepAnalysis | None
) -> StepAnalysis:
    """Analyse one step; if it has been analysed before, spend all the time on the best move and the one that was played."""
    step = record.steps[index]
    decision = position.throw(step.throw) if step.throw is not None and position.kind == CHANCE else position
    move = None if step.move is None else decision.find(step.move)
    if earlier is None or move is None:
        found = analyse_position(position, budget, engine)
    else:
        found = compare_with_played(position, move, budget, engine, earlier.decision)
    known = step_analysis(index, record.turns[index], found, step.throw, move)
    if known.played is None:
        return known
    if known.played.loss == 0 and known.played.move == known.best.move:
        return known
    after = decision.after(known.played.move.code)
    return dataclasses.replace(
        known, after=share_chances(after, known.player, known.played.chance, budget.share(FOR_PLAYED), engine)
    )
