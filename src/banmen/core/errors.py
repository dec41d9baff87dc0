"""The errors that Banmen raises for bad input. Each says what is wrong and, for a text, where."""

from __future__ import annotations

import math

from banmen.core.messages import Catalogue, Message, join_alternatives, localize

messages = Catalogue(__name__)


def quote_value(value: object, length: int = 60) -> Message:
    """Return a value as shown in an error message, truncated to a length; texts are quoted."""
    try:
        text = str(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        return messages("value.endless_number")
    text = text if len(text) <= length else text[: length - 3] + "..."
    return (
        messages("value.quoted", quoted=repr(text), text=repr(text)[1:-1])
        if isinstance(value, str)
        else messages("value.plain", text=text)
    )


class BanmenError(Exception):
    """Base class of all errors that a caller can cause."""

    code = "error"

    @property
    def message(self) -> str:
        """What is wrong: a `Message`, which can be rendered in every language, or a plain English text."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else ""

    def localize(self, lang: str) -> str:
        """Return the message in a language; empty if it has no text in that language."""
        return localize(self.message, lang)


class UnknownGameError(BanmenError):
    """There is no game of that name."""

    code = "unknown_game"


class OptionError(BanmenError):
    """A rule option is unknown or has a value that it cannot take."""

    code = "bad_option"


class DataFileError(BanmenError):
    """A data file that belongs to Banmen is missing or damaged."""

    code = "bad_data_file"


def describe_damage(path: object) -> Message:
    """Describe a data file that cannot be used.

    >>> describe_damage("data/weights.i16.gz")
    'data/weights.i16.gz is missing or damaged; reinstall Banmen'
    """
    return messages("data_file.damaged", path=path)


class NotationError(BanmenError):
    """A text does not follow the notation, or describes an impossible position.

    `text` is the whole text and `place` the index of the first character that is wrong.
    """

    code = "bad_notation"

    def __init__(self, reason: str, text: str = "", place: int = 0) -> None:
        self.reason, self.text, self.place = reason, text, place
        super().__init__(
            messages("notation.at_character", reason=reason, place=place + 1, text=quote_value(text, 120)) if text else reason
        )


class IllegalMoveError(BanmenError):
    """A move or a throw is not allowed in this position. Nothing has changed."""

    code = "illegal_move"


class MoveTextError(IllegalMoveError, NotationError):
    """A text is not a move of this game, legal or not."""

    code = "bad_move_text"

    def __init__(self, reason: str, text: str = "", place: int = 0) -> None:
        NotationError.__init__(self, reason, text, place)


class RecordError(BanmenError):
    """A game record is invalid; in a text `line` and `column` (from 1) locate its first error, elsewhere they are 0."""

    code = "bad_record"

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        self.reason, self.line, self.column = reason, line, column
        super().__init__(messages("record.at_line", line=line, column=column, reason=reason) if line else reason)


def require_whole_number(what: str, value: object, least: int, most: int, error: type[BanmenError] = OptionError) -> None:
    """Raise an error unless a value is a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise error(messages("value.not_whole_number", what=what, least=least, most=most, value=quote_value(value)))


def require_kind(name: str, value: object, kinds: type | tuple[type, ...], error: type[BanmenError] = OptionError) -> None:
    """Raise an error for an argument of none of the given types."""
    if not isinstance(value, kinds):
        known = join_alternatives(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise error(messages("value.wrong_kind", name=name, kind=known, value=quote_value(value)))


def require_function(name: str, value: object, error: type[BanmenError] = OptionError) -> None:
    """Raise an error for an argument that is neither a function nor None."""
    if value is not None and not callable(value):
        raise error(messages("value.not_function", name=name, value=quote_value(value)))


def require_number(name: str, value: object, error: type[BanmenError] = OptionError) -> None:
    """Raise an error for an argument that is not a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise error(messages("value.not_number", name=name, value=quote_value(value)))


def is_random(value: object) -> bool:
    """Return whether a value generates random numbers, like `random.Random(1)` or the module `random`."""
    return not isinstance(value, type) and callable(getattr(value, "random", None))


def require_random(name: str, value: object) -> None:
    """Raise an error for an argument that does not generate random numbers."""
    if not is_random(value):
        raise OptionError(messages("value.not_random", name=name, value=quote_value(value)))
