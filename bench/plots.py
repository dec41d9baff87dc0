"""The pictures of docs/solved.md, drawn from what `bench.swings` finds, in English and in Japanese.

They lie on paper of their own, so that they are readable on light and dark pages. Games differ by the shape or dashes of what
stands for them as well as by colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from banmen.engine.analysis.analysis_chart import COLOURS, draw_figure
from banmen.presentation.svg import PALETTES
from banmen.presentation.svg_elements import at, group, label, number, tag

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 128, 920, 84, 456
TEXT, SMALL, TITLE = 19, 17, 24
PALETTE, LINES = PALETTES["light"], COLOURS["light"].lines
COLOUR = {"kariuchi": LINES[0], "holes58": LINES[1]}
DASH = {"kariuchi": "9 5", "holes58": None}
SHAPE = {"kariuchi": 3, "holes58": 0}  # a diamond and a disc
LANGUAGES = ("en", "ja")
RAREST = 3e-6  # the smallest share that is drawn; one position of the largest sample is more
UPPER = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

WORDS = {
    "en": {
        "holes58": "58 Holes",
        "kariuchi": "Kariuchi",
        "first-throws": "What the first throw is worth",
        "first-throws x": "chance to win after it",
        "first-throws y": "throw",
        "even": "even",
        "sweeps": "Kariuchi: how the values settle",
        "sweeps x": "sweep over all positions of a stratum",
        "sweeps y": "mean change of a value",
        "stratum": "{} pieces against {}, {} bits",
        "step": "a step of {} bits, {}",
        "swings": "What a throw changes",
        "swings x": "change of the chance to win, in percentage points",
        "swings y": "share of throws, per 5 points",
        "choices": "What the second best move loses",
        "choices x": "loses at least so many percentage points of the chance to win",
        "choices y": "share of choices",
    },
    "ja": {
        "holes58": "58ホール",
        "kariuchi": "かりうち",
        "first-throws": "最初に出た目の値打ち",
        "first-throws x": "その後の勝率",
        "first-throws y": "出た目",
        "even": "互角",
        "sweeps": "かりうち：値が落ちつくまで",
        "sweeps x": "くり返しの回数",
        "sweeps y": "値の変化の平均",
        "stratum": "コマ{}つ対{}つ、{}ビット",
        "step": "{}ビットの1きざみ（{}）",
        "swings": "出た目で勝率はどれだけ変わるか",
        "swings x": "勝率の変化（ポイント）",
        "swings y": "割合（5ポイントごと）",
        "choices": "次によい手で失う勝率",
        "choices x": "これ以上の勝率を失う（ポイント）",
        "choices y": "選択のうちの割合",
    },
}


@dataclass(frozen=True)
class Axis:
    """A scale along one side of a plot."""

    low: float
    high: float
    start: float  # position of the low end
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Return the position of a value; values outside are clamped to the end."""
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


@dataclass(frozen=True)
class Plot:
    """The contents of one picture: its scales with labelled ticks, and everything else."""

    across: Axis
    up: Axis
    ticks: dict[float, str]
    levels: dict[float, str]
    body: list[str]


