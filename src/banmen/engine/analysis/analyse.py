"""Analysis of positions and of whole games, ever better while it goes on.

`analyse` takes a position or a record and returns what it found; `analyse_steps` yields the same for a record after every step
it has looked at. First the whole game is gone through quickly, then once more with all the budget, from the end backwards: what
is known of later positions by then helps with the earlier ones.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Iterator
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
# What an engine gets for a step if nobody says otherwise: a fraction of a second's work.
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
    record: Record, budget: Budget | None = None, *, stop: threading.Event | None = None, engine: Engine | None = None
) -> Iterator[GameAnalysis]:
    """Analyse a record and yield what is known of it after every step looked at; the last one yielded is the whole answer."""
    if not isinstance(record, Record):
        raise _refuse_subject(record)
    if not record.steps:
        raise EngineError(messages("analysis.no_steps"))
    thinker = engine or choose_analysis_engine(record.game)
    return _improve_steps(record, _settle_budget(budget, thinker, stop), thinker)


def _settle_budget(budget: Budget | None, engine: Engine, stop: threading.Event | None) -> Budget:
    """Return the budget with its stop, or the engine's usual one; raise EngineError for what is no budget or no engine."""
    refuse_unless_engine(engine)
    usual = Budget(nodes=NODES.get(name_engine(engine), NODES["mcts"])) if budget is None else budget
    refuse_unless_budget(usual)
    return usual if stop is None else dataclasses.replace(usual, stop=stop)


def _improve_steps(record: Record, budget: Budget, engine: Engine) -> Iterator[GameAnalysis]:
    positions = list(record.positions())[: len(record.steps)]
    number = len(positions)
    steps: list[StepAnalysis] = []
    order = [(index, budget.share(QUICK)) for index in range(number)]
    order += [(index, budget) for index in reversed(range(number))]
    work = number * (1 + QUICK)
    spent = 0.0
    for index, share in order:
        found = _analyse_step(record, index, positions[index], share, engine)
        if budget.stop.is_set():
            return  # a step broken off halfway is worth less than what was known before
        steps[index : index + 1] = [found]
        spent += QUICK if share is not budget else 1
        last = share is budget and index == 0
        yield GameAnalysis(record, tuple(steps), 1.0 if last else spent / work)


def _analyse_step(record: Record, index: int, position: Position, budget: Budget, engine: Engine) -> StepAnalysis:
    step = record.steps[index]
    found = analyse_position(position, budget, engine)
    decision = position.throw(step.throw) if step.throw is not None and position.kind == CHANCE else position
    move = None if step.move is None else decision.find(step.move)
    known = step_analysis(index, record.turns[index], found, step.throw, move)
    if known.played is None:
        return known
    if known.played.loss == 0 and known.played.move == known.best.move:
        return known
    after = decision.after(known.played.move.code)
    return dataclasses.replace(
        known, after=share_chances(after, known.player, known.played.chance, budget.share(1 / 5), engine)
    )
