"""The errors that Banmen raises for bad input. Each says what is wrong and, for a text, where."""

from __future__ import annotations


def shown(value: object, length: int = 60) -> str:
    """Return a value as it is shown in an error message, cut to a length."""
    try:
        text = str(value)
    except ValueError:  # Python does not write out whole numbers of thousands of digits
        text = "a number without end"
    text = text if len(text) <= length else text[: length - 3] + "..."
    return repr(text) if isinstance(value, str) else text


class BanmenError(Exception):
    """Base of all errors that are the caller's to mend."""

    code = "error"


class UnknownGameError(BanmenError):
    """There is no game of that name."""

    code = "unknown_game"


class OptionError(BanmenError):
    """A rule option is unknown or has a value that it cannot take."""

    code = "bad_option"


class NotationError(BanmenError):
    """A text is not in the notation, or tells of a position that cannot be.

    `text` is the whole text and `place` the index of the first character that is wrong.
    """

    code = "bad_notation"

    def __init__(self, reason: str, text: str = "", place: int = 0) -> None:
        self.reason, self.text, self.place = reason, text, place
        super().__init__(f"{reason} (at character {place + 1} of {shown(text, 120)})" if text else reason)


class IllegalMoveError(BanmenError):
    """A move or a throw is not allowed in this position. Nothing has changed."""

    code = "illegal_move"


class MoveTextError(IllegalMoveError, NotationError):
    """A text is not a move of this game at all."""

    code = "bad_move_text"

    def __init__(self, reason: str, text: str = "", place: int = 0) -> None:
        NotationError.__init__(self, reason, text, place)


class RecordError(BanmenError):
    """A game record is not sound; in a text `line` and `column` (from 1) say where its first error is, elsewhere they are 0."""

    code = "bad_record"

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        self.reason, self.line, self.column = reason, line, column
        super().__init__(f"line {line}, column {column}: {reason}" if line else reason)


def refuse_unless_whole(what: str, value: object, least: int, most: int, error: type[BanmenError] = OptionError) -> None:
    """Raise an error for what is no whole number within some bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise error(f"{what} must be a whole number from {least} to {most}, not {shown(value)}")
