"""The command that solves a game: solve."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banmen.cli.arguments import GameName, Json, Lang, Opt, read_game, read_gibibytes, read_language, read_whole
from banmen.cli.output import INTERRUPTED, note, put_json, track_progress
from banmen.core.errors import OptionError, quote_value
from banmen.core.game import Game
from banmen.core.messages import Catalogue, join_alternatives
from banmen.engine.interruptible import run_until_stopped

if TYPE_CHECKING:
    from banmen.solve.devices import Device
    from banmen.solve.solve_progress import Progress
    from banmen.solve.tables.chance_table import ChanceTable
    from banmen.solve.tables.distance_table import DistanceTable
    from banmen.solve.value_iteration.solver import Plan, Solution

messages = Catalogue(__name__)

PARTS = 1000  # of the progress bar
MOST_THREADS = 256
MOST_POSITIONS = 10**9
NOTHING = "nothing"
MEASURED = 2000  # positions that players are measured in


@dataclass(frozen=True)
class _SolveJob:
    """What is to be solved, how, and what is to be written."""

    game: Game
    device: Device
    path: Path  # of the table
    keep: str
    compress: bool
    limit: int | None  # bytes of memory
    threads: int | None
    precision: str
    bound: bool
    again: bool
    output: Path | None
    numbers: dict[str, int | None]  # sample, records, check, games: None if not requested
    measure: tuple[str, ...]
    lang: str
    as_json: bool

    @property
    def kept(self) -> Path | None:
        """The path of the table if it is to be kept."""
        return None if self.keep == NOTHING else self.path

    @property
    def is_solved(self) -> bool:
        """Whether there is a table already that may be used."""
        return self.kept is not None and self.path.exists() and not self.again


def solve(
    game: GameName,
    data: Annotated[Path | None, typer.Option("--data", metavar="DIR")] = None,
    memory: Annotated[str | None, typer.Option("--memory", metavar="GIB")] = None,
    threads: Annotated[str | None, typer.Option("--threads", metavar="N")] = None,
    device: Annotated[str, typer.Option("--device", metavar="cpu|gpu")] = "cpu",
    precision: Annotated[str, typer.Option("--precision", metavar="auto|float64|fixed32")] = "auto",
    keep: Annotated[str, typer.Option("--keep", metavar="fixed32|fixed16|nothing")] = "fixed32",
    compress: Annotated[bool, typer.Option("--compress")] = False,
    bound: Annotated[bool, typer.Option("--bound/--no-bound")] = True,
    again: Annotated[bool, typer.Option("--again")] = False,
    output: Annotated[Path | None, typer.Option("--output", metavar="DIR")] = None,
    sample: Annotated[str | None, typer.Option("--sample", metavar="N")] = None,
    records: Annotated[str | None, typer.Option("--records", metavar="N")] = None,
    check: Annotated[str | None, typer.Option("--check", metavar="N")] = None,
    games: Annotated[str | None, typer.Option("--games", metavar="N")] = None,
    measure: Annotated[list[str] | None, typer.Option("--measure", metavar="PLAYER")] = None,
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Find the exact value of every position of a game.

    Examples:
      banmen solve kariuchi --opt pieces=1
      banmen solve kariuchi --opt pieces=2 --opt hit_bonus=any --opt p=0.4
      banmen solve moontrek --opt players=2 --opt pieces=2 --json
      banmen solve qubism --opt cubes=2 --opt tip=either
      banmen solve kariuchi --opt pieces=2 --output results --measure level:8
      banmen solve holes58 --device gpu --output results
    """
    from banmen.solve.devices import GIB, find_device
    from banmen.solve.tables.table_lookup import usual_folder, usual_name
    from banmen.solve.tables.tablefile import KEPT
    from banmen.solve.value_iteration.solver import refuse_precision

    found, language = read_game(game, opt), read_language(lang)
    if keep not in (*KEPT, NOTHING):
        raise OptionError(messages("solve.bad_keep", known=join_alternatives((*KEPT, NOTHING)), keep=quote_value(keep, 20)))
    limit = None if memory is None else int(read_gibibytes(memory) * GIB)
    workers = None if threads is None else read_whole(threads, messages("setting.threads"), 1, MOST_THREADS)
    refuse_precision(precision)
    asked = {"sample": sample, "records": records, "check": check, "games": games}
    numbers = {name: None if text is None else _read_number(name, text) for name, text in asked.items()}
    _run(
        _SolveJob(
            game=found,
            keep=keep,
            compress=compress,
            limit=limit,
            threads=workers,
            device=find_device(device, workers),
            path=usual_folder(data) / usual_name(found),
            precision=precision,
            bound=bound,
            again=again,
            output=output,
            numbers=numbers,
            measure=tuple(measure or ()),
            lang=language,
            as_json=json,
        )
    )


