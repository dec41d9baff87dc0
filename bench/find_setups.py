"""Find strong setups of Kuniumi and write them as a book into `banmen/games/kuniumi/setup_book.py`.

    PYTHONPATH=src python -m bench.find_setups

Random setups are improved piece by piece with short searches for both factions; the best are searched for longer. The value of
a setup is player 1's chance when player 2 takes the better faction. The same seed gives the same book. It took
eight minutes on two cores shared with other work.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import banmen
from banmen.core.game import Game
from banmen.engine.interface import Budget
from banmen.engine.planning import PlannerSearch
from banmen.games.kuniumi import setup_planner as planner
from banmen.games.kuniumi.setup_planner import Setup

TARGET = Path(__file__).parent.parent / "src" / "banmen" / "games" / "kuniumi" / "setup_book.py"
VARIANTS = (("sight", False), ("sight", True), ("through", False), ("through", True))
KNOWN = "b1 a2 a3 c2 b3 c1"  # the rules' example of a setup that wins in three plies
KEPT = 12
MARGIN = 0.05  # setups that are worth so much less than the best are not kept
HEAD = '''"""Strong setups of Kuniumi, found by search: written by `bench/find_setups.py`, not by hand.

By the option `lines` and whether setups that win within five plies are refused: the spaces of L, S, l, l, s and s. The number
behind is player 1's chance as that search saw it when player 2 takes the better faction; 1.00 is a win by force.
"""

from __future__ import annotations

'''


def canonical(setup: Setup) -> Setup:
    """Return the one of all setups equal by symmetry and by the order of like tokens that comes first."""
    images = (planner.transform(setup, symmetry) for symmetry in range(8))
    return min((image[0], image[1], *sorted(image[2:4]), *sorted(image[4:])) for image in images)


def find_setups(game: Game, climbs: int, nodes: int, rng: random.Random) -> list[Setup]:
    """Return the setups that some climbs from random ones have led to, and the known one, without duplicates."""
    ends = {canonical(planner.read_setup(KNOWN))}
    for number in range(climbs):
        ends.add(canonical(planner.improve_setup(game, (), rng, PlannerSearch(Budget(nodes=nodes)))))
        print(f"\r{game!r}: {number + 1} of {climbs} climbs", end="", flush=True)
    print()
    return sorted(ends)


def rank_setups(game: Game, setups: list[Setup], nodes: int) -> list[tuple[float, Setup]]:
    """Return the strongest setups by longer searches, with their values."""
    fair = game.options["setup"] == "fair"
    rated = []
    for setup in setups:
        search = PlannerSearch(Budget(nodes=nodes))
        if not (fair and planner.is_won_by_force(game, setup, planner.UNFAIR_PLIES, search)):
            rated.append((planner.value_setup(game, setup, search), setup))
    rated.sort(reverse=True)
    return [(value, setup) for value, setup in rated[:KEPT] if value >= rated[0][0] - MARGIN]


def main() -> None:
    """Read the command line, search and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--climbs", type=int, default=30, help="how many setups to improve for each variant")
    parser.add_argument("--nodes", type=int, default=400_000, help="for each climb, and for the longer look at its end")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = time.monotonic()
    text = HEAD + "BOOK: dict[tuple[str, bool], tuple[str, ...]] = {\n"
    for lines, fair in VARIANTS:
        game = banmen.game("kuniumi", lines=lines, setup="fair" if fair else "free")
        rated = rank_setups(game, find_setups(game, chosen.climbs, chosen.nodes, random.Random(chosen.seed)), chosen.nodes)
        text += f'    ("{lines}", {fair}): (\n'
        text += "".join(f'        "{planner.write_setup(setup)}",  # {value:.2f}\n' for value, setup in rated) + "    ),\n"
        print(
            f"{lines}, {'fair' if fair else 'free'}: the best are worth {[round(value, 2) for value, _ in rated]}", flush=True
        )
    TARGET.write_text(text + "}\n", encoding="utf-8")
    print(f"written to {TARGET} in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
