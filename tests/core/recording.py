"""Random games, for the tests of records."""

import random
from typing import Any

import banmen
from banmen import Record
from banmen.kernels.contract import CHANCE

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kariuchi", {}),
    ("kariuchi", {"pieces": 1}),
    ("kariuchi", {"pieces": 2, "hit_bonus": "ring", "p": 0.3}),
    ("kariuchi", {"pieces": 3, "hit_bonus": "any"}),
    ("moontrek", {"pieces": 2}),
    ("moontrek", {"players": 2, "pieces": 3}),
    ("moontrek", {"players": 3, "hit_bonus": "none", "pieces": 1}),
    ("moontrek", {"teams": "2-2", "hit_bonus": "any"}),
    ("moontrek", {"teams": "2-1", "p": 0.7}),
    ("moontrek", {"teams": "2-1-1", "pieces": 2}),
    ("moontrek", {"teams": "AB|CD", "pieces": 1}),
    ("holes58", {}),
    ("holes58", {"pieces": 2}),
    ("holes58", {"collect": "one", "pieces": 3}),
    ("holes58", {"warp_passes_nefer": "yes", "p": 0.45}),
    ("kuniumi", {}),
    ("kuniumi", {"lines": "through", "tie": "draw"}),
    ("kuniumi", {"setup": "random"}),
    ("kuniumi", {"setup": "fair"}),
    ("qubism", {}),
    ("qubism", {"tip": "ccw", "cubes": 3}),
    ("qubism", {"tip": "either", "repetition": "loss"}),
    ("qubism", {"tip": "straight", "cubes": 6}),
]
WORDS = [
    "well",
    "thrown,",
    "まさか！",
    'a "quote"',
    "back\\slash",
    "3:R>3",
    "[Game",
    "12.",
    "*",
    "; semicolon",
    "draw",
    "あ　い",
]


def played(name: str, options: dict[str, Any], seed: int, most: int = 5000, comments: float = 0.0) -> Record:
    """Return a random game, with comments here and there."""
    rng = random.Random(seed)
    game = banmen.game(name, **options)
    record = Record.begin(game, game.opening(rng), tags={"Event": f"Random game {seed}"})
    for _ in range(most):
        if record.final.over:
            break
        if record.final.kind == CHANCE:
            record = record.with_throw(rng.randint(1, 5))
        words = " ".join(rng.choices(WORDS, k=rng.randint(1, 20))) if rng.random() < comments else ""
        record = record.with_move(rng.choice(record.final.legal_moves()), words)
    return record
