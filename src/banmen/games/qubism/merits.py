"""Why one move is better than another in Qubism: who wins at once, and how far both pawns have to go."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.games.qubism.board import BLACK_GOAL, WHITE_GOAL
from banmen.games.qubism.dangers import measure_way
from banmen.games.qubism.rules import black, white
from banmen.games.qubism.words import player_name
from banmen.presentation import default_merits

messages = Catalogue(__name__)


def list_merits(position: Position, better: Move, played: Move, lang: str) -> list[str]:
    """Return what speaks for a move against another one."""
    if said := default_merits.list_merits(position, better, played, lang):
        return said
    own, others = 0 if position.turn == "w" else 1, 1 if position.turn == "w" else 0
    good, bad = (_measure_ways(position.after(move.code)) for move in (better, played))
    if good[others] > bad[others]:
        name = player_name(position.game.players[others], lang)
        said.append(messages.text("merits.longer", lang, name=name, better=good[others], played=bad[others]))
    if good[own] < bad[own]:
        name = player_name(position.turn, lang)
        said.append(messages.text("merits.shorter", lang, name=name, better=good[own], played=bad[own]))
    return said


def _measure_ways(position: Position) -> tuple[int, int]:
    """Return how many steps White and Black have to go."""
    state = position.state
    return measure_way(position, white(state), WHITE_GOAL), measure_way(position, black(state), BLACK_GOAL)
