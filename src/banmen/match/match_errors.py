"""What cannot be done in a match. Each error has a stable code, which the server passes on to its clients."""

from __future__ import annotations

from typing import ClassVar

from banmen.core.errors import BanmenError, OptionError
from banmen.core.messages import Message, message


class MatchError(BanmenError):
    """An action that a match does not allow as it stands. Nothing has changed."""

    reason: ClassVar[Message] = message("this cannot be done now", "いまはできません")

    def __init__(self) -> None:
        super().__init__(self.reason)


class MatchOverError(MatchError):
    """The match has ended."""

    code = "match_over"
    reason = message("the match is over", "もう終わっています")


class NotYourTurnError(MatchError):
    """A person acts while a computer player is on turn."""

    code = "not_your_turn"
    reason = message("it is the computer's turn", "いまはコンピュータの番です")


class ThrowDueError(MatchError):
    """A move is made while the sticks are to be thrown."""

    code = "throw_due"
    reason = message("the sticks have to be thrown first", "先に投げてください")


class NoThrowDueError(MatchError):
    """The sticks are thrown while a move is to be made."""

    code = "no_throw_due"
    reason = message("no throw is due: make a move", "いまは投げる番ではありません")


class NothingToUndoError(MatchError):
    """No person has decided anything yet."""

    code = "nothing_to_undo"
    reason = message("there is nothing to take back", "もどせる手がありません")


class NobodyToResignError(MatchError):
    """No person of that name plays."""

    code = "nobody_to_resign"
    reason = message("nobody plays here who could resign", "投了できる人がいません")


class PositionOverError(MatchError):
    """A match cannot begin where the game is over."""

    code = "position_over"
    reason = message("the game is over in this position", "この局面はもう終わっています")


class SeatError(OptionError):
    """The seats of a match are not valid: there is no such player, or nobody of that name can play."""

    code = "bad_seat"
