"""A match needs no threads, event loop, database or compiled code: it runs where none of them is available."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import banmen
from tests.common.loops import some

MATCH = Path(banmen.__file__).parent / "match"
PROGRAM = '''
import builtins, sys, _thread

GONE = {"numba", "numpy", "llvmlite", "asyncio", "sqlite3", "sqlalchemy", "concurrent", "multiprocessing", "fastapi", "rich"}
OUR_OWN_MAY_NOT = GONE | {"threading", "_thread", "queue", "socket", "subprocess"}


class Absent:
    """Makes some modules impossible to import."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in GONE:
            raise ImportError(f"{name} is not to be had here")


def guarded(name, globals=None, *rest, **more):
    # The standard library reads files of packages by way of `zipfile`, which imports `threading` and starts no thread.
    if str((globals or {}).get("__name__", "")).startswith("banmen.") and name.partition(".")[0] in OUR_OWN_MAY_NOT:
        raise ImportError(f"{globals['__name__']} imports {name}")
    return importing(name, globals, *rest, **more)


def start_nothing(*_):
    raise RuntimeError("there are no threads here")


assert not GONE & {name.partition(".")[0] for name in sys.modules}, "loaded before anything could be kept away"
sys.meta_path.insert(0, Absent())
importing, builtins.__import__ = builtins.__import__, guarded
_thread.start_new_thread = start_nothing

import importlib, pkgutil, random
import banmen.match
for module in pkgutil.iter_modules(banmen.match.__path__):
    importlib.import_module(f"banmen.match.{module.name}")

from banmen.core import registry
from banmen.match.actions import Intent, plan_action, plan_move, plan_throw
from banmen.match.readers import Reader
from banmen.match.dice import CommittedDice, SeededDice
from banmen.match.match_start import list_record_events, make_first_event
from banmen.match.match_state import Match
from banmen.match.match_views import events_view, match_short, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.replay_views import replay_view
from banmen.match.seats import assign_seats


class Anybody:
    def find_problem(self, player, who, game):
        return None

    def name_player(self, who, game, lang):
        return who


rng, players = random.Random(7), Anybody()
for name in registry.names():
    for dice in (CommittedDice("ab" * 32), SeededDice(7)):
        game = registry.game(name)
        match = Match(dice, [make_first_event(game, assign_seats(game, {}, players), dice)], "m")
        for _ in range(2000):
            if match.over:
                break
            waits = match.position.throws()
            match.add_planned(plan_throw(match) if waits else plan_move(match, rng.choice(match.position.legal_moves()).text))
        if not match.over:
            match.add_planned(plan_action(match, Intent("resign")))
        assert match.over, name
        view = match_view(match, players, Reader("en"), PictureFormat(), False)
        assert view["result"] and view["svg"] and match_short(match, players, Reader("ja"))["status"]
        assert len(events_view(match, match.events, Reader("ja"))) == min(500, len(match.events))
        assert replay_view(match.record, "en", None, range(20))["frames"]
        seats = {player: seat.who for player, seat in match.seats.items()}
        assert Match(dice, list_record_events(match.record, seats)).record.steps == match.record.steps
        match.add_planned(plan_action(match, Intent("undo")))
        assert not match.over

ours = [name for name in sys.modules if name.startswith("banmen.")]
assert not [name for name in ours if name.startswith(("banmen.engine", "banmen.solve", "banmen.server", "banmen.terminal"))]
assert not [name for name in ours if {"threading", "_thread", "numba", "numpy"} & set(vars(sys.modules[name]))]
print("played", *registry.names())
'''


def test_whole_matches_are_played_without_threads_numba_asyncio_and_sql() -> None:
    environment = {**os.environ, "BANMEN_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["played", *banmen.names()]


def test_a_match_stands_on_games_alone() -> None:
    allowed = {"core", "kernels", "presentation", "match"}
    for path in some(MATCH.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [f"{node.module}"] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            rooms = {name.split(".")[1] for name in names if name.startswith("banmen.")}
            assert rooms <= allowed, f"{path.name} imports {rooms - allowed}"
