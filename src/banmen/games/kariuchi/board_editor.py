"""Kariuchi set up by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from banmen.core.errors import NotationError, quote_value
from banmen.core.messages import Catalogue
from banmen.games.kariuchi.board import NAMES, NUMBERS
from banmen.presentation.board_editor import missing

messages = Catalogue(__name__)


def shifted(text: str, piece: str, source: str, target: str) -> str:
    """Return the text with one piece of a player moved."""
    board, turn, throw = text.split(" ")
    sides = board.split("/")
    index = {"1": 0, "2": 1}.get(piece, 0)
    held = spelled(sides[index])
    if source not in held:
        raise missing(text, source)
    held.remove(source)
    sides[index] = written([*held, known(target)])
    return f"{'/'.join(sides)} {turn} {throw}"


def known(place: str) -> str:
    """Return a place of the ring, or raise NotationError."""
    if place not in NUMBERS:
        raise NotationError(messages("board_editor.unknown_point", place=quote_value(place, 20)), place)
    return place


def spelled(side: str) -> list[str]:
    """Return the place of every piece of a side.

    >>> spelled("Rx2,5")
    ['R', 'R', '5']
    """
    found = []
    for part in side.split(","):
        place, _, number = part.partition("x")
        found += [place] * int(number or 1)
    return found


def written(places: Iterable[str]) -> str:
    """Write the pieces of a side by their places."""
    counts = Counter(places)
    return ",".join(name + (f"x{counts[name]}" if counts[name] > 1 else "") for name in NAMES if counts[name])