def _read_number(name: str, text: str) -> int:
    return read_whole(text, messages("setting.option", name=name), 0, MOST_POSITIONS)


def _run(job: _SolveJob) -> None:
    """Solve by the solver that the game has."""
    from banmen.solve import solvers

    kind = solvers.choose_solver(job.game, job.device)
    if kind == solvers.STRATA:
        _solve_strata(job)
        return
    if job.output is None and (job.numbers["sample"] or job.numbers["records"] or job.measure):
        raise OptionError(messages("solve.output_needed"))
    if kind == solvers.RETROGRADE:
        _solve_backwards(job)
    else:
        _solve_by_iteration(job)


def _solve_by_iteration(job: _SolveJob) -> None:
    from banmen.cli.solve_output import chances_json, put_chances, put_measured

    table, solution = _open_known_chances(job), None
    if table is None:
        table, solution = _find_chances(job)
    facts = chances_json(table, job.kept, solution)
    if job.output is not None:
        facts |= _write_output(job, table)
        facts["measured"] = _measure(job, job.output)
        _write_report(job.output, facts)
    if job.as_json:
        put_json(facts)
        return
    put_chances(table, job.kept, solution, job.lang)
    put_measured(facts.get("measured", []), job.lang)


def _open_known_chances(job: _SolveJob) -> ChanceTable | None:
    """Return the table of a game that is already solved, or None if it has to be solved."""
    if not job.is_solved:
        return None
    table = _open_chances(job)
    if not job.as_json:
        note(messages.text("solve.known", job.lang))
    return table


def _open_chances(job: _SolveJob) -> ChanceTable:
    """Return the table of chances that is kept of a game, or raise TableError for any other file."""
    from banmen.solve.solve_errors import OTHER_LAYOUT, make_table_error, refuse_other_game
    from banmen.solve.tables.chance_table import ChanceTable
    from banmen.solve.tables.table_lookup import open_table

    table = open_table(job.path)
    refuse_other_game(job.path, table.game, job.game)
    if not isinstance(table, ChanceTable):
        raise make_table_error(job.path, OTHER_LAYOUT)
    return table


def _find_chances(job: _SolveJob) -> tuple[ChanceTable, Solution]:
    """Solve a game by value iteration and keep its table."""
    import shutil

    from banmen.solve.devices import GIB
    from banmen.solve.tables.chance_table import ChanceTable
    from banmen.solve.tables.table_lookup import save
    from banmen.solve.value_iteration.solver import plan

    planned = plan(job.game, precision=job.precision, threads=job.threads, limit=job.limit)
    if not job.as_json:
        size = {"positions": planned.layout.positions(), "memory": planned.memory.total / GIB}
        note(messages.text("solve.plan", job.lang, **size, precision=planned.precision, threads=planned.threads))
        note(messages.text("solve.first_time", job.lang))
    work = job.path.with_suffix(".work")
    solution, stopped = _iterate(planned, work, job)
    if not solution.complete:
        if stopped:
            note(messages.text("solve.stopped", job.lang))
        raise typer.Exit(INTERRUPTED)
    if job.kept:
        save(solution, job.path, job.keep, deflated=job.compress)
    shutil.rmtree(work, ignore_errors=True)
    return _open_chances(job) if job.kept else ChanceTable.of(solution), solution


def _iterate(planned: Plan, folder: Path, job: _SolveJob) -> tuple[Solution, bool]:
    """Solve with a progress bar; Ctrl-C keeps the results so far."""
    from banmen.solve.value_iteration import solver

    with track_progress(_describe_progress(job, 0, len(planned.layout.groups), 0, 1.0), PARTS) as done:

        def show(now: Progress) -> None:
            done(int(PARTS * now.done), _describe_progress(job, now.group, now.groups, now.sweeps, now.change))

        def work(stop: threading.Event) -> Solution:
            return solver.solve(job.game, planned=planned, folder=folder, bounded=job.bound, progress=show, stop=stop)

        return run_until_stopped(work)


def _describe_progress(job: _SolveJob, group: int, groups: int, sweeps: int, change: float) -> str:

    return messages.text("solve.doing", job.lang, group=group + 1, groups=groups, sweeps=sweeps, change=change)


def _write_output(job: _SolveJob, table: ChanceTable) -> dict[str, Any]:
    from banmen.solve.solvers import write_valued_positions

    assert job.output is not None
    sample = job.numbers["sample"] or (MEASURED if job.measure else 0)
    return write_valued_positions(table, job.output, sample, job.numbers["records"] or 0)


