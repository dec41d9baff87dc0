"""Analysis: values of moves and throws, luck separated from skill, streaming and stopping."""

from __future__ import annotations

import dataclasses
import json
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

import banmen
from banmen.core.game import Game, Position
from banmen.core.record import Record
from banmen.engine.analysis.analyse import GameAnalysis, analyse, analyse_steps, choose_analysis_engine
from banmen.engine.analysis.narration import LUCK_SIGNS, SIGNS, describe_step, describe_turning_points, format_change
from banmen.engine.analysis.position_analysis import name_engine
from banmen.engine.analysis.position_values import VERDICTS, classify_loss
from banmen.engine.interface import Budget, EngineError, MoveValue, SearchResult
from banmen.engine.search.mcts import Mcts
from tests.common.loops import some
from tests.engine.perfect import Perfect

SMALL = Budget(nodes=60)


def record_of(game: Game, seed: int = 1, most: int = 1000) -> Record:
    """Return a game of random moves."""
    rng = random.Random(seed)
    record = Record.begin(game, opening=game.opening(rng) if game.rules.OPENING else None)
    while not record.final.over and len(record.steps) < most:
        if record.final.throws():
            values, chances = zip(*record.final.throws(), strict=True)
            record = record.with_throw(rng.choices(values, chances)[0])
        record = record.with_move(rng.choice(record.final.legal_moves()))
    return record


class ScriptedEngine:
    """An engine that returns given values for each move, by its text."""

    def __init__(self, **chances: float) -> None:
        self.chances, self.asked = chances, 0

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        self.asked += 1
        moves = [MoveValue(move, self.chances.get(move.text, 0.3)) for move in position.legal_moves()]
        moves.sort(key=lambda value: -value.chance)
        return SearchResult(position, tuple(moves), 1, 0.0)


class SampledEngine(ScriptedEngine):
    """The same, as if each chance had been estimated from a number of complete games."""

    def __init__(self, visits: int, **chances: float) -> None:
        super().__init__(**chances)
        self.visits = visits

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        found = super().think(position, budget, progress)
        moves = tuple(dataclasses.replace(value, visits=self.visits) for value in found.moves)
        return dataclasses.replace(found, moves=moves)


@pytest.mark.parametrize(("visits", "verdict", "turning"), [(0, "blunder", 1), (20, "good", 0), (2000, "blunder", 1)])
def test_no_move_is_blamed_for_what_may_be_noise(visits: int, verdict: str, turning: int) -> None:
    """Half a chance against a third: noise with 20 games, significant with 2000; an engine without counts is certain."""
    record = Record.begin(banmen.game("qubism")).with_move("b1")
    found = analyse(record, SMALL, engine=SampledEngine(visits, c2=0.5, b1=0.33))
    assert (found.steps[0].verdict, len(found.turning_points)) == (verdict, turning)
    assert found.steps[0].loss == pytest.approx(0.17)  # the estimate itself is shown as it is


# Luck and skill


@pytest.fixture(scope="module")
def perfect() -> GameAnalysis:
    """A random game, analysed with perfect knowledge."""
    return analyse(record_of(banmen.game("kariuchi", pieces=1), 5), SMALL, engine=Perfect())


def test_with_exact_values_luck_and_skill_explain_the_result(perfect: GameAnalysis) -> None:
    for own, other in ((1, 2), (2, 1)):
        start, end = perfect.steps[0].before[own], float(perfect.record.result == (own,))
        mine, theirs = perfect.totals[own], perfect.totals[other]
        assert start + mine.luck - theirs.luck - mine.loss + theirs.loss == pytest.approx(end, abs=1e-9)
        assert perfect.noise(own) == pytest.approx(0, abs=1e-9)
    assert sum(total.loss for total in perfect.totals.values()) > 0.1


