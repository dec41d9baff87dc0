"""The errors of playing: what is no move, no throw or no opening, and what could be done instead."""

from __future__ import annotations

from collections.abc import Sequence

from banmen.core.errors import IllegalMoveError, MoveTextError, OptionError, shown
from banmen.core.messages import Message, all_of, message

ENDED = message("the game is over", "もう終わっています")
MOST_SHOWN = 8  # legal moves in an error


def no_move_due(text: str, over: bool) -> IllegalMoveError:
    """Return the error for a move where none can be made."""
    due = ENDED if over else message("the sticks have to be thrown first", "先に投げてください")
    return IllegalMoveError(
        message("{text} cannot be played: {due}", "{text}は選べません（{due}）", text=shown(text, 60), due=due)
    )


def not_a_move(text: str, game: str) -> MoveTextError:
    """Return the error for a text that is no move of a game."""
    return MoveTextError(
        message("this is not a move of {name}", "このゲームに{text}という手はありません", text=shown(text, 40), name=game),
        text,
    )


def not_legal(text: str, legal: Sequence[str]) -> IllegalMoveError:
    """Return the error for a move that is not among the legal ones."""
    return IllegalMoveError(
        message(
            "{text} is not legal here; legal: {some}{more}",
            "{text}は選べません。選べる手は{some}{more}です",
            text=shown(text),
            some=all_of(legal[:MOST_SHOWN]),
            more=Message(", ...", "など") if len(legal) > MOST_SHOWN else "",
        )
    )


def no_throw_due(over: bool) -> IllegalMoveError:
    """Return the error for a throw where none can be made."""
    return IllegalMoveError(
        message(
            "no throw is due: {due}",
            "投げる番ではありません（{due}）",
            due=ENDED if over else message("a move has to be made", "先に手を選んでください"),
        )
    )


def not_a_throw(value: object) -> IllegalMoveError:
    """Return the error for what the sticks cannot show."""
    return IllegalMoveError(
        message("a throw is 1, 2, 3, 4 or 5, not {value}", "出る数は1から5までで、{value}はありません", value=shown(value))
    )


def not_rounds() -> OptionError:
    """Return the error for opening throws that are no rounds of numbers."""
    return OptionError(
        message(
            "opening throws are given as rounds, as in [(3, 3), (2, 5)]",
            "先手ぎめの数は [(3, 3), (2, 5)] のように書いてください",
        )
    )


def no_opening_throws(game: str) -> OptionError:
    """Return the error for opening throws of a game in which nobody throws for the beginning."""
    return OptionError(
        message("nothing is thrown for the beginning of {name}", "{name}では、先手を投げて決めることはありません", name=game)
    )


def undecided(thrown: object) -> OptionError:
    """Return the error for opening throws that do not tell who begins."""
    return OptionError(
        message(
            "these opening throws do not decide who begins: {thrown}",
            "この投げ方では先手が決まりません：{thrown}",
            thrown=shown(thrown),
        )
    )
