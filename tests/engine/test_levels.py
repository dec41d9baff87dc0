"""The levels: their names, how they play, and what they refuse."""

import random
import threading
import time
from itertools import pairwise
from typing import Any

import pytest

import banmen
from banmen.core.i18n import languages
from banmen.engine.baselines import Greedy, rate_move
from banmen.engine.interface import Budget, EngineError, MoveValue, SearchResult
from banmen.engine.levels import LEVELS, Level, custom_level, level, levels
from banmen.engine.planning import PlannerSearch
from banmen.engine.players import player
from banmen.engine.search.proof import wins_within
from banmen.games.kuniumi.setup_planner import value_factions
from banmen.kernels.contract import DECIDE
from tests.common.loops import some
from tests.contract.variants import random_game


def decisions(name: str, seed: int = 1, **options: Any) -> list[banmen.Position]:
    """Return the positions of a random game in which there is a decision."""
    found = [position for position in random_game(banmen.game(name, **options), seed) if position.kind == DECIDE]
    return [position for position in found if len(position.legal_codes()) > 1]


@pytest.mark.parametrize("name", banmen.names())
def test_every_game_has_eight_levels_with_names_and_characters(name: str) -> None:
    found = levels(banmen.game(name))
    assert [one.number for one in found] == list(range(1, LEVELS + 1))
    for lang in languages():
        assert len({one.name[lang] for one in found}) == LEVELS
        assert len({one.character[lang] for one in found}) == LEVELS
        assert all(one.character[lang].strip().endswith("。" if lang == "ja" else ".") for one in found)
    assert all(one.seconds <= 3 for one in found)
    assert found[0].engine == "greedy"  # answers at once: it does not search


@pytest.mark.parametrize("number", [1, 3, 8])
@pytest.mark.parametrize("name", banmen.names())
def test_a_level_plays_legal_moves_and_the_same_ones_again(name: str, number: int) -> None:
    for position in some(decisions(name)[::9][:4]):
        chosen = level(position.game, number).player(seed=7, seconds=0.2 if number == LEVELS else None).choose(position)
        assert chosen in position.legal_moves()
        if number < LEVELS:
            assert level(position.game, number).player(seed=7).choose(position) == chosen


def test_levels_below_the_best_vary_with_their_seed() -> None:
    position = banmen.game("qubism").position("2B2/5/1^3/5/2W2 8 w")
    assert len({level(position.game, 2).player(seed=seed).choose(position).text for seed in range(12)}) > 1


class Mood(random.Random):
    """A random generator that returns the same number for every move."""

    def __init__(self, number: float) -> None:
        super().__init__(0)
        self.number = number

    def random(self) -> float:
        return self.number


def test_a_beginner_overlooks_a_win_half_as_often_as_another_move() -> None:
    position = banmen.game("qubism").position("4B/2W2/5/5/5 9 w")
    beginner = level(position.game, 1)
    assert 0 < beginner.overlook < 1
    values = Greedy().think(position, Budget(nodes=1)).moves
    winning = {value.move for value in values if rate_move(position, value.move.code)[0] == 1}
    assert 0 < len(winning) < len(values)

    def noticed(number: float) -> set[banmen.Move]:
        return {value.move for value in values if beginner.player()._notices(position, value, Mood(number))}

    below = 1e-9
    assert noticed(beginner.overlook / 2 - below) == set()
    assert noticed(beginner.overlook / 2) == noticed(beginner.overlook - below) == winning
    assert noticed(beginner.overlook) == {value.move for value in values}
    # Overlooked moves are not played, depending on the seed.
    chosen = {beginner.player(seed=seed).choose(position) in winning for seed in range(60)}
    assert chosen == {True, False}


class Listener:
    """An engine that records its arguments."""

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def think(self, position: banmen.Position, budget: Budget, _progress: object = None) -> SearchResult:
        self.budgets.append(budget)
        return SearchResult(position, tuple(MoveValue(move, 0.5) for move in position.legal_moves()), 1, 0.0)


@pytest.mark.parametrize("seconds", [0.5, 2, 10])
def test_a_level_thinks_as_long_as_it_is_given_whatever_its_nodes(seconds: float) -> None:
    at = level(banmen.game("qubism"), LEVELS)
    usual, longer = at.player(), at.player(seconds=seconds)
    assert usual.budget == Budget(nodes=at.nodes, seconds=0.8 * at.seconds)
    longer._engine = listener = Listener()
    longer.choose(at.game.start())
    assert listener.budgets == [Budget(seconds=seconds)]


