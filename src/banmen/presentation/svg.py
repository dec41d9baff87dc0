"""Pictures: what all boards share. Each game's `draw.py` draws its board from its own geometry.

Only presentation attributes are used (no style sheets, no scripts), so a picture looks the same in a notebook, in a README, in
print and on a page with a strict content security policy. Everything that stands for a place of the notation carries
`data-place`, every piece `data-piece` (its owner), so that a page can light up and animate without knowing rules. Nothing is
referred to by id inside a picture, so many of them can stand on one page.

A drawing is made of parts. Most of them, the board before all, are the same in the next position: they are drawn once, and a
page that is shown one position after another keeps them and is sent the others alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from html import escape
from typing import Any

from banmen.core.errors import OptionError, quote_value, require_whole_number
from banmen.core.game import Game, Position
from banmen.core.i18n import languages
from banmen.core.messages import Catalogue, join_alternatives, join_values
from banmen.core.move import Move
from banmen.presentation.svg_elements import at, cached_part, group, label, number, open_tag, tag

messages = Catalogue(__name__)

THEMES = ("light", "dark", "print")
SWITCHES = ("coordinates", "turned", "tall")


@dataclass(frozen=True)
class Palette:
    """The colours that all boards share in one theme; each game adds its own."""

    paper: str  # the ground everything lies on
    ink: str  # lines and text, at least 7:1 on paper
    faint: str  # what steps back: fine lines, coordinates, at least 4.5:1 on paper
    target: str  # where a legal move leads
    last: str  # the last move
    flat: str  # the counted, flat side of a stick
    round: str  # the other side of a stick
    edge: str  # the outline of a stick
    shadow: str  # under pieces and sticks; "none" in print


PALETTES = {
    "light": Palette("#fbf8f1", "#24211d", "#6b6459", "#1d5f9e", "#d99a00", "#fff4d9", "#7a4e2b", "#4a2f1a", "#24211d"),
    "dark": Palette("#141a2e", "#eee9dc", "#9aa3bd", "#8fd0ff", "#ffcf5c", "#f3e2b8", "#80522f", "#0a0d18", "#05070f"),
    "print": Palette("#ffffff", "#000000", "#555555", "#000000", "#777777", "#ffffff", "#bbbbbb", "#000000", "none"),
}


@dataclass(frozen=True)
class Style:
    """How a picture is drawn; `Position.svg` takes these by name."""

    last: Move | str | None = None  # the move to mark as the last one
    targets: bool | str = False  # mark where legal moves lead: all of them, or those from one place
    coordinates: bool = False  # names of places
    turned: bool = False  # seen from the far side, so that its player plays from below
    tall: bool = False  # reserves below the board instead of beside it, for portrait screens
    size: int = 640  # the longer side in pixels
    theme: str = "light"  # light, dark or print (ink on white)
    lang: str = "en"  # en or ja


@dataclass(frozen=True)
class Drawing:
    """What a game's `draw.py` returns: the size of its drawing area and the elements in it.

    They come as one text, or cut into parts that make that text in this order. A part need not be a whole element.
    """

    width: float
    height: float
    body: str | tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the body; a body in one piece is one part."""
        return (self.body,) if isinstance(self.body, str) else self.body


def picture(position: Position, **style: Any) -> str:
    """Return a position as an SVG document."""
    chosen = read_style(style)
    words, name = position.game.part("words"), position.game.name
    head, *rest = _draw_parts(position, chosen)
    said = [
        tag("title", escape(words.title(position, chosen.lang)), id=f"{name}-title"),
        tag("desc", escape(words.describe(position, chosen.lang)), id=f"{name}-desc"),
        tag("metadata", escape(words.CREDIT[chosen.lang])),
    ]
    return "".join([head, *said, *rest])


def picture_parts(position: Position, **style: Any) -> tuple[str, ...]:
    """Return the same document in parts, without its title and description: for a page, which says elsewhere what it shows."""
    return tuple(_draw_parts(position, read_style(style)))


def _draw_parts(position: Position, chosen: Style) -> Iterator[str]:
    """Draw a position, and frame what its game has drawn."""
    drawing: Drawing = position.game.part("draw").draw(position, chosen)
    scale = chosen.size / max(drawing.width, drawing.height)
    yield open_tag(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(drawing.width)} {number(drawing.height)}",
        width=drawing.width * scale,
        height=drawing.height * scale,
        role="img",
        lang=chosen.lang,
        data_game=position.game.name,
        data_position=position.text,
        data_turned="true" if chosen.turned else None,
    )
    yield from drawing.parts
    yield "</svg>"


