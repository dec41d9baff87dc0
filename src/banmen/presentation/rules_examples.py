"""Examples in the rules of a game: a list item that begins with a position in the game's notation.

    - `POSITION` → `MOVE` → `POSITION`
      what happens, in words
    - `POSITION` ⇒ `MOVE` `MOVE` …
      a position with all its legal moves

Players get to see pictures or the words alone; the notation is for those who write and test the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

PLAYED, LISTED = " → ", " ⇒ "  # between a position and its move, or all its moves
EXAMPLE = re.compile(r"^(?P<mark> *- )`[^`\n]+` [→⇒] .*\n(?:(?P<indent> +)(?=\S))?", re.MULTILINE)
THROW = re.compile(r"(?<=\| )`([1-5])`(?= \|)")


@dataclass(frozen=True)
class Example:
    """A position to show, and a move that is made in it, if it is about one."""

    position: str
    move: str


def read_example(parts: Sequence[tuple[bool, str]]) -> Example | None:
    """Return the example that the parts of a line make, each with whether it is code; None for any other line."""
    if len(parts) < 3 or not parts[0][0] or parts[1][1] not in (PLAYED, LISTED):
        return None
    return Example(parts[0][1], parts[2][1] if parts[1][1] == PLAYED else "")


def leave_out_notation(text: str) -> str:
    r"""Return the rules as they are read without pictures: of examples only the words remain.

    >>> leave_out_notation("- `Rx4/Rx4 1 3` → `R>3` → `Rx3,3/Rx4 2 -`\n  A 3 brings a new piece in.\n")
    '- A 3 brings a new piece in.\n'
    """
    without = EXAMPLE.sub(lambda found: found["mark"] if found["indent"] else "", text)
    return THROW.sub(r"\1", without)
