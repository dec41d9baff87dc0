"""The notation of Qubism."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from banmen.core.board import Piece
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.core.notation import Part, read_grid, require_canonical, split_fields, write_grid
from banmen.games.qubism.board import ARROWS, BLACK_GOAL, BOARD, CELLS, NAMES, NUMBERS, SIZE, STRIDE, WHITE_GOAL
from banmen.games.qubism.rules import BLACK, PAWN, PLACE, SLIDE, SUPPLY, TURN, WHITE, black, both_have_ways, supply, turn, white
from banmen.kernels.contract import State

messages = Catalogue(__name__)

FIELDS = (messages("field.rows"), messages("field.supply"), messages("field.turn"))
SIGNS = "WB" + ARROWS
CUBES_LEFT = "supply"
PLACES = (*NUMBERS, CUBES_LEFT)
MOVE = re.compile(r"([a-e][1-5])(?:([\^v<>])|-([a-e][1-5])([\^v<>])?)?")


def read(text: str, cubes: int, options: int) -> State:
    """Return the state of a text, for a game with so many cubes. `options` are the state's option bits."""
    rows, stock, side = split_fields(text, FIELDS)
    grid = read_grid(rows, SIZE, SIGNS)
    left = stock.number(FIELDS[1], 9)
    seat = side.one_of(FIELDS[2], ("w", "b"))
    _refuse_wrong_counts(list(grid.values()), left, cubes, rows, stock)
    word, arrows = options | left << SUPPLY | seat << TURN, 0
    for (column, row), sign in grid.items():
        cell = row * STRIDE + column
        if sign in "WB":
            word |= cell << (WHITE if sign == "W" else BLACK)
        else:
            word |= 1 << cell
            arrows |= ARROWS.index(sign) << 2 * cell
    state = (word, arrows)
    _refuse_wrong_ends(state, rows, side)
    require_canonical(text, write(state))
    return state


def _refuse_wrong_counts(standing: list[str], left: int, cubes: int, rows: Part, stock: Part) -> None:
    """Raise NotationError unless there are two pawns and all cubes."""
    for sign, owner in (("W", messages("field.white")), ("B", messages("field.black"))):
        if standing.count(sign) != 1:
            raise rows.error(messages("notation.one_pawn", owner=owner, number=standing.count(sign)))
    if len(standing) - 2 + left != cubes:
        raise stock.error(messages("notation.cube_count", standing=len(standing) - 2, left=left, cubes=cubes))


def _refuse_wrong_ends(state: State, rows: Part, side: Part) -> None:
    """Raise NotationError if the side on turn has won already, or a pawn has no way."""
    arrived = (bool(white(state) & WHITE_GOAL), bool(black(state) & BLACK_GOAL))
    if arrived[turn(state)]:
        raise side.error(messages("notation.pawn_on_goal"))
    if not both_have_ways(state, state[0] & BOARD):
        raise rows.error(messages("notation.pawn_shut_in"))


@lru_cache(maxsize=256)
def list_signs(state: State) -> Mapping[tuple[int, int], str]:
    """Return the piece on each occupied square, by (column, row)."""
    found = {}
    for cell in CELLS:
        square = cell % STRIDE, cell // STRIDE
        if state[0] >> cell & 1:
            found[square] = ARROWS[state[1] >> 2 * cell & 3]
        elif 1 << cell == white(state):
            found[square] = "W"
        elif 1 << cell == black(state):
            found[square] = "B"
    return found


def write(state: State) -> str:
    """Return the text of a state."""
    return f"{write_grid(list_signs(state), SIZE)} {supply(state)} {'wb'[turn(state)]}"


def list_pieces(state: State, _options: Mapping[str, Any]) -> list[Piece]:
    """Return the pawns and the cubes, those in the supply last; a cube on the board has its arrow as its sign."""
    owners = {"W": "w", "B": "b"}
    standing = {1 << row * STRIDE + column: sign for (column, row), sign in list_signs(state).items()}
    found = [
        Piece(NAMES[cell], owners.get(standing[1 << cell]), standing[1 << cell]) for cell in CELLS if 1 << cell in standing
    ]
    return found + [Piece(CUBES_LEFT, None, "cube")] * supply(state)


def list_actions() -> list[int]:
    """Return the codes of all moves that may be legal somewhere, for any way of tipping."""
    lines = [
        (source, target)
        for source in CELLS
        for target in CELLS
        if source != target and (source % STRIDE == target % STRIDE or source // STRIDE == target // STRIDE)
    ]
    arrows = range(len(ARROWS) + 1)
    return [
        *(PAWN | cell << 5 for cell in CELLS),
        *(PLACE | cell << 5 | arrow << 10 for cell in CELLS for arrow in arrows if arrow),
        *(SLIDE | source | target << 5 | arrow << 10 for source, target in lines for arrow in arrows),
    ]


def read_move(text: str) -> int:
    """Return the code of a move's text, or raise ValueError."""
    match = MOVE.fullmatch(text)
    if not match:
        raise ValueError
    first = NUMBERS[match[1]]
    if match[2]:
        return PLACE | first << 5 | ARROWS.index(match[2]) + 1 << 10
    if match[3]:
        return SLIDE | first | NUMBERS[match[3]] << 5 | (ARROWS.index(match[4]) + 1 << 10 if match[4] else 0)
    return PAWN | first << 5


def write_move(code: int) -> Move:
    """Return the move with a code."""
    target = NAMES[code >> 5 & 31]
    arrow = ARROWS[(code >> 10 & 7) - 1] if code >> 10 & 7 else ""
    if code & SLIDE:
        source = NAMES[code & 31]
        return Move(f"{source}-{target}{arrow}", code, source, target)
    return Move(target + arrow, code, None, target)
