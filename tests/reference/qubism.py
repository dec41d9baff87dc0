"""Qubism with a dictionary for the board, a search for each pawn's path, and the whole history of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tests.reference.rulebook import Winner, need

Square = tuple[int, int]
SIZE = 5
ARROWS = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}
CLOCKWISE = "^>v<"
GOAL = {"W": 4, "B": 0}


def name(square: Square) -> str:
    return "abcde"[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return "abcde".index(text[0]), int(text[1]) - 1


def on_board(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def beyond(square: Square, way: Square, steps: int = 1) -> Square:
    return square[0] + way[0] * steps, square[1] + way[1] * steps


SQUARES = [(column, row) for row in range(SIZE) for column in range(SIZE)]
BESIDE = {square: [other for way in ARROWS.values() if on_board(other := beyond(square, way))] for square in SQUARES}


@lru_cache(100_000)
def has_way(start: Square, row: int, cubes: frozenset[Square]) -> bool:
    """Tell whether a pawn has a path to its goal row over squares without cubes."""
    found, waiting = {start}, [start]
    while waiting:
        square = waiting.pop()
        if square[1] == row:
            return True
        for other in BESIDE[square]:
            if other not in found and other not in cubes:
                found.add(other)
                waiting.append(other)
    return False


@dataclass(frozen=True)
class Position:
    """Signs by square, the supply, the side to act, and the texts of all earlier positions."""

    board: dict[Square, str]
    supply: int
    turn: str
    earlier: tuple[str, ...] = ()

    def free(self, square: Square) -> bool:
        return on_board(square) and square not in self.board

    def pawn(self, sign: str) -> Square:
        return next(square for square, there in self.board.items() if there == sign)


class Rules:
    """Qubism's rules."""

    def __init__(self, tip: str = "cw", cubes: int = 9, repetition: str = "draw") -> None:
        self.tip, self.cubes, self.repetition = tip, cubes, repetition

    def read(self, text: str) -> Position:
        match = re.fullmatch(r"(\S+) ([0-9]) ([wb])", text, re.ASCII)
        need(match, "not three fields")
        assert match
        position = Position(self._read_board(match[1]), int(match[2]), match[3])
        signs = list(position.board.values())
        need(signs.count("W") == signs.count("B") == 1, "not one pawn each")
        need(len(signs) - 2 + position.supply == self.cubes, "wrong number of cubes")
        need(self._ways(position.board), "a pawn without a way")
        there = [sign for sign in "WB" if position.pawn(sign)[1] == GOAL[sign]]
        need(not there or there == ["B" if position.turn == "w" else "W"], "not how a game ends")
        need(self.write(position) == text, "not canonical")
        return position

    def _read_board(self, text: str) -> dict[Square, str]:
        rows = text.split("/")
        need(len(rows) == SIZE, "not five rows")
        board = {}
        for row, signs in zip(range(SIZE - 1, -1, -1), rows, strict=True):
            spread = re.sub("[1-9]", lambda run: "." * int(run[0]), signs)
            need(len(spread) == SIZE and set(spread) <= set("WB^v<>."), "not a row")
            board.update({(column, row): sign for column, sign in enumerate(spread) if sign != "."})
        return board

    def write(self, position: Position) -> str:
        rows = []
        for row in range(SIZE - 1, -1, -1):
            signs = "".join(position.board.get((column, row), ".") for column in range(SIZE))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), signs))
        return f"{'/'.join(rows)} {position.supply} {position.turn}"

    def waits_for_throw(self, position: Position) -> bool:
        return False

    def throw(self, position: Position, value: int) -> Position:
        raise AssertionError("nothing is thrown in Qubism")

    def _ways(self, board: dict[Square, str]) -> bool:
        """Tell whether each pawn still has a path to its goal row over squares without cubes."""
        cubes = frozenset(square for square, there in board.items() if there not in "WB")
        pawns = {there: square for square, there in board.items() if there in "WB"}
        return all(has_way(pawns[sign], row, cubes) for sign, row in GOAL.items())

    def moves(self, position: Position) -> list[str]:
        if self.winner(position) is not None:
            return []
        pawn = sorted({name(square) for square in self._pawn_targets(position)})
        cubes = [*self._placements(position), *self._cube_moves(position)]
        return pawn + [move for move in cubes if self._ways(self._board_after(position, move))]

    def _pawn_targets(self, position: Position) -> Iterator[Square]:
        mine, theirs = ("W", "B") if position.turn == "w" else ("B", "W")
        start, other = position.pawn(mine), position.pawn(theirs)
        for way in ARROWS.values():
            square = beyond(start, way)
            if position.free(square):
                yield square
            elif square == other:
                behind = beyond(other, way)
                sides = [beyond(other, (way[1], way[0])), beyond(other, (-way[1], -way[0]))]
                yield from filter(position.free, [behind] if position.free(behind) else sides)

    def _placements(self, position: Position) -> Iterator[str]:
        for square in SQUARES if position.supply else []:
            for arrow, way in ARROWS.items():
                if position.free(square) and position.free(beyond(square, way)):
                    yield name(square) + arrow

    def _cube_moves(self, position: Position) -> Iterator[str]:
        for square, arrow in position.board.items():
            if arrow in ARROWS:
                steps = 1
                while position.free(beyond(square, ARROWS[arrow], steps)):
                    move = f"{name(square)}-{name(beyond(square, ARROWS[arrow], steps))}"
                    yield from [move + new for new in self._tipped(arrow)] if self.tip == "either" else [move]
                    steps += 1

    def _tipped(self, arrow: str) -> str:
        index = CLOCKWISE.index(arrow)
        right, left = CLOCKWISE[(index + 1) % 4], CLOCKWISE[index - 1]
        return {"cw": right, "ccw": left, "either": right + left, "straight": arrow}[self.tip]

    def _board_after(self, position: Position, move: str) -> dict[Square, str]:
        board = dict(position.board)
        if "-" in move:
            start, target = move.split("-")
            arrow = board.pop(square_of(start))
            board[square_of(target)] = target[2:] or self._tipped(arrow)
        elif len(move) == 3:
            board[square_of(move)] = move[2]
        else:
            sign = position.turn.upper()
            del board[position.pawn(sign)]
            board[square_of(move)] = sign
        return board

    def play(self, position: Position, move: str) -> Position:
        supply = position.supply - (len(move) == 3)
        turn = "b" if position.turn == "w" else "w"
        earlier = (*position.earlier, self.write(position))
        return Position(self._board_after(position, move), supply, turn, earlier)

    def winner(self, position: Position) -> Winner:
        for sign, row in GOAL.items():
            if position.pawn(sign)[1] == row:
                return (sign.lower(),)
        if position.earlier.count(self.write(position)) >= 2:
            return (position.turn,) if self.repetition == "loss" else ()
        return None