def _write_report(folder: Path, facts: dict[str, Any]) -> None:
    import json

    from banmen.solve.strata_request import REPORT

    folder.mkdir(parents=True, exist_ok=True)
    (folder / REPORT).write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _measure(job: _SolveJob, folder: Path) -> list[dict[str, Any]]:
    """Return what the requested players lose by their moves in positions of the sample from play."""
    if not job.measure:
        return []
    import numpy

    from banmen.engine.players import player
    from banmen.solve.samples.choice_losses import measure_losses
    from banmen.solve.samples.sample_file import PLAYED, read_sample
    from banmen.solve.strata_request import SAMPLE

    part = read_sample(folder / SAMPLE, job.game)[PLAYED]
    rows = numpy.random.default_rng(1).permutation(len(part.throws))[:MEASURED].tolist()
    return [
        {"player": name, **measure_losses(player(name, job.game, seed=1).choose, job.game, part, rows)} for name in job.measure
    ]


def _solve_backwards(job: _SolveJob) -> None:
    """Solve a game by retrograde analysis, unless there is a table of it."""
    from banmen.cli.solve_output import distances_json, put_distances
    from banmen.solve.solve_errors import refuse_other_game
    from banmen.solve.tables.distance_table import open_distances, save_distances, with_solved_options

    table: DistanceTable | None
    if job.is_solved:
        table = open_distances(job.path)
        refuse_other_game(job.path, table.game, with_solved_options(job.game))
        if not job.as_json:
            note(messages.text("solve.known", job.lang))
    else:
        table = _find_distances(job)
        if table is None:
            note(messages.text("solve.ended", job.lang))
            raise typer.Exit(INTERRUPTED)
        if job.kept:
            save_distances(table, job.path)
    if job.output is not None:
        _write_report(job.output, distances_json(job.game, table, job.kept))
    if job.as_json:
        put_json(distances_json(job.game, table, job.kept))
    else:
        put_distances(job.game, table, job.kept, job.lang)


def _find_distances(job: _SolveJob) -> DistanceTable | None:
    """Solve a game with a progress bar; None if Ctrl-C ended it."""
    from banmen.solve.devices import GIB
    from banmen.solve.retrograde_analysis import retrograde

    needed = retrograde.refuse_if_large(job.game, job.device, job.limit)
    positions = retrograde.count_all_positions(job.game)
    if not job.as_json:
        note(
            messages.text(
                "solve.plan_backwards",
                job.lang,
                positions=positions,
                memory=needed / GIB,
                threads=getattr(job.device, "threads", 1),
            )
        )
    with track_progress(messages.text("solve.sweeping", job.lang, number=1, settled=0), PARTS) as done:

        def work(stop: threading.Event) -> DistanceTable | None:
            known = 0

            def show(number: int, settled: int) -> None:
                nonlocal known
                known += settled
                done(PARTS * known // positions, messages.text("solve.sweeping", job.lang, number=number, settled=settled))
                if stop.is_set():
                    raise InterruptedError

            try:
                return retrograde.solve(job.game, job.device, progress=show)
            except InterruptedError:
                return None

        return run_until_stopped(work)[0]


def _solve_strata(job: _SolveJob) -> None:
    """Solve a game stratum by stratum; the report goes to a folder, by default beside the tables."""
    from banmen.cli.solve_output import put_measured, put_report
    from banmen.solve.solvers import count_positions
    from banmen.solve.strata_request import REPORT

    folder = job.output or job.path.with_suffix(".solved")
    if not job.as_json:
        note(messages.text("solve.plan_strata", job.lang, positions=count_positions(job.game), device=job.device.describe()))
    report = _find_report(job, folder)
    if report is None:
        note(messages.text("solve.ended", job.lang))
        raise typer.Exit(INTERRUPTED)
    if job.measure:
        report["measured"] = _measure(job, folder)
        _write_report(folder, report)
    if job.as_json:
        put_json(report)
        return
    put_report(job.game, report, folder / REPORT, job.lang)
    put_measured(report.get("measured", []), job.lang)


def _find_report(job: _SolveJob, folder: Path) -> dict[str, Any] | None:
    """Solve a game stratum by stratum with a progress bar; None if Ctrl-C ended it."""
    from banmen.solve.solve_progress import Stopped
    from banmen.solve.solvers import solve_strata
    from banmen.solve.strata_request import StrataRequest

    with track_progress(_describe_progress(job, 0, 1, 0, 1.0), PARTS) as done:

        def show(now: Progress) -> None:
            done(int(PARTS * now.done), _describe_progress(job, now.group, now.groups, now.sweeps, now.change))

        def work(stop: threading.Event) -> dict[str, Any] | None:
            given: dict[str, Any] = {name: number for name, number in job.numbers.items() if number is not None}
            try:
                return solve_strata(job.game, StrataRequest(folder, **given, on_progress=show, stop=stop), job.device)
            except Stopped:
                return None

        return run_until_stopped(work)[0]
