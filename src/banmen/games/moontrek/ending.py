"""How a race over the moon was won: how many pieces each player brought home."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import join_commas
from banmen.core.messages import Catalogue
from banmen.games.kariuchi.board import HOME
from banmen.games.moontrek.notation import count_pieces_off
from banmen.games.moontrek.words import player_name

messages = Catalogue(__name__)


def explain_ending(position: Position, lang: str) -> str:
    """Say that all pieces of the winners are home, and how many the others brought home."""
    options, winners = position.game.options, position.winner or ()
    counted = count_pieces_off(position.state, options["players"], HOME, options["pieces"])
    others = [
        messages.text("ending.other", lang, name=player_name(player, lang), number=number)
        for player, number in zip(position.game.players, counted, strict=True)
        if player not in winners
    ]
    return messages.text("ending.home", lang, count=options["pieces"] * len(winners), others=join_commas(others, lang))
