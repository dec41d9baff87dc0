"""Mutation testing: change the source on purpose, one place at a time, and check whether a test fails.

    python -m bench.mutations                          # `make mutations`: a seeded sample from every room, about half an hour
    python -m bench.mutations --room rules --sample 20 --seed 7
    python -m bench.mutations --again                  # after adding tests: only the mutants that survived last time
    python -m bench.mutations --list                   # the number of possible mutations in each room

The mutations are those of Cosmic Ray (another operator, comparison, number or constant; an inverted condition; a skipped loop).
Each is made in a copy of the repository, in which tests run interpreted (BANMEN_JIT=0) until the first failure: those named
after the file, then those of its room, all of which must pass without mutations. Exempt are annotations, which are never
evaluated, decorators, and lines that end in `# mutation: equivalent`, where a change cannot make a result wrong (the size of a
cache, say). The places that a seed draws depend only on the line, so editing others leaves the sample unchanged.

The outcome is saved in bench/results/mutations.json, with the diff of every mutation, together with the results of other rooms
from the same seed. Exit code 1 if fewer than nine of ten were caught.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from queue import Queue
from typing import Any

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "mutations.json"
WANTED = 0.9
MARK = "# mutation: equivalent"
SKIPPED = ("core/RemoveDecorator", "core/VariableInserter", "core/VariableReplacer")  # they need arguments, or break the file
COPIED = ("src", "tests", "bench", "docs", "tuning", "Makefile", "constraints.txt", "pyproject.toml", "*.md")
ENDLESS = "the tests did not come to an end"
SECONDS = 1800.0  # of waiting; what is endless is stopped sooner, by the time it keeps a processor busy
MEMORY = 6 << 30  # bytes of memory for a run of the tests, since a mutation may allocate a table of any size
RUNNER = """
import resource, sys, time
import pytest
seconds, memory = int(sys.argv[1]), int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
code = pytest.main(sys.argv[3:])
print(f"seconds {time.process_time():.1f}")
sys.exit(code)
"""


@dataclass(frozen=True)
class Room:
    """Some source files, and the tests that should notice a mistake in them, in the order they are run.

    {game} is the folder of the file; a file outside the games is tested with all of them. Tests named after a file come before
    all others; `named` is where they are looked for.
    """

    files: tuple[str, ...]
    tests: tuple[str, ...]
    named: str = "tests"


ROOMS = {
    "rules": Room(
        ("games/*/rules.py", "games/*/symmetry.py"),
        ("tests/games/{game}/test_[re]*.py", "tests/test_vectors.py tests/reference -k {game}", "tests/contract -k {game}"),
    ),
    "notation": Room(
        ("games/*/notation.py", "core/notation.py"),
        (
            "tests/games/{game}/test_notation.py",
            "tests/common tests/contract/test_contract.py tests/contract/test_board_queries.py -k {game}",
            "tests/core/test_notation.py tests/core/test_mangled.py -k {game}",
        ),
    ),
    "records": Room(
        ("core/record*.py", "kernels/replay.py"),
        ("tests/core/test_record.py tests/core/test_record_errors.py", "tests/core/test_record_stream.py"),
    ),
    "match": Room(
        ("match/*.py",),
        (
            "tests/match",
            "tests/server/test_matches.py tests/server/test_match_requests.py",
            "tests/terminal/test_moves.py tests/terminal/test_throws.py tests/terminal/test_match_setup.py",
            "tests/server/test_positions.py tests/server/test_advice.py",
            "tests/server/test_gatherings.py tests/server/lobby tests/server/tournaments",
        ),
    ),
    "store": Room(
        ("server/store/*.py",),
        (
            "tests/server/store",
            "tests/server/test_matches.py tests/server/test_match_requests.py tests/server/test_kept_data.py",
            "tests/server/test_gatherings.py tests/server/test_bots.py",
            "tests/server/lobby tests/server/tournaments tests/server/people",
        ),
    ),
    "search": Room(
        ("engine/search/*.py",),
        (
            "tests/engine/search/interpreted",
            "tests/engine/search/test_draws_and_repetition.py tests/engine/test_interpreted.py",
            "tests/engine/search/test_symmetry.py tests/engine/search/test_table_engine.py",
            "tests/engine/search/test_expectimax.py",
        ),
        named="tests/engine/search/interpreted",  # the others search deep, which takes minutes uncompiled
    ),
}


@dataclass(frozen=True)
class Change:
    """One place in a file that can be changed, and by which operator, with the number of its occurrence in the file."""

    room: str
    file: str  # relative to src/banmen
    line: int
    operator: str
    occurrence: int


@dataclass
class Outcome:
    """One change and what became of it."""

    room: str
    file: str
    line: int
    operator: str
    noticed: bool
    by: str  # the first test that failed, or that the tests ran for too long
    seconds: float
    difference: list[str] = field(default_factory=list)


Span = tuple[tuple[int, int], tuple[int, int]]


def find_changes(room: str, text: str, file: str) -> list[list[Change]]:
    """Return what can be changed in a source, for each place all operators that fit there."""
    from cosmic_ray import plugins
    from cosmic_ray.ast import ast_nodes, get_ast

    spans, lines = _find_ignored(text), text.splitlines()
    found: dict[tuple[int, int], list[Change]] = {}
    nodes = list(ast_nodes(get_ast(text)))
    for name in sorted(set(plugins.operator_names()) - set(SKIPPED)):
        operator = plugins.get_operator(name)()
        positions = (start for node in nodes for start, _end in operator.mutation_positions(node))
        for occurrence, start in enumerate(positions):
            if not any(begin <= start < end for begin, end in spans) and MARK not in lines[start[0] - 1]:
                found.setdefault(start, []).append(Change(room, file, start[0], name, occurrence))
    return [changes for _, changes in sorted(found.items())]


def _find_ignored(text: str) -> list[Span]:
    """Return the ranges of the annotations and decorators of a source."""
    found = []
    for node in ast.walk(ast.parse(text)):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None), *getattr(node, "decorator_list", ())]
        for part in parts:
            if isinstance(part, ast.expr):
                found.append(((part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)))
    return found


def draw(room: str, number: int, seed: int) -> list[Change]:
    """Draw so many changes of a room: each place with the same chance, then one of its operators."""
    source = ROOT / "src" / "banmen"
    paths = sorted({path for pattern in ROOMS[room].files for path in source.glob(pattern)} - set(source.rglob("__init__.py")))
    drawn: list[tuple[int, Change]] = []
    for path in paths:
        text, file = path.read_text("utf-8"), path.relative_to(source).as_posix()
        lines, seen = text.splitlines(), dict[str, int]()
        for changes in find_changes(room, text, file):
            line = lines[changes[0].line - 1].strip()
            seen[line] = seen.get(line, 0) + 1
            key = hashlib.sha256(f"{seed} {file} {line} {seen[line]}".encode()).digest()
            drawn.append((int.from_bytes(key[:8], "big"), changes[key[8] % len(changes)]))
    return [change for _, change in sorted(drawn, key=lambda each: each[0])[:number]]


def list_stages(change: Change, copy: Path) -> list[list[str]]:
    """Return the tests that should notice a change, as words for pytest: those named after its file, then those of its room."""
    file = Path(change.file)
    game = file.parts[1] if file.parts[0] == "games" else ""
    folder = copy / "tests" / "games" / game if game else copy / ROOMS[change.room].named
    tests = set(folder.rglob("test_*.py")) - set((copy / "tests" / "web").glob("*.py"))  # no browser is needed for this
    own = [path for path in tests if f"{file.stem}_".startswith(f"{path.stem.removeprefix('test_')}_")]
    found = [[path.relative_to(copy).as_posix() for path in sorted(own)]] if own and (game or "games" not in str(own)) else []
    for stage in ROOMS[change.room].tests:
        words = stage.replace("{game}", game) if game else stage.replace(" -k {game}", "").replace("/{game}", "/*")
        found.append([each for word in words.split() for each in _expand(word, copy)])
    return [words for number, words in enumerate(found) if words not in found[:number]]


def _expand(word: str, copy: Path) -> list[str]:
    return [path.relative_to(copy).as_posix() for path in sorted(copy.glob(word))] if "*" in word else [word]


class Workshop:
    """Copies of the repository in which changes are tried, and how long the tests take while nothing is changed."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.copies: Queue[Path] = Queue()
        self.usual: dict[tuple[str, ...], float] = {}
        self.measuring = threading.Lock()
        for index in range(jobs):
            copy = folder / str(index)
            copy_repository(copy)
            self.copies.put(copy)

    def try_change(self, change: Change) -> Outcome:
        """Make a change in a copy, run the tests that should notice, and take the change back."""
        from cosmic_ray import plugins
        from cosmic_ray.mutating import mutate_code

        copy = self.copies.get()
        began, by = time.monotonic(), ""
        file = copy / "src" / "banmen" / change.file
        before = file.read_text("utf-8")
        after = mutate_code(before, plugins.get_operator(change.operator)(), change.occurrence)
        try:
            for words in list_stages(change, copy):
                seconds = self.measure(tuple(words), copy)
                file.write_text(after, "utf-8")
                by, _ = run_tests(words, copy, 3 * seconds + 20)
                file.write_text(before, "utf-8")
                if by:
                    break
        finally:
            file.write_text(before, "utf-8")
            self.copies.put(copy)
        taken = round(time.monotonic() - began, 1)
        return Outcome(
            change.room, change.file, change.line, change.operator, bool(by), by, taken, list_difference(before, after)
        )

    def measure(self, words: tuple[str, ...], copy: Path) -> float:
        """Return how many seconds some tests take in an unchanged copy, in which they must pass."""
        with self.measuring:
            if words not in self.usual:
                failed, self.usual[words] = run_tests(list(words), copy, 3600)
                if failed:
                    raise SystemExit(f"{failed} fails though nothing was changed")
            return self.usual[words]


