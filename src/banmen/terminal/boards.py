"""Boards in text, one for each game. They are readable without colour: every side has a sign of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rich.console import Console
from rich.text import Text

from banmen.core.game import Move, Player, Position
from banmen.terminal import ring, shield, tiles
from banmen.terminal.canvas import Canvas
from banmen.terminal.sides import side_of
from banmen.terminal.words import player_name, say

Draw = Callable[[Position, bool, Collection[str], Collection[str]], Canvas]
DRAWINGS: dict[str, Draw] = {
    "kariuchi": ring.draw,
    "moontrek": ring.draw,
    "holes58": shield.draw,
    "kuniumi": tiles.draw_kuniumi,
    "qubism": tiles.draw_qubism,
}
OFF_BOARD: dict[str, tuple[Callable[[Position], list[tuple[int, int]]], str, str]] = {
    "kariuchi": (ring.off_board, "reserve", "home"),
    "moontrek": (ring.off_board, "reserve", "home"),
    "holes58": (shield.off_board, "hand", "shen"),
}


def board(
    position: Position, lang: str, *, names: bool = False, targets: Collection[str] = (), last: Move | None = None
) -> Text:
    """Return a position as a board in text, with the pieces off the board below it.

    `names` writes the places' names on the board, `targets` marks places, `last` underlines where a move led.
    """
    draw = DRAWINGS.get(position.game.name)
    if draw is None:
        return Text("  " + position.text)
    marked = {place for place in (last.source, last.target) if place} if last else set()
    parts = [draw(position, names, targets, marked).text(), *_off_board(position, lang)]
    return Text("\n").join(parts)


def _off_board(position: Position, lang: str) -> list[Text]:
    """Return a line for each player with what is off the board, and for Qubism one with the supply."""
    name = position.game.name
    lines = [Text()]
    if name not in OFF_BOARD:
        lines += [_named(position, player, lang) for player in position.game.players]
        return [*lines, _supply(position, lang)] if name == "qubism" else lines
    count, waiting, done = OFF_BOARD[name]
    for player, (before, after) in zip(position.game.players, count(position), strict=True):
        line = _named(position, player, lang)
        line.append(f"  {say(waiting, lang)} {before}   {say(done, lang)} {after}", "dim")
        lines.append(line)
    return lines


def _named(position: Position, player: Player, lang: str) -> Text:
    look = side_of(position, player)
    return Text("  ").append(look.token(), look.style).append(f" {player_name(position, player, lang)}")


def _supply(position: Position, lang: str) -> Text:
    line = Text(f"  {say('supply', lang)} ")
    for _ in range(int(position.text.split()[1])):
        line.append(" ").append("| |", tiles.CUBE)
    return line


def put(console: Console, drawing: Text) -> None:
    """Print a board; where there are no colours, without the blanks that carry them."""
    if console.color_system is None:
        drawing = Text("\n".join(line.rstrip() for line in drawing.plain.splitlines()).strip("\n"))
    console.print(drawing, soft_wrap=True)
