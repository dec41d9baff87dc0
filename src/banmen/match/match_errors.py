"""What cannot be done in a match. Each error has a stable code, which the server passes on to its clients."""

from __future__ import annotations

from typing import Literal

from banmen.core.errors import BanmenError, OptionError
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)

MatchErrorCode = Literal[
    "match_over",  # the match has ended
    "not_over",  # the match is sealed before it has ended
    "not_your_turn",  # a person acts while a computer player is on turn
    "throw_due",  # a move is made while the sticks are to be thrown
    "no_throw_due",  # the sticks are thrown while a move is to be made
    "nothing_to_undo",  # no person has decided anything yet
    "nobody_to_resign",  # no person of that name plays
    "position_over",  # a match cannot begin where the game is over
    "not_begun",  # somebody acts before everybody is there
    "not_your_seat",  # somebody acts for another person, or only watches
    "ask_first",  # a move is taken back without asking the others
    "time_over",  # the clock has fallen
    "time_left",  # somebody claims that a clock has fallen which has not
    "no_proposal",  # there is nothing to agree to or to decline
    "cannot_propose",  # what is proposed cannot be done as the match stands
    "not_away",  # a computer shall take the seat of somebody who is there
    "seat_taken",  # somebody else sits there already
    "bad_link",  # a link to a seat does not work, or no longer
    "no_seat",  # there is no such seat, or a computer has it
    "one_seat_each",  # somebody wants a second seat in a rated match
    "no_chat",  # only the given phrases may be said
    "too_much_talk",  # so much was said that nothing more can be
    "too_often",  # somebody says or proposes a lot within a few seconds
]


class MatchError(BanmenError):
    """An action that the match does not allow as it stands; nothing has changed.

    >>> MatchError("throw_due")
    MatchError('the sticks have to be thrown first')
    """

    def __init__(self, code: MatchErrorCode) -> None:
        self.code = code
        super().__init__(messages(f"action.{code}"))


class SeatError(OptionError):
    """The seats of a match are not valid: there is no such player, or nobody of that name can play."""

    code = "bad_seat"
