"""Kariuchi set up by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from banmen.core.errors import NotationError, quote_value
from banmen.core.messages import Catalogue
from banmen.games.kariuchi.board import NAMES, NUMBERS
from banmen.presentation.board_editor import missing_piece_error

messages = Catalogue(__name__)


def move_piece(text: str, piece: str, source: str, target: str) -> str:
    """Return the text with one piece of a player moved."""
    board, turn, throw = text.split(" ")
    sides = board.split("/")
    index = {"1": 0, "2": 1}.get(piece, 0)
    held = read_places(sides[index])
    if source not in held:
        raise missing_piece_error(text, source)
    held.remove(source)
    sides[index] = write_places([*held, check_place(target)])
    return f"{'/'.join(sides)} {turn} {throw}"


def check_place(place: str) -> str:
    """Return a place of the ring, or raise NotationError."""
    if place not in NUMBERS:
        raise NotationError(messages("board_editor.unknown_point", place=quote_value(place, 20)), place)
    return place


def read_places(side: str) -> list[str]:
    """Return the place of every piece of a side.

    >>> spelled("Rx2,5")
    ['R', 'R', '5']
    """
    found = []
    for part in side.split(","):
        place, _, number = part.partition("x")
        found += [place] * int(number or 1)
    return found


def write_places(places: Iterable[str]) -> str:
    """Write the pieces of a side by their places."""
    counts = Counter(places)
    return ",".join(name + (f"x{counts[name]}" if counts[name] > 1 else "") for name in NAMES if counts[name])
