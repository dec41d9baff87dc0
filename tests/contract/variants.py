"""All games with all values of all options, and random play over them, for the contract suite."""

from typing import Any

import banmen
from banmen.core.game import Game
from banmen.testing import random_game

__all__ = ["VARIANTS", "make", "name_of", "random_game"]

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("kariuchi", {}),
    *(("kariuchi", {"pieces": pieces}) for pieces in (1, 2, 3)),
    *(("kariuchi", {"hit_bonus": bonus}) for bonus in ("ring", "any")),
    ("kariuchi", {"p": 0.3, "pieces": 2, "hit_bonus": "any"}),
    ("moontrek", {}),
    *(("moontrek", {"players": players}) for players in (2, 3)),
    *(("moontrek", {"teams": teams}) for teams in ("2-2", "2-1", "2-1-1", "3-1", "AB|CD", "A|BC", "AD|BC", "A|BCD")),
    *(("moontrek", {"hit_bonus": bonus}) for bonus in ("none", "any")),
    ("moontrek", {"pieces": 1, "teams": "2-2"}),
    ("moontrek", {"pieces": 3, "p": 0.6, "teams": "3-1", "hit_bonus": "any"}),
    ("holes58", {}),
    *(("holes58", {"pieces": pieces}) for pieces in (1, 2, 3, 4)),
    ("holes58", {"collect": "one"}),
    ("holes58", {"warp_passes_nefer": "yes"}),
    ("holes58", {"collect": "one", "warp_passes_nefer": "yes", "p": 0.4, "pieces": 3}),
    ("kuniumi", {}),
    ("kuniumi", {"lines": "through"}),
    ("kuniumi", {"tie": "draw"}),
    ("kuniumi", {"setup": "random"}),
    ("kuniumi", {"setup": "fair"}),
    ("kuniumi", {"lines": "through", "tie": "draw", "setup": "random"}),
    ("qubism", {}),
    *(("qubism", {"tip": tip}) for tip in ("ccw", "either", "straight")),
    *(("qubism", {"cubes": cubes}) for cubes in (1, 2, 4, 8)),
    ("qubism", {"repetition": "loss"}),
    ("qubism", {"tip": "either", "cubes": 3, "repetition": "loss"}),
]


def name_of(variant: tuple[str, dict[str, Any]]) -> str:
    """Name a variant for the test report."""
    return "-".join([variant[0], *(f"{key}={value}" for key, value in variant[1].items())])


def make(variant: tuple[str, dict[str, Any]]) -> Game:
    """Return the game of a variant."""
    return banmen.game(variant[0], **variant[1])
