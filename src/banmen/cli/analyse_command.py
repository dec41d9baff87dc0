"""The command that analyses recorded games and positions: analyse."""

from __future__ import annotations

import glob
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from banmen.cli.arguments import (
    SHIELD,
    STANDARD_INPUT,
    START,
    GameNumber,
    Json,
    Lang,
    Opt,
    Theme,
    complete_game,
    read_game,
    read_language,
    read_picture_path,
    read_position,
    read_whole,
)
from banmen.cli.output import INTERRUPTED, note, note_unless, note_written, put_json, put_table, track_progress
from banmen.cli.record_commands import open_text, read_game_number, select_records
from banmen.core import registry
from banmen.core.errors import OptionError, quote_value
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, join_values, localize
from banmen.engine.interruptible import GRACE, run_until_stopped
from banmen.kernels.contract import DECIDE
from banmen.presentation.svg import read_style

if TYPE_CHECKING:
    from banmen.core.record import Record
    from banmen.engine.analysis.analyse import GameAnalysis, PositionAnalysis
    from banmen.engine.interface import Budget

messages = Catalogue(__name__)

Found = TypeVar("Found")
Rest = TypeVar("Rest")
PARTS = 1000  # of a progress bar
SPARK = 30  # the width of the chart of chances
ANALYSING = messages("progress.analysing")


def complete_subject(incomplete: str) -> list[str]:
    """Return the games and the files that begin with what has been typed."""
    return complete_game(incomplete) + sorted(glob.glob(f"{glob.escape(incomplete)}*"))  # noqa: PTH207 - as it was typed


