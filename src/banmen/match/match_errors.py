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
    "position_over",  # a match cannot begin from a finished game
    "not_begun",  # an action before everybody has joined
    "not_your_seat",  # an action for another person, or by a spectator
    "ask_first",  # a move is taken back without asking the others
    "time_over",  # the clock has fallen
    "time_left",  # a clock is claimed to have run out, but has not
    "no_proposal",  # there is nothing to agree to or to decline
    "cannot_propose",  # what is proposed cannot be done as the match stands
    "not_away",  # a computer was to replace a person who is present
    "seat_taken",  # the seat is already taken
    "bad_link",  # a link to a seat does not work, or no longer
    "no_seat",  # there is no such seat, or a computer has it
    "one_seat_each",  # a second seat for the same person in a rated match
    "no_chat",  # free text in a match without free chat
    "too_much_talk",  # the chat is full
    "too_often",  # too many messages or proposals within a few seconds
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
