"""Do the tests notice small mistakes? Change the source on purpose, one place at a time, and see whether a test fails.

    python -m bench.mutations                          # `make mutations`: a seeded sample from every room, about half an hour
    python -m bench.mutations --room rules --sample 20 --seed 7
    python -m bench.mutations --list                   # how many places could be changed in each room

The changes are those of Cosmic Ray (another operator, comparison, number, constant; a condition turned round; a loop left out).
Each is made in a copy of the repository, in which the tests named for the room run interpreted (BANMEN_JIT=0) until the first
failure. Annotations are left alone, since they are never evaluated. The outcome is kept in bench/results/mutations.json, with
the difference of every change that no test noticed. Exit code 1 if fewer than nine of ten were noticed.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue
from typing import Any

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results" / "mutations.json"
WANTED = 0.9
SKIPPED = ("core/RemoveDecorator", "core/VariableInserter", "core/VariableReplacer")  # they need arguments, or break the file
COPIED = ("src", "tests", "bench", "docs", "pyproject.toml", "README.md", "README.ja.md", "CONTRIBUTING.md")
SECONDS = 420.0  # a change that makes the tests run for longer counts as noticed: it has made an endless loop


@dataclass(frozen=True)
class Room:
    """Some source files, and the tests that should notice a mistake in them; {game} is the folder of the file."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


ROOMS = {
    "rules": Room(
        ("games/*/rules.py", "games/*/symmetry.py"),
        ("tests/games/{game}/test_rules.py", "tests/test_vectors.py -k {game}", "tests/reference tests/contract -k {game}"),
    ),
    "notation": Room(
        ("games/*/notation.py", "core/notation.py"),
        ("tests/games/{game}/test_notation.py", "tests/contract/test_contract.py tests/contract/test_looking.py -k {game}"),
    ),
    "records": Room(("core/record*.py", "kernels/replay.py"), ("tests/core",)),
    "match": Room(("match/*.py",), ("tests/match", "tests/terminal", "tests/server/test_matches.py")),
    "store": Room(("server/store/*.py",), ("tests/server",)),
    "search": Room(("engine/search/*.py",), ("tests/engine/search", "tests/engine")),
}


@dataclass(frozen=True)
class Place:
    """Somewhere in a file that can be changed, and by which operators (with the number of the occurrence for each)."""

    file: str  # relative to src/banmen
    start: tuple[int, int]
    operators: tuple[tuple[str, int], ...]


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
    difference: list[str]


def find_places(file: Path) -> list[Place]:
    """Return all places of a source file that can be changed, outside annotations."""
    text = file.read_text("utf-8")
    left_alone = _annotations(text)
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    nodes = list(ast_nodes(get_ast(text)))
    for name in sorted(set(plugins.operator_names()) - set(SKIPPED)):
        operator = plugins.get_operator(name)()
        positions = (start for node in nodes for start, _end in operator.mutation_positions(node))
        for occurrence, start in enumerate(positions):
            if not any(begin <= start < end for begin, end in left_alone):
                found.setdefault(start, []).append((name, occurrence))
    relative = str(file.relative_to(ROOT / "src" / "banmen"))
    return [Place(relative, start, tuple(operators)) for start, operators in sorted(found.items())]


