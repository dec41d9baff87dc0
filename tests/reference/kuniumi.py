"""Kuniumi with plain sets and flood fill."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from tests.reference.rulebook import Winner, need

Space = tuple[int, int]
SIZE = 6
ORDER = "LSllss"
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
SPACES = [(column, row) for row in range(SIZE) for column in range(SIZE)]


def name(space: Space) -> str:
    return "abcdef"[space[0]] + str(space[1] + 1)


def space_of(text: str) -> Space:
    return "abcdef".index(text[0]), int(text[1]) - 1


@cache
def neighbours(space: Space) -> list[Space]:
    around = [(space[0] + right, space[1] + up) for right, up in WAYS]
    return [(column, row) for column, row in around if 0 <= column < SIZE and 0 <= row < SIZE]


@dataclass(frozen=True)
class Position:
    """Pieces by space, the player to act, and the faction of player 1."""

    board: dict[Space, str]
    to_act: str
    first: str

    def pieces(self, sign: str) -> int:
        return list(self.board.values()).count(sign)


class Rules:
    """Kuniumi's rules."""

    def __init__(self, lines: str = "sight", tie: str = "mover", setup: str = "free") -> None:
        self.lines, self.tie, self.setup = lines, tie, setup

    def read(self, text: str) -> Position:
        match = re.fullmatch(r"(\S+) (setup|choose|l|s) ([-ls])", text)
        need(match, "not three fields")
        assert match
        position = Position(self._read_board(match[1]), match[2], match[3])
        need((position.to_act in ("l", "s")) == (position.first != "-"), "first does not fit")
        self._check(position)
        need(self.write(position) == text, "not canonical")
        return position

    def _read_board(self, text: str) -> dict[Space, str]:
        rows = text.split("/")
        need(len(rows) == SIZE, "not six rows")
        board = {}
        for row, signs in zip(range(SIZE - 1, -1, -1), rows, strict=True):
            spread = re.sub("[1-9]", lambda run: "." * int(run[0]), signs)
            need(len(spread) == SIZE and set(spread) <= set("LSls."), "not a row")
            board.update({(column, row): sign for column, sign in enumerate(spread) if sign != "."})
        return board

    def _check(self, position: Position) -> None:
        counts = [position.pieces(sign) for sign in "LSls"]
        if position.to_act in ("setup", "choose"):
            number = sum(counts)
            need(counts == [ORDER[:number].count(sign) for sign in "LSls"] and number <= 6, "not how a setup goes on")
            need((number == 6) == (position.to_act == "choose"), "placing and choosing mixed up")
            need(not self.closed(position.board), "a closed group in the setup")
            need(number < 6 or self.setup != "fair" or not self.unfair(position.board), "an unfair setup")
            return
        need(counts[:2] == [1, 1] and 2 <= counts[2] <= 17 and 2 <= counts[3] <= 17, "wrong number of pieces")
        of_first, of_second = (counts[2], counts[3]) if position.first == "l" else (counts[3], counts[2])
        ahead = of_first - of_second
        need(ahead == (0 if position.to_act == position.first else 1), "token counts do not fit")

    def write(self, position: Position) -> str:
        rows = []
        for row in range(SIZE - 1, -1, -1):
            signs = "".join(position.board.get((column, row), ".") for column in range(SIZE))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), signs))
        return f"{'/'.join(rows)} {position.to_act} {position.first}"

    def waits_for_throw(self, position: Position) -> bool:
        return False

    def throw(self, position: Position, value: int) -> Position:
        raise AssertionError("nothing is thrown in Kuniumi")

    def group(self, board: dict[Space, str], space: Space) -> set[Space]:
        """Return the connected group of a side's pieces around one of them."""
        side, found, waiting = board[space].lower(), {space}, [space]
        while waiting:
            for other in neighbours(waiting.pop()):
                if other not in found and board.get(other, "").lower() == side:
                    found.add(other)
                    waiting.append(other)
        return found

    def closed(self, board: dict[Space, str]) -> list[tuple[int, str]]:
        """Return size and owner of each closed group."""
        seen: set[Space] = set()
        found = []
        for space in board:
            if space not in seen:
                group = self.group(board, space)
                seen |= group
                if all(other in board for piece in group for other in neighbours(piece)):
                    found.append((len(group), board[space].lower()))
        return found

    def moves(self, position: Position) -> list[str]:
        free = [space for space in SPACES if space not in position.board]
        if position.to_act == "setup":
            sign = ORDER[len(position.board)]
            return [f"{sign}@{name(space)}" for space in free if self._may_place({**position.board, space: sign})]
        if position.to_act == "choose":
            return ["land", "sea"]
        if self.closed(position.board):
            return []
        return sorted({name(space) for space in self._reach(position)})

    def _may_place(self, board: dict[Space, str]) -> bool:
        return not self.closed(board) and (self.setup != "fair" or len(board) < 6 or not self.unfair(board))

    def _reach(self, position: Position) -> Iterator[Space]:
        board = position.board
        god = next(space for space, sign in board.items() if sign == position.to_act.upper())
        for column, row in self.group(board, god):
            for right, up in WAYS:
                for step in range(1, SIZE):
                    space = (column + right * step, row + up * step)
                    if space in board and self.lines == "sight":
                        break
                    if space in SPACES and space not in board:
                        yield space

    def play(self, position: Position, move: str) -> Position:
        board = dict(position.board)
        if position.to_act == "setup":
            board[space_of(move[2:])] = move[0]
            return Position(board, "choose" if len(board) == 6 else "setup", "-")
        if position.to_act == "choose":
            first = {"land": "s", "sea": "l"}[move]
            return Position(board, first, first)
        god = next(space for space, sign in board.items() if sign == position.to_act.upper())
        board[god] = position.to_act
        board[space_of(move)] = position.to_act.upper()
        return replace(position, board=board, to_act="l" if position.to_act == "s" else "s")

    def winning_side(self, position: Position) -> str | None:
        """Return the winning faction, '' for a draw, None while the game goes on."""
        if position.to_act in ("setup", "choose"):
            return None
        mover = "l" if position.to_act == "s" else "s"
        closed = self.closed(position.board)
        if closed:
            most = max(size for size, _ in closed)
            owners = {owner for size, owner in closed if size == most}
            return owners.pop() if len(owners) == 1 else "" if self.tie == "draw" else mover
        return None if any(True for _ in self._reach(position)) else mover

    def winner(self, position: Position) -> Winner:
        side = self.winning_side(position)
        return () if side == "" else side if side is None else (1,) if side == position.first else (2,)

    def unfair(self, board: dict[Space, str]) -> bool:
        """Tell whether player 1 can force a win within five plies whichever faction player 2 chooses."""
        return all(any(self._wins(Position(board, side, side), side, plies) for plies in (1, 3, 5)) for side in "ls")

    def _wins(self, position: Position, side: str, plies: int) -> bool:
        winning = self.winning_side(position)
        if winning is not None or plies == 0:
            return winning == side
        after = (self._wins(self.play(position, move), side, plies - 1) for move in self.moves(position))
        return any(after) if position.to_act == side else all(after)
