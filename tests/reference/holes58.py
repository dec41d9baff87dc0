"""58 Holes with sets: the occupied holes of each lane, and counts in Shen and in hand."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tests.reference.rulebook import Winner, need

SHEN = 30
NEFER = (15, 25)
WARP = {6: 20, 20: 6, 8: 10, 10: 8}


@dataclass(frozen=True)
class Side:
    """One player's pieces."""

    lane: frozenset[int]
    shen: int
    hand: int

    def enter(self) -> Side:
        """Return the side after a piece from hand entered hole 1, if it could."""
        return Side(self.lane | {1}, self.shen, self.hand - 1) if self.hand and 1 not in self.lane else self

    def enter_if_empty(self) -> Side:
        return self if self.lane else self.enter()

    @property
    def gone(self) -> bool:
        return not self.lane and not self.shen and not self.hand


@dataclass(frozen=True)
class Position:
    """Both sides, the player to move, and the throw or 0."""

    sides: tuple[Side, Side]
    turn: int
    throw: int


class Rules:
    """58 Holes by Skiryuk's rules."""

    def __init__(self, pieces: int = 5, collect: str = "all", warp_passes_nefer: str = "no", p: float = 0.5) -> None:
        self.pieces, self.collect, self.warp_passes, self.p = pieces, collect, warp_passes_nefer == "yes", p

    def read(self, text: str) -> Position:
        match = re.fullmatch(r"([^/ ]+)/([^/ ]+) ([12]) ([-1-5])", text)
        need(match, "not four fields")
        assert match
        one, two = self._read_side(match[1]), self._read_side(match[2])
        position = Position((one, two), int(match[3]), 0 if match[4] == "-" else int(match[4]))
        lost = [number for number in (1, 2) if position.sides[number - 1].gone]
        need(not lost or (lost == [3 - position.turn] and not position.throw), "not how a game ends")
        need(self.write(position) == text, "not canonical")
        return position

    def _read_side(self, text: str) -> Side:
        match = re.fullmatch(r"(-|[0-9]+(?:,[0-9]+)*);([0-9]);([0-9])", text, re.ASCII)
        need(match, "not lane, Shen and hand")
        assert match
        holes = [] if match[1] == "-" else [int(hole) for hole in match[1].split(",")]
        need(all(1 <= hole < SHEN for hole in holes), "no such hole")
        need(len(set(holes)) == len(holes), "two pieces in a hole")
        side = Side(frozenset(holes), int(match[2]), int(match[3]))
        need(len(holes) + side.shen + side.hand <= self.pieces, "too many pieces")
        need(side.lane or not side.hand, "a piece from hand should have come in")
        return side

    def write(self, position: Position) -> str:
        sides = "/".join(
            f"{','.join(str(hole) for hole in sorted(side.lane)) or '-'};{side.shen};{side.hand}" for side in position.sides
        )
        return f"{sides} {position.turn} {position.throw or '-'}"

    def waits_for_throw(self, position: Position) -> bool:
        return not position.throw and self.winner(position) is None

    def throw(self, position: Position, value: int) -> Position:
        return replace(position, throw=value)

    def moves(self, position: Position) -> list[str]:
        if not position.throw:
            return []
        mine = position.sides[position.turn - 1]
        found = []
        for hole in mine.lane:
            end = hole + position.throw
            if end <= SHEN and not any(step in mine.lane for step in range(hole + 1, end + 1)):
                rest = self._rest(mine.lane - {hole}, end)
                found.append(f"{hole}>{'S' if rest == SHEN else rest}")
        if position.throw == 1 and mine.shen:
            found.append("collect")
        return found or ["pass"]

    def _rest(self, others: frozenset[int], end: int) -> int:
        return WARP[end] if end in WARP and WARP[end] not in others else end

    def play(self, position: Position, move: str) -> Position:
        mine, theirs = position.sides[position.turn - 1], position.sides[2 - position.turn]
        again = False
        if move == "collect":
            number = 1 if self.collect == "one" else mine.shen
            mine = Side(mine.lane, mine.shen - number, mine.hand + number)
        elif move.endswith(">S"):
            mine, theirs = self._reach_shen(mine, theirs, int(move[:-2]))
        elif move != "pass":
            mine, again = self._walk(mine, int(move.split(">")[0]), position.throw)
        mine, theirs = mine.enter_if_empty(), theirs.enter_if_empty()
        sides = (mine, theirs) if position.turn == 1 else (theirs, mine)
        return Position(sides, position.turn if again or theirs.gone else 3 - position.turn, 0)

    def _reach_shen(self, mine: Side, theirs: Side, hole: int) -> tuple[Side, Side]:
        if not theirs.lane and not theirs.hand:
            theirs = Side(frozenset(), 0, 0)
        else:
            theirs = Side(theirs.lane - {min(theirs.lane)}, theirs.shen, theirs.hand)
        return Side(mine.lane - {hole}, mine.shen + 1, mine.hand).enter(), theirs

    def _walk(self, mine: Side, hole: int, throw: int) -> tuple[Side, bool]:
        end = hole + throw
        rest = self._rest(mine.lane - {hole}, end)
        passed = set(range(hole + 1, end + 1))
        if self.warp_passes:
            passed |= set(range(min(end, rest), max(end, rest)))
        mine = Side(mine.lane - {hole} | {rest}, mine.shen, mine.hand)
        return (mine.enter() if passed & set(NEFER) else mine), end in NEFER

    def winner(self, position: Position) -> Winner:
        return next(((3 - number,) for number in (1, 2) if position.sides[number - 1].gone), None)
