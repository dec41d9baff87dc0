"""A tournament as a picture: the players on a scale of Elo points, and the score of every pair that met, with error bars.

Like the boards, it uses presentation attributes only, in the palettes that all pictures share.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from banmen.core.messages import Catalogue
from banmen.lab.elo import EloRating
from banmen.lab.scores import Score, Tournament
from banmen.presentation.about import name_game
from banmen.presentation.chart_frame import frame_chart, read_chart_style
from banmen.presentation.svg import PALETTES, Palette
from banmen.presentation.svg_elements import at, group, label, tag

messages = Catalogue(__name__)

WIDTH, MARGIN = 960, 40
ROW, HEAD, GAP = 44, 70, 46
AXIS = 34  # the room for the numbers below a panel
TEXT, SMALL = 19, 16
VALUES = 190  # the room for numbers on the right


def draw_ratings(tournament: Tournament, anchor: str | None = None, **style: Any) -> str:
    """Return a tournament as an SVG document; `size` (its width in pixels), `theme` and `lang` can be set."""
    chosen = read_chart_style(WIDTH, style)
    lang, game = chosen.lang, tournament.conditions.game
    rated, scores = tournament.ratings(anchor), [score for score in tournament.pairs.values() if score.games]
    drawing = RatingChart(PALETTES[chosen.theme], lang, rated, scores)
    title, size = name_game(game.name, lang), (WIDTH, drawing.height)
    paper = tag("rect", width=WIDTH, height=drawing.height, fill=drawing.palette.paper)
    description = describe_ratings(rated, scores, lang)
    parts = [paper, *drawing.draw_parts(title)]
    heading = f"{title}: {messages.text('report.title', lang)}"
    return frame_chart(chosen, size, heading, description, parts, chart="tournament", game=game.name)


def describe_ratings(rated: list[EloRating], scores: list[Score], lang: str) -> str:
    """Describe a chart, one sentence per line."""
    players = [
        messages.text("report.described", lang, player=r.player, elo=f"{r.elo:+.0f}", error=f"{r.error:.0f}") for r in rated
    ]
    pairs = [
        messages.text("report.above", lang, first=s.players[0], second=s.players[1], score=f"{s.score:.1%}") for s in scores
    ]
    return "\n".join([*players, *pairs])


@dataclass(frozen=True)
class Row:
    """One line of a panel: what it is about, a value with its interval, and the same in writing."""

    name: str
    low: float
    value: float
    high: float
    written: str


class RatingChart:
    """A chart being drawn."""

    def __init__(self, palette: Palette, lang: str, rated: list[EloRating], scores: list[Score]) -> None:
        self.palette, self.lang = palette, lang
        self.players = [_make_rating_row(found) for found in rated]
        self.pairs = [_make_score_row(found) for found in scores]
        names = max(_measure_width(row.name) for row in (*self.players, *self.pairs))
        self.left = MARGIN + min(400.0, names * TEXT * 0.56 + 20)
        self.right = float(WIDTH - MARGIN - VALUES)

    @property
    def height(self) -> float:
        """How high the picture is."""
        return HEAD + ROW * (len(self.players) + len(self.pairs)) + 2 * AXIS + GAP + 24

    def draw_parts(self, title: str) -> Iterator[str]:
        """Return the elements of the picture."""
        top: float = HEAD
        yield label(title, MARGIN, 36, 24, self.palette.ink, text_anchor="start", font_weight=600)
        yield from self._draw_panel(
            top, self.players, _choose_ticks(self.players), "elo", lambda value: f"{value:+.0f}" if value else "0"
        )
        top += ROW * len(self.players) + AXIS + GAP
        shares = [0.0, 0.25, 0.5, 0.75, 1.0]
        yield from self._draw_panel(top, self.pairs, shares, "score", lambda value: f"{value:.0%}", middle=0.5)

    def _draw_panel(
        self, top: float, rows: list[Row], ticks: list[float], key: str, write: Callable[[float], str], middle: float = 0.0
    ) -> Iterator[str]:
        """Draw rows over an axis, with a heavier line where the players are equal."""
        bottom = top + ROW * len(rows)
        scale = (self.right - self.left) / (ticks[-1] - ticks[0])

        def find_across(value: float) -> float:
            return self.left + (min(max(value, ticks[0]), ticks[-1]) - ticks[0]) * scale

        for tick in ticks:
            x, heavy = find_across(tick), tick == middle
            ends = {"x1": x, "x2": x, "y1": top, "y2": bottom}
            yield tag(
                "line", **ends, stroke=self.palette.faint, stroke_width=1.6 if heavy else 0.7, opacity=1 if heavy else 0.5
            )
            yield label(write(tick), x, bottom + 18, SMALL, self.palette.faint)
        yield label(
            messages.text(f"report.{key}", self.lang), WIDTH - MARGIN, bottom + 18, SMALL, self.palette.faint, text_anchor="end"
        )
        for index, row in enumerate(rows):
            yield self._draw_row(row, top + ROW * (index + 0.5), find_across, key)

    def _draw_row(self, row: Row, y: float, across: Callable[[float], float], key: str) -> str:
        ink = self.palette.ink
        low, value, high = across(row.low), across(row.value), across(row.high)
        line = {"stroke": self.palette.target, "stroke_width": 2.5, "stroke_linecap": "round"}
        drawn = [
            label(_shorten(row.name), self.left - 18, y, TEXT, ink, text_anchor="end"),
            tag("line", x1=low, x2=high, y1=y, y2=y, **line),
            *(tag("line", x1=x, x2=x, y1=y - 7, y2=y + 7, **line) for x in (low, high)),
            # Players are circles and pairs diamonds, so that the two panels differ without colour.
            tag("circle", cx=value, cy=y, r=7, fill=self.palette.target, stroke=self.palette.paper, stroke_width=1.5)
            if key == "elo"
            else tag(
                "path", d="M0-8 8 0 0 8-8 0Z", transform=at(value, y), fill=self.palette.target,
                stroke=self.palette.paper, stroke_width=1.5,
            ),
            label(row.written, WIDTH - MARGIN, y, TEXT, ink, text_anchor="end"),
        ]  # fmt: skip
        return group(drawn, data_row=row.name)


def _make_rating_row(found: EloRating) -> Row:
    written = f"{found.elo:+.0f} ± {found.error:.0f}" if found.error else "0"
    return Row(found.player, found.elo - found.error, found.elo, found.elo + found.error, written)


def _make_score_row(found: Score) -> Row:
    written = f"{found.score:.1%}  ({found.games:,})"
    return Row(f"{found.players[0]} - {found.players[1]}", found.low, found.score, found.high, written)


def _choose_ticks(rows: list[Row]) -> list[float]:
    """Return round numbers from below the lowest to above the highest value, about six of them."""
    low, high = min(0.0, *(row.low for row in rows)), max(0.0, *(row.high for row in rows))
    rough = max(high - low, 10.0) / 6
    power = 10 ** math.floor(math.log10(rough))
    step = power * next(factor for factor in (1, 2, 5, 10) if factor * power >= rough)
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    return [index * step for index in range(first, last + 1)]


def _measure_width(text: str) -> int:
    """Return the width of a text in halves of a Japanese character."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _shorten(text: str) -> str:
    return text if _measure_width(text) <= 36 else text[:33] + "..."
