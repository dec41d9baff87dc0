"""The chances to win over a game as a picture.

With two sides there is one line: below it lies the first side's part, above it the second's. With more sides each has a line of
its own, told apart by dashes and by the shape at its end as well as by colour. Like the boards, the picture uses presentation
attributes only. Every step is a column with `data-step`, its chances and its verdict, so that a page can link it to the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from typing import Any

from banmen.core.board import Player
from banmen.core.i18n import add_label, format_percent, join_commas
from banmen.core.messages import Catalogue
from banmen.engine.analysis.game_steps import GameAnalysisData, StepAnalysis
from banmen.engine.analysis.narration import (
    SIGNS,
    describe_ending,
    describe_players,
    describe_step,
    describe_turning_points,
    name_side,
)
from banmen.engine.analysis.position_values import BLUNDER, MISTAKE
from banmen.engine.interface import EngineError
from banmen.presentation.about import name_game
from banmen.presentation.chart_frame import frame_chart, read_chart_style
from banmen.presentation.svg import PALETTES, Palette
from banmen.presentation.svg_elements import at, group, label, number, tag

messages = Catalogue(__name__)

WIDTH, HEIGHT = 960, 460
LEFT, RIGHT, TOP, BOTTOM = 70, 936, 84, 372
NAMES = 150  # the room for names beside the ends of lines
TICKS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000)
DASHES = (None, "12 5", "3 5", "14 5 3 5")
THROWS = ("lucky", "unlucky")
SHOWN = (*THROWS, MISTAKE, BLUNDER)
ASIDE = 13  # how far beside the line marks stand


@dataclass(frozen=True)
class ChartColours:
    """The colours of a chart in one theme."""

    lines: tuple[str, str, str, str]  # of the sides, at least 3:1 on paper
    areas: tuple[str, str]  # of two sides
    lucky: str
    unlucky: str
    mistake: str
    blunder: str
    on_mark: str  # the signs on marks, at least 4.5:1 on mistake and blunder


COLOURS = {
    "light": ChartColours(
        ("#b3361f", "#2b4b7e", "#3f6b22", "#7a4fa3"), ("#efc9b4", "#dfe3ea"),
        "#d99a00", "#5d6b86", "#a65a00", "#a01c12", "#ffffff",
    ),
    "dark": ChartColours(
        ("#ff8d6b", "#86b4ff", "#a9d77e", "#d3aaf5"), ("#6a3328", "#263457"),
        "#ffcf5c", "#a9b6d3", "#ffb454", "#ff7a6b", "#141a2e",
    ),
    "print": ChartColours(
        ("#000000", "#444444", "#666666", "#222222"), ("#d9d9d9", "#ffffff"),
        "#ffffff", "#000000", "#555555", "#000000", "#ffffff",
    ),
}  # fmt: skip


def draw_chances(found: GameAnalysisData, **style: Any) -> str:
    """Return the chances over a game as an SVG document; `size` (its width in pixels), `theme` and `lang` can be set."""
    chosen = read_chart_style(WIDTH, style)
    if not found.steps:
        raise EngineError(messages("chart.no_steps"))
    game, lang = found.record.game, chosen.lang
    title = messages.text("analysis.title", lang, game=name_game(game.name, lang))
    parts = AnalysisChart(found, chosen.theme, lang).draw_parts()
    return frame_chart(chosen, (WIDTH, HEIGHT), title, describe_chart(found, lang), parts, chart="chances", game=game.name)


def describe_chart(found: GameAnalysisData, lang: str) -> str:
    """Describe a chart in sentences."""

    def describe(values: dict[Player, float]) -> str:
        parts = (
            messages.text(
                "analysis.has", lang, name=name_side(found.record, side, lang), chance=format_percent(values[side[0]], lang)
            )
            for side in found.sides
        )
        return join_commas(parts, lang)

    first, last = dict(found.steps[0].before), dict(found.steps[-1].after)
    text = messages.text("analysis.described", lang, number=len(found.steps), start=describe(first), end=describe(last))
    points = (messages.text("chart.between_turning_points", lang)).join(describe_turning_points(found, lang))
    more = messages.text("analysis.turning", lang, points=points) if points else messages.text("analysis.no_turning", lang)
    return messages.text("chart.with_turning_points", lang, text=text, more=more)


class AnalysisChart:
    """A chart being drawn: where things are, and in which colours."""

    def __init__(self, found: GameAnalysisData, theme: str, lang: str) -> None:
        self.found, self.lang = found, lang
        self.palette: Palette = PALETTES[theme]
        self.colours = COLOURS[theme]
        self.sides = found.sides
        self.right = RIGHT if len(self.sides) == 2 else RIGHT - NAMES
        self.steps = found.steps
        self.width = (self.right - LEFT) / len(self.steps)

    def x(self, step: float) -> float:
        """Return the x coordinate after a number of steps."""
        return LEFT + self.width * step

    def y(self, chance: float) -> float:
        """Return the y coordinate of a chance."""
        return BOTTOM - (BOTTOM - TOP) * chance

    def draw_parts(self) -> Iterator[str]:
        """Draw everything, from the back to the front."""
        yield tag("rect", width=WIDTH, height=HEIGHT, fill=self.palette.paper)
        yield from self._draw_heading()
        two = len(self.sides) == 2
        if two:
            yield from self._draw_areas()
        yield from self._draw_grid()
        yield group(self._draw_columns(), data_layer="steps")
        yield from self._draw_line(0) if two else (part for side in range(len(self.sides)) for part in self._draw_line(side))
        yield from self._write_side_names() if two else self._end_names()
        yield group(self._draw_marks(), data_layer="marks")
        yield from self._draw_legend()

    def _draw_heading(self) -> Iterator[str]:
        record, lang = self.found.record, self.lang
        title = messages.text("analysis.title", lang, game=name_game(record.game.name, lang))
        yield label(title, LEFT, 32, 22, self.palette.ink, text_anchor="start", font_weight=600)
        subtitle = add_label(describe_players(self.found, lang), describe_ending(record, lang), lang)
        yield label(_shorten(subtitle, 96), LEFT, 59, 15, self.palette.faint, text_anchor="start")

    def list_points(self, side: int) -> list[tuple[float, float]]:
        """Return the points of a side's line: before each throw, after it, and at the end."""
        player = self.sides[side][0]
        found = []
        for step in self.steps:
            found.append((self.x(step.index), self.y(step.before[player])))
            if step.luck is not None:
                found.append((self.x(step.index + 0.5), self.y(step.decision.chances[player])))
        return [*found, (self.x(len(self.steps)), self.y(self._find_last_chance(player)))]

    def _find_last_chance(self, player: Player) -> float:
        """Return a player's chance after the last analysed step."""
        return self.steps[-1].after[player]

    def _draw_areas(self) -> Iterator[str]:
        points = self.list_points(0)
        for edge, colour, side in ((BOTTOM, self.colours.areas[0], 0), (TOP, self.colours.areas[1], 1)):
            outline = _write_path([(LEFT, edge), *points, (points[-1][0], edge)]) + "Z"
            yield tag("path", d=outline, fill=colour, data_side=side + 1)

    def _draw_grid(self) -> Iterator[str]:
        ink, faint = self.palette.ink, self.palette.faint
        for hundredths in (0, 25, 50, 75, 100):
            y = self.y(hundredths / 100)
            middle = hundredths == 50
            stroke = {"stroke": ink if middle else faint, "stroke_width": 1.2 if middle else 0.8}
            line = {"x1": LEFT, "x2": self.right, "y1": y, "y2": y, "stroke_opacity": 0.75 if middle else 0.35}
            yield tag("line", **line, **stroke, stroke_dasharray="2 4" if middle else None)
            yield label(f"{hundredths}%", LEFT - 10, y, 14, faint, text_anchor="end")
        every = next((tick for tick in TICKS if len(self.steps) / tick <= 12), TICKS[-1])
        for step in range(0, len(self.steps) + 1, every):
            yield tag("line", x1=self.x(step), x2=self.x(step), y1=BOTTOM, y2=BOTTOM + 6, stroke=faint, stroke_width=1)
            yield label(str(step), self.x(step), BOTTOM + 19, 14, faint)
        yield label(messages.text("analysis.steps", self.lang), self.right, BOTTOM + 40, 14, faint, text_anchor="end")

    def _draw_columns(self) -> Iterator[str]:
        for step in self.steps:
            column = {"x": self.x(step.index), "y": TOP, "width": self.width, "height": BOTTOM - TOP}
            yield tag(
                "rect",
                tag("title", escape(describe_step(step, self.found.record, self.lang))),
                **column,
                fill="none",
                pointer_events="all",
                data_step=step.index + 1,
                data_turn=step.turn,
                data_player=step.player,
                data_throw=step.throw,
                data_move=step.played.move.text if step.played else None,
                data_verdict=step.verdict,
                data_luck=None if step.luck is None else f"{step.luck:.4f}",
                data_loss=f"{step.loss:.4f}",
                data_chances=" ".join(f"{step.after[side[0]]:.4f}" for side in self.sides),
            )

    def _draw_line(self, side: int) -> Iterator[str]:
        two = len(self.sides) == 2
        line = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round", "pointer_events": "none"}
        colour = self.palette.ink if two else self.colours.lines[side]
        dash = {"stroke_width": 2.2 if two else 2.6, "stroke_dasharray": None if two else DASHES[side]}
        yield tag("path", d=_write_path(self.list_points(side)), stroke=colour, **line, **dash, data_line=side + 1)

    def _write_side_names(self) -> Iterator[str]:
        """Write two sides' names into their areas, where the line leaves most room in the first quarter."""
        for side, y in ((0, BOTTOM - 18), (1, TOP + 18)):
            name = _shorten(name_side(self.found.record, self.sides[side], self.lang), 40)
            sign = draw_figure(side, 6, self.colours.lines[side], self.palette.ink)
            yield group([sign], transform=at(LEFT + 18, y), pointer_events="none")
            halo = {"stroke": self.colours.areas[side], "stroke_width": 4, "paint_order": "stroke", "pointer_events": "none"}
            yield label(name, LEFT + 32, y, 16, self.palette.ink, text_anchor="start", font_weight=600, **halo)

    def _end_names(self) -> Iterator[str]:
        """Write the sides' names beside the ends of their lines, as far apart as they need."""
        order = sorted(range(len(self.sides)), key=lambda side: -self._find_last_chance(self.sides[side][0]))
        y = TOP - 24.0
        heights = []
        for side in order:
            y = max(y + 24, self.y(self._find_last_chance(self.sides[side][0])))
            heights.append(y)
        over = max(0.0, heights[-1] - BOTTOM)
        for place, side in enumerate(order):
            # Labels that would be below the chart move up, and push up the ones that they would cover.
            height = min(heights[place], BOTTOM - 24.0 * (len(order) - 1 - place)) if over else heights[place]
            name = _shorten(name_side(self.found.record, self.sides[side], self.lang), 16)
            sign = draw_figure(side, 7, self.colours.lines[side], self.palette.ink)
            yield group([sign], transform=at(self.right + 14, height))
            yield label(name, self.right + 28, height, 16, self.palette.ink, text_anchor="start")

    def _draw_marks(self) -> Iterator[str]:
        for step in self.steps:
            for kind in self._list_kinds(step):
                description = tag("title", escape(describe_step(step, self.found.record, self.lang)))
                mark = {"data_mark": kind, "data_step": step.index + 1, "data_player": step.player}
                yield tag("g", description, self._mark(kind), transform=at(*self._place(step, kind in THROWS)), **mark)

    def _place(self, step: StepAnalysis, thrown: bool) -> tuple[float, float]:
        """Return the position of a mark: on its player's line; with two sides, beside the line within the side's own area."""
        two = len(self.sides) == 2
        side = next(index for index, players in enumerate(self.sides) if step.player in players)
        player = self.sides[0 if two else side][0]
        ends = [later.before for later in self.steps[step.index + 1 : step.index + 2]] or [step.after]
        y = self.y(step.decision.chances[player] if thrown else ends[0][player])
        if two:
            y = min(max(y + (ASIDE if side == 0 else -ASIDE), TOP + ASIDE), BOTTOM - ASIDE)
        return self.x(step.index + (0.5 if thrown else 1)), y

    def _list_kinds(self, step: StepAnalysis) -> Iterator[str]:
        if step.lucky:
            yield "lucky" if step.lucky > 0 else "unlucky"
        if step.verdict in (MISTAKE, BLUNDER):
            yield str(step.verdict)

    def _mark(self, kind: str) -> str:
        """Draw a mark around (0, 0): a star, a triangle upside down, or a disc with the sign of a bad move."""
        edge = {"stroke": self.palette.paper if kind != "lucky" else self.palette.ink, "stroke_width": 1}
        if kind == "lucky":
            return tag("path", d=outline_star(8), fill=self.colours.lucky, **edge)
        if kind == "unlucky":
            return tag("path", d="M-7-5H7L0 7Z", fill=self.colours.unlucky, **edge)
        disc = {"r": 8.5 if kind == BLUNDER else 7, "fill": self.colours.blunder if kind == BLUNDER else self.colours.mistake}
        return tag("circle", **disc, **edge) + label(SIGNS[kind], 0, 0, 10, self.colours.on_mark, font_weight=700)

    def _draw_legend(self) -> Iterator[str]:
        """Explain the marks that occur."""
        occurring = {kind for step in self.steps for kind in self._list_kinds(step)}
        x, y = LEFT + 10.0, HEIGHT - 24
        for kind in SHOWN:
            if kind in occurring:
                text = messages.text(f"analysis.{kind}", self.lang)
                yield group([self._mark(kind)], transform=at(x, y))
                yield label(text, x + 15, y, 15, self.palette.ink, text_anchor="start")
                x += 46 + _measure_width(text) * 8.2


