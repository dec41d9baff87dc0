"""Elements of pictures: writing SVG, and caching what has been drawn."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any, ParamSpec, cast

Args = ParamSpec("Args")
FONT = "system-ui, 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP', 'Noto Sans JP', sans-serif"


def number(value: float) -> str:
    """Write a number with at most two decimals."""
    rounded = round(value, 2) + 0.0  # adding nothing turns -0.0 into 0.0
    return f"{rounded:.2f}".rstrip("0").rstrip(".") if rounded % 1 else str(int(rounded))


def tag(name: str, *children: str, **attributes: Any) -> str:
    """Return an element; `_` in attribute names stands for `-`, and attributes that are None are left out.

    >>> tag("circle", cx=1.5, r=2, data_place="5c")
    '<circle cx="1.5" r="2" data-place="5c"/>'
    """
    head = open_tag(name, **attributes)
    return f"{head}{''.join(children)}</{name}>" if children else f"{head[:-1]}/>"


def open_tag(name: str, **attributes: Any) -> str:
    """Return the beginning of an element, as `tag` writes it."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, int | float) else escape(str(value))
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    return f"<{' '.join(parts)}>"


def cached_drawing(draw: Callable[Args, Iterable[str]]) -> Callable[Args, tuple[str, ...]]:
    """Cache drawings that many positions share, such as a piece on a place; the least recently used are dropped."""

    @functools.lru_cache(maxsize=1024)
    @functools.wraps(draw)
    def draw_cached(*args: Args.args, **kwargs: Args.kwargs) -> tuple[str, ...]:
        return tuple(draw(*args, **kwargs))

    return cast("Callable[Args, tuple[str, ...]]", draw_cached)


def cached_part(draw: Callable[Args, str]) -> Callable[Args, str]:
    """Cache a whole part of a picture, such as the board itself, which is most of it."""
    return cast("Callable[Args, str]", functools.lru_cache(maxsize=1024)(draw))


def group(children: Iterable[str], **attributes: Any) -> str:
    """Return a group of elements."""
    return tag("g", *children, **attributes) if (children := list(children)) else ""


def group_parts(children: Iterable[str], **attributes: Any) -> Iterator[str]:
    """Return the same group in parts: its beginning, each of its children, and its end."""
    if children := list(children):
        yield open_tag("g", **attributes)
        yield from filter(None, children)
        yield "</g>"


def at(x: float, y: float, scale: float = 1) -> str:
    """Return the transform that puts a figure drawn around (0, 0) on a point."""
    return f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")


@dataclass(frozen=True)
class NamePen:
    """How the names of places are written: their height, their colour, and the ground that is left free around them."""

    size: float
    ink: str
    ground: str

    def write(self, place: object, text: str, x: float, y: float, **attributes: Any) -> str:
        """Label a place; a page shows the labels of the places it mentions."""
        free = {"stroke": self.ground, "stroke_width": self.size * 0.2, "stroke_linejoin": "round", "paint_order": "stroke"}
        return label(text, x, y, self.size, self.ink, font_weight=600, **free, data_name_of=place, **attributes)


@cached_part
def label(text: str, x: float, y: float, size: float, fill: str, **attributes: Any) -> str:
    """Write a short text, centred on x unless `text_anchor` says otherwise, with its middle at y."""
    known = {"text_anchor": "middle", "font_family": FONT, "font_size": size, "fill": fill, **attributes}
    return tag("text", escape(text), x=x, y=y + size * 0.36, **known)
