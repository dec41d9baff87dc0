"""The public interface of the library: what `dir` and `help` list, what is loaded when, and reprs."""

from __future__ import annotations

import ast
import functools
import inspect
import pydoc
import random
import subprocess
import sys
import typing
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import banmen
from banmen.core.drawing_style import ChartStyle, DrawingStyle
from banmen.presentation.svg import Style

WIDEST = 120  # characters of a repr
SLOW = ("numba", "numpy", "llvmlite", "rich", "typer", "banmen.engine", "banmen.lab", "banmen.solve", "banmen.core.record")


def test_all_public_names_are_listed_and_found() -> None:
    assert banmen.__all__ == sorted(banmen.__all__)
    assert [name for name in dir(banmen) if not name.startswith("__")] == banmen.__all__
    assert "__version__" in dir(banmen)
    assert all(getattr(banmen, name) is getattr(banmen, name) for name in banmen.__all__)


def test_what_people_look_for_is_there() -> None:
    wanted = (
        "game names Game Position Move Board Piece Opening Record Step read_record read_records write_record analyse player "
        "AlphaBeta Expectimax Mcts NetworkEngine TableEngine RandomEngine Greedy Budget SearchResult "
        "play_random_games play_tournament DrawingStyle"
    )
    assert set(wanted.split()) <= set(banmen.__all__)


def test_help_lists_every_public_name() -> None:
    told = pydoc.plain(pydoc.render_doc(banmen))
    assert [name for name in banmen.__all__ if name not in told] == []
    assert "BanmenError" in told


def test_every_public_name_is_documented() -> None:
    assert [name for name in banmen.__all__ if not inspect.getdoc(getattr(banmen, name))] == []


def test_all_errors_are_of_one_kind() -> None:
    errors = [getattr(banmen, name) for name in banmen.__all__ if name.endswith("Error")]
    assert len(errors) > 10
    assert all(issubclass(error, banmen.BanmenError) for error in errors)
    assert len({error.code for error in errors}) == len(errors)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'banmen' has no attribute 'chess'"):
        _ = banmen.chess


def test_importing_banmen_loads_nothing_slow() -> None:
    code = f"import sys, banmen; dir(banmen); print([name for name in {SLOW} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "[]\n"


def test_type_checkers_see_what_is_loaded_later() -> None:
    tree = ast.parse(Path(banmen.__file__).read_text("utf-8"))
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("banmen."):
            for name in node.names:
                imported[name.asname or name.name] = f"{node.module}:{name.name}"
    assert sorted(imported) == banmen.__all__
    later = vars(banmen)["_LATER"]
    for name, place in later.items():
        module, _, other = place.partition(":")
        assert imported[name] == f"{module}:{other or name}"


def test_drawing_styles_are_typed_as_they_are_read() -> None:
    style = typing.get_type_hints(Style)
    assert typing.get_type_hints(DrawingStyle) == style
    assert [field.name for field in fields(Style)] == list(style)
    assert typing.get_type_hints(ChartStyle).items() <= style.items()
    for drawing in (banmen.Position.svg, banmen.GameAnalysis.svg):
        assert "Unpack" in str(inspect.signature(drawing))


@functools.cache
def make_examples() -> dict[str, Any]:
    """Return objects that people see at the prompt."""
    game = banmen.game("moontrek", players=4, teams="2-2", p=0.123456789)
    small = banmen.game("kariuchi", pieces=1)
    decision = small.position("R/R 1 3")
    budget = banmen.Budget(nodes=5)
    record = banmen.Record.begin(small, position=decision).with_move("R>3").with_throw(3).with_move("R>3")
    played = banmen.play_tournament(small, ["greedy", "random"], 2, jobs=1)
    found = banmen.analyse(record, budget)
    return {
        "Record": record,
        "a long Record": banmen.Record.begin(game, opening=game.opening(random.Random(1)), tags={"Event": "x" * 300}),
        "Opening": game.opening(random.Random(5)),
        "Opening after ties": small.opened([(3, 3)] * 40 + [(2, 5)]) and banmen.Opening(((3, 3),) * 40 + ((2, 5),), decision),
        "Budget": budget,
        "SearchResult": banmen.Mcts().think(decision, budget),
        "MoveValue": banmen.Mcts().think(decision, budget).moves[0],
        "PositionAnalysis": banmen.analyse(decision, budget),
        "PositionAnalysis of throws": banmen.analyse(small.start(), budget),
        "GameAnalysis": found,
        "StepAnalysis": found.steps[0],
        "Playouts": banmen.play_random_games(small, 3),
        "Tournament": played,
        "Score": played.pairs["greedy", "random"],
        "Board": decision.board,
        "Move": decision.legal_moves()[0],
    }


def test_reprs_are_one_short_line() -> None:
    told = {name: repr(thing) for name, thing in make_examples().items()}
    assert {name: text for name, text in told.items() if len(text) > WIDEST or "\n" in text} == {}


def test_reprs_say_what_matters() -> None:
    seen = make_examples()
    assert repr(seen["Record"]) == "<Record of kariuchi: 2 steps, unfinished>"
    assert repr(seen["Record"].with_result((1,), "resigned")) == "<Record of kariuchi: 2 steps, resigned>"
    assert repr(seen["Opening after ties"]) == "<Opening of kariuchi: ... 3-3 3-3 3-3 3-3 3-3 2-5, 1 begins>"
    assert repr(seen["Budget"]) == "Budget(nodes=5, seconds=None)"
    assert repr(seen["SearchResult"]).startswith("<SearchResult of kariuchi: R>3 ")
    assert repr(seen["PositionAnalysis"]).startswith("<PositionAnalysis of kariuchi: R>3 ")
    assert repr(seen["GameAnalysis"]) == "<GameAnalysis of kariuchi: 2 of 2 steps, 100% done>"
    assert repr(seen["Tournament"]) == "<Tournament of kariuchi: 2 players, 2 games>"
