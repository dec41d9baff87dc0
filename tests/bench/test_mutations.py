"""The mutation tool: what it changes, which tests it runs, and how it judges their outcome."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import mutations
from bench.mutations import ENDLESS, MARK, ROOMS, ROOT, Change, Outcome

SOURCE = f"""
@cached(64)
def larger(one: int = 1, other: int | None = None) -> int | None:
    size = 5  {MARK}
    return one if one > other else other
"""


def outcome(room: str = "rules", noticed: bool = True, difference: tuple[str, ...] = ("-1", "+2")) -> Outcome:
    return Outcome(room, "games/qubism/rules.py", 3, "core/NumberReplacer", noticed, "t" if noticed else "", 1.0, [*difference])


def test_annotations_decorators_and_marked_lines_are_left_alone() -> None:
    found = mutations.find_changes("rules", SOURCE, "x.py")
    places = {(changes[0].line, change.operator) for changes in found for change in changes}
    assert {line for line, _ in places} == {3, 5}  # the default of an argument, and the comparison
    assert {name for line, name in places if line == 3} == {"core/NumberReplacer"}
    assert any(name.startswith("core/ReplaceComparisonOperator_Gt") for _, name in places)


def test_a_seed_draws_the_same_places_whatever_is_edited_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(mutations, "ROOT", tmp_path)
    monkeypatch.setitem(ROOMS, "rules", mutations.Room(("*.py",), ()))
    file = tmp_path / "src" / "banmen" / "x.py"
    file.parent.mkdir(parents=True)
    lines = [f"a{number} = {number} + {number + 1}" for number in range(30)]
    file.write_text("\n".join(lines))
    first = mutations.draw("rules", 8, 1)
    assert len({(change.line, change.operator, change.occurrence) for change in first}) == 8
    assert mutations.draw("rules", 8, 1) == first != mutations.draw("rules", 8, 2)
    assert mutations.draw("rules", 3, 1) == first[:3]
    file.write_text("\n".join(["'''Say more.'''", *lines]))
    again = mutations.draw("rules", 8, 1)
    assert [(change.line - 1, change.operator, change.occurrence) for change in again] == [
        (change.line, change.operator, change.occurrence) for change in first
    ]
    file.write_text("\n".join([*lines[: first[0].line - 1], f"{lines[first[0].line - 1]}  {MARK}", *lines[first[0].line :]]))
    assert mutations.draw("rules", 8, 1)[:2] == [change for change in first if change.line != first[0].line][:2]


@pytest.mark.parametrize("room", list(ROOMS))
def test_every_room_has_files_and_tests_that_are_there(room: str) -> None:
    paths = [path for pattern in ROOMS[room].files for path in (ROOT / "src" / "banmen").glob(pattern)]
    assert paths
    for path in paths:
        change = Change(room, path.relative_to(ROOT / "src" / "banmen").as_posix(), 1, "core/NumberReplacer", 0)
        found = mutations.list_stages(change, ROOT)
        assert found
        words = [word for stage in found for word in stage]
        assert "*" not in "".join(words)
        assert [word for word in words if word.startswith("tests") and not (ROOT / word).exists()] == []


def test_tests_named_after_a_file_come_first() -> None:
    named = mutations.list_stages(Change("search", "engine/search/alphabeta_kernels.py", 1, "x", 0), ROOT)
    folder = "tests/engine/search/interpreted"
    assert named[0] == [f"{folder}/test_alphabeta.py", f"{folder}/test_alphabeta_kernels.py"]
    rules = mutations.list_stages(Change("rules", "games/kuniumi/rules.py", 1, "x", 0), ROOT)
    assert rules[0] == ["tests/games/kuniumi/test_rules.py"]
    assert rules[-1] == ["tests/contract", "-k", "kuniumi"]
    everywhere = mutations.list_stages(Change("notation", "core/notation.py", 1, "x", 0), ROOT)
    assert "tests/games/qubism/test_notation.py" in everywhere[0]
    assert "-k" not in everywhere[-1]


@pytest.mark.parametrize(
    ("code", "output", "expected"),
    [
        (0, "5 passed", ""),
        (5, "no tests ran", ""),
        (1, "..F\nFAILED tests/x.py::test_a - assert 1 == 2\nFAILED tests/x.py::test_b", "tests/x.py::test_a"),
        (2, "ERROR tests/x.py - SyntaxError", "tests/x.py"),
        (3, "", "the tests could not be run"),
        (-24, "..", ENDLESS),
    ],
)
def test_what_pytest_says_is_understood(code: int, output: str, expected: str) -> None:
    assert mutations.read_outcome(code, output) == expected


def test_seconds_are_read() -> None:
    assert mutations.read_seconds("..\n2 passed\nseconds 4.5\n") == 4.5
    assert mutations.read_seconds("..") == 0.0


def test_a_run_of_tests_tells_which_failed_and_stops_what_is_endless(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        "def test_good(): pass\ndef test_bad(): assert 1 == 2\ndef test_endless():\n while 1: pass\n"
    )
    failed, seconds = mutations.run_tests(["test_x.py"], tmp_path, 60)
    assert failed == "test_x.py::test_bad"
    assert 0 < seconds < 60
    assert mutations.run_tests(["test_x.py", "-k", "good"], tmp_path, 60)[0] == ""
    assert mutations.run_tests(["test_x.py", "-k", "endless"], tmp_path, 2)[0] == ENDLESS


def test_results_tell_each_room_and_what_was_missed_first() -> None:
    found = mutations.summarise([outcome(), outcome(), outcome("match", noticed=False), outcome("match")], 7)
    assert (found["seed"], found["changes"], found["noticed"]) == (7, 4, 0.75)
    assert found["rooms"] == {"rules": {"changes": 2, "noticed": 2}, "match": {"changes": 2, "noticed": 1}}
    assert [one["noticed"] for one in found["outcomes"]] == [False, True, True, True]


def test_what_was_noticed_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = [Change("rules", "games/qubism/rules.py", line, "core/NumberReplacer", line) for line in (10, 20, 30)]
    shown = {10: ("-a", "+b"), 20: ("-c", "+d"), 30: ("-e", "+f")}
    monkeypatch.setattr(mutations, "show_change", lambda change: list(shown[change.line]))
    kept = tmp_path / "kept.json"
    assert mutations.read_noticed(kept, changes) == {}
    before = [outcome(difference=shown[10]), outcome(noticed=False, difference=shown[20])]
    kept.write_text(json.dumps(mutations.summarise(before, 1)))
    known = mutations.read_noticed(kept, changes)
    assert list(known) == changes[:1]
    assert known[changes[0]].line == 10


def test_what_is_known_of_other_rooms_stays(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    assert mutations.read_other_rooms(kept, ["rules"], 1) == []
    kept.write_text(json.dumps(mutations.summarise([outcome(), outcome("match", noticed=False)], 1)))
    assert mutations.read_other_rooms(kept, ["rules"], 1) == [outcome("match", noticed=False)]
    assert mutations.read_other_rooms(kept, ["rules"], 2) == []  # another sample
