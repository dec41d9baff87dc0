from __future__ import annotations

import pytest

import banmen
from tests.cli.calling import call, run


@pytest.mark.parametrize("game", banmen.names())
def test_playouts_add_up(game: str) -> None:
    found = call("playouts", game, "-n", "200", "--seed", "5", "--json").json
    assert found["games"] == 200
    assert sum(entry["games"] for entry in found["wins"]) + found["draws"] + found["unfinished"] == 200
    assert found["steps"]["least"] <= found["steps"]["mean"] <= found["steps"]["most"]
    assert found["branching"] >= 1
    players = {player for entry in found["wins"] for player in entry["players"]}
    assert players <= set(banmen.game(game).players)


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    def played(*more: str) -> dict[str, object]:
        found = call("playouts", "kariuchi", "-n", "300", "--json", *more).json
        del found["seconds"]
        return dict(found)

    assert played("--seed", "1") == played("--seed", "1", "--threads", "3")
    assert played("--seed", "1") != played("--seed", "2")


def test_playouts_from_a_position_with_options() -> None:
    found = call("playouts", "kariuchi", "-n", "50", "--opt", "pieces=1", "--position", "30/R 1 -", "--json").json
    assert found["wins"] == [{"players": [1], "games": 50, "share": 1.0}]
    assert found["steps"]["most"] == 1
    assert found["position"] == "30/R 1 -"


def test_the_table_names_the_players() -> None:
    text = call("playouts", "moontrek", "-n", "20", "--opt", "teams=2-2").out
    assert "Rabbit and Wolf" in text
    assert "20" in text
    assert "ウサギとオオカミ" in call("playouts", "moontrek", "-n", "20", "--opt", "teams=2-2", "--lang", "ja").out


@pytest.mark.parametrize("command", [["playouts", "qubism", "-n", "1"], ["perft", "qubism", "start", "3"]])
def test_a_cold_start_says_that_it_compiles(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.engine.precompile.is_warm", lambda game, kernel_name: False)
    assert call(*command).err == "Compiling the rules of Qubism once (a few seconds)...\n"
    assert call("perft", "qubism", "start", "2").err == ""
    assert run("playouts", "qubism", "-n", "1", BANMEN_JIT="0").err == ""
    monkeypatch.setattr("banmen.engine.precompile.is_warm", lambda game, kernel_name: True)
    assert call(*command).err == ""


def test_where_no_game_ends_there_is_no_shortest_one() -> None:
    endless = ("playouts", "kariuchi", "-n", "1", "--opt", "p=1e-300")
    told = call(*endless, "--json").json
    assert (told["unfinished"], told["steps"]["least"], told["steps"]["most"]) == (1, None, None)
    assert "Shortest" not in call(*endless).out


def test_always_beginning_is_not_counted_twice() -> None:
    assert "began" not in call("playouts", "kuniumi", "-n", "5").out
    assert "won by the starting player" in call("playouts", "kariuchi", "-n", "5").out
