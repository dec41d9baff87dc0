"""The command that solves a game: solve."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banmen.cli.arguments import GameName, Json, Lang, Opt, gibibytes, read_game, read_language, whole
from banmen.cli.output import INTERRUPTED, console, game_json, note, progress, put_json, until_stopped
from banmen.core.errors import OptionError, shown
from banmen.core.messages import message, one_of

if TYPE_CHECKING:
    from banmen.solve.tables.chance_table import ChanceTable
    from banmen.solve.value_iteration.solver import Plan, Solution

PARTS = 1000  # of the progress bar
MOST_THREADS = 256
NEXT_TO_NOTHING = 1e-9


def solve(
    game: GameName,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="Keep the table, and unfinished work, in DIR/tables."),
    ] = None,
    memory: Annotated[
        str | None, typer.Option("--memory", metavar="GIB", help="Use no more than this; by default what is free.")
    ] = None,
    threads: Annotated[
        str | None, typer.Option("--threads", metavar="N", help="Number of threads; by default one for each core.")
    ] = None,
    precision: Annotated[
        str, typer.Option("--precision", metavar="auto|float64|fixed32", help="Bits of a value while it is found.")
    ] = "auto",
    keep: Annotated[
        str, typer.Option("--keep", metavar="fixed32|fixed16|nothing", help="Bits of a value in the table.")
    ] = "fixed32",
    compress: Annotated[bool, typer.Option("--compress", help="Make the table smaller, and slower to read.")] = False,
    bound: Annotated[
        bool, typer.Option("--bound/--no-bound", help="Prove how exact the values are; half of the time or more.")
    ] = True,
    again: Annotated[bool, typer.Option("--again", help="Solve it even if there is a table already.")] = False,
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Find the exact value of every position of a game of two sides with sticks, or of Qubism with few cubes.

    The value is the chance to win under best play of both. Ctrl-C, or anything worse, loses at most two minutes: the same
    command goes on (Qubism begins anew). Games with few pieces are solved in seconds to minutes, larger ones need memory.

    \b
    Examples:
      banmen solve kariuchi --opt pieces=1
      banmen solve kariuchi --opt pieces=2 --opt hit_bonus=any --opt p=0.4
      banmen solve moontrek --opt players=2 --opt pieces=2 --json
      banmen solve qubism --opt cubes=2 --opt tip=either
    """  # noqa: D301
    from banmen.solve.solve_errors import refuse_other_game
    from banmen.solve.tables.table_lookup import open_table, usual_folder, usual_name
    from banmen.solve.tables.tablefile import KEPT
    from banmen.solve.value_iteration.solver import GIB, plan, refuse_precision

    found, language = read_game(game, opt), read_language(lang)
    if keep not in (*KEPT, "nothing"):
        wanted = "--keep takes {known}, not {keep}", "--keep に書けるのは{known}です。{keep}は使えません"
        raise OptionError(message(*wanted, known=one_of((*KEPT, "nothing")), keep=shown(keep, 20)))
    limit = None if memory is None else int(gibibytes(memory) * GIB)
    workers = None if threads is None else whole(threads, message("the number of threads", "スレッドの数"), 1, MOST_THREADS)
    refuse_precision(precision)
    path = usual_folder(data) / usual_name(found)
    if found.name == "qubism":
        from banmen.cli.solve_backwards import solve_backwards

        solve_backwards(found, path if keep != "nothing" else None, limit, workers, again, language, json)
        return
    if path.exists() and not again and keep != "nothing":
        table = open_table(path)
        refuse_other_game(path, table.game, found)
        if not json:
            from banmen.solve.solve_messages import translate

            note(translate("known", language))
        _answer(table, path, None, language, json)
        return
    planned = plan(found, precision=precision, threads=workers, limit=limit)
    if not json:
        _tell_plan(planned, language)
    solution, stopped = _work(planned, path.with_suffix(".work"), bound, language)
    if not solution.complete:
        from banmen.solve.solve_messages import translate

        if stopped:
            note(translate("stopped", language))
        raise typer.Exit(INTERRUPTED)
    _answer(_kept(solution, path, keep, compress), path if keep != "nothing" else None, solution, language, json)


def _tell_plan(planned: Plan, lang: str) -> None:
    from banmen.solve.solve_messages import translate
    from banmen.solve.value_iteration.solver import GIB

    told = {"positions": planned.layout.positions(), "memory": planned.memory.total / GIB}
    note(translate("plan", lang, **told, precision=planned.precision, threads=planned.threads))