def list_difference(before: str, after: str) -> list[str]:
    """Return the lines that differ, with - and +."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line[0] + line[1:].strip() for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def run_tests(words: list[str], copy: Path, seconds: float) -> tuple[str, float]:
    """Run some tests in a copy until one fails; return which, or nothing if all pass, and the seconds a processor was busy."""
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", "--no-header", "--tb=no", *words]
    command = [sys.executable, "-c", RUNNER, str(int(seconds)), str(MEMORY), *options]
    environment = {**os.environ, "BANMEN_JIT": "0", "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return ENDLESS, seconds
    return read_outcome(done.returncode, done.stdout), read_seconds(done.stdout)


def read_outcome(code: int, output: str) -> str:
    """Return the first test that failed, from what pytest says; empty if none did."""
    if code in (0, 5):  # 5: no test was chosen
        return ""
    if code < 0:
        return ENDLESS
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0].partition(" ")[2] if failed else "the tests could not be run"


def read_seconds(output: str) -> float:
    """Return the seconds that a run reports."""
    reported = [line.partition(" ")[2] for line in output.splitlines() if line.startswith("seconds ")]
    return float(reported[-1]) if reported else 0.0


def copy_repository(copy: Path) -> None:
    """Copy what the tests read."""
    copy.mkdir(parents=True)
    for source in (path for pattern in COPIED for path in ROOT.glob(pattern)):
        if source.is_dir():
            shutil.copytree(source, copy / source.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / source.name)


def run(changes: list[Change], jobs: int) -> Iterator[Outcome]:
    """Try changes, and yield what became of each, in their order."""
    with tempfile.TemporaryDirectory(prefix="banmen-mutations-") as folder, ThreadPoolExecutor(jobs) as pool:
        workshop = Workshop(Path(folder), jobs)
        waiting = [pool.submit(workshop.try_change, change) for change in changes]
        try:
            for one in waiting:
                yield one.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def read_noticed(path: Path, changes: list[Change]) -> dict[Change, Outcome]:
    """Return which of some changes a kept result says were noticed."""
    kept = json.loads(path.read_text("utf-8"))["outcomes"] if path.exists() else []
    noticed = {(one["file"], one["operator"], tuple(one["difference"])): Outcome(**one) for one in kept if one["noticed"]}
    found = {}
    for change in changes:
        known = noticed.get((change.file, change.operator, tuple(show_change(change))))
        if known:
            known.line = change.line
            found[change] = known
    return found


def read_other_rooms(path: Path, rooms: list[str], seed: int) -> list[Outcome]:
    """Return what a kept result with the same seed says of the rooms that are not tried now."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {"seed": seed, "outcomes": []}
    return [Outcome(**one) for one in kept["outcomes"] if kept["seed"] == seed and one["room"] not in rooms]


