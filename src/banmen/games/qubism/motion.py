"""What a move of Qubism does."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.games.qubism.board import ARROWS, COLUMNS, SIZE
from banmen.games.qubism.notation import list_signs
from banmen.presentation.motion import PLACE, SLIDE, TIP, WALK, Motion

messages = Catalogue(__name__)

POINTING: dict[str, Words] = {arrow: messages.words(f"motion.direction.{arrow}") for arrow in "^>v<"}
SUPPLY, CUBE = "supply", "cube"
WAYS = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}


def source(position: Position, move: Move) -> str | None:
    """Return where the pawn or the cube stands, or that it comes from the supply."""
    if move.source:
        return move.source
    return SUPPLY if _read_arrow(move) else _find_pawn(position)


def choice(move: Move, lang: str) -> str | None:
    """Return where the arrow points, where that is chosen."""
    arrow = _read_arrow(move)
    if not arrow:
        return None
    ahead = _find_ahead(str(move.target), arrow)
    return f"{arrow} {messages.text('motion.facing', lang, place=ahead) if ahead else POINTING[arrow][lang]}"


def throws_again_anyway(_position: Position) -> bool:
    """Return whether there is another throw: nothing is thrown."""
    return False


def motion(position: Position, move: Move, _after: Position) -> list[Motion]:
    """Return the way of the pawn or of the cube, which then tips over."""
    target, origin = str(move.target), str(source(position, move))
    if move.source:
        return [Motion(CUBE, 1, (*_list_between(origin, target), target), SLIDE), Motion(CUBE, 1, (target,), TIP)]
    if origin == SUPPLY:
        return [Motion(CUBE, 1, (SUPPLY, target), PLACE)]
    return [Motion(str(position.turn), 1, (origin, target), WALK)]


def effects(_position: Position, _move: Move, _after: Position) -> list[str]:
    """Return what the page marks: nothing but the end."""
    return []


def label(position: Position, move: Move, lang: str) -> str:
    """Return a move as a person says it."""
    return phrases(position, move, position, lang)[0]


def phrases(_position: Position, move: Move, _after: Position, lang: str) -> list[str]:
    """Return what a move does, in phrases."""
    arrow = _read_arrow(move)
    if move.source:
        return [messages.text("motion.cube_slides", lang, source=move.source, place=move.target)]
    if arrow:
        # Which way is up depends on who looks; the square ahead is the same for everybody.
        ahead = messages.text("motion.ahead", lang, place=_find_ahead(str(move.target), arrow))
        return [messages.text("motion.puts_cube", lang, place=move.target, arrow=ahead)]
    return [messages.text("motion.pawn_goes", lang, place=move.target)]


def pointing(move: Move, after: Position) -> str | None:
    """Return the arrow on top of the cube that has come to a square."""
    column, row = COLUMNS.index(str(move.target)[0]), int(str(move.target)[1]) - 1
    sign = list_signs(after.state).get((column, row), "")
    return sign if sign and sign in ARROWS else None


def _find_ahead(place: str, arrow: str) -> str:
    """Return the square that an arrow on a square points to; empty beyond the edge."""
    across, up = WAYS[arrow]
    column, row = COLUMNS.index(place[0]) + across, int(place[1]) + up
    return f"{COLUMNS[column]}{row}" if 0 <= column < SIZE and 1 <= row <= SIZE else ""


def _read_arrow(move: Move) -> str:
    return move.text[-1] if move.text[-1] in ARROWS else ""


def _find_pawn(position: Position) -> str:
    """Return the square of the pawn on turn."""
    wanted = "W" if position.turn == "w" else "B"
    return next(f"{COLUMNS[column]}{row + 1}" for (column, row), sign in list_signs(position.state).items() if sign == wanted)


def _list_between(origin: str, target: str) -> list[str]:
    """Return the squares from one to another along a line, the last one left out."""
    column, row = COLUMNS.index(origin[0]), int(origin[1])
    across, up = COLUMNS.index(target[0]) - column, int(target[1]) - row
    steps = max(abs(across), abs(up))
    return [f"{COLUMNS[column + across * step // steps]}{row + up * step // steps}" for step in range(steps)]
