"""A game written by `banmen new-game` works everywhere, without being mentioned anywhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.calling import Answer, call, run
from tests.plugin import Plugin, new_game
from tests.server.process import Process

FIRST_MOVES = "\n1\n" * 60  # Enter throws, 1 plays the first move; neither has any effect where the other is due
GAMES = {
    "harvest": ((), "AB"),
    "orchard": (("--chance", "--players", "3"), "ABC"),
}


@pytest.fixture(scope="module", params=GAMES)
def plugin(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Plugin:
    """A game for two without chance, and one for three with sticks."""
    flags, players = GAMES[request.param]
    return new_game(request.param, tmp_path_factory.mktemp("plugins") / request.param, *flags, players=players)


def ask(plugin: Plugin, *arguments: str, lines: str = "", **environment: str) -> Answer:
    answer = run(*arguments, lines=lines, **plugin.environment(**environment))
    assert answer.code == 0, answer.err
    assert "Warning" not in answer.err
    return answer


def tool(plugin: Plugin, *command: str) -> str:
    """Run a tool of Python in the game's folder."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=plugin.folder,
        env={**os.environ, **plugin.environment(), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def types_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """mypy's cache of the library, which it reads for every game."""
    return tmp_path_factory.mktemp("types")


def test_the_code_is_clean(plugin: Plugin, types_cache: Path) -> None:
    tool(plugin, "ruff", "check", ".")
    tool(plugin, "ruff", "format", "--check", ".")
    assert "Success" in tool(plugin, "mypy", "--cache-dir", str(types_cache))


def test_its_own_tests_pass(plugin: Plugin) -> None:
    assert " passed" in tool(plugin, "pytest", "-q", "-p", "no:cacheprovider", "tests")


def test_the_command_line_knows_it(plugin: Plugin) -> None:
    games = ask(plugin, "games", "--json").json["games"]
    assert {game["game"] for game in games} == {"holes58", "kariuchi", "kuniumi", "moontrek", "qubism", plugin.name}
    assert len(ask(plugin, "legal", plugin.name, "start").lines) >= 16
    assert ask(plugin, "rules", plugin.name, "--lang", "ja").out.startswith(f"# {plugin.name.capitalize()}")
    assert ask(plugin, "perft", plugin.name, "start", "2").out.strip().isdigit()
    shown = [line.split() for line in ask(plugin, "show", plugin.name).lines]
    assert shown[:8:2] == [[str(row), *"∙∙∙∙"] for row in (4, 3, 2, 1)]
    assert list("abcd") in shown
    assert ask(plugin, "show", plugin.name, "-o", "-").out.count('data-place="') == 16


def test_it_is_played_to_its_end_in_the_terminal(plugin: Plugin, tmp_path: Path) -> None:
    file = tmp_path / "game.banmen"
    told = ask(plugin, "play", plugin.name, "--seed", "3", "--save", str(file), lines="rules\nboard\n" + FIRST_MOVES)
    assert "won!" in told.out
    assert "the computer, level 3. " in told.out
    assert all(line == line.rstrip() for line in told.lines if line.strip()[:1].isdigit()), "moves are listed without blanks"
    assert "won!" in ask(plugin, "replay", str(file)).out, "a record leads to the same end"
    assert ask(plugin, "replay", str(file), "--json").json


def test_it_is_analysed(plugin: Plugin) -> None:
    found = ask(plugin, "analyse", plugin.name, "start", "--nodes", "60", "--json").json
    chances = [chance for chance in _chances(found) if chance is not None]
    assert chances
    assert all(0 <= chance <= 1 for chance in chances)


def _chances(found: Any) -> list[float | None]:
    if isinstance(found, dict):
        own = [found["chance"]] if "chance" in found else []
        return own + [chance for value in found.values() for chance in _chances(value)]
    return [chance for value in found for chance in _chances(value)] if isinstance(found, list) else []


def test_two_engines_meet(plugin: Plugin, tmp_path: Path) -> None:
    records = tmp_path / "records.banmen"
    settings = ("-n", "6", "--jobs", "1", "--records", str(records), "--json")
    result = ask(plugin, "tournament", plugin.name, "mcts:20", "level:2", *settings).json
    assert result
    assert records.read_text("utf-8").count(f'[Game "{plugin.name}"]') == 6


COMPILE = """
import sys
from banmen.engine import precompile
for label, task in precompile.list_tasks(sys.argv[1:]):
    task()
    print(label)
"""


def see_all_that_is_compiled(plugin: Plugin) -> list[str]:
    """Do in the interpreter what `banmen warm` and a server do in advance, and return it."""
    done = subprocess.run(
        [sys.executable, "-c", COMPILE, plugin.name],
        env={**os.environ, **plugin.environment(BANMEN_JIT="0")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_it_can_be_compiled_beforehand(plugin: Plugin) -> None:
    label = "expectimax search for 3" if len(plugin.players) == 3 else "alpha-beta search"
    assert f"{plugin.name}: {label}" in see_all_that_is_compiled(plugin)


def test_random_games_are_the_same_compiled_and_interpreted(plugin: Plugin) -> None:
    def playouts(jit: str) -> dict[str, Any]:
        found: dict[str, Any] = ask(plugin, "playouts", plugin.name, "-n", "50", "--json", BANMEN_JIT=jit).json
        return {key: value for key, value in found.items() if "second" not in key}

    assert playouts("1") == playouts("0")


def test_it_is_played_to_its_end_over_http(plugin: Plugin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in plugin.environment().items():
        monkeypatch.setenv(name, value)
    server = Process(tmp_path / "data")
    try:
        with server.client() as client:
            _see_every_page(client, plugin)
            view = _play(client, plugin)
            assert view["result"]["words"]
            assert set(view["result"]["winners"]) < set(plugin.players)
            replay = client.get(f"/api/matches/{view['id']}/replay").json()
            assert replay["total"] == view["steps"] + 1
            again = client.post("/api/replay", json={"record": replay["record"]})
            assert [frame["position"] for frame in again.json()["frames"]] == [frame["position"] for frame in replay["frames"]]
    finally:
        assert "Traceback" not in server.close()


def _see_every_page(client: httpx.Client, plugin: Plugin) -> None:
    name = plugin.name
    assert f".game-{name} {{ --accent:" in client.get("/looks.css").text
    pages = ("/", f"/new/{name}", f"/rules/{name}", f"/learn/{name}", f"/board/{name}", f"/pictures/{name}.svg")
    for page in pages:
        for lang in ("en", "ja"):
            answer = client.get(page, params={"lang": lang})
            assert answer.status_code == 200, page
            assert name.capitalize() in answer.text
    assert client.get(f"/api/games/{name}/lessons").json() == {"lessons": []}


def _play(client: httpx.Client, plugin: Plugin) -> dict[str, Any]:
    """Play a match against level 1, making every possible query on the way."""
    seats = {player: "human" if player == "A" else "level:1" for player in plugin.players}
    answer = client.post("/api/matches", json={"game": plugin.name, "seats": seats})
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    asked = False
    for _ in range(2000):
        if view["result"]:
            return view
        if view["yours"]:
            if view["moves"] and not asked:
                _ask_for_help(client, plugin, view)
                asked = True
            act = {"type": "throw"} if view["waits_for"] == "throw" else {"type": "move", "move": view["moves"][0]["move"]}
            body = {**act, "seq": view["seq"], "client_id": str(uuid.uuid4())}
            done = client.post(f"/api/matches/{view['id']}/actions", json=body)
            assert done.status_code == 200, done.text
        view = client.get(f"/api/matches/{view['id']}").json()
    raise AssertionError("the game did not end")


def _ask_for_help(client: httpx.Client, plugin: Plugin, view: dict[str, Any]) -> None:
    """Ask for reasons, dangers and a piece moved by hand; a game without such parts still gives an answer."""
    position = {"game": plugin.name, "position": view["position"], "options": {}}
    target = view["moves"][0]["to"]
    reason = client.post("/api/positions/why", json={**position, "to": target})
    assert reason.status_code == 200, reason.text
    assert target in reason.json()["words"]
    refused = client.post("/api/positions/why", json={**position, "to": "z9"})
    assert "z9" in refused.json()["words"]
    assert client.get(f"/api/matches/{view['id']}/threats").json()["places"] == []
    assert client.get(f"/api/matches/{view['id']}/hint").json()["move"]["move"] in [move["move"] for move in view["moves"]]
    shifted = client.post("/api/positions/shift", json={**position, "piece": "A", "from": "a1", "to": "b2"})
    assert (shifted.status_code, shifted.json()["error"]["code"]) == (422, "no_board_editor")


def test_three_can_play_without_chance(tmp_path: Path) -> None:
    made = new_game("vineyard", tmp_path / "vineyard", "--players", "3", players="ABC")
    assert " passed" in tool(made, "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert _chances(ask(made, "analyse", made.name, "start", "--nodes", "40", "--json").json)
    refused = run("tournament", made.name, "alphabeta:50", "random", "-n", "6", "--jobs", "1", **made.environment())
    assert refused.code == 2
    assert "two-sided" in refused.err
    assert see_all_that_is_compiled(made)[-1] == "vineyard: tree search"


def test_a_game_without_any_data_files_goes_through_the_same_doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = new_game("meadow", tmp_path / "meadow")
    shutil.rmtree(bare.package / "about")
    kept = str(tmp_path / "kept.banmen")
    told = ask(bare, "play", bare.name, "--seed", "3", "--save", kept, lines="rules\n" + FIRST_MOVES).out
    assert "the rules of meadow are not available in 'en' yet" in told
    assert "Player A won!" in told or "Player B won!" in told
    refused = run("rules", bare.name, **bare.environment())
    assert (refused.code, refused.out) == (2, "")
    for name, value in bare.environment().items():
        monkeypatch.setenv(name, value)
    server = Process(tmp_path / "data")
    try:
        with server.client() as client:
            assert '<a href="/new/meadow">meadow</a>' in client.get("/").text
            for page in ("/new/meadow", "/learn/meadow", "/board/meadow", "/pictures/meadow.svg"):
                assert client.get(page).status_code == 200, page
            rules = client.get("/rules/meadow")
            assert rules.status_code == 200
            assert "the rules of meadow are not available" in rules.text
            missing = client.get("/api/games/meadow/rules")
            assert (missing.status_code, missing.json()["error"]["code"]) == (404, "no_rules")
            levels = next(game for game in client.get("/api/games").json() if game["name"] == "meadow")["levels"]
            assert [(level["number"], level["name"]) for level in levels] == [(number, "") for number in range(1, 9)]
            assert _play(client, bare)["result"]
    finally:
        assert "Traceback" not in server.close()


@pytest.mark.parametrize("name", ["game", "player", "a" * 40, "x_1"])
def test_names_that_are_hard_to_live_with(name: str, tmp_path: Path) -> None:
    made = new_game(name, tmp_path / "game", "--chance", "--players", "3")
    tool(made, "ruff", "check", ".")
    tool(made, "ruff", "format", "--check", ".")
    assert ask(made, "show", name).lines[0].split() == ["4", *"∙∙∙∙"]


@pytest.mark.parametrize("name", ["Harvest", "9lives", "two words", "../up", "kariuchi", "", "a" * 60])
def test_a_name_that_no_game_can_have_is_refused(name: str, tmp_path: Path) -> None:
    answer = call("new-game", name, "--folder", str(tmp_path / "game"))
    assert answer.code == 2
    assert not (tmp_path / "game").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    answer = call("new-game", "harvest", "--folder", str(tmp_path))
    assert answer.code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
