"""The square boards of Kuniumi and Qubism in text: coloured tiles, letters below the columns and numbers beside the rows."""

from __future__ import annotations

from collections.abc import Collection

from banmen.core.game import Position
from banmen.games.kuniumi import notation as kuniumi
from banmen.games.qubism import notation as qubism
from banmen.presentation.text_canvas import Canvas
from banmen.terminal.sides import DOT

FULL, LOW = (7, 3), (5, 2)  # columns and rows of a tile; in a low terminal
TARGET = "bold #ffffff on #2c6e49"
Looks = dict[str, tuple[str, str]]
LAND, SEA = "bold #ffffff on #4b7a2b", "bold #ffffff on #1f6f9c"
KUNIUMI: Looks = {"L": ("(L)", LAND), "l": ("l", LAND), "S": ("[S]", SEA), "s": ("s", SEA)}
WATER = ("#7fb4bd on #123a46", "#7fb4bd on #164553")
CUBE = "bold #2b1d0e on #c99a5b"
QUBISM: Looks = {
    "W": ("(W)", "bold #22201c on #f3ead8"),
    "B": ("[B]", "bold #ffffff on #23211f"),
    **{arrow: (f"|{arrow}|", CUBE) for arrow in "^v<>"},
}
STONE = ("#c9c6bf on #6f6c66", "#c9c6bf on #77746e")


def draw_kuniumi(position: Position, names: bool, targets: Collection[str], last: Collection[str], low: bool) -> Canvas:
    """Draw land and sea."""
    return _draw(kuniumi.signs(position.state), 6, KUNIUMI, WATER, "~", names, targets, last, low)


def draw_qubism(position: Position, names: bool, targets: Collection[str], last: Collection[str], low: bool) -> Canvas:
    """Draw pawns and cubes; the goal rows carry their pawn's letter."""
    canvas = _draw(qubism.signs(position.state), 5, QUBISM, STONE, DOT, names, targets, last, low)
    width, height = LOW if low else FULL
    canvas.put(5 * width + 1, (height - 1) // 2, "^ W", "dim")
    canvas.put(5 * width + 1, 4 * height + (height - 1) // 2, "v B", "dim")
    return canvas


def _draw(
    signs: dict[tuple[int, int], str],
    size: int,
    looks: Looks,
    ground: tuple[str, str],
    free: str,
    names: bool,
    targets: Collection[str],
    last: Collection[str],
    low: bool,
) -> Canvas:
    canvas = Canvas()
    width, height = LOW if low else FULL
    for row in range(size):
        top = (size - 1 - row) * height
        middle = top + (height - 1) // 2
        canvas.put(-3, middle, str(row + 1), "dim")
        for column in range(size):
            name = f"{'abcdef'[column]}{row + 1}"
            here = column * width
            shade = ground[(column + row) % 2]
            canvas.ground(here, top, width, shade.rpartition(" on ")[2], height)
            text, style = looks.get(signs.get((column, row), ""), (name if names else free, shade))
            if style != shade:  # a piece leaves an edge of its tile to be seen
                canvas.ground(here + 1, top, width - 2, style.rpartition(" on ")[2], height)
            if name in targets:
                text, style = f"<{text}>", TARGET
            if name in last:
                corner = top if middle > top else top + height - 1
                canvas.put(here + 1, corner, ".", style)
                canvas.put(here + width - 2, corner, ".", style)
            canvas.centre(here + width // 2, middle, text, style)
    for column in range(size):
        canvas.put(column * width + width // 2, size * height, "abcdef"[column], "dim")
    return canvas
