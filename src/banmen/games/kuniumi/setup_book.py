"""Strong setups of Kuniumi, found by search: written by `bench/find_setups.py`, not by hand.

By the option `lines` and whether setups that win within five plies are refused: the spaces of L, S, l, l, s and s. The number
behind is player 1's chance as that search saw it when player 2 takes the better faction; 1.00 is a win by force.
"""

from __future__ import annotations

BOOK: dict[tuple[str, bool], tuple[str, ...]] = {
    ("sight", False): (
        "b1 a2 c2 a3 c1 b3",  # 1.00
    ),
    ("sight", True): (
        "c3 e1 d1 f1 a1 c4",  # 0.74
        "a1 c2 b3 b6 e2 a3",  # 0.74
        "a1 f3 f1 c2 b1 d5",  # 0.71
    ),
    ("through", False): (
        "c2 c6 b1 d1 e1 f2",  # 1.00
        "b1 e1 f5 e6 f2 d4",  # 1.00
        "b1 e1 a2 b6 f2 e4",  # 1.00
    ),
    ("through", True): (
        "b2 a1 f3 e4 f5 e6",  # 0.86
        "c2 a6 b1 d1 e1 f2",  # 0.86
        "c1 f1 b1 c5 a5 c6",  # 0.84
        "b1 f2 a5 c6 e1 a6",  # 0.84
    ),
}
