from __future__ import annotations

from pathlib import Path

from banmen.kernels import compile_cache
from tests.cli.calling import call, run


def test_warm_compiles_what_is_asked_for() -> None:
    found = call("warm", "kariuchi", "--json").json
    assert len(found["compiled"]) == 6
    assert all(label.startswith("kariuchi: ") for label in found["compiled"])
    assert Path(found["cache"]) == compile_cache.cache_folder()
    compiled = {path.name for path in Path(found["cache"]).rglob("*.nbi")}
    for name in ("tally_kariuchi", "perft_kariuchi", "grow_kariuchi", "look_kariuchi"):
        assert any(f".{name}-" in file for file in compiled), name


def test_warm_says_where_the_compiled_rules_are() -> None:
    answer = call("warm", "holes58")
    assert answer.lines[0].startswith("Ready: ")
    assert "kept in" in answer.err


def test_warm_speaks_japanese() -> None:
    answer = call("warm", "holes58", "--lang", "ja")
    assert answer.lines[0].startswith("できました：")
    assert "に保存しました" in answer.err


def test_nothing_is_compiled_where_the_interpreter_is_asked_for() -> None:
    answer = run("warm", "qubism", BANMEN_JIT="0")
    assert answer.code == 0
    assert "nothing is compiled" in answer.err
