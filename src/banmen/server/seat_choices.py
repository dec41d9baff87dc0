"""The computer players that visitors may ask for, and what they are called on the page."""

from __future__ import annotations

from typing import Final

from banmen.core.errors import quote_value
from banmen.core.game import Game
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue, Message
from banmen.engine.interface import EngineError
from banmen.engine.levels import level
from banmen.engine.players import player as find_player
from banmen.match.seats import PlayerDirectory

messages = Catalogue(__name__)

LEVEL = "level:"
BASELINES: Final[dict[str, Words]] = {
    "random": messages.words("seat_choices.baselines.random"),
    "greedy": messages.words("seat_choices.baselines.greedy"),
}
HUMAN_LABEL: Words = messages.words("seat_choices.human_label")


class VisitorPlayers:
    """The directory of players for visitors: people, the levels and the baselines.

    >>> import banmen
    >>> game = banmen.game("qubism")
    >>> [who for who in ("level:8", "random", "level:0", "mcts:9") if VISITOR_PLAYERS.find_problem("b", who, game) is None]
    ['level:8', 'random']
    """

    def find_problem(self, player: str, who: str, game: Game) -> Message | None:  # noqa: ARG002
        """Return why `who` cannot play, or None."""
        if who in BASELINES or (who.startswith(LEVEL) and _is_player(who, game)):
            return None
        return messages("seats.bad_player", who=quote_value(who, 20))

    def label(self, who: str, game: Game, lang: str) -> str:
        """Return who plays, in words: a person, or a level by its number and name."""
        if who.startswith(LEVEL):
            at = level(game, who.removeprefix(LEVEL))
            return messages.text("seat_choices.level_label", lang, number=at.number, name=at.name[lang])
        return BASELINES.get(who, HUMAN_LABEL)[lang]


def _is_player(who: str, game: Game) -> bool:
    try:
        return bool(find_player(who, game))
    except EngineError:
        return False


VISITOR_PLAYERS: Final[PlayerDirectory] = VisitorPlayers()
