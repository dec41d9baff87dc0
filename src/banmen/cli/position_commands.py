"""Commands that look at games and positions: games, rules, legal, apply, perft, show."""

from __future__ import annotations

import re
import sys
import time
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from banmen.cli.arguments import (
    START,
    GameName,
    Json,
    Lang,
    Opt,
    PositionText,
    Theme,
    read_game,
    read_language,
    read_picture_path,
    read_position,
    read_whole,
)
from banmen.cli.help_text import wrap
from banmen.cli.output import (
    make_console,
    move_json,
    note,
    note_compiling,
    note_written,
    position_json,
    put,
    put_json,
    track_progress,
)
from banmen.core import registry
from banmen.core.drawing_style import DrawingStyle
from banmen.core.errors import MoveTextError, OptionError
from banmen.core.game import Game, Position
from banmen.core.line_count import MOST_DEPTH, PLAIN_DEPTH
from banmen.core.messages import Catalogue, localize
from banmen.core.move import Move
from banmen.engine.interruptible import run_interruptibly
from banmen.kernels.contract import CHANCE
from banmen.presentation.svg import read_style

messages = Catalogue(__name__)

STEP = re.compile(r"([0-9]{1,9}):(.*)")
NAME_WIDTH = 11  # columns of the list of games
PARTS = 200  # a deep count is split into about so many, for the progress bar


def games(lang: Lang = None, json: Json = False) -> None:
    """List the games with their options and credits.

    Examples:
      banmen games
      banmen games --lang ja
      banmen games --json
    """
    from banmen.presentation.about import about

    language = read_language(lang)
    every = [(registry.game(name), about(name, language)) for name in registry.names()]
    if json:
        put_json({"games": [_game_json(game, described, language) for game, described in every]})
        return
    for game, described in every:
        _put_game(game, described, language)


def _put_game(game: Game, described: dict[str, Any], lang: str) -> None:
    from rich.text import Text

    screen = make_console()
    screen.print(
        Text(f"{game.name:{NAME_WIDTH}}", "bold")
        .append(described["title"])
        .append(f"  ({described['players']})", "not bold dim")
    )
    lines = [(described["tagline"], "", "")]
    for option in game.option_list:
        help_text = described["options"].get(option.name, {}).get("help", "")
        allowed = localize(option.allowed, lang)
        lines.append((f"--opt {option.name}={option.default}", f"  ({allowed}) {help_text}", "dim"))
    for start, rest, style in (*lines, ("", described["credit"], "dim italic")):
        for number, line in enumerate(wrap(start + rest, screen.width - NAME_WIDTH - 1)):
            shown = Text(" " * NAME_WIDTH + line)
            shown.stylize(style, NAME_WIDTH + (len(start) if number == 0 else 0))
            screen.print(shown)
    screen.print()


def _game_json(game: Game, described: dict[str, Any], lang: str) -> dict[str, Any]:
    options = [
        {
            "name": option.name,
            "default": option.default,
            "allowed": localize(option.allowed, lang),
            "choices": option.choices,
            "label": described["options"].get(option.name, {}).get("label", option.name),
            "help": described["options"].get(option.name, {}).get("help", ""),
        }
        for option in game.option_list
    ]
    words = {key: described[key] for key in ("title", "tagline", "kind", "credit")}
    return {"game": game.name, **words, "players": described["players"], "options": options}


def rules(game: GameName, lang: Lang = None, json: Json = False) -> None:
    """Print the rules of a game, with its credit.

    Examples:
      banmen rules kuniumi
      banmen rules kariuchi --lang ja
    """
    from banmen.presentation.about import about, read_rules
    from banmen.presentation.rules_examples import leave_out_notation

    found, language = read_game(game, None), read_language(lang)
    text, credit = read_rules(found.name, language), about(found.name, language)["credit"]
    if json:
        put_json({"game": found.name, "lang": language, "rules": text, "credit": credit})
        return
    if messages.text("rules.credit_heading", language) not in text.splitlines():  # a game may give credit in its rules
        text = f"{text.rstrip()}\n\n{credit}"
    text = leave_out_notation(text)
    if sys.stdout.isatty():
        from rich.markdown import Markdown

        make_console().print(Markdown(text))
    else:
        put(text.rstrip())


def legal(game: GameName, position: PositionText, lang: Lang = None, opt: Opt = None, json: Json = False) -> None:
    """List the legal moves of a position, one a line.

    Examples:
      banmen legal kariuchi "Rx2,5,A/Rx3,12 1 3"
      banmen legal holes58 start
      echo "2B2/5/5/5/2W2 9 w" | banmen legal qubism -
      banmen legal kariuchi "Rx2/Rx2 1 -" --opt pieces=2 --json
    """
    language = read_language(lang)
    found = read_position(read_game(game, opt), position)
    moves = found.legal_moves()
    throws = [(value, chance, found.throw(value).legal_moves()) for value, chance in found.throws()]
    if json:
        cast = [
            {"throw": value, "chance": chance, "moves": [move_json(move) for move in after]} for value, chance, after in throws
        ]
        put_json({**position_json(found), "moves": [move_json(move) for move in moves], "throws": cast})
        return
    for move in moves:
        put(move.text)
    for value, _, after in throws:
        for move in after:
            put(f"{value}:{move}")
    if found.over:
        note(messages("legal.game_over"), language)


