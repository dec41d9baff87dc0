"""A plain picture of any game, made from the text of a position.

Where the text begins with rows of a board (`2B2/5/5/5/2W2`, digits for free spaces), the board is drawn with its spaces named
from a1 upwards. Any other text is shown as it is. Places of legal moves that are not on the board follow below it. Every place
carries `data-place`, so moves can be made by pointing at them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from banmen.core.game import Game, Position
from banmen.presentation.highlights import find_last_move, find_marked_moves
from banmen.presentation.svg import PALETTES, Drawing, Palette, Style, sticks
from banmen.presentation.svg_elements import at, group, group_parts, label, tag

SPACE = 100  # the width of a space
MARGIN = 30
TEXT = 34  # the height of letters
LINE = 24  # letters in a line of text
ABREAST = 6  # places in a row below the board
MOST = 26  # rows and columns of a board
ROW = re.compile(r"[A-Za-z^<>+*#@.~=_-]|[0-9]+")
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
Point = tuple[float, float]
Signs = dict[str, str]  # the symbol on each space of a board; empty for a free one


def draw(position: Position, style: Style) -> Drawing:
    """Draw a position."""
    palette, board = PALETTES[style.theme], read_board(position.text)
    lines = [] if board else list(_break_lines(position.text))
    head = _measure_height(board) * SPACE if board else len(lines) * TEXT * 1.5
    beside = list(_list_beside(position, board))
    where = _find_centres(board, beside, MARGIN + head + (MARGIN if beside else 0))
    thrown = SPACE if position.game.has_chance else 0
    width = (
        max([LINE * TEXT * 0.62 if lines else 0, *(x + SPACE / 2 - MARGIN for x, _ in where.values())]) + 2 * MARGIN + thrown
    )
    height = max([MARGIN + head, thrown + MARGIN, *(y + SPACE / 2 for _, y in where.values())]) + MARGIN
    name = position.game.name
    layers = [
        tag("rect", width=width, height=height, fill=palette.paper),
        group((_draw_space(place, where[place], palette, board) for place in where), id=f"{name}-places"),
        group(_draw_text(lines, palette), id=f"{name}-text"),
        group(_write_names(where, board, palette), id=f"{name}-names") if style.coordinates else "",
        group(_mark_last(position, style, where, palette), id=f"{name}-last", data_move=style.last),
        *group_parts(_draw_pieces(position.game, board or {}, where, palette), id=f"{name}-pieces"),
        group(_mark_targets(position, style, where, palette), id=f"{name}-targets"),
        group([sticks(position.thrown, width - thrown - MARGIN / 2, MARGIN, thrown, palette)], id=f"{name}-sticks"),
    ]
    return Drawing(width, height, tuple(layers))


def draw_throw(value: int, x: float, y: float, width: float, palette: Palette) -> str:
    """Draw the sticks of a throw in a square whose top left corner is (x, y)."""
    return sticks(value, x, y, width, palette)


def read_board(text: str) -> Signs | None:
    """Return the symbol on each space by name, if a text begins with a board; otherwise None.

    >>> read_board("1B/W1 w")
    {'a2': '', 'b2': 'B', 'a1': 'W', 'b1': ''}
    >>> read_board("Rx2,5,A/Rx3,12 1 3") is None
    True
    """
    rows = text.partition(" ")[0].split("/")
    read = [ROW.findall(row) for row in rows]
    if not 2 <= len(rows) <= MOST or any("".join(signs) != row for signs, row in zip(read, rows, strict=True)):
        return None
    spaces = [[space for sign in signs for space in ([""] * int(sign[:3]) if sign.isdigit() else [sign])] for signs in read]
    width = len(spaces[0])
    if not 2 <= width <= MOST or any(len(row) != width for row in spaces):
        return None
    return {
        f"{COLUMNS[column]}{len(rows) - index}": sign for index, row in enumerate(spaces) for column, sign in enumerate(row)
    }


def _measure_height(board: Signs) -> int:
    return int(next(iter(board))[1:])  # the first space named is in the last row


def _break_lines(text: str) -> Iterator[str]:
    """Break a position's text at spaces, and within fields that are too long for a line."""
    for field in text.split(" "):
        yield from (field[index : index + LINE] for index in range(0, len(field), LINE))