def picture_throw(game: Game, value: int, theme: str, words: str) -> str:
    """Return an SVG document of a game's sticks showing a throw, with a description in words."""
    side = 100
    body = game.part("draw").draw_throw(value, 0, 0, side, PALETTES[read_style({"theme": theme}).theme])
    title = tag("title", escape(words))
    return tag("svg", title, body, xmlns="http://www.w3.org/2000/svg", viewBox=f"-4 -4 {side + 8} {side + 8}", role="img")


def read_style(style: Mapping[str, Any]) -> Style:
    """Return a Style from keywords, or raise OptionError."""
    known = [field.name for field in fields(Style)]
    for name in style:
        if name not in known:
            raise OptionError(messages("drawing.unknown_option", name=quote_value(name), known=join_values(known)))
    chosen = Style(**style)
    _refuse_wrong_values(chosen)
    return chosen


def _refuse_wrong_values(chosen: Style) -> None:
    """Raise OptionError for a style that cannot be drawn."""
    if chosen.theme not in THEMES:
        raise OptionError(messages("drawing.bad_theme", themes=join_alternatives(THEMES), theme=quote_value(chosen.theme)))
    if chosen.lang not in languages():
        raise OptionError(
            messages("drawing.bad_language", languages=join_alternatives(languages()), lang=quote_value(chosen.lang))
        )
    for name in SWITCHES:
        if not isinstance(value := getattr(chosen, name), bool):
            raise OptionError(messages("drawing.bad_switch", name=name, value=quote_value(value)))
    require_whole_number(messages("drawing.size"), chosen.size, 16, 10000)


def badge(height: int, x: float, y: float, size: float, palette: Palette) -> str:
    """Write the height of a stack on a small plate; a single piece has none."""
    if height < 2:
        return ""
    wide = size * (1.45 if height < 10 else 2)
    plate = {"x": x - wide / 2, "y": y - size * 0.6, "width": wide, "height": size * 1.2, "rx": size * 0.6}
    lines = [
        tag("rect", **plate, fill=palette.paper, stroke=palette.ink, stroke_width=size * 0.07),
        label(f"\N{MULTIPLICATION SIGN}{height}", x, y, size * 0.82, palette.ink, font_weight=600),
    ]
    return group(lines, data_height=height, pointer_events="none")


# How the four sticks lie: the tilt in degrees and the shift along their length, as sticks do that were let fall together.
_LIE = ((-5, 0.02), (3, -0.03), (-2, 0.03), (6, -0.01))


@cached_part
def sticks(value: int | None, x: float, y: float, width: float, palette: Palette, *, marked: bool = False) -> str:
    """Draw the four half-round sticks of a throw in a square whose top left corner is (x, y); without a throw nothing.

    As many sticks as the throw show their flat, pale side; for a 5 none does. In some games that side is marked.
    """
    if not value:
        return ""
    flat = value % 5
    lying = [_draw_stick(index, index < flat, width, palette, marked) for index in range(4)]
    return group(lying, transform=at(x, y), data_throw=value, data_faces=f"{palette.flat} {palette.round}")


def _draw_stick(index: int, flat: bool, width: float, palette: Palette, marked: bool) -> str:
    """Draw one stick of four in a square of a width: a pale face, or a dark back with the light along its ridge.

    What is drawn on it comes last, as one element: the page shows it when the stick has come to rest.
    """
    tilt, shift = _LIE[index]
    thick, length = width * 0.17, width * 0.88
    centre = width * (0.14 + 0.24 * index)
    middle = width * (0.5 + shift)
    body = {"x": -thick / 2, "y": -length / 2, "width": thick, "height": length, "rx": thick * 0.42}
    lines = []
    if palette.shadow != "none":
        lines.append(tag("rect", **{**body, "x": -thick * 0.42, "y": -length * 0.48}, fill=palette.shadow, opacity=0.25))
    fill = palette.flat if flat else palette.round
    lines.append(tag("rect", **body, fill=fill, stroke=palette.edge, stroke_width=width * 0.014))
    along = 0 if flat else -thick * 0.14
    ridge = {"x1": along, "y1": -length * 0.38, "x2": along, "y2": length * 0.38, "stroke_linecap": "round"}
    if flat and marked:
        bars = "".join(f"M{number(-thick * 0.3)} {number(length * part)}H{number(thick * 0.3)}" for part in (-0.22, 0, 0.22))
        lines.append(tag("path", d=bars, stroke=palette.round, stroke_width=width * 0.045))
    elif flat:  # a hair of grain
        lines.append(tag("line", **ridge, stroke=palette.round, stroke_width=width * 0.008, opacity=0.45))
    else:
        light = 0.25 if marked else 0.55  # must not look like a mark where marks count
        lines.append(tag("line", **ridge, stroke=palette.flat, stroke_width=width * 0.03, opacity=light))
    return group(lines, transform=f"{at(centre, middle)} rotate({tilt})", data_stick="flat" if flat else "round")
