"""How commands answer: consoles, JSON, progress bars."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, localize
from banmen.core.move import Move
from banmen.kernels.contract import CHANCE, DECIDE

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table as Grid

messages = Catalogue(__name__)

INTERRUPTED = 130  # the exit code after Ctrl-C
UNFOLDED = 1000  # columns, more than any table needs
WAITS_FOR = {DECIDE: "move", CHANCE: "throw"}


def make_console(*, error: bool = False) -> Console:
    """Return a console that colours nothing by itself and nothing at all when it is not a terminal."""
    from rich.console import Console

    return Console(stderr=error, highlight=False, markup=False, emoji=False)


def make_table(title: str, columns: Sequence[str], *, names: int) -> Grid:
    """Return an empty table; the first columns hold names, which may be folded to fit, the others numbers."""
    from rich.table import Table as Grid

    found = Grid(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    for index, column in enumerate(columns):
        name = index < names
        found.add_column(column, justify="left" if name else "right", no_wrap=not name, overflow="fold")
    return found


def put_table(found: RenderableType) -> None:
    """Print a table or a text: wrapped to the width of a terminal, or as wide as necessary if a program reads it."""
    screen = make_console()
    if screen.is_terminal:
        screen.print(found)
        return
    from rich.console import Console

    wide = Console(file=io.StringIO(), width=UNFOLDED, highlight=False, markup=False, emoji=False)
    wide.print(found)
    put("\n".join(line.rstrip() for line in wide.file.getvalue().splitlines()))  # type: ignore[attr-defined]


def put(text: str) -> None:
    """Print a line of an answer."""
    print(text)  # noqa: T201


def note(text: str, lang: str = "en") -> None:
    """Print a status line, which is not part of the answer; a message in a language."""
    print(localize(text, lang) or text, file=sys.stderr)  # noqa: T201


def note_written(path: object, lang: str) -> None:
    """Say that a file was written."""
    note(messages("output.written", path=path), lang)


def put_json(value: Any) -> None:
    """Print an answer as one line of JSON."""
    put(json.dumps(value, ensure_ascii=False))


def game_json(game: Game) -> dict[str, Any]:
    """Return a game with all its options."""
    return {"game": game.name, "options": game.options}


def position_json(position: Position) -> dict[str, Any]:
    """Return what a position's text does not say to a program."""
    return {
        **game_json(position.game),
        "position": position.text,
        "turn": position.turn,
        "waits_for": WAITS_FOR.get(position.kind, "nothing"),
        "winner": position.winner,
    }


def move_json(move: Move) -> dict[str, Any]:
    """Return a move."""
    return {"move": move.text, "from": move.source, "to": move.target}


@contextmanager
def track_progress(what: str, total: int) -> Iterator[Callable[[int, str], None]]:
    """Show a progress bar on a terminal; yields a call that takes how much is done and what is being done."""
    if not sys.stderr.isatty():
        yield lambda _done, _what: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(error=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, doing: bar.update(task, completed=done, description=doing)


def note_compiling(game: Game, kernel_name: str, lang: str) -> None:
    """Say beforehand that a command has to compile a kernel, such as `perft.perft`, which happens once."""
    from banmen.engine import precompile

    note_unless(precompile.is_warm(game, kernel_name), game, lang)


def note_unless(warm: bool, game: Game, lang: str) -> None:
    """Say that something has to be compiled, unless it has been."""
    from banmen.presentation.about import name_game

    if not warm:
        note(messages("progress.compiling_rules", title=name_game(game.name, lang)), lang)
