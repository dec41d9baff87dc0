"""The notation of 58 Holes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from banmen.core.board import Piece
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.core.notation import THROW_SIGNS, Part, require_canonical, split_fields, split_halves
from banmen.games.holes58.board import HOLES, SHEN, WARPS
from banmen.games.holes58.rules import COLLECT, IN_HAND, IN_SHEN, LANE, PASS, THROW, TURN, hand, shen
from banmen.kernels.contract import State

messages = Catalogue(__name__)

FIELDS = (messages("field.pieces"), messages("field.turn"), messages("field.throw"))
PLACES = (*(str(hole) for hole in range(1, HOLES + 1)), "S", "hand")
LONGEST = 5  # the largest throw
MOVE = re.compile(r"([1-9][0-9]?)>([1-9][0-9]?|S)")


def read(text: str, pieces: int, options: int) -> State:
    """Return the state of a text, for a game with so many pieces a side. `options` are the state's option bits."""
    both, turn, throw = split_fields(text, FIELDS)
    sides = [_read_side(half, pieces) for half in split_halves(both, messages("notation.two_sides"))]
    seat = turn.one_of(FIELDS[1], ("1", "2"))
    value = throw.one_of(FIELDS[2], THROW_SIGNS)
    if sides[seat] == 0:
        raise turn.error(messages("notation.loser_has_no_turn"))
    if sides[1 - seat] == 0 and value:
        raise throw.error(messages("notation.throw_after_end"))
    state = (sides[seat], sides[1 - seat], seat | value << THROW | options)
    require_canonical(text, write(state))
    return state


def _read_side(part: Part, pieces: int) -> int:
    """Return the word of one side."""
    parts = part.split(";")
    if len(parts) != 3:
        raise part.error(messages("notation.side"))
    side, last = 0, 0
    for item in parts[0].split(",") if parts[0].text != "-" else []:
        hole = item.number(messages("field.hole"), HOLES, least=1)
        if hole <= last:
            raise item.error(messages("notation.hole_order", hole=hole))
        side, last = side | 1 << hole, hole
    in_shen, in_hand = (number.number(messages("field.piece_count"), pieces) for number in parts[1:])
    total = side.bit_count() + in_shen + in_hand
    if total > pieces:
        raise part.error(messages("notation.too_many_pieces", pieces=pieces, total=total))
    if not side and in_hand:
        raise part.error(messages("notation.hand_needs_lane"))
    return side + in_shen * IN_SHEN + in_hand * IN_HAND


def sides(state: State) -> tuple[int, int]:
    """Return the words of player 1 and of player 2."""
    return (state[1], state[0]) if state[2] & TURN else (state[0], state[1])


def list_holes(side: int) -> list[int]:
    """Return the holes that a side's pieces stand on."""
    return [hole for hole in range(1, HOLES + 1) if side >> hole & 1]


def write(state: State) -> str:
    """Return the text of a state."""
    both = "/".join(_write_side(side) for side in sides(state))
    return f"{both} {2 if state[2] & TURN else 1} {THROW_SIGNS[state[2] >> THROW & 7]}"


def _write_side(side: int) -> str:
    lane = ",".join(map(str, list_holes(side & LANE))) or "-"
    return f"{lane};{shen(side)};{hand(side)}"


def list_pieces(state: State, _options: Mapping[str, Any]) -> list[Piece]:
    """Return the pieces of both players: on the lane, in the Shen hole, in hand."""
    found = []
    for player, side in enumerate(sides(state), 1):
        places = [*map(str, list_holes(side & LANE)), *["S"] * shen(side), *["hand"] * hand(side)]
        found += [Piece(place, player, str(player)) for place in places]
    return found


def list_actions() -> list[int]:
    """Return the codes of all moves that may be legal somewhere."""
    walks = []
    for source in range(1, HOLES + 1):
        ends = range(source + 1, min(source + LONGEST, SHEN) + 1)
        targets = {*ends, *(WARPS[end] for end in ends if end in WARPS)}  # 8>8: to 10, and back by the line
        walks += [source | target << 5 for target in sorted(targets)]
    return [*walks, COLLECT, PASS]


def read_move(text: str) -> int:
    """Return the code of a move's text, or raise ValueError."""
    if text in ("collect", "pass"):
        return COLLECT if text == "collect" else PASS
    match = MOVE.fullmatch(text)
    if not match or int(match[1]) > HOLES or (match[2] != "S" and int(match[2]) > HOLES):
        raise ValueError
    return int(match[1]) | (SHEN if match[2] == "S" else int(match[2])) << 5


def write_move(code: int) -> Move:
    """Return the move with a code."""
    if code >= COLLECT:
        return Move("collect", code, "S", "hand") if code == COLLECT else Move("pass", code)
    source, target = str(code & 31), "S" if code >> 5 == SHEN else str(code >> 5)
    return Move(f"{source}>{target}", code, source, target)