def test_luck_is_nothing_on_average(perfect: GameAnalysis) -> None:
    for step in some(perfect.steps):
        assert sum(chance for _, chance, _ in step.throws) == pytest.approx(1)
        assert sum(chance * luck for _, chance, luck in step.throws) == pytest.approx(0, abs=1e-12)
        assert step.luck == pytest.approx(next(luck for value, _, luck in step.throws if value == step.throw))


def test_estimates_explain_the_result_but_for_their_noise() -> None:
    found = analyse(record_of(banmen.game("kariuchi", pieces=1), 2), SMALL, engine=Mcts())
    mine, theirs = found.totals[1], found.totals[2]
    explained = found.steps[0].before[1] + mine.luck - theirs.luck - mine.loss + theirs.loss
    assert explained + found.noise(1) == pytest.approx(float(found.record.result == (1,)), abs=1e-9)
    assert abs(found.noise(1)) > 1e-6


def test_a_move_is_compared_with_the_best() -> None:
    record = Record.begin(banmen.game("qubism", cubes=1)).with_move("b1")
    [step] = analyse(record, SMALL, engine=ScriptedEngine(c2=0.6, b1=0.52)).steps
    assert step.played is not None
    assert (step.best.move.text, step.played.move.text, step.verdict) == ("c2", "b1", "mistake")
    assert (step.loss, step.played.chance, step.stake) == pytest.approx((0.08, 0.52, 0.3))
    assert (step.before, step.luck, step.throw) == ({"w": 0.6, "b": 0.4}, None, None)
    assert step.after == pytest.approx({"w": 0.52, "b": 0.48})


def test_totals_count_decisions_only() -> None:
    record = Record.begin(banmen.game("qubism", cubes=1)).with_move("b1").with_move("c4").with_move("b2")
    found = analyse(record, SMALL, engine=ScriptedEngine(c2=0.6, b1=0.52, c4=0.7))
    white, black = found.totals["w"], found.totals["b"]
    assert (white.decisions, black.decisions, white.throws) == (2, 1, 0)
    assert (black.loss, black.accuracy, black.counts["best"]) == (0, 1, 1)
    assert white.mean_loss == pytest.approx(white.loss / 2)
    assert white.accuracy == pytest.approx(1 - white.loss / sum(step.stake for step in found.steps[::2]))
    assert list(white.counts) == list(VERDICTS)


def test_a_forced_move_is_no_decision(perfect: GameAnalysis) -> None:
    forced = [step for step in perfect.steps if len(step.decision.moves) == 1]
    assert {step.verdict for step in forced} == {"only"}
    assert not any(step.decided for step in forced)
    assert sum(total.decisions for total in perfect.totals.values()) == len(perfect.steps) - len(forced)


@pytest.mark.parametrize(
    ("loss", "name"),
    [(0, "best"), (0.0009, "best"), (0.001, "good"), (0.02, "inaccuracy"), (0.05, "mistake"), (0.1, "blunder"), (1, "blunder")],
)
def test_moves_are_called_by_what_they_lose(loss: float, name: str) -> None:
    assert (classify_loss(loss, 2), classify_loss(loss, 1)) == (name, "only")


def test_turning_points_are_the_biggest_changes_first(perfect: GameAnalysis) -> None:
    sizes = [abs(point.change) for point in perfect.turning_points]
    every = [abs(step.luck or 0) for step in perfect.steps] + [step.loss for step in perfect.steps]
    assert sizes == sorted((size for size in every if size >= 0.05), reverse=True)[:5]
    assert sizes


def test_a_move_that_was_hardly_looked_at_is_never_better_than_the_best() -> None:
    class Doubtful(ScriptedEngine):
        def think(
            self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None
        ) -> SearchResult:
            found = super().think(position, budget)
            return SearchResult(position, found.moves[1:] + found.moves[:1], 1, 0.0)

    record = Record.begin(banmen.game("qubism", cubes=1)).with_move("c2")
    [step] = analyse(record, SMALL, engine=Doubtful(c2=0.9, b1=0.5)).steps
    assert (step.best.move.text, step.loss, step.after) == ("b1", 0, {"w": 0.5, "b": 0.5})


