from __future__ import annotations

import re
from pathlib import Path

from numba.core import event

import banmen
from banmen.engine import precompile
from banmen.engine.players import player
from banmen.kernels import compile_cache
from tests.cli.calling import call, run


def test_warm_compiles_what_is_asked_for() -> None:
    found = call("warm", "kariuchi", "--json").json
    assert len(found["compiled"]) == 7
    assert all(label.startswith("kariuchi: ") for label in found["compiled"])
    assert Path(found["cache"]) == compile_cache.cache_folder()
    kernels = ("playout.tally", "perft.perft", *precompile.KERNELS.values())
    for name in kernels:
        assert precompile.is_warm(banmen.game("kariuchi"), name) == (name != precompile.KERNELS["alphabeta"]), name
    assert not precompile.is_warm(banmen.game("kariuchi"), "perft.perf")


def test_nothing_is_left_to_compile_for_playing_and_analysing() -> None:
    call("warm", "kariuchi")
    with event.install_recorder("numba:compile") as compiled:  # other tests' compilations do not matter here
        for command in (
            ["playouts", "kariuchi", "-n", "1000"],
            ["perft", "kariuchi", "start", "4"],
            ["analyse", "kariuchi", "Rx2,5,A/Rx3,12 1 3"],
            ["analyse", "kariuchi", "Rx2,5,A/Rx3,12 1 3", "--opt", "p=0.4", "--nodes", "1000"],
        ):
            assert "Compiling" not in call(*command).err, command
        for name in ("mcts:10", "expectimax:10", "network", "level:8", "strongest:0.1s"):
            player(name, banmen.game("kariuchi")).choose(banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3"))
    assert [told.data["dispatcher"] for _, told in compiled.buffer] == []


def test_warm_says_where_the_compiled_rules_are() -> None:
    answer = call("warm", "holes58")
    assert answer.lines[0].startswith("Ready: ")
    assert re.search(r"cached in .+ \(\d+ MiB\)", answer.err)


def test_warm_speaks_japanese() -> None:
    answer = call("warm", "holes58", "--lang", "ja")
    assert answer.lines[0].startswith("できました：")
    assert "に保存しました" in answer.err


def test_nothing_is_compiled_where_the_interpreter_is_asked_for() -> None:
    answer = run("warm", "qubism", BANMEN_JIT="0")
    assert answer.code == 0
    assert "nothing is compiled" in answer.err