def analyse(
    subject: Annotated[str, typer.Argument(metavar="FILE|GAME", autocompletion=complete_subject)],
    position: Annotated[str | None, typer.Argument(metavar="POSITION")] = None,
    number: GameNumber = None,
    nodes: Annotated[str | None, typer.Option("--nodes", metavar="N")] = None,
    seconds: Annotated[str | None, typer.Option("--seconds", metavar="S")] = None,
    chart: Annotated[str | None, typer.Option("--chart", metavar="FILE.svg")] = None,
    theme: Theme = "light",
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Analyse recorded games or a position: what every move is worth, and how much was luck.

    Examples:
      banmen analyse evening.banmen
      banmen analyse evening.banmen --game 2 --seconds 1 --chart chances.svg
      banmen analyse kariuchi "Rx2,5,A/Rx3,12 1 3"
      banmen analyse qubism start --nodes 1000000 --json
    """
    language, budget = read_language(lang), _read_budget(nodes, seconds)
    read_style({"theme": theme})  # reports bad options before any work is done
    picture = _plan_picture(chart, theme, language) if chart is not None else None
    if subject.removeprefix(SHIELD) in registry.names():
        if number is not None or picture is not None:
            raise OptionError(messages("analyse.flags_for_records"))
        _analyse_position(
            read_position(read_game(subject, opt), START if position is None else position), budget, language, json
        )
        return
    if position is not None:
        games = join_values(registry.names())
        raise OptionError(messages("analyse.position_without_game", subject=quote_value(subject), games=games))
    if opt:
        raise OptionError(messages("analyse.options_of_record"))
    _analyse_file(subject, read_game_number(number), budget, picture, language, json)


def _read_budget(nodes: str | None, seconds: str | None) -> Budget | None:
    if nodes is None and seconds is None:
        return None
    from banmen.engine.interface import MOST_NODES, Budget

    time: float | None = None
    try:
        time = None if seconds is None else float(seconds.removeprefix(SHIELD))
    except ValueError:
        raise OptionError(messages("analyse.bad_seconds", text=quote_value(seconds, 20))) from None
    number = read_whole(nodes, messages("setting.nodes"), 1, MOST_NODES) if nodes is not None else None
    return Budget(nodes=number, seconds=time)


def _plan_picture(chart: str, theme: str, lang: str) -> Callable[[GameAnalysis], None]:
    """Return how a chart is drawn and kept, or raise OptionError for a file that is no picture."""
    from banmen.terminal import files

    path = read_picture_path(chart)

    def draw(found: GameAnalysis) -> None:
        files.write(path, found.svg(theme=theme, lang=lang))
        note_written(path, lang)

    return draw


def _analyse_file(
    file: str,
    wanted: int | None,
    budget: Budget | None,
    picture: Callable[[GameAnalysis], None] | None,
    lang: str,
    as_json: bool,
) -> None:
    if not Path(file).exists() and file != STANDARD_INPUT:
        raise OptionError(messages("analyse.no_file_or_game", file=quote_value(file, 80), games=join_values(registry.names())))
    with open_text(file) as source:
        for number, record in select_records(file, source, wanted, single=picture is not None):
            _analyse_record(record, number, budget, picture, lang, as_json)


def _analyse_record(
    record: Record, number: int, budget: Budget | None, picture: Callable[[GameAnalysis], None] | None, lang: str, as_json: bool
) -> None:
    from banmen.engine.analysis.analyse import GameAnalysis, analyse
    from banmen.terminal.analysis_tables import draw_sparkline, game_tables

    _note_compiling(record.game, record.start, lang)
    doing = localize(ANALYSING, lang)
    with track_progress(doing, PARTS) as done:
        latest: list[GameAnalysis] = []

        def show_progress(found: GameAnalysis) -> None:
            latest[:] = [found]
            done(int(PARTS * found.done), f"{doing} {draw_sparkline(found, 0, SPARK)}")

        found, stopped = _analyse_until_stopped(
            lambda stop: analyse(record, budget, progress=show_progress, stop=stop), GameAnalysis(record, (), 0.0), latest
        )
    if picture is not None and found.steps:
        picture(found)  # before anything is printed: whoever reads that may stop reading
    if as_json:
        put_json({"number": number, **found.to_json()})
    elif found.steps:
        _put(game_tables(found, lang))
    _leave_if(stopped, bool(found.steps), lang)


def _analyse_position(position: Position, budget: Budget | None, lang: str, as_json: bool) -> None:
    from banmen.engine.analysis.analyse import analyse

    _note_compiling(position.game, position, lang)
    doing = localize(ANALYSING, lang)
    with track_progress(doing, PARTS) as done:
        latest: list[PositionAnalysis] = []

        def show_progress(found: PositionAnalysis) -> None:
            latest[:] = [found]
            best = f"{found.moves[0].move} " if found.moves else ""
            done(int(PARTS * _measure_spent(found, budget)), f"{doing} {best}{found.chance:.1%}")

        found, stopped = _analyse_until_stopped(
            lambda stop: analyse(position, budget, progress=show_progress, stop=stop), None, latest
        )
    if found is not None and as_json:
        put_json(found.to_json())
    elif found is not None:
        from banmen.terminal.analysis_tables import position_tables

        _put(position_tables(found, lang))
        _note_network(found, budget, lang)
    _leave_if(stopped, found is not None, lang)


def _analyse_until_stopped(
    work: Callable[[threading.Event], Found], nothing: Rest, latest: Sequence[Found]
) -> tuple[Found | Rest, bool]:
    """Analyse until Ctrl-C; if a search cannot stop because it is compiling, return the latest results, or None."""
    try:
        return run_until_stopped(work, GRACE)
    except KeyboardInterrupt:
        return (latest[0] if latest else nothing), True


def _note_network(found: PositionAnalysis, budget: Budget | None, lang: str) -> None:
    """Say that a budget was not needed, if a network has answered or the values were looked up."""
    if budget is not None and found.engine in ("network", "table"):
        note(messages("analyse.no_search"), lang)


def _measure_spent(found: PositionAnalysis, budget: Budget | None) -> float:
    """Return the used fraction of a budget; 0 if there is no budget."""
    nodes = found.nodes / budget.nodes if budget and budget.nodes else 0
    seconds = found.seconds / budget.seconds if budget and budget.seconds else 0
    return min(1, max(nodes, seconds))


def _leave_if(stopped: bool, known: bool, lang: str) -> None:
    if stopped:
        note(messages.text("analyse.stopped" if known else "analyse.nothing_yet", lang))
        raise typer.Exit(INTERRUPTED)


def _put(parts: Any) -> None:
    for part in parts:
        put_table(part)


def _note_compiling(game: Game, position: Position, lang: str) -> None:
    """Say that the engine has to be compiled, unless it has been or a table answers instead."""
    from banmen.engine.analysis.position_analysis import choose_analysis_engine, name_engine
    from banmen.engine.precompile import is_engine_warm
    from banmen.solve.tables.table_lookup import find_table

    if position.kind != DECIDE or find_table(position) is None:
        note_unless(is_engine_warm(name_engine(choose_analysis_engine(game)), game), game, lang)