def show_change(change: Change) -> list[str]:
    """Return the difference that a change makes."""
    from cosmic_ray import plugins
    from cosmic_ray.mutating import mutate_code

    before = (ROOT / "src" / "banmen" / change.file).read_text("utf-8")
    return list_difference(before, mutate_code(before, plugins.get_operator(change.operator)(), change.occurrence))


def summarise(outcomes: list[Outcome], seed: int) -> dict[str, Any]:
    """Return the results as they are kept."""
    rooms = {}
    for room in dict.fromkeys(outcome.room for outcome in outcomes):
        own = [outcome for outcome in outcomes if outcome.room == room]
        rooms[room] = {"changes": len(own), "noticed": sum(outcome.noticed for outcome in own)}
    share = sum(outcome.noticed for outcome in outcomes) / max(1, len(outcomes))
    kept = [asdict(outcome) for outcome in sorted(outcomes, key=lambda outcome: outcome.noticed)]
    return {"seed": seed, "changes": len(outcomes), "noticed": round(share, 3), "rooms": rooms, "outcomes": kept}


def report(outcome: Outcome) -> None:
    """Print what became of a change."""
    sign = "noticed" if outcome.noticed else "MISSED "
    print(f"{sign} {outcome.room:9} {outcome.file}:{outcome.line} {outcome.seconds:.0f} s  {outcome.by}", flush=True)
    for line in () if outcome.noticed else outcome.difference:
        print(f"        {line}", flush=True)


