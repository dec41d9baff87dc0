"""What players of a match are called, and what follows for those who read of it.

Strangers go by the name of an account that may be shown, or else by an animal: in the lobby, at the board and in the matches
that they play after it. Each match has a number of its own, so that nobody is known again by their animal.
"""

from __future__ import annotations

import hashlib

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.kernels.contract import CHANCE
from banmen.match.events import MOVE, PRIVATE, Event
from banmen.match.match_state import Match
from banmen.match.position_views import name_player
from banmen.match.readers import Reader
from banmen.match.seats import HUMAN

messages = Catalogue(__name__)


def name_seat(match: Match, player: Player, reader: Reader) -> str:
    """Return the name of a player of a match: `you`, if the reader plays no other seat."""
    if reader.is_you(match, player):
        return messages.text("match.you", reader.lang)
    return call_player(match, player, reader.lang)


def call_player(match: Match, player: Player, lang: str) -> str:
    """Return the name of a player of a match, independent of the reader."""
    seat = match.seats[player]
    is_somebody = seat.is_human and (seat.person is not None or seat.reserved is not None)
    guest = find_guest(match, player) if is_somebody and not seat.name else None
    return seat.name or (name_player(match.game, player, lang) if guest is None else name_guest(guest, lang))


def find_guest(match: Match, player: Player) -> int | None:
    """Return the number of a person among strangers; None among friends. In the lobby it is that of the match."""
    gathering, first = match.gathering, match.events[0].data
    if gathering is None or not gathering.listed:
        return gathering.guests.get(str(player)) if gathering else None
    kept = first.get(PRIVATE, {}).get("reserved", {})  # for whoever waited
    people = [seat["player"] for seat in first["seats"] if seat["who"] == HUMAN]
    people.sort(key=lambda name: name not in kept)
    return number_guest(match.id) + people.index(str(player)) if str(player) in people else None


def number_guest(match: str) -> int:
    """Return the number of the person who waits in a match of the lobby."""
    return int.from_bytes(hashlib.sha256(match.encode()).digest()[:4])


def name_guest(guest: int, lang: str) -> str:
    """Return the name shown to strangers for a person who is not named.

    >>> name_guest(2, "en")
    'Guest Fox'
    """
    animals = messages.text("guest.animals", lang).split("|")
    return messages.text("guest.name", lang, animal=animals[guest % len(animals)])


def is_bonus_throw(match: Match) -> bool:
    """Return whether the player who has just moved is to throw again."""
    return not match.over and bool(match.line) and moves_before_throw(match, match.line[-1], match.position)


def moves_before_throw(match: Match, event: Event, after: Position) -> bool:
    """Return whether an event is a move after which its own player throws."""
    return event.kind == MOVE and after.kind == CHANCE and match.before[event.seq].turn == after.turn
