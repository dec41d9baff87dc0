"""Analyses as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from banmen.core.catalogues import SOURCE
from banmen.core.i18n import add_label, format_percent
from banmen.core.messages import Catalogue
from banmen.core.record import Record
from banmen.engine.analysis.game_analysis import GameAnalysis
from banmen.engine.analysis.game_steps import StepAnalysis
from banmen.engine.analysis.narration import (
    LUCK_SIGNS,
    SIGNS,
    describe_ending,
    describe_players,
    describe_turning_points,
    find_player_name,
    format_change,
    name_side,
    name_verdict,
)
from banmen.engine.analysis.position_values import PositionAnalysis
from banmen.presentation.about import name_game

messages = Catalogue(__name__)

BAR = 10  # cells
EIGHTHS = " ▏▎▍▌▋▊▉"
LEVELS = "▁▂▃▄▅▆▇█"
STYLES = {"inaccuracy": "yellow", "mistake": "dark_orange", "blunder": "bold red"}
LUCK_STYLES = {1: "bold yellow", -1: "blue", 0: ""}
WIDEST_NAME = 12


def draw_bar(chance: float) -> str:
    """Draw a chance as a bar.

    >>> draw_bar(0.5), draw_bar(0.01), draw_bar(1)
    ('█████     ', '▏         ', '██████████')
    """
    eighths = max(round(chance * BAR * 8), 1 if chance > 0 else 0)
    text = "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
    return text.ljust(BAR)


def draw_sparkline(found: GameAnalysis, side: int, width: int = 60) -> str:
    """Draw a side's chance over the analysed part of a game, in one line; a long game is thinned out."""
    player = found.sides[side][0]
    chances = [step.before[player] for step in found.steps] + [step.after[player] for step in found.steps[-1:]]
    if len(chances) > width:
        chances = [chances[round(place * (len(chances) - 1) / (width - 1))] for place in range(width)]
    return "".join(LEVELS[min(7, int(chance * 8))] for chance in chances)


def game_tables(found: GameAnalysis, lang: str) -> Iterator[RenderableType]:
    """Return what to print for a game: its steps, luck and skill of each player, and the turning points."""
    record = found.record
    yield Text(name_game(record.game.name, lang), "bold")
    yield Text(add_label(describe_players(found, lang), describe_ending(record, lang), lang))
    yield ""
    names = [name_side(record, side, lang) for side in found.sides]
    for side, name in enumerate(names[:1] if len(names) == 2 else names):
        last = _write_percent(found.steps[-1].after[found.sides[side][0]])
        yield Text(f"{_pad(name, names)} {draw_sparkline(found, side)} {last:>6}")
    yield ""
    yield _make_steps(found, lang)
    yield ""
    yield _make_totals(found, lang)
    if points := describe_turning_points(found, lang):
        yield ""
        yield Text(messages.text("analysis.turning_points", lang), "bold")
        for point in points:
            yield Text(f"  {point}")
    yield ""
    if record.game.start().throws():
        yield Text(messages.text("analysis.note_luck", lang), "dim")
    chosen = any(total.decisions for total in found.totals.values())
    yield Text(messages.text("analysis.note_accuracy" if chosen else "analysis.no_choices", lang), "dim")
    nodes = sum(step.nodes for step in found.steps)
    yield Text(
        messages.text("analysis.engine", lang, engine=_name_engine(found.steps[0].decision.engine, lang), nodes=f"{nodes:,}"),
        "dim",
    )


def _make_steps(found: GameAnalysis, lang: str) -> Grid:
    two, throws = len(found.sides) == 2, any(step.throw for step in found.steps)
    chance = name_side(found.record, found.sides[0], lang) if two else messages.text("analysis.chance", lang)
    table = Grid(box=None, pad_edge=False, header_style="dim")
    table.add_column(messages.text("analysis.step", lang), justify="right")
    table.add_column(messages.text("analysis.player", lang), max_width=WIDEST_NAME, no_wrap=True)
    if throws:
        table.add_column(messages.text("analysis.throw", lang), no_wrap=True)
        table.add_column(messages.text("analysis.luck", lang), justify="right", no_wrap=True)
    table.add_column(messages.text("analysis.move", lang), no_wrap=True)
    table.add_column(messages.text("analysis.loss", lang), justify="right", no_wrap=True)
    table.add_column(messages.text("analysis.best_move", lang), no_wrap=True)
    table.add_column(chance, max_width=BAR + 7, no_wrap=True)
    for step in found.steps:
        throw: list[Text | str] = [_throw(step), "" if step.luck is None else format_change(step.luck)] if throws else []
        shown = step.after[found.sides[0][0] if two else step.player]
        best = step.best.move.text if step.loss >= 0.0005 or step.played is None else ""
        lost = format_change(-step.loss) if step.loss >= 0.0005 else ""
        name = find_player_name(found.record, step.player, lang)
        table.add_row(
            str(step.index + 1), name, *throw, _move(step), lost, best, f"{draw_bar(shown)} {_write_percent(shown):>6}"
        )
    return table


