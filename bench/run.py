"""Compare the speed of Banmen with that of other libraries in one run: `python -m bench.run`."""

from __future__ import annotations

import argparse
import datetime
import importlib.metadata
import os
import platform
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from bench import measure, ours, peers, report, search, starts, threads, typed

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("banmen", "numba", "llvmlite", "numpy", "open-spiel", "royalur", "pettingzoo", "chess")


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Compare the speed of Banmen with that of other libraries.")
    parser.add_argument("--quick", action="store_true", help="a rough look in half a minute; writes no files")
    parser.add_argument("--only", action="append", metavar="NAME", help="only what has NAME in its name; writes no files")
    return parser.parse_args()


def is_wanted(only: list[str] | None, *names: str) -> bool:
    """Return whether any of the names was requested."""
    return not only or any(part.lower() in name.lower() for part in only for name in names)


def name_processor() -> str:
    """Return the model of the processor."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def describe_machine() -> dict[str, str]:
    """Describe the machine, without its name."""
    system = f"{platform.system()} on {platform.machine()}"
    return {
        "processor": name_processor(),
        "processors": str(os.cpu_count()),
        "system": system,
        "Python": platform.python_version(),
    }


def list_versions() -> dict[str, str]:
    """Return the versions of all libraries that take part."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def measure_all(quick: bool, only: list[str] | None, progress: Progress) -> report.Results:
    """Run the requested measurements."""
    rounds, fewer, seconds = (1, 1, 0.3) if quick else (5, 3, 0.4)
    installed, missing = peers.list_workloads()
    workloads = [
        one for one in (*ours.list_workloads(), *search.list_workloads(), *installed) if is_wanted(only, one.name, one.library)
    ]
    games = [name for name, title in ours.TITLES.items() if is_wanted(only, name, title)]

    def step(label: str, total: int) -> Callable[[str], None]:
        task = progress.add_task(label, total=total)
        return lambda name: progress.update(task, advance=1, description=f"{label}: {name}")

    return report.Results(
        datetime.date.today().isoformat(),
        describe_machine(),
        list_versions(),
        (
            *measure.measure(workloads, rounds, seconds, step("games, perft and search", (rounds + 1) * len(workloads))),
            *(one for one in missing if is_wanted(only, one.name, one.library)),
            *typed.measure_commands(games, fewer, step("the command as typed", len(games)), 2000 if quick else None),
        ),
        tuple(threads.measure_threads(games, fewer, 2 if quick else 20, step("two threads", fewer * len(games)))),
        tuple(starts.measure_starts(games, fewer, step("first games", len(games)))),
    )


def main() -> None:
    """Measure, show the table and write it down."""
    chosen = read_arguments()
    console = Console()
    with Progress(console=console, transient=True) as progress:
        results = measure_all(chosen.quick, chosen.only, progress)
    console.print(report.make_screen(results))
    if chosen.quick or chosen.only:
        console.print("A partial run: nothing was written.")
        return
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "speed.json").write_text(report.as_json(results), encoding="utf-8")
    (RESULTS / "speed.md").write_text(report.write_markdown(results), encoding="utf-8")
    console.print("Written to bench/results: speed.md, speed.json")


if __name__ == "__main__":
    main()
