"""Moon Trek set up by hand."""

from __future__ import annotations

from banmen.games.kariuchi.board import NAMES
from banmen.games.kariuchi.board_editor import check_place
from banmen.games.moontrek.notation import LETTERS
from banmen.presentation.board_editor import missing_piece_error


def move_piece(text: str, piece: str, source: str, target: str) -> str:
    """Return the text with one piece of a player moved; it lies on top of those that are there."""
    points, reserve, home, *rest = text.split(" ")
    stacks = dict(part.split(":") for part in points.split(",")) if points != "-" else {}
    counts = {"R": [int(count) for count in reserve.split(",")], "H": [int(count) for count in home.split(",")]}
    seat = LETTERS.index(piece) if piece in tuple(LETTERS[: len(counts["R"])]) else 0
    letter = LETTERS[seat]
    if source in counts:
        if not counts[source][seat]:
            raise missing_piece_error(text, source)
        counts[source][seat] -= 1
    else:
        below, found, above = stacks.get(source, "").rpartition(letter)
        if not found:
            raise missing_piece_error(text, source)
        stacks[source] = below + above
    if check_place(target) in counts:
        counts[target][seat] += 1
    else:
        stacks[target] = stacks.get(target, "") + letter
    board = ",".join(f"{name}:{stacks[name]}" for name in NAMES if stacks.get(name)) or "-"
    return " ".join([board, ",".join(map(str, counts["R"])), ",".join(map(str, counts["H"])), *rest])
