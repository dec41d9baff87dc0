"""From numbers to a report: what was to be reached, whether it was, and one table for the screen and for Markdown."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

from rich.console import JustifyMethod
from rich.table import Table

from bench.measure import GAMES, LEAVES, NODES, SIMULATIONS, TYPED, Rate
from bench.peers import BACKGAMMON, MCTS_BACKGAMMON, MCTS_QUORIDOR, QUORIDOR
from bench.starts import Start
from bench.threads import Scaling

REACHED, MISSED, UNKNOWN = "reached", "not reached", "cannot tell"

# Random games or simulations of ours against those of a peer: how many times as many a CPU second, at least.
RATIOS = (
    ("Kariuchi", BACKGAMMON, 500),
    ("58 Holes", BACKGAMMON, 500),
    ("Moon Trek", BACKGAMMON, 150),
    ("Kuniumi", QUORIDOR, 100),
    ("Qubism", QUORIDOR, 5),
    ("Kariuchi MCTS", MCTS_BACKGAMMON, 200),
    ("Kuniumi MCTS", MCTS_QUORIDOR, 10),
    ("Qubism MCTS", MCTS_QUORIDOR, 1),
)
# How many a CPU second, at least.
COUNTS = {
    "Kuniumi perft 8": 10_000_000,
    "Kuniumi setup perft 5": 10_000_000,
    "Kuniumi alpha-beta": 2_000_000,
    "Qubism alpha-beta": 1_000_000,
}
UNITS = {
    "Random games per CPU second": GAMES,
    "Random games per CPU second of the command as typed": TYPED,
    "Perft leaves per CPU second": LEAVES,
    "MCTS simulations per CPU second": SIMULATIONS,
    "Search nodes per CPU second": NODES,
}
TIMES_BY_THREADS = 1.7
COLD_SECONDS = 5.0
WARM_SECONDS = 0.5

HEADINGS = ("", "result", "steps", "ns/step", "", "target", "")
JUSTIFIED: tuple[JustifyMethod, ...] = ("left", "right", "right", "right", "left", "right", "left")
COLOURS = {REACHED: "green", MISSED: "red", UNKNOWN: "yellow"}


@dataclass(frozen=True)
class Row:
    """One line of the table, all text."""

    name: str
    result: str = ""
    steps: str = ""
    nanoseconds: str = ""
    remark: str = ""
    target: str = ""
    verdict: str = ""


@dataclass(frozen=True)
class Section:
    """Some lines of the table under one heading."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Results:
    """All numbers of one run, with the machine and the versions they hold for."""

    date: str
    machine: dict[str, str]
    versions: dict[str, str]
    rates: tuple[Rate, ...] = ()
    scalings: tuple[Scaling, ...] = ()
    starts: tuple[Start, ...] = ()

    def rate(self, name: str) -> float | None:
        """Return what a workload did in a CPU second; None if it was not measured."""
        return next((rate.per_second for rate in self.rates if rate.name == name), None)

    def ratio(self, name: str, peer: str) -> float | None:
        """Return how many times as fast a workload is as a peer's; None if one of them was not measured."""
        ours, theirs = self.rate(name), self.rate(peer)
        return ours / theirs if ours and theirs else None


def judge_at_least(value: float | None, bound: float) -> str:
    """Judge a number that has to be large."""
    return UNKNOWN if value is None else REACHED if value >= bound else MISSED


def judge_at_most(value: float, bound: float) -> str:
    """Judge a number that has to be small."""
    return REACHED if value <= bound else MISSED


def rate_row(results: Results, rate: Rate) -> Row:
    """Write a rate, compared with a peer if there is a target."""
    if rate.per_second is None:
        return Row(rate.name, rate.note)
    steps = nanoseconds = remark = target = verdict = ""
    if rate.steps_per_second:
        steps = f"{rate.steps_per_second / rate.per_second:.1f}"
        nanoseconds = f"{1e9 / rate.steps_per_second:,.0f}"
    for name, peer, bound in RATIOS:
        if name == rate.name:
            ratio, short = results.ratio(name, peer), peer.removeprefix("OpenSpiel ")
            remark = f"{ratio:,.1f} × {short}" if ratio else f"{short}: not measured"
            target, verdict = f"{bound} ×", judge_at_least(ratio, bound)
    if rate.name in COUNTS:
        target, verdict = f"{COUNTS[rate.name]:,}", judge_at_least(rate.per_second, COUNTS[rate.name])
    return Row(rate.name, f"{rate.per_second:,.0f}", steps, nanoseconds, remark, target, verdict)


