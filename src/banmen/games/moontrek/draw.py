"""The picture of Moon Trek: the full moon in an indigo sky, craters for points, four animals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.games.kariuchi import geometry, layers
from banmen.games.kariuchi.board import BASES, HOME, NAMES, RESERVE
from banmen.games.kariuchi.geometry import MIDDLE, SIZE, Point, find_corner, find_points
from banmen.games.kariuchi.words import HOME as HOME_NAME
from banmen.games.kariuchi.words import RESERVE as RESERVE_NAME
from banmen.games.moontrek import animals, words
from banmen.games.moontrek.notation import count_pieces_off, list_stacks
from banmen.games.moontrek.throwing_tokens import draw_throw as draw_throw
from banmen.presentation.svg import PALETTES, Drawing, Palette, Style
from banmen.presentation.svg_elements import cached_drawing, cached_part, group, group_parts, label, tag

GAME = "moontrek"
FAR_SEATS: tuple[Player, ...] = ("C", "D")  # who sits at the upper edge, and sees the board turned
LABEL = 30.0  # of what is written on the sky: 11 pixels on a phone 390 wide
WRITTEN = (*map(str, BASES), "A")  # the points that the sheet names
MOON = 446.0
SMALL = 25.0  # radius of a piece off the board
CORNERS: dict[Player, str] = {"A": "bottom left", "B": "bottom right", "C": "top right", "D": "top left"}
# The dark plains as ellipses that run into each other: middle, width and height.
SEAS = (
    (395, 285, 96, 56), (328, 352, 58, 64), (462, 335, 66, 40), (655, 320, 76, 50), (706, 396, 48, 58), (610, 690, 98, 56),
    (540, 650, 52, 36), (692, 644, 46, 46), (345, 650, 58, 64), (306, 575, 38, 46), (560, 420, 40, 26),
)  # fmt: skip
# Angle, distance from the middle and size.
STARS = (
    (22, 482, 3), (68, 492, 2), (112, 482, 2), (157, 480, 3), (203, 484, 2), (248, 482, 3), (292, 488, 2), (338, 480, 3),
    (29, 556, 2), (151, 559, 2), (210, 556, 3), (331, 558, 2), (74, 505, 3), (15, 496, 2), (165, 500, 2), (346, 502, 2),
)  # fmt: skip


@dataclass(frozen=True)
class Night:
    """The colours of moon, sky and animals in one theme."""

    sky: str
    star: str  # stars and what is written on the sky
    dim: str  # what steps back on the sky
    moon: str
    sea: str  # the dark plains
    crater: str
    ink: str  # on the moon
    accent: str  # moon yellow
    coats: tuple[str, str, str, str]  # the tokens of rabbit, frog, wolf and monkey
    sides: tuple[str, str, str, str]  # their edges
    lines: str  # outlines and silhouettes


NIGHTS = {
    "light": Night(
        "#34406f", "#f7efd6", "#c3cae2", "#f4ead0", "#e9dcb8", "#d3c090", "#2a2a3c", "#ffc72c",
        ("#ffd9d4", "#a6d98a", "#b9c8ec", "#f0b268"), ("#d98f8a", "#5f9a48", "#7486ba", "#b0702a"), "#1c2033",
    ),
    "dark": Night(
        "#141a33", "#f1e9cf", "#a3acc9", "#d8cba3", "#cbbb8c", "#b19f6c", "#1b1e30", "#ffcb3d",
        ("#ffdcd7", "#a3d987", "#b5c6f0", "#f2b067"), ("#c98680", "#5a9444", "#6a7cb2", "#a86a26"), "#12152a",
    ),
    "print": Night(
        "none", "#000000", "#555555", "#ffffff", "none", "#ffffff", "#000000", "#ffffff",
        ("#ffffff", "#e2e2e2", "#c4c4c4", "#f2f2f2"), ("#ffffff", "#b0b0b0", "#707070", "#dddddd"), "#000000",
    ),
}  # fmt: skip

# The moon is bright at night too, so what is marked on it keeps the colours of the day.
MARKS = {**PALETTES, "dark": replace(PALETTES["light"], shadow=PALETTES["dark"].shadow)}


def draw(position: Position, style: Style) -> Drawing:
    """Draw a position of Moon Trek."""
    palette, night = MARKS[style.theme], NIGHTS[style.theme]
    picture = _make_ring_picture(position, palette, night, style.turned)
    body = (
        tag("rect", width=SIZE, height=SIZE, rx=24, fill=palette.paper if night.sky == "none" else night.sky),
        _draw_board(night, position.game.players, position.game.options["pieces"], style.turned),
        *_write_names(position, style, night),
        *layers.draw_layers(picture, position, style, night.ink, night.moon),
    )
    return Drawing(SIZE, SIZE, body)


def _make_ring_picture(position: Position, palette: Palette, night: Night, turned: bool) -> layers.RingPicture:
    pieces, players = position.game.options["pieces"], position.game.players
    waiting, done = (count_pieces_off(position.state, len(players), place, pieces) for place in (RESERVE, HOME))
    return layers.RingPicture(
        name=GAME,
        palette=palette,
        token=_choose_token(night, palette),
        corners={player: find_corner(corner, turned) for player, corner in CORNERS.items()},
        reserve=_find_spots(487, players, pieces, turned),
        home=_find_spots(549, players, pieces, turned),
        waiting=dict(zip(players, waiting, strict=True)),
        done=dict(zip(players, done, strict=True)),
        stacks={NAMES[place]: list(owners) for place, owners in list_stacks(position.state, len(players)).items()},
        small=SMALL,
        turned=turned,
        written=WRITTEN,
        throw=draw_throw,
    )


@cache
def _choose_token(night: Night, palette: Palette) -> layers.TokenDrawing:
    return partial(draw_token, night=night, palette=palette)


@cache
def draw_token(player: Player, radius: float, night: Night, palette: Palette) -> str:
    """Draw a player's token around (0, 0): each animal has a shape of its own."""
    index = "ABCD".index(str(player))
    thick = radius * 0.2
    line = {"stroke": night.lines, "stroke_width": radius * 0.08}
    parts = []
    if palette.shadow != "none":
        shadow = animals.draw_shape(player, radius, fill=palette.shadow, opacity=0.28)
        parts.append(group([shadow], transform=f"translate(2 {thick + 4:.1f})"))
    edge = animals.draw_shape(player, radius * 0.95, fill=night.sides[index], **line)
    parts.append(group([edge], transform=f"translate(0 {thick:.1f})"))
    parts.append(animals.draw_shape(player, radius * 0.95, fill=night.coats[index], **line))
    parts.append(animals.draw_face(player, night.lines, night.coats[index], radius))
    return "".join(parts)


