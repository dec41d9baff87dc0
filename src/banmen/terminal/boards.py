"""Boards in text, one for each game. They are readable without colour: every side has a sign of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rich.console import Console
from rich.text import Text

from banmen.core.game import Move, Player, Position
from banmen.games.kariuchi import ring_text
from banmen.games.holes58 import text_board
from banmen.presentation import text_tiles
from banmen.presentation.text_canvas import Canvas
from banmen.terminal.sides import side_of
from banmen.terminal.terminal_messages import player_name, terminal_message

Draw = Callable[[Position, bool, Collection[str], Collection[str], bool], Canvas]
DRAWINGS: dict[str, Draw] = {
    "kariuchi": ring_text.draw,
    "moontrek": ring_text.draw,
    "holes58": text_board.draw,
    "kuniumi": text_tiles.draw_kuniumi,
    "qubism": text_tiles.draw_qubism,
}
OFF_BOARD: dict[str, tuple[Callable[[Position], list[tuple[int, int]]], str, str]] = {
    "kariuchi": (ring_text.off_board, "reserve", "home"),
    "moontrek": (ring_text.off_board, "reserve", "home"),
    "holes58": (text_board.off_board, "hand", "shen"),
}
LOW = 36  # a terminal with fewer rows has no room for a full board, the moves and a question


def board(
    position: Position,
    lang: str,
    *,
    names: bool = False,
    targets: Collection[str] = (),
    last: Move | None = None,
    room: tuple[int, int] | None = None,
) -> Text:
    """Return a position as a board in text, with the pieces off the board below it.

    `names` writes the places' names on the board, `targets` marks places, `last` underlines where a move led. `room` is the
    terminal's columns and rows: where rows are few the board is drawn lower, and what is off the board stands beside it.
    """
    draw = DRAWINGS.get(position.game.name)
    if draw is None:
        return Text("  " + position.text)
    low = room is not None and room[1] < LOW
    marked = {place for place in (last.source, last.target) if place} if last else set()
    drawing = draw(position, names, targets, marked, low).text()
    if room is not None and low:
        beside = _beside(drawing, _notes(position, lang))
        if max(line.cell_len for line in beside) <= room[0]:
            return Text("\n").join(beside)
    return Text("\n").join([drawing, *_off_board(position, lang)])


def _beside(drawing: Text, notes: list[Text]) -> list[Text]:
    """Return the lines of a drawing with notes at its right."""
    lines = list(drawing.split("\n", allow_blank=True))
    width = max(line.cell_len for line in lines) + 2
    for line, note in zip(lines[1:], notes, strict=False):
        if note.plain:
            line.append(" " * (width - line.cell_len)).append_text(note)
    return lines


def _notes(position: Position, lang: str) -> list[Text]:
    """Return what is off the board in short lines."""
    name = position.game.name
    lines = []
    for seat, player in enumerate(position.game.players):
        lines.append(_named(position, player, lang)[2:])
        if name in OFF_BOARD:
            count, waiting, done = OFF_BOARD[name]
            before, after = count(position)[seat]
            lines.append(Text(f"{terminal_message(waiting, lang)} {before}  {terminal_message(done, lang)} {after}", "dim"))
        lines.append(Text())
    return [*lines, Text(f"{terminal_message('supply', lang)} {position.text.split()[1]}")] if name == "qubism" else lines


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
        line.append(f"  {terminal_message(waiting, lang)} {before}   {terminal_message(done, lang)} {after}", "dim")
        lines.append(line)
    return lines


def _named(position: Position, player: Player, lang: str) -> Text:
    look = side_of(position, player)
    return Text("  ").append(look.token(), look.style).append(f" {player_name(position, player, lang)}")


def _supply(position: Position, lang: str) -> Text:
    line = Text(f"  {terminal_message('supply', lang)} ")
    for _ in range(int(position.text.split()[1])):
        line.append(" ").append("| |", text_tiles.CUBE)
    return line


def room(console: Console) -> tuple[int, int] | None:
    """Return the columns and rows there are; a file or a pipe has all the room in the world."""
    return (console.width, console.height) if console.is_terminal else None


def put(console: Console, drawing: Text) -> None:
    """Print a board; where there are no colours, without the blanks that carry them."""
    if console.color_system is None:
        drawing = Text("\n".join(line.rstrip() for line in drawing.plain.splitlines()).strip("\n"))
    console.print(drawing, soft_wrap=True)
