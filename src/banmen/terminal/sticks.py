"""The four sticks as they lie on the table, in text."""

from __future__ import annotations

from rich.text import Text

from banmen.core.sticks import STICKS

PALE, DARK = "#3a2a18 on #ead9b5", "#ead9b5 on #6b4a2b"
FLAT, ROUND = ("[      ]", PALE), ("(::::::)", DARK)
BLANK, MARKED = ("[      ]", PALE), ("[ >><< ]", DARK)
# The look of the counted side and of the other: flat and round, blank and marked, marked and blank.
FACES = {"kariuchi": (FLAT, ROUND), "moontrek": (BLANK, MARKED), "holes58": (MARKED, BLANK)}


def sticks(game: str, value: int) -> Text:
    """Return the sticks of a throw: as many counted sides up as it is worth, none for a 5."""
    counted, other = FACES.get(game, (FLAT, ROUND))
    line = Text()
    for number in range(STICKS):
        line.append(*(counted if number < value % 5 else other)).append(" ")
    return line