@cache
def _find_spots(far: float, players: tuple[Player, ...], pieces: int, turned: bool) -> layers.Spots:
    """Return where the pieces of some players lie so far from the middle."""
    return {player: geometry.place_slots(find_corner(CORNERS[player], turned), far, pieces, 58) for player in players}


@cached_part
def _draw_board(night: Night, players: tuple[Player, ...], pieces: int, turned: bool) -> str:
    """Draw sky and moon with all points, and the places around them."""
    places = [_place(night, name, point) for name, point in find_points(turned).items()]
    spots = _find_spots(487, players, pieces, turned), _find_spots(549, players, pieces, turned)
    off = layers.draw_off_places(GAME, *spots, partial(_draw_slot, night))
    return group([*_draw_moon(night, turned), *places, *off], id="moontrek-board")


def _draw_moon(night: Night, turned: bool) -> list[str]:
    """Draw sky and moon under the points."""
    centre = {"cx": MIDDLE, "cy": MIDDLE}
    if night.sky == "none":
        rim = tag("circle", **centre, r=MOON, fill="none", stroke=night.ink, stroke_width=3)
        return [rim, layers.draw_grooves("#cccccc", 1.5), layers.draw_arrows(night.ink, turned)]
    stars = [
        tag("circle", cx=x, cy=y, r=size) for angle, far, size in STARS for x, y in [geometry.find_polar_point(angle, far)]
    ]
    seas = [tag("ellipse", cx=x, cy=y, rx=wide, ry=high) for x, y, wide, high in SEAS]
    return [
        group(stars, fill=night.star, opacity=0.7),
        tag("circle", **centre, r=MOON + 26, fill=night.moon, opacity=0.06),
        tag("circle", **centre, r=MOON + 12, fill=night.moon, opacity=0.1),
        tag("circle", **centre, r=MOON, fill=night.moon),
        group(seas, fill=night.sea, opacity=0.75),
        layers.draw_grooves(night.crater, 4, stroke_dasharray="1 11", stroke_linecap="round"),
        layers.draw_arrows(night.ink, turned),
    ]


