"""The application: its commands, and the one place where errors become one line and an exit code.

Exit codes: 0 fine, 2 bad input, 130 interrupted, 141 when the reader closes the output early. Answers go to standard output,
complaints to standard error; with `--json` a complaint is one line of JSON there: {"error": {"code": ..., "message": ...}}.
Codes are stable; messages are in the language of --lang, or else in the system's.

Commands import what is slow to import (numba, rich, records) where they need it, so that every other command answers at once.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from typer.main import get_command

import banmen
from banmen.cli import (
    analyse_command,
    backup_commands,
    bot_command,
    new_game_command,
    play_command,
    playouts_command,
    position_commands,
    record_commands,
    reports_command,
    serve_command,
    solve_command,
    tournament_command,
    verify_command,
    warm_command,
)
from banmen.cli.arguments import SHIELD, Lang, read_language
from banmen.cli.error_output import complain, describe_usage_error, find_asked_language
from banmen.cli.help_text import HelpCommand, HelpGroup
from banmen.cli.output import INTERRUPTED
from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue
from banmen.core.os_errors import describe_os_error
from banmen.engine.interruptible import is_left_alone

messages = Catalogue(__name__)

PIPE_CLOSED = 141
# A position may begin with a minus sign ("- 4,4,4,4 ...", "-;0;1/..."), and so may a number; neither is meant as an option.
NO_OPTION = re.compile("-[ ;]|-[0-9]+$")

app = typer.Typer(
    name="banmen",
    cls=HelpGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
COMMANDS: dict[str, Callable[..., None]] = {
    "games": position_commands.games,
    "rules": position_commands.rules,
    "legal": position_commands.legal,
    "apply": position_commands.apply,
    "perft": position_commands.perft,
    "show": position_commands.show,
    "replay": record_commands.replay,
    "verify": verify_command.verify,
    "analyse": analyse_command.analyse,
    "play": play_command.play,
    "serve": serve_command.serve,
    "bot": bot_command.bot,
    "backup": backup_commands.backup,
    "restore": backup_commands.restore,
    "reports": reports_command.reports,
    "playouts": playouts_command.playouts,
    "tournament": tournament_command.tournament,
    "solve": solve_command.solve,
    "warm": warm_command.warm,
    "new-game": new_game_command.new_game,
}
for name, command in COMMANDS.items():
    app.command(name, cls=HelpCommand)(command)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"banmen {banmen.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def banmen_command(
    context: typer.Context,
    _version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True)] = False,
    lang: Lang = None,
) -> None:
    """Show the commands if none is given; a language given before the command applies to the command."""
    if lang is not None:
        read_language(lang)
        context.default_map = {name: {"lang": lang} for name in COMMANDS}
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@functools.cache
def build_commands() -> Any:
    """Build all commands from their functions, which takes longer than most of them; once for who calls several."""
    return get_command(app)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    shielded = [SHIELD + argument if NO_OPTION.match(argument) else argument for argument in given]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show Japanese shows question marks
    if not os.environ.get("COLUMNS", "").strip("0"):
        os.environ.pop("COLUMNS", None)  # nothing could be shown on a screen without columns
    try:
        if sys.stdout is None:  # closed before we began, and Python would drop the answer in silence
            return complain("file", messages("output.closed"), given)
        if sys.stdin is None:  # closed before we started: there is no input
            sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
        code = build_commands().main(shielded, prog_name="banmen", standalone_mode=False, obj=find_asked_language(given))
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        code = _discard_output()
    except SystemExit as leaving:
        # Typer leaves in this way after shell completion, and when a pipe is closed.
        code = _discard_output() if isinstance(leaving.__context__, BrokenPipeError) else leaving.code
    except BanmenError as error:
        code = complain(error.code, error.message or str(error), given)
    except UnicodeDecodeError:
        code = complain("file", messages("input.not_utf8"), given)
    except OSError as error:
        where = error.filename or messages("output.name")
        code = complain("file", messages("output.trouble", where=where, why=describe_os_error(error)), given)
    except Exception as error:
        # Typer keeps click's exceptions to itself; all of them, and nothing else, can write their message.
        if not hasattr(error, "format_message"):
            raise
        code = complain("usage", describe_usage_error(error), given)
    code = code if isinstance(code, int) else 0
    if arguments is None and is_left_alone():
        _end_at_once(code)
    return code


def _end_at_once(code: int) -> None:
    """End the process while a thread still works: Python would wait for it, or pull the rug from under compiled code."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _discard_output() -> int:
    """Throw away what is left of the answer, so that it does not raise again when Python shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED
