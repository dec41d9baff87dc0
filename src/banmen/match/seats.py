"""Who plays for whom: the seats of a match, each taken by a person or by a computer player that is named by a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from banmen.core.board import Player
from banmen.core.errors import quote_value
from banmen.core.game import Game
from banmen.core.messages import Catalogue, Message, join_values
from banmen.match.match_errors import SeatError

messages = Catalogue(__name__)

HUMAN = "human"
DEFAULT_COMPUTER = "level:3"  # takes every seat that is not given, but the first


@dataclass(frozen=True)
class Seat:
    """Who plays for a player: a person, or a computer player by its name."""

    player: Player
    who: str
    name: str | None = None  # what a person wants to be called
    person: str | None = None  # who plays here, if each person has a device of their own; never disclosed to others
    reserved: str | None = None  # the person for whom a seat is kept
    nonce: str | None = None  # the number by which a person has a share in the throws

    @property
    def is_human(self) -> bool:
        """Whether a person sits here, or will."""
        return self.who == HUMAN

    @property
    def is_open(self) -> bool:
        """Whether this seat is still open, if each person has a device of their own."""
        return self.is_human and self.person is None


class PlayerDirectory(Protocol):
    """The directory of computer players. A match does not know them: its caller says who may play and what they are called."""

    def find_problem(self, player: str, who: str, game: Game) -> Message | None:
        """Return why `who` cannot play for a player, or None if `who` names a computer player that can."""

    def name_player(self, who: str, game: Game, lang: str) -> str:
        """Return the name of a person or a computer player."""


def assign_seats(game: Game, given: Mapping[str, str], players: PlayerDirectory) -> dict[Player, str]:
    """Return who plays for each player: what is given by the player's name, else a person first and the computer after.

    >>> import banmen
    >>> class Anybody:
    ...     def find_problem(self, player, who, game): return None
    >>> assign_seats(banmen.game("qubism"), {"w": "random", "b": "human"}, Anybody())
    {'w': 'random', 'b': 'human'}
    """
    refuse_unknown_players(game, given)
    seated: dict[Player, str] = {}
    for number, player in enumerate(game.players):
        who = given.get(str(player), DEFAULT_COMPUTER if number else HUMAN)
        problem = None if who == HUMAN else players.find_problem(str(player), who, game)
        if problem is not None:
            raise SeatError(problem)
        seated[player] = who
    return seated


def refuse_unknown_players(game: Game, given: Iterable[str]) -> None:
    """Raise SeatError for a name that no player of a game has."""
    known = [str(player) for player in game.players]
    for name in given:
        if name not in known:
            raise SeatError(
                messages("seats.unknown_player", game=game.name, name=quote_value(name, 20), known=join_values(known))
            )
