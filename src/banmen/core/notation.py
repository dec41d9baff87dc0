"""Parsing the text of a position, so that errors have a location."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from banmen.core.errors import NotationError, quote_value
from banmen.core.messages import Catalogue, Message, join_alternatives

messages = Catalogue(__name__)

LONGEST = 1000  # characters of a position in an error: more than any has
THROW_SIGNS = ("-", "1", "2", "3", "4", "5")  # no throw pending, or which


@dataclass(frozen=True)
class Part:
    """A part of a longer text that knows its offset."""

    text: str
    whole: str
    place: int = 0

    def split(self, separator: str) -> list[Part]:
        """Return the parts between separators."""
        parts, place = [], self.place
        for text in self.text.split(separator):
            parts.append(Part(text, self.whole, place))
            place += len(text) + len(separator)
        return parts

    def __getitem__(self, index: int) -> Part:
        return Part(self.text[index], self.whole, self.place + index)

    def error(self, reason: str) -> NotationError:
        """Return an error about this part."""
        return NotationError(reason, self.whole, self.place)

    def number(self, what: Message, most: int, least: int = 0) -> int:
        """Return this part as a whole number without leading zeros."""
        digits = self.text.isascii() and self.text.isdigit()
        if not digits or len(self.text) > 2 or str(int(self.text)) != self.text or not least <= int(self.text) <= most:
            raise self.error(
                messages("position.field_not_number", what=what, least=least, most=most, text=quote_value(self.text, 20))
            )
        return int(self.text)

    def one_of(self, what: Message, values: Sequence[str]) -> int:
        """Return which of some values this part is."""
        if self.text not in values:
            raise self.error(
                messages(
                    "position.field_not_one_of", what=what, values=join_alternatives(values), text=quote_value(self.text, 20)
                )
            )
        return values.index(self.text)


def split_fields(text: str, names: Sequence[Message]) -> list[Part]:
    """Split a position's text at single spaces into fields of these names."""
    if not isinstance(text, str):
        raise NotationError(messages("position.not_text", kind=type(text).__name__))
    parts = Part(text, text).split(" ")
    for part, name in zip(parts, names, strict=False):
        if not part.text:
            raise part.error(messages("position.empty_field", name=name))
    if len(parts) < len(names):
        raise NotationError(
            messages("position.missing_field", name=names[len(parts)]),
            text,
            len(text),
        )
    if len(parts) > len(names):
        raise parts[len(names)].error(messages("position.trailing_text", name=names[-1]))
    return parts


def split_halves(part: Part, reason: Message) -> list[Part]:
    """Split a part at its only '/'; the error for any other number of halves gives the reason."""
    halves = part.split("/")
    if len(halves) != 2:
        raise part.error(reason)
    return halves


def require_canonical(text: str, written: str) -> None:
    """Raise NotationError unless a text is the canonical one of its position."""
    if text != written:
        place = next((i for i, (a, b) in enumerate(zip(text, written, strict=False)) if a != b), min(len(text), len(written)))
        raise NotationError(
            messages("position.not_canonical", written=quote_value(written, LONGEST)),
            text,
            place,
        )


def read_grid(part: Part, size: int, signs: str) -> dict[tuple[int, int], str]:
    """Read rows from the last down to the first, with digits for runs of free spaces; return signs by (column, row)."""
    rows = part.split("/")
    if len(rows) != size:
        raise part.error(messages("position.row_count", size=size, number=len(rows)))
    found = {}
    for row, text in zip(range(size - 1, -1, -1), rows, strict=True):
        for column, sign in _read_row(text, row, size, signs):
            found[column, row] = sign
    return found


def _read_row(text: Part, row: int, size: int, signs: str) -> list[tuple[int, str]]:
    """Return the signs of one row with their columns."""
    found = []
    column, after_digit = 0, False
    for index, sign in enumerate(text.text):
        if sign in signs:
            found.append((column, sign))
            column, after_digit = column + 1, False
        elif sign in "123456789" and not after_digit:
            column, after_digit = column + int(sign), True
        else:
            reason = (
                messages("position.two_numbers")
                if sign.isdigit() and after_digit
                else messages("position.unknown_sign", sign=quote_value(sign))
            )
            raise text[index].error(reason)
        if column > size:
            raise text[index].error(messages("position.row_too_long", row=row + 1, size=size))
    if column != size:
        raise text.error(messages("position.row_too_short", row=row + 1, column=column, size=size))
    return found


def write_grid(signs: Mapping[tuple[int, int], str], size: int) -> str:
    """Write signs by (column, row) as `read_grid` reads them."""
    rows = []
    for row in range(size - 1, -1, -1):
        text, free = "", 0
        for column in range(size):
            sign = signs.get((column, row))
            if sign is None:
                free += 1
            else:
                text, free = text + (str(free) if free else "") + sign, 0
        rows.append(text + (str(free) if free else ""))
    return "/".join(rows)
