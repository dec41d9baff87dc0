from __future__ import annotations

from pathlib import Path

from tests.cli.calling import call, run


def test_warm_compiles_what_is_asked_for(tmp_path: Path) -> None:
    found = run("warm", "kariuchi", "--json", BANMEN_CACHE=str(tmp_path)).json
    assert found["compiled"]
    assert all(label.startswith("kariuchi") for label in found["compiled"])
    assert Path(found["cache"]).is_relative_to(tmp_path)
    compiled = {path.name for path in Path(found["cache"]).rglob("*.nbi")}
    assert any("tally_kariuchi" in name for name in compiled)
    assert not any("moontrek" in name for name in compiled)


def test_warm_says_where_the_compiled_rules_are() -> None:
    answer = call("warm", "holes58")
    assert answer.lines[0].startswith("Ready: ")
    assert "kept in" in answer.err


def test_nothing_is_compiled_where_the_interpreter_is_asked_for() -> None:
    answer = run("warm", "qubism", BANMEN_JIT="0")
    assert answer.code == 0
    assert "nothing is compiled" in answer.err