def _annotations(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the annotations of a source begin and end."""
    found = []
    for node in ast.walk(ast.parse(text)):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                found.append(((part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)))
    return found


def draw(name: str, number: int, seed: int) -> list[tuple[Place, str, int]]:
    """Draw so many changes of a room: each place with the same chance, then one of its operators."""
    files = sorted({path for pattern in ROOMS[name].files for path in (ROOT / "src" / "banmen").glob(pattern)})
    places = [place for file in files if file.name != "__init__.py" for place in find_places(file)]
    rng = random.Random(f"{seed} {name}")
    chosen = rng.sample(places, min(number, len(places)))
    return [(place, *rng.choice(place.operators)) for place in chosen]


def try_change(room: str, change: tuple[Place, str, int], copy: Path) -> Outcome:
    """Make a change in a copy of the repository, run the tests that should notice, and take the change back."""
    place, operator, occurrence = change
    file = copy / "src" / "banmen" / place.file
    before = file.read_text("utf-8")
    after = mutate_code(before, plugins.get_operator(operator)(), occurrence)
    began = time.monotonic()
    file.write_text(after, "utf-8")
    try:
        by = next(filter(None, (run_tests(tests, place.file, copy) for tests in ROOMS[room].tests)), "")
    finally:
        file.write_text(before, "utf-8")
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    difference = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    return Outcome(room, place.file, place.start[0], operator, bool(by), by, round(time.monotonic() - began, 1), difference)


def run_tests(tests: str, file: str, copy: Path) -> str:
    """Run some tests in a copy until one fails, and return which; empty if all pass."""
    game = Path(file).parts[1] if file.startswith("games/") else ""
    if "{game}" in tests and not game:
        tests = tests.replace(" -k {game}", "").replace("/{game}/", "/*/")
    words = [word for part in tests.replace("{game}", game).split() for word in _expanded(part, copy)]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", *words]
    environment = {**os.environ, "BANMEN_JIT": "0", "PYTHONPATH": str(copy / "src"), "HYPOTHESIS_STORAGE_DIRECTORY": str(copy)}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "the tests did not come to an end"
    if done.returncode in (0, 5):  # 5: no test was chosen
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0].partition(" ")[2] if failed else "the tests could not be run"


def _expanded(word: str, copy: Path) -> list[str]:
    return [str(path.relative_to(copy)) for path in sorted(copy.glob(word))] if "*" in word else [word]


def copies(number: int, folder: Path) -> Queue[Path]:
    """Return copies of the repository, one for each worker."""
    queue: Queue[Path] = Queue()
    for index in range(number):
        copy = folder / str(index)
        copy.mkdir()
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy(source, copy / name)
        queue.put(copy)
    return queue


def run(rooms: list[str], number: int, seed: int, jobs: int) -> Iterator[Outcome]:
    """Try a sample of changes of each room, and yield what became of them as they finish."""
    changes = [(room, change) for room in rooms for change in draw(room, number, seed)]
    with tempfile.TemporaryDirectory(prefix="banmen-mutations-") as folder, ThreadPoolExecutor(jobs) as pool:
        free = copies(jobs, Path(folder))

        def work(room: str, change: tuple[Place, str, int]) -> Outcome:
            copy = free.get()
            try:
                return try_change(room, change, copy)
            finally:
                free.put(copy)

        for waiting in [pool.submit(work, *item) for item in changes]:
            yield waiting.result()


def summarise(outcomes: list[Outcome], seed: int) -> dict[str, Any]:
    """Return the results as they are kept."""
    rooms = {}
    for room in dict.fromkeys(outcome.room for outcome in outcomes):
        own = [outcome for outcome in outcomes if outcome.room == room]
        rooms[room] = {"changes": len(own), "noticed": sum(outcome.noticed for outcome in own)}
    missed = [asdict(outcome) for outcome in outcomes if not outcome.noticed]
    share = sum(outcome.noticed for outcome in outcomes) / max(1, len(outcomes))
    return {"seed": seed, "changes": len(outcomes), "noticed": round(share, 3), "rooms": rooms, "missed": missed}


def main() -> int:
    """Read the command line, try the changes and keep the outcome."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--room", choices=list(ROOMS), action="append", help="only this room; may be given several times")
    parser.add_argument("--sample", type=int, default=20, help="changes tried in each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--output", type=Path, default=RESULTS)
    parser.add_argument("--list", action="store_true", help="only count the places that could be changed")
    asked = parser.parse_args()
    rooms = asked.room or list(ROOMS)
    if asked.list:
        for room in rooms:
            print(f"{room:10} {len(draw(room, 10**9, asked.seed))} places")
        return 0
    outcomes = []
    for outcome in run(rooms, asked.sample, asked.seed, asked.jobs):
        outcomes.append(outcome)
        sign = "noticed" if outcome.noticed else "MISSED "
        print(f"{sign} {outcome.room:9} {outcome.file}:{outcome.line} {outcome.seconds:.0f} s  {outcome.by}", flush=True)
        for line in () if outcome.noticed else outcome.difference:
            print(f"        {line.strip()}")
    found = summarise(outcomes, asked.seed)
    asked.output.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(f"{found['noticed']:.0%} of {found['changes']} changes were noticed")
    return 0 if found["noticed"] >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
