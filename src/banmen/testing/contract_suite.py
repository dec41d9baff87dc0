"""All checks of the contract, in the shape that pytest collects and as one function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from banmen.core import registry
from banmen.core.game import Game
from banmen.testing.presentation_checks import PRESENTATION_CHECKS
from banmen.testing.random_play import random_game
from banmen.testing.rules_checks import RULES_CHECKS, Check

__all__ = ["GameContract", "check_game", "random_game"]


def check_game(game: Game) -> None:
    """Run every check on a game; an AssertionError says which one it violates."""
    for check in (*RULES_CHECKS, *PRESENTATION_CHECKS):
        check(game)


class GameContract:
    """The contract as a test class: a subclass whose name begins with `Test` names the game and its variants.

    Each check becomes a test, which runs on every variant of the options.
    """

    game: ClassVar[str]
    variants: ClassVar[Sequence[Mapping[str, Any]]] = ({},)

    def games(self) -> list[Game]:
        """Return the game with each variant of its options."""
        return [registry.game(self.game, **options) for options in self.variants]


def _add_test(check: Check) -> None:
    def test(self: GameContract) -> None:
        for game in self.games():
            check(game)

    test.__doc__ = check.__doc__
    test.__name__ = check.__name__.replace("check_", "test_", 1)
    setattr(GameContract, test.__name__, test)


for _check in (*RULES_CHECKS, *PRESENTATION_CHECKS):
    _add_test(_check)