def apply(
    game: GameName,
    position: PositionText,
    steps: Annotated[list[str], typer.Argument(metavar="STEP...")],
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Play steps from a position and print the position they lead to.

    Examples:
      banmen apply kariuchi "Rx2,5,A/Rx3,12 1 3" "5>5c"
      banmen apply kariuchi start "3:R>3" "2:R>2"
      banmen apply qubism start c2 c4 d2 --json
    """
    read_language(lang)  # the language of errors
    found = read_position(read_game(game, opt), position)
    for step in steps:
        found = _play_step(found, step)
    if json:
        put_json({**position_json(found), "steps": steps})
    else:
        put(found.text)


def _play_step(position: Position, step: str) -> Position:
    """Return the position after a step as it is written in records."""
    match = STEP.fullmatch(step)
    if not match:
        return position.play(step)
    value, move = int(match[1]), match[2]
    if not (move and position.text.endswith(f" {value}") and position.kind != CHANCE):  # the throw may be made already
        position = position.throw(value)
    return position.play(move) if move else position


def perft(
    game: GameName,
    position: PositionText,
    depth: Annotated[str, typer.Argument(metavar="DEPTH")],
    divide: Annotated[bool, typer.Option("--divide")] = False,
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Count all lines of play of some steps.

    Examples:
      banmen perft kariuchi start 4
      banmen perft qubism start 3 --divide
    """
    language = read_language(lang)
    found = read_position(read_game(game, opt), position)
    steps = read_whole(depth, messages("setting.depth"), 0, MOST_DEPTH)
    if steps > PLAIN_DEPTH:
        note_compiling(found.game, "perft.perft", language)
    began = time.perf_counter()
    first = _list_steps(found) if divide and steps else []
    counts = {step: _count(after, steps - 1, language) for step, after in first}
    total = sum(counts.values()) if first else _count(found, steps, language)
    if json:
        answer = {**position_json(found), "depth": steps, "count": total, "seconds": round(time.perf_counter() - began, 6)}
        put_json({**answer, "divide": counts} if divide else answer)
        return
    for step, number in counts.items():
        put(f"{step}  {number}")
    put(f"{total}")


def _list_steps(position: Position) -> list[tuple[str, Position]]:
    """Return each step that can be played with the position after it."""
    thrown = [(f"{value}:", position.throw(value)) for value, _ in position.throws()] or [("", position)]
    return [(f"{throw}{move}", after.after(move.code)) for throw, after in thrown for move in after.legal_moves()]


def _count(position: Position, depth: int, lang: str) -> int:
    """Count lines in parts, to show progress."""
    parts = [position]
    while depth > PLAIN_DEPTH + 1 and 0 < len(parts) < PARTS:
        parts = [after for part in parts for _, after in _list_steps(part)]
        depth -= 1
    total = 0
    doing = localize(messages("progress.counting"), lang)
    with track_progress(doing, len(parts)) as done:
        for number, part in enumerate(parts):
            total += run_interruptibly(partial(part.perft, depth))
            done(number + 1, doing)
    return total


def show(
    game: GameName,
    position: PositionText = START,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE.svg")] = None,
    theme: Theme = "light",
    size: Annotated[str, typer.Option(metavar="PIXELS")] = "640",
    coordinates: Annotated[bool, typer.Option("--coordinates")] = False,
    last: Annotated[str | None, typer.Option(metavar="MOVE")] = None,
    targets: Annotated[bool, typer.Option("--targets")] = False,
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Show a position, as text or as a picture.

    Examples:
      banmen show kariuchi
      banmen show qubism "2B2/5/1^>2/5/2W2 7 w" --targets
      banmen show holes58 start -o board.svg --theme dark --size 800
    """
    found, language = read_position(read_game(game, opt), position), read_language(lang)
    marked = _read_any_move(found.game, last) if last is not None else None
    pixels = read_whole(size, messages("setting.size"), 16, 10_000)
    style = DrawingStyle(theme=theme, size=pixels, coordinates=coordinates, last=marked, targets=targets, lang=language)
    read_style(style)  # reports bad options even if no picture is drawn
    if json and output is not None:
        raise OptionError(messages("show.json_and_output"))
    if json:
        put_json({**position_json(found), "svg": found.svg(**style)})
    elif output == "-":
        put(found.svg(**style))
    elif output is not None:
        _write_picture(read_picture_path(output), found.svg(**style), language)
    else:
        from banmen.terminal import boards
        from banmen.terminal.terminal_messages import find_credit

        screen = make_console()
        places = {str(move.target) for move in found.legal_moves()} if targets else set()
        room = boards.find_room(screen)
        boards.print_board(
            screen, boards.draw_board(found, language, names=coordinates, targets=places, last=marked, room=room)
        )
        screen.print(f"\n{find_credit(found.game.name, language)}", style="dim", soft_wrap=True)


def _read_any_move(game: Game, text: str) -> Move:
    """Return a move by its text whether or not it is legal, since it has been played already."""
    try:
        return game.write_move(game.read_move(text))
    except ValueError:
        raise MoveTextError(messages("show.unknown_move", game=game.name), text or "''") from None


def _write_picture(path: Path, picture: str, lang: str) -> None:
    from banmen.terminal import files

    files.write(path, picture)
    note_written(path, lang)