# Players and teams


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4}, {"teams": "2-1"}, {"teams": "2-2"}])
def test_everybody_has_a_chance_and_team_mates_the_same(options: dict[str, Any]) -> None:
    found = analyse(record_of(banmen.game("moontrek", pieces=1, **options), most=8), Budget(nodes=30), engine=Mcts())
    groups = found.record.game.teams
    for step in found.steps:
        for chances in (step.before, step.decision.chances, step.after):
            assert list(chances) == list(found.record.game.players)
            assert sum(chances[group[0]] for group in groups) == pytest.approx(1)
            assert all(chances[player] == chances[group[0]] for group in groups for player in group)
    assert set(found.totals) == set(found.record.game.players)


def test_the_luck_of_a_team_mates_throw_is_the_throwers() -> None:
    found = analyse(record_of(banmen.game("moontrek", pieces=1, teams="2-2"), most=12), Budget(nodes=30), engine=Mcts())
    for player, total in some(found.totals.items()):
        own = [step.luck for step in found.steps if step.player == player]
        assert total.luck == pytest.approx(sum(luck for luck in own if luck is not None))


# Positions


def test_a_position_with_a_throw_due_is_the_mean_of_its_throws() -> None:
    found = analyse(banmen.game("kariuchi", pieces=1).start(), SMALL, engine=Perfect())
    assert [(throw.value, throw.probability) for throw in found.throws] == banmen.game("kariuchi").start().throws()
    assert found.chance == pytest.approx(sum(throw.probability * throw.after.chance for throw in found.throws))
    assert (found.moves, found.line) == ((), ())
    assert found.throws[0].best.text == "R>1"
    assert found.chances[1] + found.chances[2] == pytest.approx(1)


def test_throws_are_compared_at_the_same_depth() -> None:
    class UnevenEngine:
        """An engine that searches deeper after some throws than after others, and finds more there."""

        def think(
            self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None
        ) -> SearchResult:
            for depth in range(1, 3 + (position.thrown or 0) % 3):
                moves = tuple(MoveValue(move, depth / 10) for move in position.legal_moves())
                if progress:
                    progress(SearchResult(position, moves, depth, 0.0, depth=depth))
            return SearchResult(position, moves, depth, 0.0, depth=depth)

    found = analyse(banmen.game("kariuchi").start(), SMALL, engine=UnevenEngine())
    assert {throw.after.depth for throw in found.throws} == {found.depth} == {2}
    assert [throw.luck for throw in found.throws] == pytest.approx([0] * 5)


def test_the_end_of_a_game_is_explained_without_noise() -> None:
    start = "28,Hx3/30,Hx3 1 -"  # a 1 loses, all else wins
    record = Record.begin(banmen.game("kariuchi"), position=start).with_step(1, "28>29").with_step(3, "30>H")
    found = analyse(record, Budget(nodes=100_000))
    assert found.steps[0].before[1] + found.totals[1].luck == pytest.approx(0, abs=1e-9)
    assert found.totals[1].luck == pytest.approx(-0.75, abs=0.001)
    assert found.noise(1) == pytest.approx(0, abs=1e-9)


def test_a_position_is_exact_only_if_nothing_better_can_be_found() -> None:
    class DrawEngine:
        """An engine that has proven a draw by one move and knows nothing about the others."""

        def think(
            self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None
        ) -> SearchResult:
            first, *others = position.legal_moves()
            values = [MoveValue(first, 0.5, exact=True), *(MoveValue(move, 0.5) for move in others)]
            return SearchResult(position, tuple(values), 1, 0.0)

    found = analyse(banmen.game("qubism").start(), SMALL, engine=DrawEngine())
    assert (found.moves[0].exact, found.exact) == (True, False)


