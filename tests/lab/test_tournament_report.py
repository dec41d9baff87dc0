from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

import banmen
from banmen.core.errors import OptionError
from banmen.lab.elo import Sprt
from banmen.lab.rating_chart import draw_ratings
from banmen.lab.tournament import TournamentError, play
from banmen.lab.tournament_records import make_records
from banmen.lab.tournament_report import sum_thinking, tournament_to_json

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("kariuchi", {}),
        ("holes58", {}),
        ("moontrek", {"teams": "2-2", "pieces": 1}),
        ("kuniumi", {}),
        ("kuniumi", {"setup": "random"}),
        ("qubism", {}),
    ],
)
def test_games_become_sound_records(name: str, options: dict[str, Any]) -> None:
    found = play(banmen.game(name, **options), ["greedy", "random"], 4, seed=1, jobs=1, keep_moves=True)
    written = list(make_records(found))
    read = list(banmen.read_records("\n".join(banmen.write_record(record) for record in written)))
    assert read == written
    games = [game for block in found.pairs["greedy", "random"].blocks for game in block["games"]]
    assert [len(record.steps) for record in read] == [game["moves"] for game in games]
    for record, game in zip(read, games, strict=True):
        players = [value for tag, value in record.tags.items() if tag != "Round"]
        assert players == [("greedy", "random")["ab".index(who)] for who in game["seats"]]
        won = {players[record.game.players.index(winner)] for winner in record.result or ()}
        assert won == ({"greedy"} if game["points"] == 1 else {"random"} if game["points"] == 0 else set())


def test_moves_that_were_not_kept_cannot_be_written() -> None:
    found = play(banmen.game("kariuchi", pieces=1), ["greedy", "random"], 2, jobs=1)
    with pytest.raises(TournamentError, match="did not keep its moves"):
        list(make_records(found))


def test_results_for_programs() -> None:
    found = play(banmen.game("qubism"), ["greedy", "random"], 8, jobs=1, sprt=Sprt(0, 100))
    told = json.loads(json.dumps(tournament_to_json(found), allow_nan=False))
    [pair] = told["pairs"]
    assert pair["players"] == ["greedy", "random"]
    assert pair["games"] == pair["wins"] + pair["draws"] + pair["losses"]
    assert pair["elo"] is None  # the random player has lost everything
    assert pair["elo_low"] > 0
    assert (told["game"], told["options"]["cubes"], told["opening_plies"]) == ("qubism", 9, 4)
    assert told["sprt"]["elo1"] == 100
    assert {rating["player"] for rating in told["ratings"]} == {"greedy", "random"}
    assert sum_thinking(found, "random") == found.pairs["greedy", "random"].thinking[1]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_the_chart_shows_every_player_and_every_pair(lang: str, theme: str) -> None:
    found = play(banmen.game("kariuchi", pieces=1), ["greedy", "random", "mcts:2"], 6, jobs=1)
    root = ElementTree.fromstring(draw_ratings(found, "random", lang=lang, theme=theme))
    rows = [row.get("data-row") for row in root.iter(f"{SPACE}g") if row.get("data-row")]
    assert {"greedy", "random", "mcts:2"} == set(rows[:3])
    assert rows[3:] == ["greedy - random", "greedy - mcts:2", "random - mcts:2"]
    assert (root.findtext(SPACE + "desc") or "").count("\n") == 5
    height = float(root.get("viewBox", "").split()[3])
    assert all(0 < float(text.get("y", "0")) < height for text in root.iter(f"{SPACE}text"))
    assert {float(line.get("x1", "nan")) > 0 for line in root.iter(f"{SPACE}line")} == {True}


def test_a_chart_takes_no_other_options() -> None:
    found = play(banmen.game("kariuchi", pieces=1), ["greedy", "random"], 2, jobs=1)
    with pytest.raises(OptionError, match="charts have no option 'last'"):
        draw_ratings(found, last="x")
    with pytest.raises(OptionError, match="theme"):
        draw_ratings(found, theme="pink")
