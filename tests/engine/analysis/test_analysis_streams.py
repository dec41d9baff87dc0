"""Streaming analysis: progress, and stopping."""

from __future__ import annotations

import threading

import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.analysis.analyse import GameAnalysis, PositionAnalysis, analyse, analyse_steps
from banmen.engine.analysis.position_analysis import share_chances
from banmen.engine.interface import Budget
from banmen.engine.search.expectimax import Expectimax
from banmen.engine.search.mcts import Mcts
from tests.engine.perfect import Perfect
from tests.engine.test_analysis import SMALL, ScriptedEngine, record_of


def test_progress_goes_through_the_game_quickly_and_then_thoroughly() -> None:
    record = record_of(banmen.game("kariuchi", pieces=1), 3, most=5)
    told: list[GameAnalysis] = []
    found = analyse(record, SMALL, progress=told.append, engine=Mcts())
    assert [len(one.steps) for one in told] == [1, 2, 3, 4, 5] + [5] * 5
    done = [one.done for one in told]
    assert done == sorted(set(done))
    assert [one.complete for one in told] == [False] * 9 + [True]
    assert told[-1] is found
    assert found.steps[0].nodes > told[4].steps[0].nodes


def test_progress_on_a_position_gets_better() -> None:
    told: list[PositionAnalysis] = []
    found = analyse(banmen.game("kariuchi", pieces=1).start(), SMALL, progress=told.append, engine=Mcts())
    assert len(told) == 6
    assert told[-1] is found
    assert [one.nodes for one in told] == sorted({one.nodes for one in told})


def test_the_iterator_yields_the_same() -> None:
    record = record_of(banmen.game("kariuchi", pieces=1), 3, most=4)
    *_, last = analyse_steps(record, SMALL, engine=Perfect())
    assert last.to_json() == analyse(record, SMALL, engine=Perfect()).to_json()


@pytest.mark.parametrize("name", ["kariuchi", "qubism"])
def test_nodes_give_the_same_answer_every_time(name: str) -> None:
    record = record_of(banmen.game(name), most=4)
    first, second = (analyse(record, Budget(nodes=200)).to_json() for _ in range(2))
    assert first == second


def test_stopping_keeps_what_is_known() -> None:
    stop = threading.Event()

    def enough(found: GameAnalysis) -> None:
        if len(found.steps) == 2:
            stop.set()

    engine = ScriptedEngine()
    found = analyse(record_of(banmen.game("qubism"), most=6), SMALL, progress=enough, stop=stop, engine=engine)
    assert (len(found.steps), found.complete) == (2, False)
    assert engine.asked == 3  # the current step is abandoned
    assert set(found.totals) == {"w", "b"}


def test_a_stop_before_the_start_finds_nothing() -> None:
    stop = threading.Event()
    stop.set()
    found = analyse(record_of(banmen.game("kariuchi"), most=3), Budget(seconds=100), stop=stop)
    assert (found.steps, found.done, found.turning_points) == ((), 0, ())


def test_stopping_during_distribution_distributes_the_rest_evenly() -> None:
    class Stopped(Expectimax):
        """Finds nothing, as if stopped as soon as it was asked for everybody's chances."""

        def value(self, position: Position, budget: Budget) -> tuple[float, ...]:
            return ()

    after = banmen.game("moontrek", players=4).start()
    assert share_chances(after, "A", 0.4, Budget(nodes=10**6), Stopped()) == pytest.approx(
        {"A": 0.4, "B": 0.2, "C": 0.2, "D": 0.2}
    )


def test_a_position_is_answered_even_if_stopped_at_once() -> None:
    stop = threading.Event()
    stop.set()
    found = analyse(banmen.game("kariuchi").start(), Budget(seconds=100), stop=stop)
    assert len(found.throws) == 5
