"""The moves of a record's text: from its words to steps that the rules allow."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from banmen.core.errors import RecordError, quote_value
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.record_check import LONGEST_COMMENT, MOST_STEPS, Checker, Flaw, Step, clean_comment, list_results
from banmen.core.record_lines import Lines
from banmen.kernels.contract import State
from banmen.kernels.replay import NO_MOVE

messages = Catalogue(__name__)

# The characters of a game besides its comments: room enough for every step, its number and some spaces.
MOST_CHARACTERS: Final = 40 * MOST_STEPS

# A comment (to the end of the text if its closing brace is missing), a number, or any other token.
WORD = re.compile(r"\{[^}]*\}?|;[^\n]*|[0-9]{1,9}\.|[^ \t\n{;]+")
NUMBER = re.compile(r"[0-9]{1,9}\.")
COMMENT = re.compile(r"\{[^}]*\}?|;.*")
THROWN = re.compile(r"([1-5]):(.*)")
# Most numbers of turns by their text: every second word is one.
NUMBERS: Final = {f"{number}.": number for number in range(1, 1000)}  # mutation: equivalent
NO_STEP: Final = messages("record_text.step_missing")
NO_RESULT: Final = messages("record_text.result_missing")
StepEntry = tuple[Step, int, int]  # a step, its throw and the number of its move as the kernels have them


class Vocabulary:
    """The words that steps and results of a game are written with; steps are kept, for the same ones come again and again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.results = list_results(game)
        self.known: dict[str, StepEntry] = {}

    def read(self, word: str) -> StepEntry:
        """Return the step that a word denotes, or raise Flaw."""
        thrown = THROWN.fullmatch(word)
        if not thrown and ":" in word:
            raise Flaw(messages("record.bad_throw"), "throw")
        throw, text = (int(thrown[1]), thrown[2]) if thrown else (None, word)
        if not text:
            return Step(throw, None), throw or 0, NO_MOVE
        try:
            code = self.game.read_move(text)
        except ValueError:
            raise Flaw(
                messages("record.unknown_move", text=quote_value(text, 40), name=self.game.name),
                "move",
            ) from None
        self.known[word] = Step(throw, self.game.write_move(code).text), throw or 0, code
        return self.known[word]


@dataclass(frozen=True)
class Played:
    """The moves of one game as read, and the place of its result."""

    steps: tuple[Step, ...]
    comment: str
    state: State
    result: str
    place: Callable[[], tuple[int, int]]

    def error(self, reason: str) -> RecordError:
        """Return an error about the result."""
        return RecordError(reason, *self.place())


def read_steps(vocabulary: Vocabulary, line: str, lines: Lines, start: Position, checker: Checker) -> Played:
    """Read the moves of a game from its first line on and check them, or raise RecordError for the first that is wrong."""
    number = lines.number
    text, cut = _gather_lines(line, lines, vocabulary)
    words = _MoveWords(vocabulary, number, text)
    fault = words.read()
    _, throws, codes = zip(*words.entries, strict=True) if words.entries else ((), (), ())
    steps = words.list_steps()
    try:
        state = checker.follow(start, steps, throws, codes, words.numbers)
    except Flaw as flaw:
        raise words.step_error(flaw) from None
    if fault or cut or words.result is None:
        raise fault or cut or lines.end(NO_RESULT)
    last = len(words.words) - 1
    return Played(steps, words.comment(0), state, words.result, lambda: words.place(last, 0))


def _gather_lines(line: str, lines: Lines, vocabulary: Vocabulary) -> tuple[str, RecordError | None]:
    """Return the lines of a game up to the one that ends with its result, or those there are and what stopped reading."""
    found = [line]
    inside, commented, plain = False, 0, 0
    while True:
        outside = line
        if inside or "{" in line or ";" in line:
            outside, length = _remove_comments(line, inside)
            commented = length + (commented if inside and length > len(line) else 0)
            inside = length > 0
        plain += len(outside) + 1
        if lines.fault:
            return "\n".join(found), lines.fault
        if not inside and _find_last_word(outside) in vocabulary.results:
            return "\n".join(found), None
        if plain > MOST_CHARACTERS:
            reason = messages("record_text.too_many_characters", most=MOST_CHARACTERS)
            return "\n".join(found), RecordError(reason, lines.number, 1)
        following = None if commented > LONGEST_COMMENT else next(lines, None)
        if following is None:
            return "\n".join(found), lines.end(NO_RESULT)
        if not inside and following.startswith("["):
            return "\n".join(found), RecordError(messages("record_text.result_missing_before_tag"), lines.number, 1)
        line = following
        found.append(line)


def _find_last_word(line: str) -> str:
    words = line.rsplit(None, 1)
    return words[-1] if words else ""


def _remove_comments(line: str, inside: bool) -> tuple[str, int]:
    """Return a line without its comments, and the length of a comment that continues after it, including the brace."""
    if inside:
        line = "{" + line
    last = next(reversed(COMMENT.findall(line)), "")
    goes_on = last.startswith("{") and not last.endswith("}")
    return COMMENT.sub(" ", line), len(last) if goes_on else 0


