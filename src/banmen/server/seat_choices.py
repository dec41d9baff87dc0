"""The computer players that visitors may choose, and their names on the page."""

from __future__ import annotations

from typing import Final

from banmen.core.errors import quote_value
from banmen.core.game import Game
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue, Message
from banmen.engine.interface import EngineError
from banmen.engine.levels import LEVELS, level
from banmen.engine.players import choose_strongest_engine, read_seconds
from banmen.engine.players import player as find_player
from banmen.match.seats import PlayerDirectory

messages = Catalogue(__name__)

LEVEL = "level:"
STRONGEST = "strongest:"
PATIENCE = (10, 30, 60)  # seconds per move that the page offers; the last is the most that a visitor may choose
BASELINES: Final[dict[str, Words]] = {
    "random": messages.words("seats.random"),
    "greedy": messages.words("seats.greedy"),
}
QUICK = frozenset(f"{LEVEL}{number}" for number in range(1, 5))  # think for a few hundredths of a second
KINDS = frozenset((*BASELINES, STRONGEST, *(f"{LEVEL}{number}" for number in range(1, LEVELS + 1))))
HUMAN_LABEL: Words = messages.words("seats.human")


class VisitorPlayers:
    """The directory of players for visitors: people, the levels, the strongest player with a time, and the baselines.

    >>> import banmen
    >>> game = banmen.game("qubism")
    >>> asked = ("level:8", "random", "strongest:10s", "strongest:61s", "level:0", "mcts:9")
    >>> [who for who in asked if VISITOR_PLAYERS.find_problem("b", who, game) is None]
    ['level:8', 'random', 'strongest:10s']
    """

    def find_problem(self, player: str, who: str, game: Game) -> Message | None:  # noqa: ARG002
        """Return why `who` cannot play, or None."""
        if who in BASELINES or (who.startswith((LEVEL, STRONGEST)) and _is_player(who, game)):
            return None
        return messages("seats.bad_player", who=quote_value(who, 20))

    def name_player(self, who: str, game: Game, lang: str) -> str:
        """Return the player in a seat, in words: a person, or a level by its number and, if it has one, its name."""
        if who.startswith(LEVEL) and who in KINDS:
            at = level(game, who.removeprefix(LEVEL))
            key = "seats.level" if at.name[lang] else "seats.level_without_name"
            return messages.text(key, lang, number=at.number, name=at.name[lang])
        if who.startswith((LEVEL, STRONGEST)):
            return name_opponent(who, lang)
        return BASELINES.get(who, HUMAN_LABEL)[lang]


def name_opponent(who: str, lang: str) -> str:
    """Return the name of an opponent, whatever the game.

    >>> [name_opponent(who, "en") for who in ("level:3", "strongest:10s", "random")]
    ['Level 3', 'Strongest, 10 s a move', 'Computer (any move)']
    """
    if who.startswith(LEVEL):
        return messages.text("seats.level_without_name", lang, number=who.removeprefix(LEVEL))
    if who.startswith(STRONGEST):
        return _name_strongest(who, lang)
    return BASELINES.get(who, messages.words("seats.friend"))[lang]


def _name_strongest(who: str, lang: str) -> str:
    """Return the name of the strongest player with its seconds, or its text: earlier versions stored stranger numbers."""
    try:
        seconds = f"{read_seconds(who.removeprefix(STRONGEST)):g}"
    except EngineError:
        return who
    return messages.text("seats.strongest", lang, seconds=seconds)


def list_patience(game: Game) -> list[int]:
    """Return the seconds per move that the page offers for the strongest player; none where a network answers at once."""
    return [] if choose_strongest_engine(game) == "network" else list(PATIENCE)


def thinks(who: str) -> bool:
    """Tell whether a computer player searches, so that its engine has to be compiled first."""
    return who.startswith((LEVEL, STRONGEST))


def answers_at_once(who: str) -> bool:
    """Tell whether a computer player needs hardly any time for a move.

    >>> [who for who in ("random", "level:2", "level:8", "strongest:10s") if answers_at_once(who)]
    ['random', 'level:2']
    """
    return who in BASELINES or who in QUICK


def name_kind(who: str) -> str:
    """Return the kind of a computer player, one of a few: for metrics, which keep every name for ever.

    >>> [name_kind(who) for who in ("random", "level:2", "strongest:10s", "strongest:0.123s", "level:99")]
    ['random', 'level:2', 'strongest', 'strongest', 'other']
    """
    kind = STRONGEST if who.startswith(STRONGEST) else who
    return kind.rstrip(":") if kind in KINDS else "other"


def _is_player(who: str, game: Game) -> bool:
    try:
        if who.startswith(STRONGEST) and read_seconds(who.removeprefix(STRONGEST)) > PATIENCE[-1]:
            return False
        return bool(find_player(who, game))
    except EngineError:
        return False


VISITOR_PLAYERS: Final[PlayerDirectory] = VisitorPlayers()
