"""Kariuchi with dictionaries: how many pieces each side has on which place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tests.reference import ring
from tests.reference.rulebook import Winner, need

ORDER = ("R", *ring.BOARD, "H")


@dataclass(frozen=True)
class Position:
    """Pieces by place for player 1 and player 2, the player to move, and the throw or 0."""

    sides: tuple[dict[str, int], dict[str, int]]
    turn: int
    throw: int


class Rules:
    """Kariuchi's rules."""

    def __init__(self, pieces: int = 4, hit_bonus: str = "none", p: float = 0.5) -> None:
        self.pieces, self.hit_bonus, self.p = pieces, hit_bonus, p

    def read(self, text: str) -> Position:
        match = re.fullmatch(r"([^/ ]+)/([^/ ]+) ([12]) ([-1-5])", text)
        need(match, "not four fields")
        assert match
        one, two = self._read_side(match[1]), self._read_side(match[2])
        need(not (set(one) & set(two)) & set(ring.BOARD), "two sides on one point")
        position = Position((one, two), int(match[3]), 0 if match[4] == "-" else int(match[4]))
        done = [number for number in (1, 2) if self._all_home(position, number)]
        need(not done or (done == [position.turn] and not position.throw), "not how a game ends")
        need(self.write(position) == text, "not canonical")
        return position

    def _read_side(self, text: str) -> dict[str, int]:
        side: dict[str, int] = {}
        for item in text.split(","):
            match = re.fullmatch(r"([A-Z0-9a-c]+?)(?:x([2-9]))?", item, re.ASCII)
            need(match and match[1] in ORDER, "no such place")
            assert match
            need(match[1] not in side, "a place twice")
            side[match[1]] = int(match[2] or 1)
        need(sum(side.values()) == self.pieces, "wrong number of pieces")
        return side

    def write(self, position: Position) -> str:
        sides = "/".join(self._write_side(side) for side in position.sides)
        return f"{sides} {position.turn} {position.throw or '-'}"

    def _write_side(self, side: dict[str, int]) -> str:
        return ",".join(place + (f"x{side[place]}" if side[place] > 1 else "") for place in ORDER if side.get(place))

    def waits_for_throw(self, position: Position) -> bool:
        return not position.throw and self.winner(position) is None

    def throw(self, position: Position, value: int) -> Position:
        return replace(position, throw=value)

    def moves(self, position: Position) -> list[str]:
        found = []
        if position.throw:
            for place, number in position.sides[position.turn - 1].items():
                together = 0 if place == "H" else 1 if place == "R" else number
                for some in range(1, together + 1):
                    for target in ring.targets(place, position.throw):
                        found.append(ring.move_text(place, some, target))
        return found

    def play(self, position: Position, move: str) -> Position:
        place, number, target = ring.parts_of_move(move)
        mine, theirs = (dict(side) for side in (position.sides[position.turn - 1], position.sides[2 - position.turn]))
        mine[place] -= number
        mine[target] = mine.get(target, 0) + number
        hit = theirs.pop(target, 0) if target != "H" else 0
        theirs["R"] = theirs.get("R", 0) + hit
        mine, theirs = ({at: count for at, count in side.items() if count} for side in (mine, theirs))
        bonus = hit and (self.hit_bonus == "any" or (self.hit_bonus == "ring" and target in ring.RING))
        stays = position.throw >= 4 or bonus or mine.get("H") == self.pieces
        sides = (mine, theirs) if position.turn == 1 else (theirs, mine)
        return Position(sides, position.turn if stays else 3 - position.turn, 0)

    def winner(self, position: Position) -> Winner:
        return next(((number,) for number in (1, 2) if self._all_home(position, number)), None)

    def _all_home(self, position: Position, number: int) -> bool:
        return position.sides[number - 1].get("H") == self.pieces