def write_scaling(scaling: Scaling) -> Row:
    """Write how much a second thread gives; a busy machine can only show that it gives enough."""
    verdict = judge_at_least(scaling.times, TIMES_BY_THREADS)
    if verdict == MISSED and not scaling.quiet:
        verdict = UNKNOWN
    remark = "" if scaling.quiet else f"two processes get {scaling.share:.0%} each"
    return Row(scaling.name, f"{scaling.times:.2f} ×", remark=remark, target=f"{TIMES_BY_THREADS} ×", verdict=verdict)


def start_row(name: str, cpu: float, clock: float, bound: float) -> Row:
    """Write how long a start takes."""
    return Row(
        name, f"{cpu:.2f} s", remark=f"{clock:.2f} s by the clock", target=f"{bound} s", verdict=judge_at_most(cpu, bound)
    )


def arrange_sections(results: Results) -> list[Section]:
    """Arrange all results, leaving out what was not measured."""
    found = [
        Section(heading, tuple(rate_row(results, rate) for rate in results.rates if rate.unit == unit))
        for heading, unit in UNITS.items()
    ]
    found.append(Section("Two threads against one", tuple(map(write_scaling, results.scalings))))
    cold = tuple(start_row(start.name, start.cold, start.cold_clock, COLD_SECONDS) for start in results.starts)
    warm = tuple(start_row(start.name, start.warm, start.warm_clock, WARM_SECONDS) for start in results.starts)
    found.append(Section("Cold start, CPU time", cold))
    found.append(Section("Warm start, CPU time", warm))
    return [section for section in found if section.rows]


def make_screen(results: Results) -> Table:
    """Return the table for the terminal."""
    table = Table(title=f"Speed, {results.date}", title_justify="left")
    for heading, justify in zip(HEADINGS, JUSTIFIED, strict=True):
        table.add_column(heading, justify=justify, no_wrap=justify == "right")
    for section in arrange_sections(results):
        table.add_section()
        table.add_row(f"[bold]{section.heading}[/]")
        for row in section.rows:
            *cells, verdict = dataclasses.astuple(row)
            table.add_row(*cells, f"[{COLOURS[verdict]}]{verdict}[/]" if verdict else "")
    return table


def write_markdown(results: Results) -> str:
    """Return the whole report as Markdown."""
    lines = [
        "# Speed",
        "",
        f"Measured on {results.date}; `make bench` measures again. How: [docs/speed.md](../../docs/speed.md).",
        "",
    ]
    lines += [f"- {what}: {value}" for what, value in {**results.machine, **results.versions}.items()]
    for section in arrange_sections(results):
        lines += ["", f"## {section.heading}", ""]
        used = [column for column in range(len(HEADINGS)) if any(dataclasses.astuple(row)[column] for row in section.rows)]
        lines.append(_write_line([HEADINGS[column] for column in used]))
        lines.append(_write_line(["---"] * len(used)))
        lines += [_write_line([dataclasses.astuple(row)[column] for column in used]) for row in section.rows]
    return "\n".join(lines) + "\n"


def _write_line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def list_verdicts(results: Results) -> dict[str, str]:
    """Return what was to be reached and whether it was, by section and name."""
    return {
        f"{section.heading}: {row.name}": row.verdict
        for section in arrange_sections(results)
        for row in section.rows
        if row.verdict
    }


def as_json(results: Results) -> str:
    """Return all numbers and verdicts as JSON."""
    content: dict[str, Any] = {**dataclasses.asdict(results), "verdicts": list_verdicts(results)}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
