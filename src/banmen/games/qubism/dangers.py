"""What to beware of in Qubism: how near the other pawn is to its goal row."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import join_or, join_sentences
from banmen.core.messages import Catalogue
from banmen.games.qubism.board import BLACK_GOAL, BOARD, NAMES, WHITE_GOAL
from banmen.games.qubism.rules import TURN, black, shortest_way, turn, white
from banmen.games.qubism.words import player_name
from banmen.presentation.dangers import Dangers

messages = Catalogue(__name__)


def find_dangers(position: Position, lang: str) -> Dangers:
    """Return where the other pawn stands and could win, and how far both have to go."""
    state, seat = position.state, 1 - turn(position.state)
    other = position.game.players[seat]
    swapped = Position(position.game, (state[0] ^ 1 << TURN, state[1]))
    winning = [str(move) for move in swapped.legal_moves() if other in (swapped.after(move.code).winner or ())]
    ways = [measure_way(position, white(state), WHITE_GOAL), measure_way(position, black(state), BLACK_GOAL)]
    said = (
        [messages.text("dangers.they_win", lang, name=player_name(other, lang), squares=join_or(winning, lang))]
        if winning
        else []
    )
    steps, own = (_write_steps(ways[each], lang) for each in (seat, 1 - seat))
    said.append(messages.text("dangers.steps", lang, name=player_name(other, lang), steps=steps, own=own))
    pawn = NAMES[(black(state) if seat else white(state)).bit_length() - 1]
    return Dangers((*winning, pawn) if winning else (), join_sentences(said, lang))


def measure_way(position: Position, pawn: int, goal: int) -> int:
    """Return how many steps a pawn is from its goal row, walking over squares without cubes."""
    return shortest_way(pawn, goal, BOARD & ~position.state[0]).bit_count() - 1


def _write_steps(number: int, lang: str) -> str:
    return messages.text("dangers.step_count", lang, count=number)
