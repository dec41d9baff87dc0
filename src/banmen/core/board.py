"""Boards: the pieces of a position as plain values, for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue, join_values

messages = Catalogue(__name__)

Player = int | str


@dataclass(frozen=True)
class Piece:
    """One piece: its place, its owner (None for a neutral piece), and its sign in the notation or else its owner's name."""

    place: str
    owner: Player | None
    sign: str


class Board:
    """The pieces of a position by place, including those beside the board; see `Position.board`.

    >>> import banmen
    >>> board = banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3").board
    >>> board["5"], board.owners("12"), board.owners("13")
    ((Piece(place='5', owner=1, sign='1'),), (2,), ())
    >>> board.places(1)
    ('R', 'R', '5', 'A')
    """

    __slots__ = ("_by_place", "_pieces", "_players")

    def __init__(self, places: Iterable[str], players: Iterable[Player], pieces: Iterable[Piece]) -> None:
        self._players = tuple(players)
        self._pieces = tuple(pieces)
        self._by_place: dict[str, tuple[Piece, ...]] = dict.fromkeys(places, ())
        for piece in self._pieces:
            self._by_place[piece.place] = (*self._by_place[piece.place], piece)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces, those of a stack from the bottom to the top."""
        return self._pieces

    def __getitem__(self, place: str) -> tuple[Piece, ...]:
        try:
            return self._by_place[place]
        except (KeyError, TypeError):
            raise OptionError(messages("board.unknown_place", place=quote_value(place))) from None

    def owners(self, place: str) -> tuple[Player, ...]:
        """Return the players with pieces on a place, each once; several if each has a place of that name, such as a reserve."""
        return tuple(dict.fromkeys(piece.owner for piece in self[place] if piece.owner is not None))

    def places(self, player: Player) -> tuple[str, ...]:
        """Return the places of a player's pieces, repeated once per piece."""
        if player not in self._players:
            known = join_values(self._players)
            raise OptionError(messages("seats.unknown_player", player=quote_value(player), known=known))
        return tuple(piece.place for piece in self._pieces if piece.owner == player)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_place)

    def __len__(self) -> int:
        return len(self._by_place)

    def __contains__(self, place: object) -> bool:
        return isinstance(place, str) and place in self._by_place

    def __repr__(self) -> str:
        occupied = ", ".join(f"{place}: {len(pieces)}" for place, pieces in self._by_place.items() if pieces)
        return f"<Board {occupied}>"
