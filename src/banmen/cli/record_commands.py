"""The command that shows game records: replay."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from banmen.cli.arguments import STANDARD_INPUT, GameNumber, Json, Lang, read_language, read_whole
from banmen.cli.output import make_console, put, put_json
from banmen.core.errors import OptionError
from banmen.core.i18n import add_label
from banmen.core.messages import Catalogue

if TYPE_CHECKING:
    from banmen.core.game import Game
    from banmen.core.record import Record

messages = Catalogue(__name__)

MOST_GAMES = 10**12  # in a file


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    game: GameNumber = None,
    board: Annotated[bool, typer.Option("--board")] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show recorded games step by step.

    Examples:
      banmen replay evening.banmen
      banmen replay evening.banmen --game 2 --board
      banmen replay - --json < evening.banmen
    """
    language = read_language(lang)
    wanted = read_game_number(game)
    with open_text(file) as source:
        for number, record in select_records(file, source, wanted):
            _show(record, number, board, language, json)


def read_game_number(text: str | None) -> int | None:
    """Return the number of a game in its file, if one is given."""
    return None if text is None else read_whole(text, messages("setting.game_number"), 1, MOST_GAMES)


def select_records(file: str, source: TextIO, wanted: int | None, *, single: bool = False) -> Iterator[tuple[int, Record]]:
    """Yield the games of a file, or the one wanted, with their numbers; with `single` there must be no other game."""
    from banmen.core.record_text import read_records

    number = 0
    records = enumerate(read_records(source), 1)
    for number, record in records:
        if single and wanted is None and next(records, None):
            raise OptionError(messages("records.several_games", file=file))
        if wanted in (None, number):
            yield number, record
        if number == wanted:
            return
    if number == 0:
        raise OptionError(messages("records.no_game", file=file))
    if wanted is not None:
        raise OptionError(messages("records.too_few_games", file=file, wanted=wanted, number=number))


@contextmanager
def open_text(file: str) -> Iterator[TextIO]:
    """Open a text file for reading, or raise FileError; errors in a record are reported with the file's name."""
    from banmen.core.errors import RecordError
    from banmen.terminal.files import FileError

    try:
        if file == STANDARD_INPUT:
            yield sys.stdin
        else:
            with open(file, encoding="utf-8", errors="surrogateescape", newline=None) as source:  # noqa: PTH123
                yield source
    except UnicodeDecodeError:
        raise FileError(file, messages("records.not_utf8")) from None
    except RecordError as error:
        error.args = (messages("records.flaw", file=file, reason=error.message),)
        raise
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise FileError(file, error) from None


def _show(record: Record, number: int, with_board: bool, lang: str, as_json: bool) -> None:
    if as_json:
        positions = [position.text for position in record.positions()]
        put_json({"number": number, **record.to_json(), "positions": positions})
        return
    from banmen.presentation.about import about
    from banmen.terminal.terminal_messages import find_credit

    put(f"{number}. {about(record.game.name, lang)['title']}")
    put(f"   {find_credit(record.game.name, lang)}")
    for name, value in _select_tags(record).items():
        put(f"   {add_label(*_describe_tag(record.game, name, value, lang), lang)}")
    screen: Any = make_console() if with_board else None
    for index, position in enumerate(record.positions()):
        if index == 0:
            put(f"   {'':12} {position.text}")
        else:
            step = record.steps[index - 1]
            put(f"{record.turns[index - 1]:4}. {step!s:10} {position.text}" + (f"  {{{step.comment}}}" if step.comment else ""))
        if screen is not None:
            from banmen.terminal import boards

            last = position.game.write_move(position.game.read_move(step.move)) if index and step.move else None
            boards.print_board(screen, boards.draw_board(position, lang, last=last, room=boards.find_room(screen)))
            put("")
    put(f"   {_describe_ending(record, lang)}\n")


def _select_tags(record: Record) -> dict[str, str]:
    """Return the tags worth showing, the rule options and the opening throws among them."""
    changed = " ".join(f"{name}={value}" for name, value in record.game.changed_options.items())
    opening = " ".join("-".join(map(str, values)) for values in record.opening)
    found = {**record.tags, "Options": changed, "Opening": opening}
    return {name: value for name, value in found.items() if value}


def _describe_tag(game: Game, name: str, value: str, lang: str) -> tuple[str, str]:
    """Return what a tag and its value are called: players as the game and the terminal do, one's own as written."""
    from banmen.core.record_text import name_player_tag
    from banmen.terminal.opponents import TERMINAL_PLAYERS, can_play

    player = next((one for one in game.players if name == name_player_tag(game, one)), None)
    if player is None:
        key = f"records.tag.{name}"
        return messages.text(key, lang) if key in messages else name, value
    who = TERMINAL_PLAYERS.name_player(value, game, lang) if can_play(value, game) else value
    return str(game.part("words").player_name(player, lang)), who


def _describe_ending(record: Record, lang: str) -> str:
    from banmen.terminal.terminal_messages import join_player_names

    if record.result is None:
        return messages.text("records.unfinished", lang) + _describe_termination(record, lang)
    if not record.result:
        return messages.text("records.draw", lang)
    key = "won" if len(record.result) == 1 else "won_many"
    words = messages.text(f"records.{key}", lang, names=join_player_names(record.final, record.result, lang))
    return words + _describe_termination(record, lang)


def _describe_termination(record: Record, lang: str) -> str:

    return messages.text(f"records.by_{record.termination}", lang) if record.termination else ""
