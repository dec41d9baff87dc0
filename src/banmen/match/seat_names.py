"""What players of a match are called, and what follows for those who read of it."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.kernels.contract import CHANCE
from banmen.match.events import MOVE, Event
from banmen.match.match_state import Match
from banmen.match.position_views import name_player
from banmen.match.readers import Reader

messages = Catalogue(__name__)


def name_seat(match: Match, player: Player, reader: Reader) -> str:
    """Return what a player of a match is called: `you`, where the reader plays for nobody else."""
    if reader.is_you(match, player):
        return messages.text("match.you", reader.lang)
    return match.seats[player].name or name_player(match.game, player, reader.lang)


def is_bonus_throw(match: Match) -> bool:
    """Tell whether the player who has just moved is to throw again."""
    return not match.over and bool(match.line) and moves_before_throw(match, match.line[-1], match.position)


def moves_before_throw(match: Match, event: Event, after: Position) -> bool:
    """Tell whether an event is a move after which its own player throws."""
    return event.kind == MOVE and after.kind == CHANCE and match.before[event.seq].turn == after.turn