def _list_beside(position: Position, board: Signs | None) -> Iterable[str]:
    """Return the places of legal moves that are not on the board, in the order of the moves."""
    found = [place for move in position.legal_moves() for place in (move.source, move.target)]
    return dict.fromkeys(place for place in found if place is not None and place not in (board or {}))


def _find_centres(board: Signs | None, beside: list[str], top: float) -> dict[str, Point]:
    """Return the middle of each place, in rows from the top of the board downwards."""
    found: dict[str, Point] = {}
    for place in board or {}:
        row = _measure_height(board or {}) - int(place[1:])
        found[place] = MARGIN + (COLUMNS.index(place[0]) + 0.5) * SPACE, MARGIN + (row + 0.5) * SPACE
    for index, place in enumerate(beside):
        found[place] = MARGIN + (index % ABREAST + 0.5) * SPACE, top + (index // ABREAST + 0.5) * SPACE
    return found


def _draw_space(place: str, centre: Point, palette: Palette, board: Signs | None) -> str:
    """Draw a space of the board, or a place beside it with its name."""
    outline = {"fill": palette.paper, "stroke": palette.faint, "stroke_width": 2}
    if board and place in board:
        parts = [tag("rect", x=-SPACE / 2, y=-SPACE / 2, width=SPACE, height=SPACE, **outline)]
    else:
        size = min(TEXT, 1.4 * SPACE / max(1, len(place)))
        parts = [tag("circle", r=SPACE * 0.42, **outline), label(place, 0, 0, size, palette.ink)]
    return group(parts, data_place=place, transform=at(*centre))


def _draw_text(lines: list[str], palette: Palette) -> list[str]:
    return [
        label(line, MARGIN, MARGIN + (index + 0.5) * TEXT * 1.5, TEXT, palette.ink, text_anchor="start")
        for index, line in enumerate(lines)
    ]


def _write_names(where: dict[str, Point], board: Signs | None, palette: Palette) -> list[str]:
    """Write the names of the spaces into their corners."""
    return [
        label(place, x - SPACE * 0.34, y + SPACE * 0.36, 18, palette.faint)
        for place, (x, y) in where.items()
        if board and place in board
    ]


def _draw_pieces(game: Game, board: Signs, where: dict[str, Point], palette: Palette) -> list[str]:
    """Draw every sign on the board as a piece; a sign that is a player's name, in capitals or not, is that player's."""
    players = [str(player) for player in game.players]
    found = []
    for place, sign in board.items():
        if sign:
            owner = next((player for player in players if player.lower() == sign.lower()), sign)
            parts = _draw_piece(sign, players.index(owner) if owner in players else 0, palette)
            found.append(group(parts, data_place=place, data_piece=owner, transform=at(*where[place])))
    return found


def _draw_piece(sign: str, seat: int, palette: Palette) -> list[str]:
    """Draw a piece around (0, 0): light and dark discs for the first two seats, squares for the others."""
    fill, ink = (palette.ink, palette.paper) if seat % 2 else (palette.paper, palette.ink)
    radius, outline = SPACE * 0.36, {"fill": fill, "stroke": palette.ink, "stroke_width": 4}
    shape = (
        tag("circle", r=radius, **outline)
        if seat < 2
        else tag("rect", x=-radius * 0.9, y=-radius * 0.9, width=radius * 1.8, height=radius * 1.8, rx=8, **outline)
    )
    return [shape, label(sign, 0, 0, SPACE * 0.4, ink, font_weight=600)]


def _mark_last(position: Position, style: Style, where: dict[str, Point], palette: Palette) -> list[str]:
    move = find_last_move(position, style)
    places = (move.source, move.target) if move else ()
    return [_draw_ring(where[place], palette.last, 7) for place in places if place in where]


def _mark_targets(position: Position, style: Style, where: dict[str, Point], palette: Palette) -> list[str]:
    """Mark where legal moves lead."""
    moves = find_marked_moves(position, style, where)
    places = dict.fromkeys(move.target for move in moves if move.target in where)
    return [_draw_ring(where[str(place)], palette.target, 5, data_target=place) for place in places]


def _draw_ring(centre: Point, colour: str, width: float, **attributes: str | None) -> str:
    x, y = centre
    return tag("circle", cx=x, cy=y, r=SPACE * 0.44, fill="none", stroke=colour, stroke_width=width, **attributes)
