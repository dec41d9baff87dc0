"""Random games in bulk through the library: the same on any number of threads, and invalid numbers refused."""

from __future__ import annotations

import dataclasses
import threading
from typing import Any

import pytest

import banmen
from banmen.engine import playouts
from banmen.kernels.playout import CHOICES, STEPS


def leave_out_seconds(summary: playouts.Playouts) -> dict[str, Any]:
    """Return all of a summary except the time it took."""
    return {**dataclasses.asdict(summary), "seconds": None}


@pytest.mark.parametrize("name", banmen.names())
def test_threads_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "CHUNK", 7)  # many parts that are put together
    game = banmen.game(name)
    assert leave_out_seconds(playouts.play(game, 60, seed=4)) == leave_out_seconds(playouts.play(game, 60, seed=4, threads=3))


def test_the_parts_of_a_run_add_up_to_the_whole() -> None:
    game = banmen.game("kariuchi")
    parts = [playouts.tally(game, first, 25, seed=9, counting=True) for first in (0, 25)]
    steps = sum(part[STEPS] for part in parts)
    whole = playouts.play(game, 50, seed=9)
    assert whole.mean_steps == steps / 50
    assert sum(whole.wins.values()) == 50


def test_leaving_the_count_of_choices_out_changes_nothing_else() -> None:
    game = banmen.game("qubism")
    with_choices, without = playouts.play(game, 40, seed=2), playouts.play(game, 40, seed=2, counting=False)
    assert with_choices.branching is not None
    assert {**leave_out_seconds(with_choices), "branching": None, "branching_games": 0} == leave_out_seconds(without)


def test_choices_are_counted_in_a_share_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are the same; the branching factor is that of the first ones."""
    monkeypatch.setattr(playouts, "LEAST_COUNTED", 10)
    monkeypatch.setattr(playouts, "COUNTED_SHARE", 4)
    monkeypatch.setattr(playouts, "CHUNK", 7)
    game = banmen.game("kariuchi")
    for games, counted in ((6, 6), (30, 10), (60, 15)):
        some, none = playouts.play(game, games, seed=3), playouts.play(game, games, seed=3, counting=False)
        assert some.branching_games == counted
        sums = playouts.tally(game, 0, counted, seed=3, counting=True)
        assert some.branching == sums[CHOICES] / sums[STEPS]
        assert {**leave_out_seconds(some), "branching": None, "branching_games": 0} == leave_out_seconds(none)
    assert none.branching is None


def test_random_play_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "CHUNK", 20)
    stop = threading.Event()
    heard: list[int] = []

    def progress(games: int) -> None:
        heard.append(games)
        if games >= 40:
            stop.set()

    found = playouts.play(banmen.game("holes58"), 10_000, progress=progress, stop=stop)
    assert found.games == heard[-1] == 40
    assert sum(found.wins.values()) == 40


def test_progress_is_told_up_to_the_last_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "CHUNK", 20)
    heard: list[int] = []
    playouts.play(banmen.game("holes58"), 170, threads=2, progress=heard.append)
    assert heard == [20, 40, 60, 80, 100, 120, 140, 160, 170]


def test_games_from_a_position_are_games_of_its_own_kind() -> None:
    position = banmen.game("moontrek").position("A:A 0,4 3,0 A|B A 5")
    summary = playouts.play(banmen.game("moontrek"), 20, position=position)
    assert set(summary.wins) <= {("A",), ("B",)}


@pytest.mark.parametrize(
    "bad", [{"games": 0}, {"games": 2.0}, {"games": True}, {"seed": -1}, {"threads": 0}, {"threads": 10**6}]
)
def test_bad_numbers_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError, match="must be a whole number"):
        playouts.play(banmen.game("kariuchi"), **{"games": 1, **bad})


def test_a_finished_game_cannot_be_played_on() -> None:
    over = banmen.game("kariuchi").position("Hx4/Rx4 1 -")
    with pytest.raises(banmen.OptionError, match="over"):
        playouts.play(over.game, 1, position=over)


def test_playing_on_from_a_position_remembers_what_happened_before() -> None:
    position = banmen.game("qubism", cubes=1).start()
    for move in ["b1", "b5", "c1", "c5", "b1", "b5", "c1"]:
        position = position.play(move)
    anew = position.game.position(position.text)
    assert position.play("c5").winner == ()  # the third time
    assert playouts.play(position.game, 2000, position=position).least_steps == 1
    assert playouts.play(position.game, 2000, position=anew).least_steps > 1


@pytest.mark.parametrize("p", [1e-12, 0.9999999999999999])
def test_sticks_so_odd_that_games_do_not_end_leave_them_unfinished(p: float) -> None:
    game = banmen.game("holes58", p=p)
    assert playouts.play(game, 2).unfinished == 2
    start = playouts.play(game, 1, position=game.start())
    assert start.unfinished + sum(start.wins.values()) == 1


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(banmen.OptionError, match="a position of holes58"):
        playouts.play(banmen.game("kariuchi"), 10, position=banmen.game("holes58").start())
