"""Reading the text of game records as a stream, with the line and column of the first error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, TextIO

from banmen.core.errors import BanmenError, NotationError, OptionError, RecordError, UnknownGameError, require_kind
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, join_alternatives
from banmen.core.options import settle
from banmen.core.record import Record, Rounds
from banmen.core.record_check import FIELDS, TERMINATIONS, Checker, Flaw, check_result, check_value
from banmen.core.record_lines import Lines, Tag, read_tag
from banmen.core.record_steps import Vocabulary, read_steps
from banmen.core.record_writing import name_player_tag, write_options, write_record
from banmen.core.registry import family

__all__ = ["name_player_tag", "read_record", "read_records", "write_options", "write_record"]

messages = Catalogue(__name__)

KEPT: Final = 256  # games with different options that a reader keeps ready
ROUND = re.compile(r"[1-5](?:-[1-5])*")
Tags = dict[str, Tag]


def read_records(source: TextIO | Iterable[str]) -> Iterator[Record]:
    """Read games one by one from an open text file, from lines or from a text; no more than one is held at a time.

    The first thing that is wrong raises RecordError with its line and column.
    """
    require_kind("source", source, Iterable, RecordError)
    reader = _Reader(source)
    while (record := reader.record()) is not None:
        yield record


def read_record(text: str) -> Record:
    """Return the one game of a text, or raise RecordError."""
    require_kind("text", text, str, RecordError)
    reader = _Reader(text)
    record = reader.record()
    if record is None:
        raise reader.lines.end(messages("record_text.no_game"))
    if reader.find_first_line() is not None:
        raise RecordError(messages("record_text.text_after_game"), reader.lines.number, 1)
    return record


class _Reader:
    """Reads the games of one source. What tags and steps mean is kept, because they come again and again."""

    def __init__(self, source: TextIO | Iterable[str]) -> None:
        self.lines = Lines(source)
        self.checker = Checker()
        self.games: dict[tuple[str, str], Game] = {}
        self.vocabularies: dict[Game, Vocabulary] = {}

    def find_first_line(self) -> str | None:
        """Return the first line of the next game, if there is one; empty lines and comments may separate games."""
        for line in self.lines:
            if line.strip(" \t") and not line.startswith(";"):
                return line
        if self.lines.fault:
            raise self.lines.fault
        return None

    def record(self) -> Record | None:
        """Return the next game, or None after the last."""
        first = self.find_first_line()
        if first is None:
            return None
        tags, line, fault = self._read_tags(first)
        opening, start = self._read_beginning(tags, fault)
        vocabulary = self._list_vocabulary(start.game)
        played = read_steps(vocabulary, line, self.lines, start, self.checker)
        if "Result" in tags and tags["Result"].value != played.result:
            raise played.error(messages("record_text.result_differs_from_tag", value=tags["Result"].value))
        result = vocabulary.results[played.result]
        termination = tags["Termination"].value if "Termination" in tags else None
        try:
            check_result(start.game, played.state, result, termination)
        except Flaw as flaw:
            raise (tags["Termination"] if flaw.part == "Termination" else played).error(flaw.reason) from None
        kept = {name: tag.value for name, tag in tags.items() if name not in FIELDS}
        return Record(start.game, start, opening, played.steps, played.comment, kept, result, termination)

    def _read_tags(self, line: str) -> tuple[Tags, str, RecordError | None]:
        """Return the tags of a game, the first line after them, and what is wrong with the line that ended them early."""
        tags: Tags = {}
        first = self.lines.number
        while True:
            if line.startswith("["):
                try:
                    tag = read_tag(line, self.lines.number)
                except RecordError as error:
                    return tags, "", self.lines.fault or error
                if tag.name in tags:
                    return (
                        tags,
                        "",
                        RecordError(messages("record_text.tag_twice", name=tag.name), tag.line, 2),
                    )
                tags[tag.name] = tag
            elif line.strip(" \t"):
                missing = RecordError(messages("record_text.game_tag_missing"), first, 1) if "Game" not in tags else None
                return tags, line, missing
            following = next(self.lines, None)
            if following is None:
                return tags, "", self.lines.end(messages("record_text.moves_missing"))
            line = following

    def _read_beginning(self, tags: Tags, fault: RecordError | None) -> tuple[Rounds, Position]:
        """Return the opening throws and the start position from the tags, or raise the first error among them."""
        errors = [fault] if fault else []
        beginning: tuple[Rounds, Position] | None = None
        try:
            if "Game" in tags:
                beginning = _start(self._read_game(tags), tags)
        except RecordError as error:
            errors.append(error)
        if beginning and "Result" in tags and tags["Result"].value not in self._list_vocabulary(beginning[1].game).results:
            errors.append(tags["Result"].error(messages("record_text.unknown_result", value=tags["Game"].value)))
        if "Termination" in tags and tags["Termination"].value not in TERMINATIONS:
            errors.append(
                tags["Termination"].error(messages("record_text.unknown_termination", endings=join_alternatives(TERMINATIONS)))
            )
        for name, tag in tags.items():
            try:
                check_value(name, tag.value)
            except Flaw as flaw:
                errors.append(tag.error(flaw.reason))
        if errors or beginning is None:
            raise min(errors, key=lambda error: (error.line, error.column))
        return beginning

    def _read_game(self, tags: Tags) -> Game:
        key = tags["Game"].value, tags["Options"].value if "Options" in tags else ""
        if key not in self.games:
            if len(self.games) >= KEPT:
                self.games.clear()
            self.games[key] = _read_game(tags)
        return self.games[key]

    def _list_vocabulary(self, game: Game) -> Vocabulary:
        if game not in self.vocabularies:
            if len(self.vocabularies) >= KEPT:
                self.vocabularies.clear()
            self.vocabularies[game] = Vocabulary(game)
        return self.vocabularies[game]


def _read_game(tags: Tags) -> Game:
    """Return the game with the options from the tags."""
    try:
        kind = family(tags["Game"].value)
    except UnknownGameError as error:
        raise tags["Game"].error(error.message) from None
    if "Options" not in tags:
        return kind()
    options: dict[str, Any] = {}
    for item in re.finditer(r"[^ ]+", tags["Options"].value):
        name, equals, value = item[0].partition("=")
        try:
            if not equals or name in options:
                raise OptionError(
                    messages("record_text.option_twice", name=name[:40]) if equals else messages("record_text.option_format")
                )
            settle(kind.name, kind.option_list, {name: value})
        except OptionError as error:
            raise tags["Options"].error(error.message, item.start()) from None
        options[name] = value
    try:
        return kind(**options)
    except OptionError as error:
        raise tags["Options"].error(error.message) from None


def _start(game: Game, tags: Tags) -> tuple[Rounds, Position]:
    """Return the opening throws and the start of a game."""
    if "Opening" in tags and "Position" in tags:
        raise max(tags["Opening"], tags["Position"]).error(messages("record.both_opening_and_position"))
    if "Opening" in tags:
        rounds = _read_rounds(tags["Opening"])
        try:
            return rounds, game.opened(rounds)
        except OptionError as error:
            raise tags["Opening"].error(error.message) from None
    if "Position" not in tags:
        return (), game.start()
    try:
        return (), game.position(tags["Position"].value)
    except NotationError as error:
        raise tags["Position"].error(error.reason, error.place) from None
    except BanmenError as error:
        raise tags["Position"].error(error.message) from None


def _read_rounds(tag: Tag) -> Rounds:
    rounds, place = [], 0
    for text in tag.value.split(" "):
        if not ROUND.fullmatch(text):
            raise tag.error(messages("record_text.opening_format"), place)
        rounds.append(tuple(map(int, text.split("-"))))
        place += len(text) + 1
    return tuple(rounds)
