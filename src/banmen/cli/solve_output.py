"""What the command solve prints: tables of text, or one line of JSON, for each kind of solution."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banmen.cli.output import game_json, put, put_table
from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.i18n import join_commas
from banmen.core.messages import Catalogue

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from banmen.solve.tables.chance_table import ChanceTable
    from banmen.solve.tables.distance_table import DistanceTable, Outcome
    from banmen.solve.value_iteration.solver import Solution

messages = Catalogue(__name__)

NEXT_TO_NOTHING = 1e-9
SHOWN_MOVES = 8  # of those with the same outcome


def chances_json(table: ChanceTable, path: Path | None, solution: Solution | None) -> dict[str, Any]:
    """Return the results of a game solved by chances."""
    head = table.head
    facts: dict[str, Any] = {
        **game_json(table.game),
        "positions": head["positions"],
        "beginner": table.beginner(),
        "start": table.value(table.game.start()),
        "error": table.error,
        "residual": head["residual"],
        "solved_with": head["solved_with"],
        "kept_with": head.get("precision"),
        "first_moves": _list_first_moves(table),
        **_file_json(path),
    }
    if solution is not None:
        facts["seconds"] = solution.seconds
        facts["groups"] = [dataclasses.asdict(report) for report in solution.reports]
    return facts


def _list_first_moves(table: ChanceTable) -> list[dict[str, Any]]:
    """Return the moves from the start for each throw, the best first, with their chances."""
    start = table.game.start()
    found = []
    for value, probability in start.throws():
        moves = [{"move": str(move), "chance": chance} for move, chance in table.move_values(start.throw(value))]
        found.append({"throw": value, "probability": probability, "chance": moves[0]["chance"], "moves": moves})
    return found


def _file_json(path: Path | None) -> dict[str, Any]:
    return {"table": None if path is None else str(path), "bytes": None if path is None else path.stat().st_size}


def put_chances(table: ChanceTable, path: Path | None, solution: Solution | None, lang: str) -> None:
    """Print the results of a game solved by chances."""
    head, free = table.head, table.value(table.game.start())
    rows = [
        ("positions", f"{head['positions']:,}"),
        ("beginner", f"{table.beginner():.6%}"),
        *([("free", f"{free:.6%}")] if abs(free - table.beginner()) > NEXT_TO_NOTHING else []),
        ("error", messages.text("solve.no_bound", lang) if table.error is None else f"{table.error:.1e}"),
        ("residual", f"{head['residual']:.1e}"),
        ("precision", f"{head['solved_with']}, {head.get('precision', messages.text('solve.not_kept', lang))}"),
        ("table", _describe_file(path, lang)),
    ]
    if solution is not None:
        work = sum(report.positions * (report.sweeps - report.before) for report in solution.reports)
        spent = sum(report.seconds for report in solution.reports)
        rows += [("seconds", f"{solution.seconds:.1f}"), ("rate", f"{work / max(spent, 1e-9):,.0f}")]
    _put_facts(table.game, rows, lang)
    moves = _make_grid(("throw", "chance", "best", "next"), ("best", "next"), lang)
    for row in _list_first_moves(table):
        texts = [f"{each['move']} {each['chance']:.4%}" for each in row["moves"]]
        moves.add_row(str(row["throw"]), f"{row['probability']:.2%}", texts[0], ", ".join(texts[1:3]))
    put_table(moves)


def _describe_file(path: Path | None, lang: str) -> str:
    return messages.text("solve.not_kept", lang) if path is None else f"{path.name} ({path.stat().st_size:,})"


def _put_facts(game: Game, rows: Sequence[tuple[str, str]], lang: str) -> None:
    """Print a title and rows of facts, each with the key of its label."""
    from rich.table import Table as Grid

    from banmen.presentation.about import name_game

    title = messages.text("solve.solved", lang, game=name_game(game.name, lang))
    facts = Grid(title=title, title_justify="left", title_style="bold", box=None, show_header=False, padding=(0, 2, 0, 0))
    for label, value in rows:
        facts.add_row(messages.text(f"solve.{label}", lang), value)
    put_table(facts)


def _make_grid(columns: Sequence[str], left: Sequence[str], lang: str, *, first: str | None = None) -> Grid:
    """Return an empty table with columns of some keys, those of `left` with their text on the left.

    `first` is the heading of one more column before them.
    """
    from rich.table import Table as Grid

    grid = Grid(box=None, padding=(0, 2, 0, 0))
    if first is not None:
        grid.add_column(first, justify="right", no_wrap=True)
    for column in columns:
        grid.add_column(messages.text(f"solve.{column}", lang), justify="left" if column in left else "right", no_wrap=True)
    return grid


def distances_json(game: Game, table: DistanceTable, path: Path | None) -> dict[str, Any]:
    """Return the results of a game solved by distances."""
    start = table.game.start()
    outcome = table.outcome(start)
    return {
        **game_json(game),
        "positions": table.head["positions"],
        "known": outcome.sign != 0 or game == table.game,
        "winner": None if outcome.sign == 0 else _find_winner(start, outcome),
        "plies": outcome.plies,
        "first_moves": [{"move": str(move), "sign": each.sign, "plies": each.plies} for move, each in table.moves(start)],
        "layers": table.head["layers"],
        **_file_json(path),
    }


def put_distances(game: Game, table: DistanceTable, path: Path | None, lang: str) -> None:
    """Print the results of a game solved by distances."""
    start, neither = table.game.start(), _describe_open_outcome(game, table, lang)
    rows = [
        ("positions", f"{table.head['positions']:,}"),
        ("best_play", _describe_outcome(start, table.outcome(start), neither, lang)),
        ("table", _describe_file(path, lang)),
    ]
    _put_facts(table.game, rows, lang)
    layers = _make_grid(("won", "lost", "undecided", "longest"), (), lang, first=_name_option(game, table.layer_option, lang))
    for layer, (size, row) in enumerate(zip(table.head["sizes"], table.head["layers"], strict=True)):
        numbers = (row["won"], row["lost"], size - row["won"] - row["lost"], row["longest"])
        layers.add_row(str(layer), *(f"{number:,}" for number in numbers))
    put_table(layers)
    moves = _make_grid(("first_move", "then"), ("first_move", "then"), lang)
    for outcome, names in _group_moves(table):
        more = " ..." if len(names) > SHOWN_MOVES else ""
        moves.add_row(", ".join(names[:SHOWN_MOVES]) + more, _describe_outcome(start, outcome, neither, lang))
    put_table(moves)


def _group_moves(table: DistanceTable) -> list[tuple[Outcome, list[str]]]:
    """Return the first moves by their outcome, the best first."""
    found: dict[Outcome, list[str]] = {}
    for move, outcome in table.moves(table.game.start()):
        found.setdefault(outcome, []).append(str(move))
    return list(found.items())


def _find_winner(position: Position, outcome: Outcome) -> Player:
    """Return who wins by an outcome for the player on turn, in a game of two."""
    return next(player for player in position.game.players if (player == position.turn) == (outcome.sign > 0))


def _describe_outcome(position: Position, outcome: Outcome, neither: str, lang: str) -> str:
    """Say who wins from a position and when; `neither` is the text if no side can force a win."""
    if outcome.sign == 0:
        return neither
    name = position.game.part("words").player_name(_find_winner(position, outcome), lang)
    return messages.text("solve.wins", lang, name=name, plies=outcome.plies)


def _describe_open_outcome(game: Game, table: DistanceTable, lang: str) -> str:
    """Describe a position in which no side can force a win: unknown, if that depends on an option the table leaves open."""
    depends = [name for name, value in game.options.items() if value != table.game.options[name]]
    if not depends:
        return messages.text("solve.neither", lang)
    return messages.text("solve.unknown", lang, rules=join_commas((_name_option(game, name, lang) for name in depends), lang))


def _name_option(game: Game, option: str, lang: str) -> str:
    """Return what a game calls one of its options."""
    from banmen.presentation.about import about

    return str(about(game.name, lang)["options"].get(option, {}).get("label", option))


def put_report(game: Game, report: dict[str, Any], path: Path, lang: str) -> None:
    """Print the results of a game solved stratum by stratum."""
    top = max(report["strata"], key=lambda row: int(row["positions"]))
    rows = [
        ("positions", f"{sum(row['positions'] for row in report['strata']):,}"),
        ("all_seconds", f"{report['seconds_to_solve']:.1f}"),
        ("top_rate", f"{top['backups_per_second']:,}"),
        ("report", str(path)),
    ]
    _put_facts(game, rows, lang)


def put_measured(measured: Sequence[dict[str, Any]], lang: str) -> None:
    """Print what players lose by their moves."""
    for row in measured:
        facts = {"loss": row["lost_per_choice"], "error": row["error"], "best": row["best_moves"]}
        put(messages.text("solve.measured", lang, player=row["player"], **facts))