def test_a_position_to_decide_has_every_move_the_best_first() -> None:
    position = banmen.game("kariuchi", pieces=1).position("5/29 1 3")
    found = analyse(position, SMALL, engine=Perfect())
    assert {move.move for move in found.moves} == set(position.legal_moves())
    assert found.moves[0].loss == 0
    assert [move.chance for move in found.moves] == sorted((move.chance for move in found.moves), reverse=True)
    assert (found.engine, found.depth, found.exact) == ("perfect", 99, True)


def test_a_forced_win_is_proven() -> None:
    position = banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w")
    found = analyse(position, Budget(nodes=5000))
    assert (found.chances, found.exact, found.moves[0].move.text) == ({"w": 1, "b": 0}, True, "c4")
    assert found.line[0].text == "c4"


@pytest.mark.parametrize("name", banmen.names())
def test_every_game_has_an_analyst(name: str) -> None:
    found = analyse(record_of(banmen.game(name), most=3), Budget(nodes=50), engine=choose_analysis_engine(banmen.game(name)))
    assert found.complete
    assert len(found.steps) == 3
    assert all(0 <= chance <= 1 for step in found.steps for chance in step.after.values())


# Streams of records


def test_a_throw_without_its_move_has_luck_but_no_verdict() -> None:
    record = Record.begin(banmen.game("kariuchi", pieces=1), position="5/29 1 -").with_throw(5)
    [step] = analyse(record, SMALL, engine=Perfect()).steps
    assert (step.played, step.verdict, step.loss, step.decided) == (None, None, 0, False)
    assert step.luck is not None
    assert step.after == step.decision.chances


def test_an_opening_throw_that_is_played_is_nobodys_luck() -> None:
    game = banmen.game("holes58")
    record = Record.begin(game, opening=[(2, 5)])
    record = record.with_move(record.final.legal_moves()[0])
    [step] = analyse(record, SMALL, engine=Mcts()).steps
    assert (step.throw, step.luck, step.lucky, step.throws) == (2, None, 0, ())


