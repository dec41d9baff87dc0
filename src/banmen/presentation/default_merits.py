"""Reasons to prefer one move that work for any game: who wins at once, and what the next throws can hit."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.kernels.contract import DECIDE
from banmen.presentation.dangers import weigh_strikes

messages = Catalogue(__name__)

WORTH_TELLING = 0.05  # of a chance to be struck


def list_merits(position: Position, better: Move, played: Move, lang: str) -> list[str]:
    """Return what speaks for a move against another one."""
    mover, after, other = position.turn, position.after(better.code), position.after(played.code)
    if mover in (after.winner or ()) and not other.over:
        return [messages.text("merits.wins", lang)]
    name = position.game.part("words").player_name
    threat = next((str(name(player, lang)) for player in list_threats(other, position)), None)
    if threat and not list_threats(after, position):
        return [messages.text("merits.averts", lang, name=threat)]
    return compare_risks(position, after, other, lang) if position.game.has_chance else []


def list_threats(after: Position, before: Position) -> list[object]:
    """Return the other players who can win with their next move, or have already won, in a game without sticks."""
    side = next(team for team in before.game.teams if before.turn in team)
    if after.over:
        return [player for player in after.winner or () if player not in side]
    if after.kind != DECIDE or after.game.has_chance or after.turn in side:
        return []
    wins = any(after.turn in (after.after(move.code).winner or ()) for move in after.legal_moves())
    return [after.turn] if wins else []


def compare_risks(position: Position, after: Position, other: Position, lang: str) -> list[str]:
    """Say after which of two moves fewer of the next throws hit, if there is a difference."""
    if after.over or other.over:
        return []
    side = next(team for team in position.game.teams if position.turn in team)
    rest = [player for player in position.game.players if player not in side]
    risks = [weigh_strikes(standing, side, rest) for standing in (after, other)]
    if risks[1] - risks[0] < WORTH_TELLING:
        return []
    key = "merits.safe" if not risks[0] else "merits.safer"
    return [messages.text(key, lang, better=round(100 * risks[0]), played=round(100 * risks[1]))]