class _MoveWords:
    """The words of one game's moves, read one after the other."""

    def __init__(self, vocabulary: Vocabulary, line: int, text: str) -> None:
        self.vocabulary, self.line, self.text = vocabulary, line, text
        self.words: list[str] = WORD.findall(text)
        self.entries: list[StepEntry] = []
        self.numbers: list[int] = []
        self.comments: dict[int, list[str]] = {}  # by the number of steps before them
        self.commented = 0  # characters of the last of them
        self.result: str | None = None

    def read(self) -> RecordError | None:
        """Classify the words up to the first invalid one, and return what is wrong with it."""
        number, known, entries, numbers = 0, self.vocabulary.known, self.entries, self.numbers
        for index, word in enumerate(self.words):
            entry = known.get(word)
            if entry is None:
                if not number and word in NUMBERS:
                    number = NUMBERS[word]
                    continue
                if word in self.vocabulary.results:
                    return self._end(index, word, number)
                try:
                    if word[0] in "{;":
                        self._add_comment(word)
                        continue
                    if NUMBER.fullmatch(word):
                        number = self._read_number(word, number)
                        continue
                    entry = self.vocabulary.read(word)
                except Flaw as flaw:
                    return self._shorten() or self.error(flaw.reason, index, _find_offset(word, flaw.part))
            entries.append(entry)
            numbers.append(number)
            number = 0
        return self._shorten()

    def _add_comment(self, word: str) -> None:
        if word[0] == "{" and word[-1] != "}":
            raise Flaw(
                messages("record_text.comment_open", most=LONGEST_COMMENT),
                "comment",
            )
        text = word[1:-1] if word[0] == "{" else word[1:]
        comment = clean_comment(text)
        if len(self.entries) not in self.comments:
            self.comments[len(self.entries)], self.commented = [], 0
        if comment:
            self.comments[len(self.entries)].append(comment)
            self.commented += len(comment) + (self.commented > 0)
        if self.commented > LONGEST_COMMENT:
            raise Flaw(messages("record.comment_too_long", most=LONGEST_COMMENT), "comment")

    def comment(self, steps: int) -> str:
        """Return the comment after a number of steps."""
        return " ".join(self.comments.get(steps, ()))

    def list_steps(self) -> tuple[Step, ...]:
        """Return the steps with their comments."""
        return tuple(
            dataclasses.replace(entry[0], comment=self.comment(number)) if number in self.comments else entry[0]
            for number, entry in enumerate(self.entries, 1)
        )

    def _read_number(self, word: str, before: int) -> int:
        number = int(word[:-1])
        if number == 0 or before:
            raise Flaw(NO_STEP if before else messages("record_text.turn_zero"), "number")
        return number

    def _end(self, index: int, word: str, number: int) -> RecordError | None:
        """Take a word for the result."""
        fault = self._shorten()
        if number:
            fault = fault or self.error(NO_STEP, index, 0)
        if index + 1 < len(self.words):
            fault = fault or self.error(messages("record_text.text_after_result"), index + 1, 0)
        self.result = word
        return fault

    def _shorten(self) -> RecordError | None:
        """Drop the steps after a throw without a move, and those that are too many; return what is wrong there."""
        fault, keep = None, len(self.entries)
        if keep > MOST_STEPS:
            fault = self.error(
                messages("record.game_most_steps", most=MOST_STEPS),
                *self._step_place(MOST_STEPS, "throw"),
            )
            keep = MOST_STEPS
        open_throw = next((index for index, entry in enumerate(self.entries) if entry[2] == NO_MOVE), keep)
        if open_throw < keep - 1:
            fault = self.error(
                messages("record_text.move_missing_after_throw"),
                *self._step_place(open_throw, "move"),
            )
            keep = open_throw + 1
        del self.entries[keep:], self.numbers[keep:]
        return fault

    def step_error(self, flaw: Flaw) -> RecordError:
        """Return an error about a step."""
        return self.error(flaw.reason, *self._step_place(flaw.index, flaw.part))

    def _step_place(self, step: int, part: str) -> tuple[int, int]:
        """Return which word and which character of it a part of a step is."""
        steps = (index for index, word in enumerate(self.words) if word[0] not in "{;" and not NUMBER.fullmatch(word))
        index = next(itertools.islice(steps, step, None))
        if part == "number":
            return next(before for before in reversed(range(index)) if NUMBER.fullmatch(self.words[before])), 0
        return index, _find_offset(self.words[index], part)

    def error(self, reason: str, index: int, offset: int) -> RecordError:
        """Return an error about a character of a word."""
        return RecordError(reason, *self.place(index, offset))

    def place(self, index: int, offset: int) -> tuple[int, int]:
        """Return the line and the column of a character of a word."""
        place = next(itertools.islice(WORD.finditer(self.text), index, None)).start() + offset
        return self.line + self.text.count("\n", 0, place), place - self.text.rfind("\n", 0, place)


def _find_offset(word: str, part: str) -> int:
    return word.find(":") + 1 if part == "move" else 0
