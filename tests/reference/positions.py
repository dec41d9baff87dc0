"""Random positions as texts: any that the notation allows, whether or not they are likely in a game."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from tests.reference import kuniumi, qubism, ring
from tests.reference.rulebook import RefusedError, Rulebook


def rules_of(name: str, options: dict[str, Any]) -> Rulebook:
    """Return the slow rulebook of a game."""
    rules: Rulebook = import_module(f"tests.reference.{name}").Rules(**options)
    return rules


def random_text(name: str, rules: Rulebook, rng: random.Random, **about: Any) -> str:
    """Draw texts until the slow rulebook accepts one."""
    while True:
        text = DRAWN[name](rng, rules, **about)
        try:
            rules.read(text)
        except RefusedError:
            continue
        return text


def _kariuchi(rng: random.Random, rules: Any) -> str:
    sides = []
    points = rng.sample(ring.BOARD, 10)
    for some in (points[:5], points[5:]):
        places = rng.choices([*some, "R", "H"], [1] * 5 + [1, rng.choice([0, 2, 9])], k=rules.pieces)
        found = [
            place + (f"x{places.count(place)}" if places.count(place) > 1 else "")
            for place in ("R", *ring.BOARD, "H")
            if place in places
        ]
        sides.append(",".join(found))
    return f"{sides[0]}/{sides[1]} {rng.choice('12')} {rng.choice('-12345')}"


def _moontrek(rng: random.Random, rules: Any, teams: str) -> str:
    letters = sorted(teams.replace("|", ""))
    points = iter(rng.sample(ring.BOARD, 20))
    spots = {letter: some for team in teams.split("|") for some in [[next(points) for _ in range(4)]] for letter in team}
    stacks: dict[str, str] = {}
    reserve, home = dict.fromkeys(letters, 0), dict.fromkeys(letters, 0)
    pieces = letters * rules.pieces
    rng.shuffle(pieces)
    homely = rng.choice([0, 2, 9])
    for letter in pieces:
        place = rng.choices([*spots[letter], "R", "H"], [1] * 4 + [1, homely])[0]
        if place in ("R", "H"):
            (reserve if place == "R" else home)[letter] += 1
        else:
            stacks[place] = stacks.get(place, "") + letter
    shown = ",".join(f"{place}:{stacks[place]}" for place in ring.BOARD if place in stacks) or "-"
    counts = [",".join(str(where[letter]) for letter in letters) for where in (reserve, home)]
    return f"{shown} {counts[0]} {counts[1]} {teams} {rng.choice(letters)} {rng.choice('-12345')}"


def _holes58(rng: random.Random, rules: Any) -> str:
    sides = []
    for _ in "12":
        where = rng.choices(["lane", "shen", "hand", "gone"], [4, 1, 1, rng.choice([0, 1, 5])], k=rules.pieces)
        holes = sorted(rng.sample(range(rng.choice([1, 1, 20]), 30), where.count("lane")))
        sides.append(f"{','.join(map(str, holes)) or '-'};{where.count('shen')};{where.count('hand')}")
    return f"{sides[0]}/{sides[1]} {rng.choice('12')} {rng.choice('-12345')}"


def _kuniumi(rng: random.Random, rules: Any) -> str:
    moves = rng.randrange(-6, 31)
    first = rng.choice("ls")
    if moves <= 0:
        signs, to_act, first = "LSllss"[: 6 + moves], "setup" if moves else "choose", "-"
    else:
        other = "s" if first == "l" else "l"
        signs = "LSllss" + first * ((moves + 1) // 2) + other * (moves // 2)
        to_act = other if moves % 2 else first
    board = dict(zip(rng.sample(kuniumi.SPACES, len(signs)), signs, strict=True))
    return str(rules.write(kuniumi.Position(board, to_act, first)))


def _qubism(rng: random.Random, rules: Any) -> str:
    number = rng.randrange(rules.cubes + 1)
    signs = ["W", "B", *rng.choices("^v<>", k=number)]
    board = dict(zip(rng.sample(qubism.SQUARES, len(signs)), signs, strict=True))
    return str(rules.write(qubism.Position(board, rules.cubes - number, rng.choice("wb"))))


DRAWN: dict[str, Callable[..., str]] = {
    "kariuchi": _kariuchi,
    "moontrek": _moontrek,
    "holes58": _holes58,
    "kuniumi": _kuniumi,
    "qubism": _qubism,
}
