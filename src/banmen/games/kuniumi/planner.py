"""How levels play in Kuniumi where searching moves does not help: the setup and the choice of a faction."""

from __future__ import annotations

from banmen.core.game import Game, Position
from banmen.core.move import Move
from banmen.games.kuniumi.rules import CHOICE, PLAY, phase
from banmen.games.kuniumi.setup_planner import PIECES, Search, choose_faction, place_piece

CASUAL = "casual"


def plan_move(position: Position, search: Search, *, style: str, seed: int, sporting: bool) -> Move | None:
    """Return the move of a plan, or None if the engine should search for one.

    A casual player chooses a faction like any other move, with all the usual mistakes.
    """
    now, casual = phase(position.state), style == CASUAL
    if now == PLAY or (casual and now == CHOICE):
        return None
    if now == CHOICE:
        return choose_faction(position, search)
    return place_piece(position, search, seed=seed, casual=casual, sporting=sporting)


def opening_plies(game: Game) -> int:
    """Return the number of random plies in a fair game: the part of the setup that the game leaves to the players."""
    return 1 if game.options["setup"] == "random" else PIECES + 1
