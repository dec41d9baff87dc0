"""The board of Kariuchi and Moon Trek, walked one step at a time."""

from __future__ import annotations

from functools import cache

BASES = (5, 10, 15, 20, 25, 30)
RING = tuple(str(number) for number in range(1, 31))
STRAIGHT_ON = {"5c": "20c", "10c": "25c", "15c": "30c"}


def _board() -> tuple[str, ...]:
    places = []
    for number in range(1, 31):
        places.append(str(number))
        if number in BASES:
            places += [f"{number}{letter}" for letter in "abc"]
    return (*places, "A")


BOARD = _board()


def _along_spoke(place: str) -> str:
    base, letter = int(place[:-1]), place[-1]
    way = "abc" if base <= 15 else "cba"
    index = way.index(letter) + 1
    if index < 3:
        return f"{base}{way[index]}"
    return "A" if base <= 15 else str(base)


def _step(place: str, before: str) -> str:
    """Return the next place of a piece that passes `place` coming from `before`."""
    if place == "A":
        return STRAIGHT_ON[before]
    if place in ("30", "H"):
        return "H"
    return str(int(place) + 1) if place.isdigit() else _along_spoke(place)


def _first_steps(place: str) -> list[str]:
    """Return the next places of a piece that starts on `place`."""
    if place == "R":
        return ["1"]
    if place == "A":
        return ["20c", "25c", "30c"]
    turns = [f"{place}a"] if place in ("5", "10", "15") else []
    return [_step(place, ""), *turns]


@cache
def targets(place: str, throw: int) -> tuple[str, ...]:
    """Return the places where a piece that starts on `place` may end with a throw."""
    ends = []
    for first in _first_steps(place):
        before, here = place, first
        for _ in range(throw - 1):
            before, here = here, _step(here, before)
        ends.append(here)
    return tuple(ends)


def parts_of_move(move: str) -> tuple[str, int, str]:
    """Return the source, number and target of a move."""
    source, target = move.split(">")
    place, _, number = source.partition("x")
    return place, int(number or 1), target


def move_text(place: str, number: int, target: str) -> str:
    """Format a move of `number` pieces."""
    return f"{place}x{number}>{target}" if number > 1 else f"{place}>{target}"
