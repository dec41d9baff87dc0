"""Expectimax search against a plain one without pruning, stack or table."""

import random
import threading
import time
from typing import Any

import pytest

import banmen
from banmen.engine.interface import MEBIBYTE, Budget, EngineError, SearchResult
from banmen.engine.search.expectimax import Expectimax, ExpectimaxBuffers, teams_of
from banmen.kernels.contract import CHANCE

PLENTY = Budget(nodes=50_000_000)
VARIANTS = [
    ("kariuchi", {}),
    ("kariuchi", {"hit_bonus": "any", "pieces": 3, "p": 0.3}),
    ("holes58", {}),
    ("holes58", {"collect": "one", "pieces": 4}),
    ("moontrek", {"players": 2}),
    ("moontrek", {"teams": "2-2"}),
    ("moontrek", {"teams": "3-1", "p": 0.7}),
    ("moontrek", {"players": 3}),
    ("moontrek", {"teams": "2-1-1"}),
    ("moontrek", {}),
]


def plain_chances(position: banmen.Position, depth: int) -> tuple[float, ...]:
    """Return each seat's chance by exhaustive search, each mover maximising its own chance."""
    rules = position.game.plain
    if position.over:
        won = rules.winner(position.state)
        return tuple(float(won >> seat & 1) for seat in range(len(position.game.players)))
    if depth == 0:
        return tuple(rules.chances(position.state)[: len(position.game.players)])
    if position.kind == CHANCE:
        total = [0.0] * len(position.game.players)
        for value, part in position.throws():
            for seat, chance in enumerate(plain_chances(position.throw(value), depth)):
                total[seat] += part * chance
        return tuple(total)
    seat = rules.turn(position.state)
    after = [plain_chances(position.after(code), depth - 1) for code in position.legal_codes()]
    return max(after, key=lambda chances: chances[seat])


def middle(game: banmen.Game, seed: int, plies: int | None = None) -> banmen.Position:
    """Return a position in which a move is due, some way into a random game."""
    rng = random.Random(seed)
    position = game.start()
    for _ in range(rng.randrange(60) if plies is None else plies):
        before = position
        value = rng.choice([value for value, part in position.throws() if part])
        position = position.throw(value)
        position = position.play(rng.choice(position.legal_moves()))
        if position.over:
            position = before
            break
    return position.throw(rng.randint(1, 5))