def _work(planned: Plan, folder: Path, bound: bool, lang: str) -> tuple[Solution, bool]:
    """Solve with a progress bar; Ctrl-C keeps what is known so far."""
    from banmen.solve.solve_messages import translate
    from banmen.solve.value_iteration import solver
    from banmen.solve.value_iteration.iteration import Progress

    with progress(translate("doing", lang, group=1, groups=len(planned.layout.groups), sweeps=0, change=1.0), PARTS) as done:

        def show_progress(now: Progress) -> None:
            words = {"groups": now.groups, "sweeps": now.sweeps, "change": now.change}
            done(int(PARTS * now.done), translate("doing", lang, group=now.group + 1, **words))

        def work(stop: threading.Event) -> Solution:
            game = planned.moves.game
            return solver.solve(game, planned=planned, folder=folder, bounded=bound, progress=show_progress, stop=stop)

        return until_stopped(work)


def _kept(solution: Solution, path: Path, keep: str, compress: bool) -> ChanceTable:
    """Write the table if it is wanted, forget the unfinished work, and return the table."""
    import shutil

    from banmen.solve.tables.chance_table import ChanceTable
    from banmen.solve.tables.table_lookup import open_table, save

    if keep != "nothing":
        save(solution, path, keep, deflated=compress)
    shutil.rmtree(path.with_suffix(".work"), ignore_errors=True)
    return ChanceTable.of(solution) if keep == "nothing" else open_table(path)


def _answer(table: ChanceTable, path: Path | None, solution: Solution | None, lang: str, as_json: bool) -> None:
    if as_json:
        put_json(_json(table, path, solution))
    else:
        _put_tables(table, path, solution, lang)


def _first_moves(table: ChanceTable) -> list[dict[str, Any]]:
    """Return the moves from the start for each throw, the best first, with their chances."""
    start = table.game.start()
    found = []
    for value, probability in start.throws():
        moves = [{"move": str(move), "chance": chance} for move, chance in table.move_values(start.throw(value))]
        found.append({"throw": value, "probability": probability, "chance": moves[0]["chance"], "moves": moves})
    return found


def _json(table: ChanceTable, path: Path | None, solution: Solution | None) -> dict[str, Any]:
    import dataclasses

    head = table.head
    told: dict[str, Any] = {
        **game_json(table.game),
        "positions": head["positions"],
        "beginner": table.beginner(),
        "start": table.value(table.game.start()),
        "error": table.error,
        "residual": head["residual"],
        "solved_with": head["solved_with"],
        "kept_with": head.get("precision"),
        "first_moves": _first_moves(table),
        "table": None if path is None else str(path),
        "bytes": None if path is None else path.stat().st_size,
    }
    if solution is not None:
        told["seconds"] = solution.seconds
        told["groups"] = [dataclasses.asdict(report) for report in solution.reports]
    return told


def _put_tables(table: ChanceTable, path: Path | None, solution: Solution | None, lang: str) -> None:
    from rich.table import ChanceTable as Grid

    from banmen.presentation.about import about
    from banmen.solve.solve_messages import translate

    head, free = table.head, table.value(table.game.start())
    title = translate("solved", lang, game=about(table.game.name, lang)["title"])
    facts = Grid(title=title, title_justify="left", title_style="bold", box=None, show_header=False, padding=(0, 2, 0, 0))
    rows = [
        (translate("positions", lang), f"{head['positions']:,}"),
        (translate("beginner", lang), f"{table.beginner():.6%}"),
        *([(translate("free", lang), f"{free:.6%}")] if abs(free - table.beginner()) > NEXT_TO_NOTHING else []),
        (translate("error", lang), translate("no_bound", lang) if table.error is None else f"{table.error:.1e}"),
        (translate("residual", lang), f"{head['residual']:.1e}"),
        (translate("precision", lang), f"{head['solved_with']}, {head.get('precision', translate('not_kept', lang))}"),
        (translate("table", lang), translate("not_kept", lang) if path is None else f"{path.name} ({path.stat().st_size:,})"),
    ]
    if solution is not None:
        work = sum(report.positions * (report.sweeps - report.before) for report in solution.reports)
        spent = sum(report.seconds for report in solution.reports)
        rows += [
            (translate("seconds", lang), f"{solution.seconds:.1f}"),
            (translate("rate", lang), f"{work / max(spent, 1e-9):,.0f}"),
        ]
    for label, value in rows:
        facts.add_row(label, value)
    console().print(facts, soft_wrap=True)
    moves = Grid(box=None, padding=(0, 2, 0, 0))
    for column in ("throw", "chance", "best", "next"):
        moves.add_column(translate(column, lang), justify="left" if column in ("best", "next") else "right", no_wrap=True)
    for row in _first_moves(table):
        told = [f"{each['move']} {each['chance']:.4%}" for each in row["moves"]]
        moves.add_row(str(row["throw"]), f"{row['probability']:.2%}", told[0], ", ".join(told[1:3]))
    console().print(moves, soft_wrap=True)