def _place(night: Night, name: str, point: Point) -> str:
    """Draw one point as a crater; base points and the centre are larger and bear the sheet's names: 5, 10, 15 and A."""
    if name not in WRITTEN:
        return layers.place(GAME, name, point, _draw_crater(night, 14 if name.isdigit() else 12, night.ink))
    ring = tag("circle", r=31, fill=night.accent, stroke=night.ink, stroke_width=3)
    crater = [ring] if name == "30" else _draw_crater(night, 31 if name == "A" else 28, night.ink)
    return layers.place(GAME, name, point, [*crater, label(name, 0, 0, 32, night.ink, font_weight=600)])


def _draw_crater(night: Night, radius: float, ink: str) -> list[str]:
    """Draw a crater around (0, 0), lit from the upper left."""
    hollow = tag("circle", r=radius, fill=night.crater, stroke=ink, stroke_width=2.2)
    if night.sky == "none":
        return [hollow]
    inside = radius - 2
    light = tag("circle", cx=radius * 0.14, cy=radius * 0.16, r=inside * 0.78, fill=night.sea)
    return [hollow, light]


def _draw_slot(night: Night, sign: str, at: Point) -> str:
    """Draw the empty place of one piece in the reserve or at home."""
    colour, dashes = (night.dim, "4 6") if sign == "R" else (night.star, None)
    line = {"stroke": colour, "stroke_width": 2.2, "stroke_dasharray": dashes, "opacity": 0.7}
    return tag("circle", cx=at[0], cy=at[1], r=SMALL - 5, fill="none", **line)


def _write_names(position: Position, style: Style, night: Night) -> Iterator[str]:
    """Write whose corner is whose, and mark the player on turn or who has won."""
    lines = []
    for player in position.game.players:
        corner = find_corner(CORNERS[player], style.turned)
        y, towards_board = (SIZE - 26, -1) if "bottom" in corner else (26, 1)
        x, anchor, at = (SIZE - 30, "end", SIZE - 15) if "right" in corner else (30, "start", 15.0)
        mark = layers.turn_mark(position, player, (at, y), night.accent if night.sky != "none" else night.ink, night.star)
        ink, weight = (night.star, 700) if mark else (night.dim, 400)
        name = words.player_name(player, style.lang)
        lines += [mark, label(name, x, y, LABEL, ink, text_anchor=anchor, font_weight=weight)]
        if len(team := _find_team(position, player)) > 1:
            name = words.name_team(position.game.teams.index(team) + 1, style.lang)
            lines.append(label(name, x, y + towards_board * 34, LABEL, night.dim, text_anchor=anchor))
        lines += _write_arc_names(corner, style.lang, night.dim)
    return group_parts(lines, id="moontrek-names")


def _find_team(position: Position, player: Player) -> tuple[Player, ...]:
    return next(team for team in position.game.teams if player in team)


@cached_drawing
def _write_arc_names(corner: str, lang: str, ink: str) -> Iterator[str]:
    """Write beside the two arcs of a corner which is the reserve and which is home."""
    towards = -1 if "right" in corner else 1
    anchor = "end" if towards < 0 else "start"
    for name, radius in ((RESERVE_NAME, 487), (HOME_NAME, 549)):
        x, y = geometry.place_slots(corner, radius, 4, 58)[-1 if towards > 0 else 0]
        shift = 33 if y > MIDDLE else -33
        yield label(name[lang], x + towards * 34, y + shift, LABEL, ink, text_anchor=anchor)
