from __future__ import annotations

from itertools import chain, pairwise, zip_longest
from typing import Any, ClassVar

import pytest

import banmen
from banmen.core.game import Game, Position
from banmen.core.move import Move
from banmen.engine.baselines import RandomEngine
from banmen.engine.interface import EngineError
from banmen.lab import fair_blocks
from banmen.lab.fair_blocks import (
    Conditions,
    OpeningError,
    check_players,
    choose_default_plies,
    count_points,
    draw_start,
    list_seatings,
    play_block,
    warm_up,
)

DICE: list[tuple[str, dict[str, Any]]] = [
    ("kariuchi", {}),
    ("holes58", {}),
    ("moontrek", {"pieces": 2}),
    ("moontrek", {"players": 3, "pieces": 2}),
    ("moontrek", {"teams": "2-2", "pieces": 2}),
    ("moontrek", {"teams": "2-1-1", "pieces": 2}),
    ("moontrek", {"teams": "3-1", "pieces": 2}),
]
NO_DICE: list[tuple[str, dict[str, Any]]] = [
    ("kuniumi", {}),
    ("kuniumi", {"setup": "random"}),
    ("kuniumi", {"lines": "through"}),
    ("qubism", {}),
    ("qubism", {"cubes": 2}),
]


def terms(name: str, options: dict[str, Any], seed: int = 1) -> Conditions:
    game = banmen.game(name, **options)
    return Conditions(game, seed, choose_default_plies(game), keep_moves=True)


def thrown_by_seat(game: Game, kept: dict[str, Any]) -> list[list[int]]:
    """Replay a recorded game and return the throws of each seat."""
    position = game.opened(kept["opening"])
    found: list[list[int]] = [[] for _ in game.players]
    for value, code in kept["steps"]:
        if value:
            found[game.rules.turn(position.state)].append(value)
            position = position.throw(value)
        position = position.after(code)
    return found


@pytest.mark.parametrize(("name", "options"), [*DICE, *NO_DICE])
def test_every_contestant_has_every_seat_equally_often(name: str, options: dict[str, Any]) -> None:
    game = banmen.game(name, **options)
    found = list_seatings(game)
    assert all({0, 1} == set(seating) for seating in found)
    assert len(set(found)) == len(found)
    for seat in range(len(game.players)):
        assert sum(seating[seat] for seating in found) * 2 == len(found)
    for team in game.teams:
        assert all(len({seating[game.players.index(player)] for player in team}) == 1 for seating in found)
    assert all(a != b for first, second in list(pairwise(found))[::2] for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(("name", "options"), DICE)
def test_seats_keep_their_throws_when_the_contestants_change_places(name: str, options: dict[str, Any]) -> None:
    found = terms(name, options)
    games = play_block(found, ["greedy", "random"], 3)
    assert len(games) == len(list_seatings(found.game))
    assert all(game["opening"] == games[0]["opening"] for game in games)
    thrown = [thrown_by_seat(found.game, game) for game in games]
    assert len({str(game["steps"]) for game in games}) > 1
    for seat in range(len(found.game.players)):
        for others in zip_longest(*(throws[seat] for throws in thrown)):
            assert len({value for value in others if value is not None}) == 1


def test_seats_do_not_share_their_throws_and_throws_come_as_often_as_they_should() -> None:
    found = terms("kariuchi", {})
    counts = dict.fromkeys(range(1, 6), 0)
    for block in range(40):
        thrown = thrown_by_seat(found.game, play_block(found, ["random", "greedy"], block)[0])
        assert thrown[0][:20] != thrown[1][:20]
        for value in chain(*thrown):
            counts[value] += 1
    total = sum(counts.values())
    for value, chance in found.game.start().throws():
        assert counts[value] / total == pytest.approx(chance, abs=0.03)


@pytest.mark.parametrize(("name", "options"), NO_DICE)
def test_openings_are_different_undecided_and_shared_by_a_block(name: str, options: dict[str, Any]) -> None:
    found = terms(name, options)
    starts = [draw_start(found, block) for block in range(8)]
    assert len({start.position for start in starts}) > 4
    for start in starts:
        assert not start.position.over
        seat = found.game.rules.turn(start.position.state)
        for move in start.position.legal_moves():
            after = start.position.play(move)
            assert not (after.over and found.game.rules.winner(after.state) >> seat & 1)
    first, second = play_block(found, ["greedy", "random"], 2)
    plies = found.opening_plies
    assert first["start"] == second["start"]
    assert first["steps"][:plies] == second["steps"][:plies]
    assert (first["seats"], second["seats"]) == ("ab", "ba")
    assert starts[2].position == draw_start(found, 2).position


def test_kuniumi_begins_after_a_setup_by_lot_unless_the_players_are_to_do_it() -> None:
    for options in ({}, {"setup": "random"}):
        start = draw_start(terms("kuniumi", options), 0)
        assert start.position.turn == 1
        assert start.position.text.split()[1] in "ls"
    free = draw_start(Conditions(banmen.game("kuniumi")), 0)
    assert free.position.text == "6/6/6/6/6/6 setup -"


def without_times(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in game.items() if key not in ("times", "cpu")} for game in games]


