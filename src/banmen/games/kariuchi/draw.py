"""The picture of Kariuchi: a round wooden tray, clay tokens of two wares, the sticks of the throw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.games.kariuchi import geometry, layers, words
from banmen.games.kariuchi.board import BASES, HOME, NAMES, RESERVE, RING
from banmen.games.kariuchi.geometry import MIDDLE, SIZE, TOKEN, Point, find_corner, find_points
from banmen.games.kariuchi.notation import split_pieces
from banmen.presentation.svg import PALETTES, Drawing, Palette, Style
from banmen.presentation.svg_elements import cached_part, group, group_parts, label, tag

CORNERS: dict[Player, str] = {1: "bottom right", 2: "top right"}
HOME_CORNERS: dict[Player, str] = {1: "bottom left", 2: "top left"}
FAR_SEATS: tuple[Player, ...] = (2,)  # who sits at the upper edge, and sees the board turned
LEAN = 4.0  # degrees that the pieces beside the tray keep away from what is written there
LABEL = 30.0  # of what is written beside the tray: 11 pixels on a phone 390 wide

GAME = "kariuchi"


@dataclass(frozen=True)
class Wood:
    """The colours of the tray and its tokens in one theme."""

    rim: str
    rim_edge: str
    field: str
    grain: str
    ink: str  # the points
    accent: str  # vermilion
    on_accent: str
    clay: tuple[str, str]  # top of the tokens: reddish haji ware, grey sue ware
    side: tuple[str, str]  # their edges
    mark: tuple[str, str]  # outline of the plain token, ring of the other


WOODS = {
    "light": Wood(
        "#b98652", "#7d5530", "#ecd3a4", "#d9b882", "#3a2a1a", "#c8351b", "#fff8ea",
        ("#a35528", "#414a54"), ("#673114", "#20262d"), ("#c9824f", "#e9e4d8"),
    ),
    "dark": Wood(
        "#6b4a2e", "#2a1b10", "#49351f", "#5a4329", "#e6d2a9", "#ef5b35", "#1d120a",
        ("#e6926c", "#c5d0da"), ("#9a4b2c", "#6f7c89"), ("#f3b498", "#2c3640"),
    ),
    "print": Wood(
        "none", "#000000", "none", "none", "#000000", "#000000", "#ffffff",
        ("#dedede", "#ffffff"), ("#b0b0b0", "#ffffff"), ("#dedede", "#000000"),
    ),
}  # fmt: skip


def draw(position: Position, style: Style) -> Drawing:
    """Draw a position of Kariuchi."""
    palette, wood = PALETTES[style.theme], WOODS[style.theme]
    picture = _make_ring_picture(position, palette, wood, style.turned)
    body = (
        tag("rect", width=SIZE, height=SIZE, rx=24, fill=palette.paper),
        _draw_board(wood, palette, position.game.options["pieces"], style.turned),
        *_write_names(position, style, palette, wood),
        *layers.draw_layers(picture, position, style, wood.ink, palette.paper if wood.rim == "none" else wood.field),
    )
    return Drawing(SIZE, SIZE, body)


def _make_ring_picture(position: Position, palette: Palette, wood: Wood, turned: bool) -> layers.RingPicture:
    pieces = position.game.options["pieces"]
    sides = {
        player: places[:pieces] for player, places in zip(position.game.players, split_pieces(position.state), strict=True)
    }
    stacks: dict[str, list[Player]] = {}
    for player, places in sides.items():
        for place in places:
            if place not in (RESERVE, HOME):
                stacks.setdefault(NAMES[place], []).append(player)
    return layers.RingPicture(
        name=GAME,
        palette=palette,
        token=_choose_token(wood, palette),
        corners={player: find_corner(corner, turned) for player, corner in CORNERS.items()},
        reserve=_find_reserve(pieces, turned),
        home=_find_home(pieces, turned),
        waiting={player: places.count(RESERVE) for player, places in sides.items()},
        done={player: places.count(HOME) for player, places in sides.items()},
        stacks=stacks,
        turned=turned,
        signs=_write_signs(wood, turned),
        is_notation=_is_notation,
    )


def _is_notation(name: str) -> bool:
    return not name.isdigit() or int(name) in BASES


@cache
def _choose_token(wood: Wood, palette: Palette) -> layers.TokenDrawing:
    return partial(draw_token, wood=wood, palette=palette)


@cache
def draw_token(player: Player, radius: float, wood: Wood, palette: Palette) -> str:
    """Draw a clay token around (0, 0): player 1's is plain, player 2's has a ring."""
    index = int(player) - 1
    thick = radius * 0.2
    line = {"stroke": palette.ink if wood.rim == "none" else wood.side[index], "stroke_width": radius * 0.07}
    parts = []
    if palette.shadow != "none":
        parts.append(tag("ellipse", cx=2, cy=thick + 4, rx=radius * 1.02, ry=radius * 0.98, fill=palette.shadow, opacity=0.28))
    parts.append(tag("circle", cy=thick, r=radius * 0.96, fill=wood.side[index], **line))
    parts.append(tag("circle", r=radius * 0.96, fill=wood.clay[index], **line))
    if index:
        parts.append(tag("circle", r=radius * 0.52, fill="none", stroke=wood.mark[1], stroke_width=radius * 0.2))
    elif wood.rim != "none":
        parts.append(tag("circle", r=radius * 0.74, fill="none", stroke=wood.mark[0], stroke_width=radius * 0.05, opacity=0.7))
    return "".join(parts)


@cache
def _find_reserve(pieces: int, turned: bool) -> layers.Spots:
    return {
        player: geometry.place_slots(find_corner(corner, turned), 522, pieces, 66, LEAN) for player, corner in CORNERS.items()
    }


@cache
def _find_home(pieces: int, turned: bool) -> layers.Spots:
    return {
        player: geometry.place_slots(find_corner(corner, turned), 522, pieces, 66, LEAN)
        for player, corner in HOME_CORNERS.items()
    }


@cached_part
def _draw_board(wood: Wood, palette: Palette, pieces: int, turned: bool) -> str:
    """Draw the tray with all points, and the places beside it."""
    places = [_place(wood, name, point) for name, point in find_points(turned).items()]
    signs = [_write_base_sign(wood, base, turned) for base in BASES]
    slots = _find_reserve(pieces, turned), _find_home(pieces, turned)
    off = layers.draw_off_places(GAME, *slots, partial(_draw_slot, palette, wood))
    return group([*_draw_tray(wood, palette, turned), *places, *signs, *off], id="kariuchi-board")


def _draw_tray(wood: Wood, palette: Palette, turned: bool) -> list[str]:
    """Draw the tray under the points."""
    centre = {"cx": MIDDLE, "cy": MIDDLE}
    if wood.rim == "none":
        return [
            tag("circle", **centre, r=450, fill="none", stroke=palette.ink, stroke_width=3),
            layers.draw_grooves("#cccccc", 1.5),
            layers.draw_arrows(wood.ink, turned),
        ]
    parts = [tag("circle", cx=MIDDLE + 3, cy=MIDDLE + 9, r=459, fill=palette.shadow, opacity=0.2)]
    parts.append(tag("circle", **centre, r=458, fill=wood.rim, stroke=wood.rim_edge, stroke_width=3))
    parts.append(tag("circle", **centre, r=440, fill=wood.field, stroke=wood.rim_edge, stroke_width=3))
    # The grain runs across the tray in slightly bent lines.
    grain = []
    for index, y in enumerate(range(-412, 413, 26)):
        half = (432**2 - y**2) ** 0.5 - (8, 40, 22, 110)[index % 4]
        bend = (9, -6, 14, -11, 4)[index % 5]
        grain.append(
            f"M{MIDDLE - half:.0f} {MIDDLE + y}Q{MIDDLE + y / 3:.0f} {MIDDLE + y + bend} {MIDDLE + half:.0f} {MIDDLE + y}"
        )
    parts.append(tag("path", d="".join(grain), fill="none", stroke=wood.grain, stroke_width=2.5, opacity=0.55))
    return [*parts, layers.draw_grooves(wood.grain, 6), layers.draw_arrows(wood.ink, turned)]


def _place(wood: Wood, name: str, point: Point) -> str:
    """Draw one point as the sheet does: a dot of ink, the large dot of a base point, or the double ring of the centre."""
    if name == "A":
        rings = {"fill": "none", "stroke": wood.ink}
        lines = [tag("circle", r=27, **rings, stroke_width=4), tag("circle", r=17, **rings, stroke_width=3), _draw_dot(wood, 6)]
        return layers.place(GAME, name, point, lines)
    if name == "30":
        return layers.place(GAME, name, point, [tag("circle", r=18, fill=wood.accent)])
    if name in words.BASE_SIGNS:
        return layers.place(GAME, name, point, [_draw_dot(wood, 17)])
    return layers.place(GAME, name, point, [_draw_dot(wood, 8.5 if name.isdigit() else 7.5)])


def _write_base_sign(wood: Wood, base: int, turned: bool, over: bool = False) -> str:
    """Write the sign of a base point beside it, or so that it can be read over a piece that reaches it."""
    ink, weight, size = (wood.accent, 700, 36) if base == RING else (wood.ink, 600, 32)
    free = {"stroke": wood.field, "stroke_width": 6, "stroke_linejoin": "round", "paint_order": "stroke"} if over else {}
    x, y = geometry.find_base_spot(base, turned)
    return label(words.BASE_SIGNS[str(base)], x, y, size, ink, font_weight=weight, **free)


@cache
def _write_signs(wood: Wood, turned: bool) -> dict[str, str]:
    """Write the signs of all base points as they stand over a piece: with a little of the board around them."""
    return {str(base): _write_base_sign(wood, base, turned, over=True) for base in BASES}


def _draw_dot(wood: Wood, radius: float) -> str:
    return tag("circle", r=radius, fill=wood.ink)


def _draw_slot(palette: Palette, wood: Wood, sign: str, at: Point) -> str:
    """Draw the empty place of one piece in the reserve or at home."""
    colour = palette.faint if sign == "R" else wood.accent
    dashes = "5 6" if sign == "R" else None
    line = {"stroke": colour, "stroke_width": 2.5, "stroke_dasharray": dashes, "opacity": 0.7}
    return tag("circle", cx=at[0], cy=at[1], r=TOKEN - 5, fill="none", **line)


def _write_names(position: Position, style: Style, palette: Palette, wood: Wood) -> Iterator[str]:
    """Write whose corner is whose, and mark the player on turn."""
    lines = []
    for player in position.game.players:
        x, y, anchor, inward = _find_edge(find_corner(CORNERS[player], style.turned))
        mark = layers.turn_mark(position, player, (x - 17 * inward, y), wood.accent, palette.paper)
        ink, weight = (palette.ink, 700) if mark else (palette.faint, 400)
        towards_board = -1 if y > MIDDLE else 1
        reserve = words.RESERVE[style.lang]
        lines.append(label(words.player_name(player, style.lang), x, y, LABEL, ink, text_anchor=anchor, font_weight=weight))
        lines.append(label(reserve, x - 14 * inward, y + towards_board * 33, LABEL, palette.faint, text_anchor=anchor))
        x, y, anchor, _ = _find_edge(find_corner(HOME_CORNERS[player], style.turned))
        lines.append(label(words.HOME[style.lang], x, y, LABEL, palette.faint, text_anchor=anchor))
        lines.append(mark)
    return group_parts(lines, id="kariuchi-names")


def _find_edge(corner: str) -> tuple[float, float, str, int]:
    """Return where the words of a corner are written, how they are anchored, and which way leads inward."""
    y = SIZE - 28 if "bottom" in corner else 28
    return (SIZE - 32, y, "end", -1) if "right" in corner else (32, y, "start", 1)
