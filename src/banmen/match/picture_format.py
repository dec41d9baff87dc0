"""The form of pictures for a person: colours, the side from which the board is seen, and shape."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from banmen.core.board import Player
from banmen.core.game import Game
from banmen.presentation.svg import THEMES

Side = Literal["own", "other", "mover"]


@dataclass(frozen=True)
class PictureFormat:
    """The form of pictures; `side` says who plays from below: the people at the board, the others, or the player on turn."""

    theme: str = "light"
    side: Side = "own"
    tall: bool = False

    def hold(self) -> PictureFormat:
        """Return the form for a series of pictures, which does not turn with the player."""
        return replace(self, side="own") if self.side == "mover" else self

    def is_turned(self, game: Game, turn: Player, people: Collection[Player] = ()) -> bool:
        """Return whether the board is seen from the far side."""
        far = list_far_seats(game)
        if self.side == "mover" and (turn in people or not people):
            return turn in far
        own = bool(people) and all(player in far for player in people)
        return bool(far) and own != (self.side == "other")


def read_format(theme: str, side: str, tall: str) -> PictureFormat:
    """Parse a form; unknown words give the defaults."""
    return PictureFormat(
        theme if theme in THEMES else "light", cast("Side", side) if side in get_args(Side) else "own", tall == "true"
    )


def list_far_seats(game: Game) -> tuple[Player, ...]:
    """Return the players who sit at the far side of a game's board; none if turning it makes no sense."""
    seats: tuple[Player, ...] = getattr(game.part("draw"), "FAR_SEATS", ())
    return tuple(player for player in game.players if player in seats)
