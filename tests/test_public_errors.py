"""Whatever a caller passes to a public function, the outcome is a result or a BanmenError, nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import pytest

import banmen
from banmen import BanmenError

JUNK: dict[str, Any] = {
    "None": None,
    "5": 5,
    "-1": -1,
    "10**30": 10**30,
    "True": True,
    "'x'": "x",
    "''": "",
    "nan": float("nan"),
    "object": object(),
    "[]": [],
    "[None]": [None],
    "{}": {},
    "{1: 2}": {1: 2},
    "bytes": b"x",
    "class": int,
}
GAME = banmen.game("kariuchi", pieces=1)
OTHER = banmen.game("qubism", cubes=1)
START = GAME.start()
DECISION = GAME.position("R/R 1 3")
QUIET = OTHER.start()
RECORD = banmen.Record.begin(GAME, opening=[(2, 5)]).with_throw(3).with_move("R>3")
BUDGET = banmen.Budget(nodes=2)
TOURNAMENT: Mapping[str, Any] = MappingProxyType({"game": GAME, "players": ["greedy", "random"], "games": 2, "jobs": 1})


def call_record(name: str) -> Callable[..., Any]:
    return lambda **given: getattr(RECORD, name)(**given)


def think(engine: Callable[..., Any], position: banmen.Position) -> Callable[..., Any]:
    """Return a function that creates an engine with some settings and then calls it."""

    def ask(position: Any = position, budget: Any = BUDGET, progress: Any = None, **settings: Any) -> Any:
        return engine(**settings).think(position, budget, progress)

    return ask


# The callables, and arguments with which they work.
CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "game": (
        lambda name, **options: banmen.game(name, **options),
        {"name": "kariuchi", "pieces": 1, "p": 0.5, "hit_bonus": "ring"},
    ),
    "Game.with_options": (GAME.with_options, {"pieces": 2}),
    "Game.position": (GAME.position, {"text": "R/R 1 -"}),
    "Game.start": (GAME.start, {"rng": random.Random(1)}),
    "Game.opening": (GAME.opening, {"rng": random.Random(1)}),
    "Game.opened": (GAME.opened, {"rounds": [(2, 5)]}),
    "Game.action": (GAME.action, {"index": 1}),
    "Position.find": (DECISION.find, {"move": "R>3"}),
    "Position.is_legal": (DECISION.is_legal, {"move": "R>3"}),
    "Position.play": (DECISION.play, {"move": "R>3"}),
    "Position.throw": (START.throw, {"value": 3}),
    "Position.perft": (START.perft, {"depth": 1}),
    "Position.svg": (
        DECISION.svg,
        {"last": "R>3", "targets": True, "coordinates": True, "size": 100, "theme": "dark", "lang": "en"},
    ),
    "Position.==": (lambda other: other == START, {"other": START}),
    "Board.[]": (lambda place: START.board[place], {"place": "5"}),
    "Board.in": (lambda place: place in START.board, {"place": "5"}),
    "Board.owners": (lambda place: START.board.owners(place), {"place": "5"}),
    "Board.places": (lambda player: START.board.places(player), {"player": 1}),
    "Record.begin": (banmen.Record.begin, {"game": GAME, "opening": [(2, 5)], "tags": {"Event": "x"}}),
    "Record.begin at a position": (banmen.Record.begin, {"game": GAME, "position": "R/R 1 -"}),
    "Record.with_throw": (call_record("with_throw"), {"value": 3}),
    "Record.with_move": (RECORD.with_throw(3).with_move, {"move": "R>3", "comment": "x"}),
    "Record.with_step": (call_record("with_step"), {"throw": 3, "move": "R>3", "comment": "x"}),
    "Record.with_comment": (call_record("with_comment"), {"comment": "x"}),
    "Record.with_result": (call_record("with_result"), {"result": (1,), "termination": "resigned"}),
    "Record.with_tags": (call_record("with_tags"), {"Event": "x"}),
    "Record.from_json": (banmen.Record.from_json, {"value": RECORD.to_json()}),
    "read_record": (banmen.read_record, {"text": RECORD.text}),
    "read_records": (lambda source: list(banmen.read_records(source)), {"source": RECORD.text}),
    "write_record": (banmen.write_record, {"record": RECORD}),
    "Budget": (banmen.Budget, {"nodes": 5, "seconds": 1.0}),
    "Budget.share": (BUDGET.share, {"part": 0.5}),
    "analyse": (
        banmen.analyse,
        {"subject": QUIET, "budget": BUDGET, "progress": None, "stop": None, "engine": banmen.Greedy()},
    ),
    "analyse a record": (banmen.analyse, {"subject": RECORD, "budget": BUDGET, "progress": None, "engine": banmen.Greedy()}),
    "AlphaBeta": (
        think(banmen.AlphaBeta, QUIET),
        {"position": QUIET, "budget": BUDGET, "progress": None, "memory": 1, "every": True},
    ),
    "Expectimax": (
        think(banmen.Expectimax, DECISION),
        {"position": DECISION, "budget": BUDGET, "progress": None, "memory": 2, "depth": 1},
    ),
    "Mcts": (
        think(banmen.Mcts, DECISION),
        {"position": DECISION, "budget": BUDGET, "progress": None, "seed": 1, "threads": 1, "memory": 1, "exploration": 1.0},
    ),
    "NetworkEngine": (
        think(banmen.NetworkEngine, DECISION),
        {"position": DECISION, "budget": BUDGET, "progress": None, "replies": False, "fallback": banmen.Greedy()},
    ),
    "TableEngine": (
        think(banmen.TableEngine, DECISION),
        {"position": DECISION, "budget": BUDGET, "progress": None, "fallback": banmen.Greedy(), "folder": "nowhere"},
    ),
    "RandomEngine": (
        think(banmen.RandomEngine, DECISION),
        {"position": DECISION, "budget": BUDGET, "progress": None, "seed": 1},
    ),
    "Greedy": (think(banmen.Greedy, DECISION), {"position": DECISION, "budget": BUDGET, "progress": None, "seed": 1}),
    "player": (banmen.player, {"who": "level:1", "game": GAME, "seed": 1, "sporting": False}),
    "player.choose": (banmen.player("greedy", GAME).choose, {"position": DECISION, "stop": None}),
    "play_random_games": (
        banmen.play_random_games,
        {
            "game": GAME,
            "games": 2,
            "seed": 1,
            "threads": 1,
            "position": START,
            "counting": True,
            "progress": None,
            "stop": None,
        },
    ),
    "play_tournament": (banmen.play_tournament, {**TOURNAMENT, "settings": None, "progress": None}),
    "TournamentSettings": (
        lambda **given: banmen.play_tournament(GAME, ["greedy", "random"], settings=banmen.TournamentSettings(**given)),
        {
            "games": 2,
            "seed": 1,
            "pairing": "all",
            "sprt": None,
            "opening_plies": 0,
            "jobs": 1,
            "out": None,
            "keep_moves": True,
            "any_code": True,
            "in_process": True,
        },
    ),
    "Sprt": (
        lambda **given: banmen.play_tournament(**TOURNAMENT, sprt=banmen.Sprt(**given)),
        {"elo0": 0.0, "elo1": 50.0, "alpha": 0.05, "beta": 0.05},
    ),
}
WRONG_KEYWORDS: dict[str, Callable[..., Any]] = {
    "game": lambda **wrong: banmen.game("kariuchi", **wrong),
    "Game.with_options": GAME.with_options,
    "Position.svg": START.svg,
    "play_tournament": lambda **wrong: banmen.play_tournament(**TOURNAMENT, **wrong),
}
PLACES = [(name, parameter) for name, (_, good) in CALLS.items() for parameter in good]


@pytest.fixture(autouse=True)
def folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # a file called x may be written


@pytest.mark.parametrize("name", CALLS)
def test_each_call_works(name: str) -> None:
    call, good = CALLS[name]
    call(**good)


@pytest.mark.parametrize(("name", "parameter"), PLACES)
def test_junk_is_refused_by_an_error_of_ours(name: str, parameter: str) -> None:
    call, good = CALLS[name]
    wrong = []
    for label, junk in JUNK.items():
        if parameter == "progress" and callable(junk):
            continue  # exceptions of a caller's own function are the caller's
        try:
            call(**{**good, parameter: junk})
        except BanmenError as error:
            if not error.localize("ja"):
                wrong.append(f"{label}: no Japanese: {error}")
        except Exception as error:
            wrong.append(f"{label}: {type(error).__name__}: {error}"[:150])
    assert wrong == []


@pytest.mark.parametrize("name", WRONG_KEYWORDS)
def test_a_wrong_keyword_is_refused(name: str) -> None:
    with pytest.raises(BanmenError, match="bogus"):
        WRONG_KEYWORDS[name](bogus=1)


def test_every_public_function_is_called_here() -> None:
    functions = {name for name in banmen.__all__ if not isinstance(getattr(banmen, name), type)}
    assert functions - {"names"} <= set(CALLS)
    engines = {name for name in banmen.__all__ if hasattr(getattr(banmen, name), "think")} - {"Engine"}
    assert engines <= set(CALLS)
