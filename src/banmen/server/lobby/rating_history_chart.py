"""The history of a rating, as a small chart in the colour of the text around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from banmen.core.messages import Catalogue
from banmen.presentation.chart_frame import frame_chart, read_chart_style
from banmen.presentation.svg_elements import tag

messages = Catalogue(__name__)
WIDTH, HEIGHT, MARGIN = 320, 96, 10
LEAST_SPAN: Final = 120.0  # points from the bottom to the top, so that small changes look small
MOST_POINTS: Final = 60  # games in the chart


def draw_history(points: Sequence[tuple[int, int]], title: str, lang: str) -> str:
    """Return a picture of ratings, the earliest first, each with its spread.

    >>> draw_history([], "Harvest", "en")
    ''
    >>> draw_history([(1500, 400), (1530, 380)], "Harvest", "en").count("<circle")
    1
    """
    shown = list(points)[-MOST_POINTS:]
    if not shown:
        return ""
    values = [point for point, _ in shown]
    middle = (max(values) + min(values)) / 2
    span = max(LEAST_SPAN, max(values) - min(values) + LEAST_SPAN / 2)

    def place(index: int, value: float) -> tuple[float, float]:
        across = MARGIN + (WIDTH - 2 * MARGIN) * (index / (len(shown) - 1) if len(shown) > 1 else 1.0)
        up = (value - middle) / span + 0.5
        return round(across, 1), round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * min(1.0, max(0.0, up)), 1)

    def write(corners: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{x},{y}" for x, y in corners)

    upper = [place(index, value + spread) for index, (value, spread) in enumerate(shown)]
    lower = [place(index, value - spread) for index, (value, spread) in enumerate(shown)]
    line = [place(index, value) for index, (value, _) in enumerate(shown)]
    last_x, last_y = line[-1]
    description = messages.text("rating.chart", lang, title=title, first=values[0], last=values[-1], games=len(shown))
    parts = (
        tag("polygon", points=write([*upper, *reversed(lower)]), fill="currentColor", opacity=0.12),
        tag("polyline", points=write(line), fill="none", stroke="currentColor", stroke_width=2.5, stroke_linejoin="round"),
        tag("circle", cx=last_x, cy=last_y, r=4, fill="currentColor"),
    )
    return frame_chart(read_chart_style(WIDTH, {"lang": lang}), (WIDTH, HEIGHT), title, description, parts)