def _throw(step: StepAnalysis) -> Text:
    return Text(f"{step.throw or ''} {LUCK_SIGNS[step.lucky]}".strip(), LUCK_STYLES[step.lucky])


def _move(step: StepAnalysis) -> Text:
    if step.played is None:
        return Text("")
    name = step.played.verdict
    return Text(f"{step.played.move.text} {SIGNS.get(name, '')}".rstrip(), STYLES.get(name, ""))


def _make_totals(found: GameAnalysis, lang: str) -> Grid:
    throws = any(total.throws for total in found.totals.values())
    keys = (["luck"] if throws else []) + ["loss", "mean_loss", "decisions", "accuracy", "inaccuracy", "mistake", "blunder"]
    table = Grid(
        title=messages.text("analysis.totals", lang), title_justify="left", title_style="bold", box=None, header_style="dim"
    )
    table.add_column("", max_width=WIDEST_NAME, no_wrap=True)
    for key in keys:
        table.add_column(f"{SIGNS[key]}" if key in SIGNS else messages.text(f"analysis.{key}", lang), justify="right")
    for player, total in found.totals.items():
        shown = {
            "luck": format_change(total.luck),
            "loss": format_change(-total.loss),
            "mean_loss": format_change(-total.mean_loss),
            "decisions": str(total.decisions),
            "accuracy": "" if total.accuracy is None else _write_percent(total.accuracy),
            **{name: str(total.counts[name] or "") for name in SIGNS},
        }
        table.add_row(find_player_name(found.record, player, lang), *(shown[key] for key in keys))
    return table


def position_tables(found: PositionAnalysis, lang: str) -> Iterator[RenderableType]:
    """Return the tables for a position: all players' chances, and every move or every throw."""
    record = Record.begin(found.position.game, position=found.position)
    yield Text(f"{name_game(record.game.name, lang)}  {found.position.text}", "bold")
    names = {player: find_player_name(record, player, lang) for player in found.chances}
    for player, chance in found.chances.items():
        yield Text(f"{_pad(names[player], list(names.values()))} {draw_bar(chance)} {_write_percent(chance):>6}")
    yield ""
    yield _make_throws(found, lang) if found.throws else _make_moves(found, lang)
    yield ""
    if found.line:
        yield Text(f"{messages.text('analysis.line', lang)}: {' '.join(move.text for move in found.line)}")
    key = "engine_depth" if found.depth else "engine"
    yield Text(
        messages.text(
            f"analysis.{key}", lang, engine=_name_engine(found.engine, lang), nodes=f"{found.nodes:,}", depth=found.depth
        ),
        "dim",
    )


def _write_percent(share: float) -> str:
    """Write a share with the narrow sign in every language, so that columns stay columns."""
    return format_percent(share, SOURCE)


def _pad(name: str, names: list[str]) -> str:
    """Return a name with as many blanks as make it as wide as the widest; Japanese signs are two wide."""
    return name + " " * (max(Text(other).cell_len for other in names) - Text(name).cell_len)


def _make_moves(found: PositionAnalysis, lang: str) -> Grid:
    table = Grid(box=None, pad_edge=False, header_style="dim")
    for key in ("move", "chance", "loss", "verdict", ""):
        table.add_column(
            messages.text(f"analysis.{key}", lang) if key else "", justify="right" if key == "loss" else "left", no_wrap=True
        )
    for move in found.moves:
        lost = format_change(-move.loss) if move.loss >= 0.0005 else ""
        word = Text(f"{name_verdict(move.verdict, lang)} {SIGNS.get(move.verdict, '')}".rstrip(), STYLES.get(move.verdict, ""))
        chance = f"{draw_bar(move.chance)} {_write_percent(move.chance):>6}"
        table.add_row(move.move.text, chance, lost, word, messages.text("analysis.exact", lang) if move.exact else "")
    return table


def _make_throws(found: PositionAnalysis, lang: str) -> Grid:
    table = Grid(box=None, pad_edge=False, header_style="dim")
    for key in ("throw", "probability", "luck", "best_move", "chance"):
        table.add_column(
            messages.text(f"analysis.{key}", lang), justify="right" if key in ("probability", "luck") else "left", no_wrap=True
        )
    for throw in found.throws:
        chance = throw.after.chance
        shown = f"{draw_bar(chance)} {_write_percent(chance):>6}"
        table.add_row(str(throw.value), _write_percent(throw.probability), format_change(throw.luck), throw.best.text, shown)
    return table


def _name_engine(name: str, lang: str) -> str:
    """Return the display name of an engine: its name, or a description if the name says little."""
    return messages.text(f"analysis.{name}", lang) if name in ("network", "table") else name
