"""Who reads what is shown of a match: in which language, and for whom they play."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from banmen.core.board import Player
from banmen.match.match_state import Match


@dataclass(frozen=True)
class Reader:
    """Somebody who is shown a match."""

    lang: str
    person: str = ""  # if each person has a device of their own; a person without seats is watching
    host: bool = False  # whether they began the match, and invite the others
    muted: frozenset[str] = frozenset()  # the players whose talk the reader does not want to see

    def list_own(self, match: Match) -> list[Player]:
        """Return the players that the reader plays for: at a shared screen all that people play for."""
        return match.list_seats_of(self.person) if match.gathering else match.people

    def is_to_act(self, match: Match) -> bool:
        """Return whether the reader is to throw or to move."""
        return match.waits_for_human and (match.gathering is None or match.seat.person == self.person)

    def is_you(self, match: Match, player: Player) -> bool:
        """Return whether a player is the only one that the reader plays for; at a shared screen also that it has no name."""
        if self.list_own(match) != [player]:
            return False
        return match.gathering is not None or not match.seats[player].name


def make_reader(match: Match, lang: str, person: str, owner: str = "", blocked: Collection[str] = ()) -> Reader:
    """Return a reader of a match that `owner` began; what those say whom the reader has `blocked` is not shown.

    All who only watch it are the same to it, so that they can be told the same.
    """
    known = match.list_seats_of(person) or _is_kept_for(match, person)
    muted = frozenset(str(seat.player) for seat in match.seats.values() if seat.person in blocked)
    host = match.gathering is not None and bool(person) and person == owner
    return Reader(lang, person if known else "", host, muted)


def _is_kept_for(match: Match, person: str) -> bool:
    return any(seat.reserved == person for seat in match.seats.values())
