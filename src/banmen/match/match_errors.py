"""What cannot be done in a match. Each error has a stable code, which the server passes on to its clients."""

from __future__ import annotations

from typing import ClassVar

from banmen.core.errors import BanmenError, OptionError
from banmen.core.messages import Catalogue, Message

messages = Catalogue(__name__)


class MatchError(BanmenError):
    """An action that a match does not allow as it stands. Nothing has changed."""

    reason: ClassVar[Message] = messages("match_errors.cannot_done_now")

    def __init__(self) -> None:
        super().__init__(self.reason)


class MatchOverError(MatchError):
    """The match has ended."""

    code = "match_over"
    reason = messages("play.over")


class NotYourTurnError(MatchError):
    """A person acts while a computer player is on turn."""

    code = "not_your_turn"
    reason = messages("match_errors.computer_turn")


class ThrowDueError(MatchError):
    """A move is made while the sticks are to be thrown."""

    code = "throw_due"
    reason = messages("play.throw_due")


class NoThrowDueError(MatchError):
    """The sticks are thrown while a move is to be made."""

    code = "no_throw_due"
    reason = messages("match_errors.no_throw_due_make_move")


class NothingToUndoError(MatchError):
    """No person has decided anything yet."""

    code = "nothing_to_undo"
    reason = messages("match_errors.nothing_take_back")


class NobodyToResignError(MatchError):
    """No person of that name plays."""

    code = "nobody_to_resign"
    reason = messages("match_errors.nobody_plays_here_who_could")


class PositionOverError(MatchError):
    """A match cannot begin where the game is over."""

    code = "position_over"
    reason = messages("match_errors.game_over_in_position")


class SeatError(OptionError):
    """The seats of a match are not valid: there is no such player, or nobody of that name can play."""

    code = "bad_seat"
