"""What charts share: the options they take, and the SVG document around them. Like the boards, they use no style sheets."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue, join_values
from banmen.presentation.svg import Style, read_style
from banmen.presentation.svg_elements import tag

messages = Catalogue(__name__)

OPTIONS = ("size", "theme", "lang")


def read_chart_style(width: float, options: dict[str, Any]) -> Style:
    """Return the style of a chart that is drawn so many units wide, or raise OptionError for an option it does not have."""
    for name in options:
        if name not in OPTIONS:
            raise OptionError(messages("chart.unknown_option", name=quote_value(name), known=join_values(OPTIONS)))
    return read_style({"size": width, **options})


def frame_chart(
    style: Style, size: tuple[float, float], title: str, description: str, parts: Iterable[str], **data: str
) -> str:
    """Return a chart as an SVG document, with a title and a description for those who cannot see it."""
    width, height = size
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("desc", escape(description)),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=style.size,
        height=style.size * height / width,
        role="img",
        lang=style.lang,
        **{f"data_{name}": value for name, value in data.items()},
    )
