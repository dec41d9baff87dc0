"""Why one move is better than another in Kuniumi: who wins at once, and who threatens to."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import join_or
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.games.kuniumi.rules import PLAY, phase
from banmen.presentation import default_merits

messages = Catalogue(__name__)


def list_merits(position: Position, better: Move, played: Move, lang: str) -> list[str]:
    """Return what speaks for a move against another one."""
    said = default_merits.list_merits(position, better, played, lang)
    if said or phase(position.state) < PLAY:
        return said
    threats, other = (_list_wins_to_come(position.after(move.code)) for move in (better, played))
    if threats and not other:
        said.append(messages.text("merits.threatens", lang, spaces=join_or(threats, lang)))
    return said


def _list_wins_to_come(position: Position) -> list[str]:
    """Return where the side that has just moved would win if it could move again."""
    if position.over:
        return []
    mine, theirs, rest = position.state
    again = Position(position.game, (theirs, mine, rest ^ 1))  # the token counts do not matter for listing its moves
    return [str(move) for move in again.legal_moves() if again.turn in (again.after(move.code).winner or ())]