@pytest.mark.parametrize("name", banmen.names())
def test_a_block_depends_on_seed_and_number_alone(name: str) -> None:
    names = ["random", {"kariuchi": "mcts:10", "qubism": "alphabeta:50"}.get(name, "greedy")]
    again = [without_times(play_block(terms(name, {}), names, block)) for block in (5, 6, 5)]
    assert again[0] == again[2] != again[1]
    assert without_times(play_block(terms(name, {}, seed=2), names, 5)) != again[0]


def test_points_go_to_the_contestant_of_the_winners() -> None:
    won = banmen.game("moontrek", teams="2-2", pieces=1).position("- 0,1,0,1 1,0,1,0 AC|BD A -")
    assert won.winner == ("A", "C")
    assert (count_points(won, (0, 1, 0, 1)), count_points(won, (1, 0, 1, 0))) == (1, 0)
    assert count_points(banmen.game("kariuchi").start(), (0, 1)) == 0.5


class RecordingPlayer:
    """A player that plays anything and records its arguments."""

    positions: ClassVar[list[Position]] = []

    def __init__(self, seed: int) -> None:
        self.engine = RandomEngine(seed=seed)

    def choose(self, position: Position, stop: object = None) -> Move:
        RecordingPlayer.positions.append(position)
        return self.engine.think(position).best


def test_nobody_is_asked_about_an_only_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_blocks, "player", lambda name, game, seed: RecordingPlayer(seed))
    monkeypatch.setattr(RecordingPlayer, "positions", [])
    [first, second] = play_block(terms("holes58", {}), ["x", "y"], 0)
    assert len(RecordingPlayer.positions) == sum(count for game in (first, second) for count, *_ in game["times"])
    assert len(RecordingPlayer.positions) < first["moves"] + second["moves"]
    assert min(len(position.legal_codes()) for position in RecordingPlayer.positions) == 2


@pytest.mark.parametrize(("name", "options"), [*DICE, *NO_DICE, ("kariuchi", {"pieces": 1})])
def test_players_warm_up_on_a_real_choice(name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_blocks, "player", lambda name, game, seed: RecordingPlayer(seed))
    monkeypatch.setattr(RecordingPlayer, "positions", [])
    warm_up(terms(name, options), ["x", "y"])
    assert len(RecordingPlayer.positions) == 2
    assert min(len(position.legal_codes()) for position in RecordingPlayer.positions) >= 2


def test_a_game_without_end_is_broken_off_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_blocks, "MOST_STEPS", 5)
    for game in play_block(terms("kariuchi", {}), ["random", "greedy"], 0):
        assert (game["points"], game["moves"], game["unfinished"]) == (0.5, 5, True)


def test_openings_that_decide_everything_are_refused() -> None:
    with pytest.raises(OpeningError, match="use fewer plies"):
        draw_start(Conditions(banmen.game("kuniumi", setup="random"), opening_plies=60), 0)


def test_players_who_cannot_play_are_refused() -> None:
    with pytest.raises(EngineError, match="unknown player 'nobody'"):
        check_players(banmen.game("qubism"), ["greedy", "nobody"])
    with pytest.raises(EngineError, match="without chance"):
        check_players(banmen.game("kariuchi"), ["greedy", "alphabeta:10"])