def main() -> int:
    """Read the command line, try the changes and keep the outcome."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--room", choices=list(ROOMS), action="append", help="only this room; may be given several times")
    parser.add_argument("--sample", type=int, default=20, help="changes tried in each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--again", action="store_true", help="do not try again what was noticed the last time")
    parser.add_argument("--list", action="store_true", help="only count the places that could be changed")
    asked = parser.parse_args()
    rooms = asked.room or list(ROOMS)
    if asked.list:
        for room in rooms:
            print(f"{room:10} {len(draw(room, 10**9, asked.seed))} places")
        return 0
    changes = [change for room in rooms for change in draw(room, asked.sample, asked.seed)]
    known = read_noticed(asked.output, changes) if asked.again else {}
    outcomes, others = list(known.values()), read_other_rooms(asked.output, rooms, asked.seed)
    keep([*outcomes, *others], asked)
    for outcome in run([change for change in changes if change not in known], asked.jobs):
        outcomes.append(outcome)
        report(outcome)
        keep([*outcomes, *others], asked)  # at once, so that a run that is broken off has not been for nothing
    found = summarise(outcomes, asked.seed)
    print(f"{found['noticed']:.0%} of {found['changes']} changes were noticed")
    return 0 if found["noticed"] >= WANTED else 1


def keep(outcomes: list[Outcome], asked: argparse.Namespace) -> None:
    """Write down what is known, one room after the other."""
    outcomes.sort(key=lambda outcome: list(ROOMS).index(outcome.room))
    found = summarise(outcomes, asked.seed)
    asked.output.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
