"""What `solve` does with Qubism: it is solved backwards from its end, for few cubes."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from banmen.cli.output import INTERRUPTED, console, game_json, note, progress, put_json, until_stopped
from banmen.core.errors import OptionError
from banmen.core.game import Game
from banmen.core.messages import message

if TYPE_CHECKING:
    from banmen.solve.tables.distance_table import DistanceTable, Outcome

PARTS = 1000  # of the progress bar


def solve_backwards(
    game: Game, path: Path | None, limit: int | None, workers: int | None, again: bool, lang: str, as_json: bool
) -> None:
    """Solve a game, unless there is a table of it, and say what came of it; keep a table at a path."""
    from banmen.solve.solve_errors import refuse_other_game
    from banmen.solve.solve_messages import translate
    from banmen.solve.tables.distance_table import open_distances, save_distances

    table: DistanceTable | None = None
    if path is not None and path.exists() and not again:
        table = open_distances(path)
        refuse_other_game(path, table.game, game.with_options(repetition="draw"))
        if not as_json:
            note(translate("known", lang))
    else:
        table = _solved(game, limit, workers, lang, as_json)
        if table is None:
            note(translate("ended", lang))
            raise typer.Exit(INTERRUPTED)
        if path is not None:
            save_distances(table, path)
    if as_json:
        put_json(_json(game, table, path))
    else:
        _put_tables(game, table, path, lang)


def _solved(game: Game, limit: int | None, workers: int | None, lang: str, as_json: bool) -> DistanceTable | None:
    """Solve a game with a progress bar; None if Ctrl-C ended it."""
    from banmen.solve.retrograde_analysis import retrograde
    from banmen.solve.solve_messages import translate
    from banmen.solve.value_iteration.solver import GIB, free_memory

    limit = free_memory() if limit is None else limit
    needed = retrograde.estimate_memory(game)
    if needed > limit:
        large = "solving qubism with {cubes} cubes takes {needed} GiB of memory and there are {limit}"
        raise OptionError(
            message(
                large + "; solve it with fewer cubes: --opt cubes=3",
                "キューブ{cubes}個のqubismには{needed} GiBのメモリーが要り、{limit} GiBしかありません。"
                "--opt cubes=3 のように減らしてください",
                cubes=game.options["cubes"],
                needed=f"{needed / GIB:.1f}",
                limit=f"{limit / GIB:.1f}",
            )
        )
    workers = workers or os.cpu_count() or 1
    positions = sum(retrograde.count_positions(cubes) for cubes in range(game.options["cubes"] + 1))
    if not as_json:
        note(translate("plan_backwards", lang, positions=positions, memory=needed / GIB, threads=workers))
    with progress(translate("sweeping", lang, number=1, settled=0), PARTS) as done:

        def work(stop: threading.Event) -> DistanceTable | None:
            known = 0

            def show_progress(number: int, settled: int) -> None:
                nonlocal known
                known += settled
                done(PARTS * known // positions, translate("sweeping", lang, number=number, settled=settled))
                if stop.is_set():
                    raise InterruptedError

            try:
                return retrograde.solve(game, workers=workers, progress=show_progress)
            except InterruptedError:
                return None

        return until_stopped(work)[0]


def _json(game: Game, table: DistanceTable, path: Path | None) -> dict[str, Any]:
    start = table.game.start()
    outcome = table.outcome(start)
    return {
        **game_json(game),
        "positions": table.head["positions"],
        "known": outcome.sign != 0 or game == table.game,
        "winner": None if outcome.sign == 0 else table.game.players[0 if outcome.sign > 0 else 1],
        "plies": outcome.plies,
        "first_moves": [{"move": str(move), "sign": each.sign, "plies": each.plies} for move, each in table.moves(start)],
        "layers": table.head["layers"],
        "table": None if path is None else str(path),
        "bytes": None if path is None else path.stat().st_size,
    }


def _put_tables(game: Game, table: DistanceTable, path: Path | None, lang: str) -> None:
    from rich.table import Table as Grid

    from banmen.presentation.about import about
    from banmen.solve.solve_messages import translate

    start = table.game.start()
    title = translate("solved", lang, game=about(table.game.name, lang)["title"])
    facts = Grid(title=title, title_justify="left", title_style="bold", box=None, show_header=False, padding=(0, 2, 0, 0))
    facts.add_row(translate("positions", lang), f"{table.head['positions']:,}")
    neither = "neither" if game == table.game else "unknown"
    facts.add_row(translate("best_play", lang), _told(table.outcome(start), neither, lang))
    facts.add_row(
        translate("table", lang), translate("not_kept", lang) if path is None else f"{path.name} ({path.stat().st_size:,})"
    )
    console().print(facts, soft_wrap=True)
    layers = Grid(box=None, padding=(0, 2, 0, 0))
    for column in ("by_cubes", "won", "lost", "undecided", "longest"):
        layers.add_column(translate(column, lang), justify="right", no_wrap=True)
    for cubes, (size, row) in enumerate(zip(table.head["sizes"], table.head["layers"], strict=True)):
        numbers = (row["won"], row["lost"], size - row["won"] - row["lost"], row["longest"])
        layers.add_row(str(cubes), *(f"{number:,}" for number in numbers))
    console().print(layers, soft_wrap=True)
    moves = Grid(box=None, padding=(0, 2, 0, 0))
    moves.add_column(translate("first_move", lang), no_wrap=True)
    moves.add_column(translate("then", lang), no_wrap=True)
    for outcome, names in _grouped(table):
        moves.add_row(", ".join(names[:8]) + (" ..." if len(names) > 8 else ""), _told(outcome, neither, lang))
    console().print(moves, soft_wrap=True)


def _grouped(table: DistanceTable) -> list[tuple[Outcome, list[str]]]:
    """Return the first moves by what comes of them, the best first."""
    found: dict[Outcome, list[str]] = {}
    for move, outcome in table.moves(table.game.start()):
        found.setdefault(outcome, []).append(str(move))
    return list(found.items())


def _told(outcome: Outcome, neither: str, lang: str) -> str:
    """Say what comes of the start for White, who is on turn there; `neither` is said where no side can force a win."""
    from banmen.solve.solve_messages import translate

    return translate({1: "white_wins", -1: "black_wins", 0: neither}[outcome.sign], lang, plies=outcome.plies)
