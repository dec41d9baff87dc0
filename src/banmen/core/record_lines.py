"""The lines of a record's text and its tags, with their locations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from banmen.core.errors import RecordError
from banmen.core.messages import Catalogue
from banmen.core.record_check import FORBIDDEN

messages = Catalogue(__name__)

LONGEST_LINE: Final = 100_000
NOT_UTF8: Final = messages("record_text.not_utf8")

TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,63})[ \t]+"((?:[^"\\]|\\["\\])*+)"[ \t]*\][ \t]*')
# The same piece by piece, with the error for each place where matching can stop; any value is valid in itself.
PIECES = tuple(
    (re.compile(pattern), reason)
    for pattern, reason in (
        (
            r"\[[A-Za-z][A-Za-z0-9_]{0,63}(?![A-Za-z0-9_])",
            messages("record.tag_name"),
        ),
        (
            r'[ \t]+"',
            messages("record_text.tag_value_quotes"),
        ),
        (r'(?:[^"\\]|\\["\\])*+', ""),
        (
            r"(?!\\)",
            messages("record_text.tag_backslash"),
        ),
        (r'"', messages("record_text.tag_value_open")),
        (r"[ \t]*\]", messages("record_text.tag_end")),
        (r"[ \t]*$", messages("record_text.text_after_tag")),
    )
)


class Tag(NamedTuple):
    """A tag: where its value begins, its name, and the value unescaped and as written."""

    line: int
    column: int
    name: str
    value: str
    written: str

    def error(self, reason: str, place: int = 0) -> RecordError:
        """Return an error about the character at a place of the value."""
        signs = re.findall(r"\\?.", self.written)
        return RecordError(reason, self.line, self.column + sum(map(len, signs[:place])))


def read_tag(line: str, number: int) -> Tag:
    """Parse a line as a tag, or raise RecordError with the column of the error."""
    match = TAG.fullmatch(line)
    if match:
        return Tag(number, match.start(2) + 1, match[1], re.sub(r"\\(.)", r"\1", match[2]), match[2])
    place = 0
    for pattern, reason in PIECES:
        piece = pattern.match(line, place)
        if not piece:
            raise RecordError(reason, number, place + 1 + (place == 0))
        place = piece.end()
    raise RecordError(messages("record_text.not_tag"), number, 1)


class Lines:
    """The numbered lines of a text. Bytes that are not text end them: `fault` says why, and the last line is cut there."""

    def __init__(self, source: Iterable[str]) -> None:
        readline = getattr(source, "readline", None)
        if isinstance(source, str):
            self.source = iter(source.split("\n"))
        elif readline:
            # A file need not be made of lines: so much of one is enough to refuse it.
            self.source = iter(lambda: readline(LONGEST_LINE + 2), "")
        else:
            self.source = iter(source)
        self.number = 0
        self.column = 1  # after the last character read
        self.fault: RecordError | None = None

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self.fault:
            raise StopIteration
        try:
            line = next(self.source)
        except UnicodeDecodeError:
            line, self.fault = "", RecordError(NOT_UTF8, self.number + 1, 1)
        self.number += 1
        if not isinstance(line, str):
            line, self.fault = (
                "",
                RecordError(
                    messages("record_text.not_text", kind=type(line).__name__),
                    self.number,
                    1,
                ),
            )
        line = self._cut_line(line.removesuffix("\n").removesuffix("\r"))
        self.column = len(line) + 1
        return line

    def _cut_line(self, line: str) -> str:
        """Return a line up to what cannot be part of one."""
        if self.number == 1:
            line = line.removeprefix("\ufeff")
        if len(line) > LONGEST_LINE:
            self.fault = RecordError(
                messages("record_text.line_too_long", most=LONGEST_LINE),
                self.number,
                LONGEST_LINE + 1,
            )
        elif not line.isprintable() and (found := FORBIDDEN.search(line)):
            torn = "\ud800" <= found[0] <= "\udfff"
            reason = NOT_UTF8 if torn else messages("record_text.control_characters", sign=repr(found[0]))
            self.fault = RecordError(reason, self.number, found.start() + 1)
        return line[: self.fault.column - 1] if self.fault else line

    def end(self, reason: str) -> RecordError:
        """Return an error about the end of what has been read."""
        return self.fault or RecordError(reason, max(self.number, 1), self.column)
