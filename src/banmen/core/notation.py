"""Taking a position's text apart, so that an error can say where it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from banmen.core.errors import NotationError

THROW_SIGNS = ("-", "1", "2", "3", "4", "5")  # no throw pending, or which


@dataclass(frozen=True)
class Part:
    """A piece of a longer text that knows where it stands."""

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

    def number(self, what: str, most: int) -> int:
        """Return this part as a whole number from 0 without leading zeros."""
        digits = self.text.isascii() and self.text.isdigit()
        if not digits or len(self.text) > 2 or str(int(self.text)) != self.text or int(self.text) > most:
            raise self.error(f"{what} must be a number from 0 to {most}, not {self.text[:20]!r}")
        return int(self.text)

    def one_of(self, what: str, values: Sequence[str]) -> int:
        """Return which of some values this part is."""
        if self.text not in values:
            raise self.error(f"{what} must be {' or '.join([', '.join(values[:-1]), values[-1]])}, not {self.text[:20]!r}")
        return values.index(self.text)


def fields(text: str, names: Sequence[str]) -> list[Part]:
    """Split a position's text at single spaces into fields of these names."""
    if not isinstance(text, str):
        raise NotationError(f"a position is written as a text, not as {type(text).__name__}")
    parts = Part(text, text).split(" ")
    for part, name in zip(parts, names, strict=False):
        if not part.text:
            raise part.error(f"the field for the {name} is missing (fields are separated by single spaces)")
    if len(parts) < len(names):
        raise NotationError(f"the field for the {names[len(parts)]} is missing", text, len(text))
    if len(parts) > len(names):
        raise parts[len(names)].error(f"there is something after the {names[-1]}")
    return parts


def refuse_unless_canonical(text: str, written: str) -> None:
    """Raise NotationError if a text is not how the position it tells of is written."""
    if text != written:
        place = next((i for i, (a, b) in enumerate(zip(text, written, strict=False)) if a != b), min(len(text), len(written)))
        raise NotationError(f"this position is written {written!r}", text, place)


def read_grid(part: Part, size: int, signs: str) -> dict[tuple[int, int], str]:
    """Read rows from the last down to the first, with digits for runs of free spaces; return signs by (column, row)."""
    rows = part.split("/")
    if len(rows) != size:
        raise part.error(f"there must be {size} rows joined by '/', not {len(rows)}")
    found = {}
    for row, text in zip(range(size - 1, -1, -1), rows, strict=True):
        column, after_digit = 0, False
        for index, sign in enumerate(text.text):
            if sign in signs:
                found[column, row] = sign
                column, after_digit = column + 1, False
            elif sign in "123456789" and not after_digit:
                column, after_digit = column + int(sign), True
            else:
                reason = (
                    "two numbers for one run of free spaces" if sign.isdigit() and after_digit else f"unknown sign {sign!r}"
                )
                raise text[index].error(reason)
            if column > size:
                raise text[index].error(f"row {row + 1} is longer than {size}")
        if column != size:
            raise text.error(f"row {row + 1} has {column} of {size} spaces")
    return found


def write_grid(signs: dict[tuple[int, int], str], size: int) -> str:
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