def draw_figure(side: int, size: float, fill: str, edge: str) -> str:
    """Draw the shape of a side around (0, 0): disc, square, triangle or diamond."""
    look = {"fill": fill, "stroke": edge, "stroke_width": 1}
    if side == 0:
        return tag("circle", r=size, **look)
    corners = {
        1: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        2: ((0, -1.2), (1.2, 1), (-1.2, 1)),
        3: ((0, -1.4), (1.2, 0), (0, 1.4), (-1.2, 0)),
    }
    return tag("path", d=_write_path([(x * size * 0.9, y * size * 0.9) for x, y in corners[side]]) + "Z", **look)


def outline_star(size: float) -> str:
    """Return the outline of a five-pointed star around (0, 0)."""
    radii = [size if point % 2 == 0 else size * 0.45 for point in range(10)]
    return (
        _write_path([(radius * sin(pi * point / 5), -radius * cos(pi * point / 5)) for point, radius in enumerate(radii)]) + "Z"
    )


def _write_path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _measure_width(text: str) -> int:
    """Return how wide a text is, in Latin letters."""
    return sum(1 if ord(sign) < 0x1100 else 2 for sign in text)


def _shorten(text: str, width: int) -> str:
    """Return a text cut to a width."""
    if _measure_width(text) <= width:
        return text
    while _measure_width(text) > width - 1:
        text = text[:-1]
    return text + "…"
