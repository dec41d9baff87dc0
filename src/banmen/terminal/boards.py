"""Boards in the terminal: what a game's `text_board` draws, with players and pieces off the board beside or below it."""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Console
from rich.text import Text

from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.move import Move
from banmen.core.sticks import STICKS
from banmen.presentation.text_canvas import Canvas, PieceLook, TextBoardStyle

INDENT = "  "
LOW = 36  # a terminal with fewer rows has no room for a full board, the moves and a question


def draw_board(
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
    low = room is not None and room[1] < LOW
    marked = {place for place in (last.source, last.target) if place} if last else set()
    style = TextBoardStyle(names, targets, marked, low)
    drawing = _render(position.game.part("text_board").draw(position, style))
    if room is not None and low:
        beside = _put_beside(drawing, _write_notes(position, lang))
        if max(line.cell_len for line in beside) <= room[0]:
            return Text("\n").join(beside)
    return Text("\n").join([*drawing, *_write_lines_below(position, lang)])


def piece_look(position: Position, player: Player) -> PieceLook:
    """Return how a player's pieces look."""
    look: PieceLook = position.game.part("text_board").piece_look(position, player)
    return look


def player_title(position: Position, player: Player, lang: str) -> str:
    """Return the name of a player at this position."""
    return str(position.game.part("text_board").player_title(position, player, lang))


def draw_sticks(game: Game, value: int) -> Text:
    """Return the sticks of a throw: as many counted sides up as it is worth, none for a 5."""
    counted, other = game.part("text_board").STICK_FACES
    line = Text()
    for number in range(STICKS):
        line.append(*(counted if number < value % 5 else other)).append(" ")
    return line


def find_room(console: Console) -> tuple[int, int] | None:
    """Return the columns and rows there are; a file or a pipe has all the room in the world."""
    return (console.width, console.height) if console.is_terminal else None


def print_board(console: Console, drawing: Text) -> None:
    """Print a board; without colours, also without the spaces that only carry them."""
    if console.color_system is None:
        drawing = Text("\n".join(line.rstrip() for line in drawing.plain.splitlines()).strip("\n"))
    console.print(drawing, soft_wrap=True)


def _render(canvas: Canvas) -> list[Text]:
    """Return the lines of a drawing."""
    lines = []
    for runs in canvas.lines():
        line = Text(INDENT)
        for text, style in runs:
            line.append(text, style)
        lines.append(line)
    return lines


def _put_beside(drawing: list[Text], notes: list[Text]) -> list[Text]:
    """Return the lines of a drawing with notes at its right."""
    width = max(line.cell_len for line in drawing) + len(INDENT)
    lines = [line.copy() for line in drawing]
    for line, note in zip(lines[1:], notes, strict=False):
        if note.plain:
            line.append(" " * (width - line.cell_len)).append_text(note)
    return lines


def _write_notes(position: Position, lang: str) -> list[Text]:
    """Return what is off the board in short lines."""
    part = position.game.part("text_board")
    lines = []
    for player, counts in zip(position.game.players, part.count_off_board(position, lang), strict=True):
        lines.append(_write_player(position, player, lang))
        if counts:
            lines.append(Text("  ".join(f"{name} {number}" for name, number in counts), "dim"))
        lines.append(Text())
    supply = part.find_supply(position, lang)
    return [*lines, Text(f"{supply.name} {supply.number}")] if supply else lines


def _write_lines_below(position: Position, lang: str) -> list[Text]:
    """Return a line for each player with the pieces off the board, and one with the supply if there is one."""
    part = position.game.part("text_board")
    lines = [Text()]
    for player, counts in zip(position.game.players, part.count_off_board(position, lang), strict=True):
        line = Text(INDENT).append_text(_write_player(position, player, lang))
        if counts:
            line.append("  " + "   ".join(f"{name} {number}" for name, number in counts), "dim")
        lines.append(line)
    if supply := part.find_supply(position, lang):
        line = Text(f"{INDENT}{supply.name} ")
        for _ in range(supply.number):
            line.append(" ").append(supply.token, supply.style)
        lines.append(line)
    return lines


def _write_player(position: Position, player: Player, lang: str) -> Text:
    look = piece_look(position, player)
    return Text().append(look.token(), look.style).append(f" {player_title(position, player, lang)}")
