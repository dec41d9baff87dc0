"""Errors of play: invalid moves, throws and openings, with the valid alternatives."""

from __future__ import annotations

from collections.abc import Sequence

from banmen.core.errors import IllegalMoveError, MoveTextError, OptionError, quote_value
from banmen.core.messages import Catalogue, join_values

messages = Catalogue(__name__)

ENDED = messages("play.over")
MOST_SHOWN = 8  # legal moves in an error


def make_no_move_error(text: str, over: bool) -> IllegalMoveError:
    """Return the error for a move when no move is due."""
    due = ENDED if over else messages("play.throw_due")
    return IllegalMoveError(messages("play.move_not_due", text=quote_value(text, 60), due=due))


def make_move_type_error(value: object) -> IllegalMoveError:
    """Return the error for a value that is neither a move nor the text of one."""
    return IllegalMoveError(messages("move.wrong_type", value=quote_value(value)))


def make_unknown_move_error(text: str, game: str) -> MoveTextError:
    """Return the error for a text that is not a move of the game."""
    return MoveTextError(
        messages("move.unknown", text=quote_value(text, 40), name=game),
        text,
    )


def make_illegal_move_error(text: str, legal: Sequence[str]) -> IllegalMoveError:
    """Return the error for a move that is not among the legal ones."""
    return IllegalMoveError(
        messages(
            "move.illegal",
            text=quote_value(text),
            some=join_values(legal[:MOST_SHOWN]),
            more=messages("move.and_more") if len(legal) > MOST_SHOWN else "",
        )
    )


def make_no_throw_error(over: bool) -> IllegalMoveError:
    """Return the error for a throw when no throw is due."""
    return IllegalMoveError(messages("play.throw_not_due", due=ENDED if over else messages("play.move_due")))


def make_bad_throw_error(value: object) -> IllegalMoveError:
    """Return the error for an impossible throw."""
    return IllegalMoveError(messages("throw.unknown", value=quote_value(value)))


def make_bad_rounds_error() -> OptionError:
    """Return the error for opening throws that are not rounds of numbers."""
    return OptionError(messages("opening.not_rounds"))


def make_no_opening_error(game: str) -> OptionError:
    """Return the error for opening throws in a game without them."""
    return OptionError(messages("opening.no_throws", name=game))


def make_undecided_error(thrown: object) -> OptionError:
    """Return the error for opening throws that do not decide who begins."""
    return OptionError(messages("opening.undecided", thrown=quote_value(thrown)))