def test_a_game_given_up_counts_its_steps() -> None:
    record = Record.begin(banmen.game("qubism")).with_move("c2").with_result(("b",), "resigned")
    found = analyse(record, SMALL, engine=ScriptedEngine(c2=0.6))
    assert (found.result, found.noise("w")) == ({"w": 0, "b": 1}, 0)


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        (banmen.game("kariuchi").position("Hx4/Rx4 1 -"), "this game is over: there is nothing to analyse"),
        (Record.begin(banmen.game("kariuchi")), "no steps yet"),
        ("kariuchi", "a position or a record can be analysed, not 'kariuchi'"),
    ],
)
def test_what_cannot_be_analysed_is_refused(subject: Record, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        analyse(subject)


@pytest.mark.parametrize("name", ["qubism", "kariuchi"])
def test_an_engine_without_an_answer_is_told_of(name: str) -> None:
    mute: Any = type("Mute", (), {"think": lambda *_: None})()
    with pytest.raises(EngineError, match="SearchResult"):
        banmen.analyse(banmen.game(name).start(), SMALL, engine=mute)


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(EngineError, match="nodes must be a whole number from 1"):
        analyse(banmen.game("kariuchi").start(), Budget(nodes=0))


# Words and JSON


def test_json_says_everything(perfect: GameAnalysis) -> None:
    told = json.loads(json.dumps(perfect.to_json()))
    assert (told["game"], told["complete"], told["engine"]) == ("kariuchi", True, "perfect")
    assert told["result"] == list(perfect.record.result or ())
    assert [step["move"] for step in told["steps"]] == [step.move for step in perfect.record.steps]
    assert told["steps"][0]["chances_before"][0]["chance"] == pytest.approx(perfect.steps[0].before[1], abs=1e-6)
    assert told["totals"][1]["verdicts"] == perfect.totals[2].counts
    assert [point["step"] for point in told["turning_points"]] == [point.index + 1 for point in perfect.turning_points]
    found = analyse(banmen.game("kariuchi", pieces=1).start(), SMALL, engine=Perfect())
    position = json.loads(json.dumps(found.to_json()))
    assert [throw["throw"] for throw in position["throws"]] == [1, 2, 3, 4, 5]


def test_steps_and_turning_points_are_told(perfect: GameAnalysis) -> None:
    point = perfect.turning_points[0]
    step = perfect.steps[point.index]
    for lang, name in (("en", "Player"), ("ja", "プレイヤー")):
        assert format_change(point.change) in describe_turning_points(perfect, lang)[0]
        told = describe_step(step, perfect.record, lang)
        assert told.startswith(f"{point.index + 1}. {name}")
    assert set(SIGNS) < set(VERDICTS)
    assert LUCK_SIGNS[perfect.steps[0].lucky] in ("★", "▼", "")


def test_exact_values_of_a_game_without_chance_leave_no_noise() -> None:
    record = Record.begin(banmen.game("qubism", cubes=1), position="5/2B2/5/2W2/1>3 0 w")
    while not record.final.over:
        record = record.with_move(record.final.legal_moves()[0])
    found = analyse(record, Budget(nodes=1_000_000))
    assert all(move.exact for step in found.steps for move in step.decision.moves)
    assert (found.noise("w"), found.noise("b")) == (0, 0)
    assert found.totals["w"].counts["blunder"] + found.totals["b"].counts["blunder"] > 0


@pytest.mark.parametrize("name", ["kariuchi", "qubism"])
def test_a_game_without_evaluation_is_analysed_by_tree_search(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = banmen.game(name)
    assert name_engine(choose_analysis_engine(game)) != "mcts"
    monkeypatch.setattr(type(game), "part", classmethod(lambda *_: None))
    assert name_engine(choose_analysis_engine(game)) == "mcts"


def test_helpers_look_at_every_step_and_reach_further_for_what_was_played() -> None:
    """Two engines in parallel give an answer for every step; the best and the played move are searched to the same depth."""
    record = record_of(banmen.game("qubism", cubes=2), 2, most=9)
    progress = list(analyse_steps(record, Budget(nodes=40_000), helpers=[choose_analysis_engine(record.game)]))
    final, alone = progress[-1], analyse(record, Budget(nodes=40_000))
    assert [step.index for step in final.steps] == list(range(9))
    assert (progress[0].complete, final.complete) == (False, True)
    assert len(progress) > 9, "all of them quickly, then thoroughly"
    for one in progress:  # whichever engine is the first, there is no gap
        assert [step.index for step in one.steps] == list(range(len(one.steps)))
    for step, other in zip(final.steps, alone.steps, strict=True):
        assert step.loss == pytest.approx(other.loss, abs=0.15)  # which engine comes first to a step makes a small difference
        assert step.best.chance >= max(move.chance for move in step.decision.moves) - 1e-9
        every = analyse(step.position, Budget(nodes=40_000))
        assert step.decision.exact or step.decision.depth >= every.depth


class WaitingEngine:
    """An engine whose first search waits for that of another."""

    name = "meeting"

    def __init__(self, game: Game, both: threading.Barrier) -> None:
        self.engine, self.both, self.met = choose_analysis_engine(game), both, False

    def think(self, position: Position, budget: Budget, progress: Any = None) -> SearchResult:
        if not self.met:
            self.met = True
            self.both.wait()
        return self.engine.think(position, budget, progress)


def test_the_first_look_at_a_game_is_shared_by_all_engines_too() -> None:
    record = record_of(banmen.game("qubism", cubes=2), 2, most=4)
    both = threading.Barrier(2, timeout=60)
    one, other = WaitingEngine(record.game, both), WaitingEngine(record.game, both)
    first = next(analyse_steps(record, Budget(nodes=50), engine=one, helpers=[other]))
    assert [step.index for step in first.steps] == list(range(len(first.steps)))  # however many are ready by then
    assert first.steps
