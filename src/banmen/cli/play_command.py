"""The command to play at this keyboard: play."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banmen.cli.arguments import STANDARD_INPUT, Lang, Opt, complete_game, read_game, read_language, read_pairs, read_whole
from banmen.cli.output import make_console
from banmen.cli.record_commands import open_text
from banmen.core.errors import OptionError
from banmen.core.messages import Catalogue

if TYPE_CHECKING:
    from banmen.match.match_state import Match

messages = Catalogue(__name__)


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", autocompletion=complete_game)] = None,
    player: Annotated[list[str] | None, typer.Option("--player", metavar="NAME=WHO")] = None,
    opt: Opt = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="N")] = None,
    save: Annotated[str | None, typer.Option("--save", metavar="FILE")] = None,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE")] = None,
    lang: Lang = None,
) -> None:
    """Play in the terminal, against the computer or with others.

    Examples:
      banmen play
      banmen play kariuchi
      banmen play moontrek --player A=human --player C=human --opt teams=2-2
      banmen play qubism --player w=level:6 --player b=human --save evening.banmen
      banmen play --resume evening.banmen
    """
    language = read_language(lang)
    ask = _choose_asker()
    if save == "":
        raise OptionError(messages("play.save_needs_name"))
    if save is not None and save != resume and Path(save).exists():
        raise OptionError(messages("play.file_exists", file=save))
    if resume is not None:
        match: Match | None = _resume(resume, game, player, opt, seed)
    else:
        match = _begin(game, player, opt, seed, language, ask)
    if match is None:
        return
    kept = save if save is not None else resume
    from banmen.terminal.game_loop import GameLoop

    GameLoop(match, make_console(), ask, language, Path(kept) if kept is not None else None).run()


def _resume(file: str, game: str | None, player: list[str] | None, opt: list[str] | None, seed: str | None) -> Match:
    from banmen.core.record_text import read_records
    from banmen.match.seats import assign_seats
    from banmen.terminal.match_setup import resume_match
    from banmen.terminal.opponents import TERMINAL_PLAYERS

    if file == STANDARD_INPUT:
        raise OptionError(messages("play.resume_needs_file"))
    if opt or seed is not None:
        raise OptionError(messages("play.resume_keeps_settings"))
    with open_text(file) as source:
        records = read_records(source)
        record, further = next(records, None), next(records, None)
        if record is None or further is not None:
            raise OptionError(messages("play.one_game", file=file))
        if game not in (None, record.game.name):
            raise OptionError(messages("play.other_game", file=file, own=record.game.name, game=game))
        given = read_pairs(player, "--player")
        seats = assign_seats(record.game, given, TERMINAL_PLAYERS)
        return resume_match(record, {player: who for player, who in seats.items() if str(player) in given})


def _begin(
    name: str | None,
    player: list[str] | None,
    opt: list[str] | None,
    seed: str | None,
    lang: str,
    ask: Callable[[str], str | None],
) -> Match | None:
    """Begin a match with the game and the players given or chosen interactively; None at the end of input."""
    from banmen.match.dice import MOST_SEED
    from banmen.match.seats import assign_seats
    from banmen.terminal.match_setup import begin_match
    from banmen.terminal.menu import choose_game, choose_players
    from banmen.terminal.opponents import TERMINAL_PLAYERS

    given = read_pairs(player, "--player")
    chosen = name if name is not None else choose_game(make_console(), ask, lang)
    if chosen is None:
        return None
    game = read_game(chosen, opt)
    seats = assign_seats(game, given, TERMINAL_PLAYERS)
    if name is None and not given:
        answered = choose_players(make_console(), ask, lang, game)
        if answered is None:
            return None
        seats = answered
    return begin_match(game, seats, read_whole(seed, messages("setting.seed"), 0, MOST_SEED - 1) if seed is not None else None)


def _choose_asker() -> Callable[[str], str | None]:
    """Return the function that reads a line: with editing at a terminal, else plain; it returns None at the end of input."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _ask_plainly
    import importlib.util

    if importlib.util.find_spec("readline"):
        importlib.import_module("readline")  # gives `input` its line editing
    return _ask_person


def _ask_person(prompt: str) -> str | None:
    try:
        return input(f"{prompt} > ")
    except EOFError:
        sys.stdout.write("\n")
        return None
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        raise


def _ask_plainly(prompt: str) -> str | None:
    sys.stdout.write(f"{prompt} > \n")
    return sys.stdin.readline() or None