def test_a_game_without_levels_of_its_own_has_eight_by_tree_search(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(type(banmen.game("qubism"))):  # type: ignore[misc]
        @classmethod
        def resource(cls, *_path: str) -> None:
            return None

    found = levels(Plain())
    assert [one.number for one in found] == list(range(1, LEVELS + 1))
    assert {one.engine for one in found} == {"mcts"}
    assert all(above.nodes == 4 * below.nodes for below, above in pairwise(found) if below.nodes)
    assert {lang: found[0].character[lang] for lang in languages()}["en"] == "Tries out 4 random games."
    monkeypatch.setenv("BANMEN_JIT", "0")
    position = banmen.game("qubism").position("4B/2W2/5/5/5 9 w")
    assert found[0].player(seed=1).choose(position) in position.legal_moves()


def test_a_clear_blunder_is_rarer_than_a_slight_slip() -> None:
    position = banmen.game("qubism").start()
    first, second, third = position.legal_moves()[:3]
    values = (MoveValue(first, 0.60), MoveValue(second, 0.57), MoveValue(third, 0.20))
    blurred = Level(4, {}, {}, "alphabeta", 1.0, blur=0.05, game=position.game)
    picked = []
    for seed in range(300):
        picked.append(blurred.player()._pick(position, values, random.Random(seed)))
    assert picked.count(first) > picked.count(second) > 30
    assert picked.count(third) == 0


@pytest.mark.parametrize("wrong", [0, 9, -1, "nine", "", True, 1.5, None, "1" * 50, "³", "٣", "07", " 7", "+7"])
def test_unknown_levels_are_refused(wrong: object) -> None:
    with pytest.raises(EngineError, match="1 to 8"):
        level(banmen.game("qubism"), wrong)  # type: ignore[arg-type]


def test_levels_are_asked_of_games() -> None:
    for ask in (lambda: level("qubism", 1), lambda: levels("qubism"), lambda: custom_level("qubism", "nodes=9")):  # type: ignore[arg-type]
        with pytest.raises(EngineError, match="is not a game"):
            ask()


def test_bad_times_and_positions_are_refused() -> None:
    game = banmen.game("kariuchi")
    with pytest.raises(EngineError, match="seconds"):
        level(game, 3).player(seconds=0)
    with pytest.raises(EngineError, match="thrown first"):
        level(game, 3).player().choose(game.start())
    with pytest.raises(EngineError, match="over"):
        level(game, 3).player().choose(game.position("Hx4/Rx4 1 -"))
    with pytest.raises(EngineError, match="not of qubism"):
        level(game, 3).player().choose(banmen.game("qubism").start())
    with pytest.raises(EngineError, match="1 to 8"):
        player("level:9", game)


def test_a_level_can_be_stopped_while_it_thinks() -> None:
    position = banmen.game("qubism").start()
    stop = threading.Event()
    someone = level(position.game, LEVELS).player(seconds=600)
    someone.choose(banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w"), stop)  # compiled from here on
    threading.Timer(0.1, stop.set).start()
    began = time.perf_counter()
    assert someone.choose(position, stop) in position.legal_moves()
    assert time.perf_counter() - began < 60  # it would have thought for ten minutes


def set_up_by(number: int, seed: int) -> banmen.Position:
    """Return the setup that a level makes."""
    position = banmen.game("kuniumi").start()
    player_1 = level(position.game, number).player(seed=seed)
    while len(position.legal_codes()) > 2:
        position = position.play(player_1.choose(position))
    return position


def test_casual_levels_do_not_set_up_a_forced_win_and_strong_ones_set_up_better() -> None:
    values = {}
    for number in (1, LEVELS):
        positions = [set_up_by(number, seed) for seed in range(4)]
        assert len({position.text for position in positions}) > 1
        values[number] = [
            min(1 - chance for chance in value_factions(one, PlannerSearch(Budget(nodes=40_000))).values()) for one in positions
        ]
        if number == 1:
            for position in positions:
                wins = [wins_within(position.play(side), 7, Budget(nodes=2_000_000)) for side in ("land", "sea")]
                assert not all(wins)
    assert sum(values[LEVELS]) > sum(values[1])


def test_the_best_level_takes_the_better_faction() -> None:
    for seed in range(4):
        position = set_up_by(1, seed)
        worth = value_factions(position, PlannerSearch(Budget(nodes=60_000)))
        chosen = level(position.game, LEVELS).player().choose(position).text
        assert worth[chosen] >= max(worth.values()) - 0.15