def draw_all(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Draw every picture in every language, each with the name of its file."""
    drawn: dict[str, Callable[[dict[str, Any], dict[str, str]], Plot]] = {
        "first-throws": draw_first_throws,
        "sweeps": draw_sweeps,
        "swings": draw_swings,
        "choices": draw_choices,
    }
    for name, plot in drawn.items():
        for lang in LANGUAGES:
            file = f"{name}.svg" if lang == "en" else f"{name}.{lang}.svg"
            yield file, write_document(name, plot(found, WORDS[lang]), lang)


def write_document(name: str, plot: Plot, lang: str) -> str:
    """Return a plot with its title, scales and names of scales as an SVG document."""
    words, middle = WORDS[lang], (TOP + BOTTOM) / 2
    turned = f"rotate(-90 26 {number(middle)})"
    return tag(
        "svg",
        tag("title", escape(words[name])),
        tag("rect", width=WIDTH, height=HEIGHT, rx=12, fill=PALETTE.paper),
        label(words[name], LEFT, 40, TITLE, PALETTE.ink, text_anchor="start", font_weight=600),
        *_draw_scales(plot),
        *plot.body,
        label(words[f"{name} x"], (LEFT + RIGHT) / 2, BOTTOM + 58, TEXT, PALETTE.ink),
        label(words[f"{name} y"], 26, middle, TEXT, PALETTE.ink, transform=turned),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        lang=lang,
        data_plot=name,
    )


def draw_first_throws(found: dict[str, Any], words: dict[str, str]) -> Plot:
    """Draw the chance after each first throw of both games as its distance from an even game."""
    across, up = Axis(45, 80, LEFT, RIGHT), Axis(0.5, 5.5, BOTTOM, TOP)
    even = across.place(50)
    body = [
        tag("line", x1=even, x2=even, y1=TOP, y2=BOTTOM, stroke=PALETTE.ink, stroke_width=1.6),
        label(words["even"], even, TOP - 14, SMALL, PALETTE.ink),
    ]
    for name, chances in found["first_throws"].items():
        for value in range(1, 6):
            y = up.place(value + (0.18 if name == "holes58" else -0.18))
            x = across.place(100 * chances[str(value)])
            line = {"stroke": COLOUR[name], "stroke_width": 5, "stroke_dasharray": DASH[name]}
            text, left = f"{100 * chances[str(value)]:.1f}", x < even
            body += (
                tag("line", x1=even, x2=x, y1=y, y2=y, **line),
                _mark(name, x, y),
                label(text, x - 14 if left else x + 14, y, SMALL, PALETTE.ink, text_anchor="end" if left else "start"),
            )
    body += _draw_legend(words, 680, BOTTOM - 62)
    ticks = {float(value): f"{value} %" for value in range(45, 81, 5)}
    return Plot(across, up, ticks, {float(value): str(value) for value in range(1, 6)}, body)


def draw_sweeps(found: dict[str, Any], words: dict[str, str]) -> Plot:
    """Draw how the changes die out sweep by sweep, and the steps of the numbers that values are kept in."""
    across, up = Axis(0, 100, LEFT, RIGHT), Axis(1e-13, 1e-1, BOTTOM, TOP, logarithmic=True)
    body = []
    for bits in (16, 31):
        y = up.place(2.0**-bits)
        rule = {"stroke": PALETTE.ink, "stroke_width": 1.4, "stroke_dasharray": "2 4"}
        body.append(tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, **rule))
        text = words["step"].format(bits, f"2{str(-bits).translate(UPPER)}")
        body.append(_write(text, LEFT + 24 if bits > 16 else RIGHT - 84, y - 13, text_anchor="start" if bits > 16 else "end"))
    dashes = (None, "9 5", "3 4", "14 4 3 4")
    for index, stratum in enumerate(found["sweeps"]):
        points = [(across.place(turn), up.place(size)) for turn, size in enumerate(stratum["changes"], 1)]
        colour = LINES[index]
        body.append(_draw_line(points, colour, dashes[index], 3.2 if index == 0 else 2.4))
        body.append(group([draw_figure(index, 6, colour, PALETTE.paper)], transform=at(*points[-1])))
        text = words["stratum"].format(*stratum["pieces"], stratum["bits"])
        body += _sample_line(LEFT + 24, BOTTOM - 91 + 26 * index, index, dashes[index], text)
    levels = {10.0**power: f"10{str(power).translate(UPPER)}" for power in range(-13, 0, 2)}
    return Plot(across, up, {float(turn): str(turn) for turn in range(0, 101, 10)}, levels, body)


def draw_swings(found: dict[str, Any], words: dict[str, str]) -> Plot:
    """Draw how often a throw changes the chance by so much."""
    edges = found["swing_edges"]
    across, up = Axis(edges[0], edges[-1], LEFT, RIGHT), Axis(RAREST, 1.0, BOTTOM, TOP, logarithmic=True)
    none = across.place(0)
    body = [tag("line", x1=none, x2=none, y1=TOP, y2=BOTTOM, stroke=PALETTE.ink, stroke_width=1.6)]
    for name, taught in found["games"].items():
        points = []
        for index, count in enumerate(taught["swings"]):
            y = up.place(max(count / taught["positions"], up.low))
            points += [(across.place(edges[index]), y), (across.place(edges[index + 1]), y)]
        body.append(_draw_line(_trim_ends(points), COLOUR[name], DASH[name], 2.8))
    body += _draw_legend(words, 690, TOP + 34, marked=False)
    ticks = {float(value): f"{value:+d}".replace("-", "−") if value else "0" for value in range(-60, 96, 20)}
    return Plot(across, up, ticks, _draw_shares(), body)


def draw_choices(found: dict[str, Any], words: dict[str, str]) -> Plot:
    """Draw how often the second best move loses so much or more."""
    across, up = Axis(0, 100, LEFT, RIGHT), Axis(RAREST, 1.0, BOTTOM, TOP, logarithmic=True)
    body = []
    for name, taught in found["games"].items():
        pairs = zip(found["loss_edges"], taught["losses"], strict=True)
        points = [(across.place(edge), up.place(share)) for edge, share in pairs if share > 0]
        body.append(_draw_line(points, COLOUR[name], DASH[name], 2.8))
        body.append(_mark(name, *points[-1]))
    body += _draw_legend(words, 690, TOP + 34)
    return Plot(across, up, {float(value): str(value) for value in range(0, 101, 10)}, _draw_shares(), body)


def _draw_scales(plot: Plot) -> Iterator[str]:
    fine = {"stroke": PALETTE.faint, "stroke_width": 0.8, "stroke_opacity": 0.45}
    for value, text in plot.ticks.items():
        x = plot.across.place(value)
        yield tag("line", x1=x, x2=x, y1=TOP, y2=BOTTOM, **fine)
        yield label(text, x, BOTTOM + 22, SMALL, PALETTE.ink)
    for value, text in plot.levels.items():
        y = plot.up.place(value)
        yield tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, **fine)
        yield label(text, LEFT - 12, y, SMALL, PALETTE.ink, text_anchor="end")


def _draw_shares() -> dict[float, str]:
    return {share: f"{100 * share:g} %" for share in (1.0, 0.1, 0.01, 0.001, 0.0001, 0.00001)}


def _mark(name: str, x: float, y: float) -> str:
    return group([draw_figure(SHAPE[name], 7, COLOUR[name], PALETTE.paper)], transform=at(x, y))


def _draw_line(points: Iterable[tuple[float, float]], colour: str, dash: str | None, width: float) -> str:
    drawn = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return tag("path", d=drawn, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dash, stroke_linejoin="round")


def _trim_ends(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Leave out what lies along the bottom before the first and after the last point above it."""
    above = [index for index, (_, y) in enumerate(points) if y < BOTTOM]
    first, last = above[0], above[-1]
    return [(points[first][0], BOTTOM), *points[first : last + 1], (points[last][0], BOTTOM)]


def _write(text: str, x: float, y: float, **attributes: Any) -> str:
    """Write on lines, with paper around the letters."""
    halo = {"stroke": PALETTE.paper, "stroke_width": 5, "paint_order": "stroke"}
    return label(text, x, y, SMALL, PALETTE.ink, **halo, **attributes)


def _sample_line(x: float, y: float, index: int, dash: str | None, text: str) -> Iterator[str]:
    yield _draw_line([(x, y), (x + 56, y)], LINES[index], dash, 3.2 if index == 0 else 2.4)
    yield group([draw_figure(index, 6, LINES[index], PALETTE.paper)], transform=at(x + 56, y))
    yield _write(text, x + 74, y, text_anchor="start")


def _draw_legend(words: dict[str, str], x: float, y: float, marked: bool = True) -> Iterator[str]:
    for index, name in enumerate(COLOUR):
        level = y + 30 * index
        yield _draw_line([(x, level), (x + 56, level)], COLOUR[name], DASH[name], 3.5)
        if marked:
            yield _mark(name, x + 56, level)
        yield _write(words[name], x + 76, level, text_anchor="start")
