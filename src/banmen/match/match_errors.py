"""What cannot be done in a match. Each error has a stable code, which the server passes on to its clients."""

from __future__ import annotations

from banmen.core.errors import BanmenError, OptionError
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)


class MatchError(BanmenError):
    """An action that the match does not allow as it stands; nothing has changed. The code is the key of the message."""

    def __init__(self) -> None:
        super().__init__(messages(f"action.{self.code}"))


class MatchOverError(MatchError):
    """The match has ended."""

    code = "match_over"


class NotYourTurnError(MatchError):
    """A person acts while a computer player is on turn."""

    code = "not_your_turn"


class ThrowDueError(MatchError):
    """A move is made while the sticks are to be thrown."""

    code = "throw_due"


class NoThrowDueError(MatchError):
    """The sticks are thrown while a move is to be made."""

    code = "no_throw_due"


class NothingToUndoError(MatchError):
    """No person has decided anything yet."""

    code = "nothing_to_undo"


class NobodyToResignError(MatchError):
    """No person of that name plays."""

    code = "nobody_to_resign"


class PositionOverError(MatchError):
    """A match cannot begin where the game is over."""

    code = "position_over"


class SeatError(OptionError):
    """The seats of a match are not valid: there is no such player, or nobody of that name can play."""

    code = "bad_seat"