@pytest.mark.parametrize(("name", "options"), VARIANTS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_every_move_has_the_value_that_plain_search_finds(name: str, options: dict[str, Any], depth: int) -> None:
    game = banmen.game(name, **options)
    for seed in range(6 if depth < 3 else 2):
        position = middle(game, seed)
        thought = Expectimax(memory=1, depth=depth).think(position, PLENTY)
        assert thought.depth == depth or all(value.exact for value in thought.moves)
        seat = game.players.index(position.turn)
        expected = {code: plain_chances(position.after(code), depth - 1)[seat] for code in position.legal_codes()}
        assert {value.move.code: value.chance for value in thought.moves} == pytest.approx(expected, abs=1e-9)
        chances = [value.chance for value in thought.moves]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_values_of_throws_and_of_decisions_agree_with_plain_search(name: str, options: dict[str, Any]) -> None:
    game = banmen.game(name, **options)
    for seed in range(10, 13):
        decided = middle(game, seed)
        due = next(after for after in map(decided.after, decided.legal_codes()) if not after.over)
        for position in (decided, due):
            found = Expectimax(memory=1, depth=2).value(position, PLENTY)
            assert found == pytest.approx(plain_chances(position, 2), abs=1e-9)
            teams = teams_of(game)[: len(found)]
            assert sum(dict(zip(teams, found, strict=True)).values()) == pytest.approx(1)


@pytest.mark.parametrize(("name", "options"), [("kariuchi", {}), ("holes58", {}), ("moontrek", {"players": 3})])
def test_a_tiny_table_changes_nothing_but_the_work(name: str, options: dict[str, Any]) -> None:
    game = banmen.game(name, **options)
    position = middle(game, 5)
    large = ExpectimaxBuffers(game, MEBIBYTE)
    small = ExpectimaxBuffers(game, large.nbytes - large.memory[0].nbytes - large.memory[1].nbytes + 200)
    for room in (large, small):
        room.control[:] = 0, 0, 2**60
        room.age = 1
    found, again = (dict(room.look(position, 4)) for room in (large, small))
    assert found.keys() == again.keys()
    for code, chances in found.items():
        assert again[code] == pytest.approx(chances, abs=1e-9)
    assert small.nodes > large.nodes


def test_a_finished_game_has_the_value_of_its_result() -> None:
    position = banmen.game("kariuchi").position("30,Hx3/R,Hx3 2 5").play("R>5").throw(1).play("5>6")
    won = position.throw(1).play("30>H")
    assert won.over
    assert Expectimax().value(won, Budget(nodes=1)) == (1.0, 0.0)


def test_a_winning_move_is_known_for_sure() -> None:
    position = banmen.game("kariuchi").position("29,Hx3/R,Hx3 1 2")
    thought = Expectimax().think(position, Budget(nodes=1000))
    assert [(value.move.text, value.chance, value.exact) for value in thought.moves] == [("29>H", 1.0, True)]


@pytest.mark.parametrize("nodes", [1, 100, 3000])
@pytest.mark.parametrize("name", ["kariuchi", "holes58", "moontrek"])
def test_the_same_nodes_give_the_same_thought_whatever_was_thought_before(name: str, nodes: int) -> None:
    game = banmen.game(name)
    position, other = middle(game, 3, 30), middle(game, 4, 30)
    used, fresh = Expectimax(memory=1), Expectimax(memory=1)
    used.think(other, Budget(nodes=5000))
    first, second = (engine.think(position, Budget(nodes=nodes)) for engine in (used, fresh))
    assert (first.moves, first.depth, first.nodes) == (second.moves, second.depth, second.nodes)
    assert first.depth >= 1
    assert first.nodes < nodes + 200


def test_progress_tells_of_every_depth() -> None:
    told: list[SearchResult] = []
    thought = Expectimax(depth=3).think(middle(banmen.game("holes58"), 1, 20), PLENTY, told.append)
    assert [one.depth for one in told] == [1, 2, 3]
    assert told[-1].moves == thought.moves


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4}])
def test_a_search_can_be_stopped(options: dict[str, Any]) -> None:
    position = middle(banmen.game("moontrek", **options), 1, 30)
    engine = Expectimax(memory=4)
    engine.think(position, Budget(nodes=1000))  # compiled now
    budget = Budget(seconds=60)
    began = time.monotonic()
    threading.Timer(0.2, budget.stop.set).start()
    assert engine.think(position, budget).depth >= 1
    assert time.monotonic() - began < 30


def test_seconds_are_kept() -> None:
    thought = Expectimax(memory=4).think(middle(banmen.game("kariuchi"), 1, 30), Budget(seconds=0.05))
    assert thought.depth >= 2
    assert thought.nodes > 100


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ({"memory": 0}, "memory"),
        ({"memory": True}, "memory"),
        ({"depth": 0}, "depth"),
        ({"depth": 99}, "depth"),
        ({"depth": 1.5}, "depth"),
    ],
)
def test_odd_settings_are_refused(engine: dict[str, int], words: str) -> None:
    with pytest.raises(EngineError, match=words):
        Expectimax(**engine)


def test_positions_without_a_decision_are_refused() -> None:
    with pytest.raises(EngineError, match="thrown first"):
        Expectimax().think(banmen.game("kariuchi").start(), Budget(nodes=10))
    with pytest.raises(EngineError, match="games of chance; qubism"):
        Expectimax().think(banmen.game("qubism").start(), Budget(nodes=10))


def test_a_throw_too_rare_to_be_counted_is_left_out() -> None:
    game = banmen.game("kariuchi", p=1e-200)  # two flat sides have a probability too small for any number
    position = banmen.Position(game, banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3").state)
    thought = Expectimax(depth=2).think(position, PLENTY)
    expected = {code: plain_chances(position.after(code), 1)[0] for code in position.legal_codes()}
    assert {value.move.code: value.chance for value in thought.moves} == pytest.approx(expected)
