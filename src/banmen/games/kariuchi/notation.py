"""The notation of Kariuchi; moves on the ring are written the same way in Moon Trek."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from banmen.core.board import Piece
from banmen.core.errors import quote_value
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.core.notation import THROW_SIGNS, Part, require_canonical, split_fields, split_halves
from banmen.games.kariuchi.board import HOME, LONGEST, NAMES, NUMBERS, RESERVE, TARGET, WAYS
from banmen.games.kariuchi.rules import ALL_HOME, PIECES, SIDE, THROW, TURN
from banmen.kernels.contract import State

messages = Catalogue(__name__)

FIELDS = (messages("field.pieces"), messages("field.turn"), messages("field.throw"))
PLACES = NAMES
THROWS = range(1, LONGEST + 1)
MOVE = re.compile(r"([0-9]{1,2}[abc]?|[RA])(?:x([2-9]|1[0-2]))?>([0-9]{1,2}[abc]?|[AH])")


def read(text: str, pieces: int, options: int) -> State:
    """Return the state of a text, for a game with so many pieces a side. `options` are the state's option bits."""
    sides, turn, throw = split_fields(text, FIELDS)
    first, second = (_read_side(half, pieces) for half in split_halves(sides, messages("notation.two_sides")))
    seat = turn.one_of(FIELDS[1], ("1", "2"))
    value = throw.one_of(FIELDS[2], THROW_SIGNS)
    shared = (set(_write_places(first)) & set(_write_places(second))) - {0, HOME}
    if shared:
        raise sides.error(messages("notation.both_sides_on_place", place=NAMES[min(shared)]))
    mover, other = (second, first) if seat else (first, second)
    if other == ALL_HOME:
        raise turn.error(messages("notation.winner_keeps_turn"))
    if mover == ALL_HOME and value:
        raise throw.error(messages("notation.throw_after_end"))
    state = (mover | other << 24 | (TURN if seat else 0) | value << THROW | options,)
    require_canonical(text, write(state, pieces))
    return state


def _read_side(part: Part, pieces: int) -> int:
    """Return the 24 bits of one side."""
    found: list[int] = []
    for item in part.split(","):
        name, times, number = item.text.partition("x")
        if name not in NUMBERS:
            raise item.error(messages("notation.unknown_place", name=quote_value(name, 20)))
        if times and number not in ("2", "3", "4"):
            raise item.error(messages("notation.stack_count"))
        if found and NUMBERS[name] <= found[-1]:
            raise item.error(messages("notation.place_order", name=name))
        found += [NUMBERS[name]] * (int(number) if times else 1)
    if len(found) != pieces:
        raise part.error(messages("notation.piece_count", pieces=pieces, number=len(found)))
    found += [HOME] * (PIECES - pieces)
    return sum(place << 6 * index for index, place in enumerate(found))


def _write_places(side: int) -> list[int]:
    return [side >> 6 * index & 63 for index in range(PIECES)]


def split_pieces(state: State) -> tuple[list[int], list[int]]:
    """Return the four places of player 1's pieces and of player 2's."""
    mover, other = _write_places(state[0] & SIDE), _write_places(state[0] >> 24 & SIDE)
    return (other, mover) if state[0] & TURN else (mover, other)


def write(state: State, pieces: int) -> str:
    """Return the text of a state of a game with so many pieces a side."""
    sides = "/".join(_write_side(places[:pieces]) for places in split_pieces(state))
    return f"{sides} {2 if state[0] & TURN else 1} {THROW_SIGNS[state[0] >> THROW & 7]}"


def _write_side(places: list[int]) -> str:
    # Missing pieces are kept as pieces at home, which is the last place: the first ones are the real ones.
    found = []
    for place in sorted(set(places)):
        number = places.count(place)
        found.append(NAMES[place] + (f"x{number}" if number > 1 else ""))
    return ",".join(found)


def list_pieces(state: State, options: Mapping[str, Any]) -> list[Piece]:
    """Return the pieces of both players, each player's in the order of the notation."""
    sides = split_pieces(state)
    return [
        Piece(NAMES[place], player, str(player))
        for player, places in enumerate(sides, 1)
        for place in places[: options["pieces"]]
    ]


def list_ring_moves(most: int) -> list[int]:
    """Return the codes of all moves on the ring that some throw allows, with up to so many pieces moving together."""
    return [
        source | target << 6 | number << 12
        for source in range(len(NAMES))
        for target in sorted({TARGET[(source * 3 + way) * 8 + throw] for way in range(len(WAYS[source])) for throw in THROWS})
        for number in range(1, 2 if source == RESERVE else most + 1)
    ]


def list_actions() -> list[int]:
    """Return the codes of all moves that may be legal somewhere."""
    return list_ring_moves(PIECES)


def read_move(text: str) -> int:
    """Return the code of a move's text, or raise ValueError."""
    match = MOVE.fullmatch(text)
    if not match or match[1] not in NUMBERS or match[3] not in NUMBERS:
        raise ValueError
    return NUMBERS[match[1]] | NUMBERS[match[3]] << 6 | int(match[2] or 1) << 12


def write_move(code: int) -> Move:
    """Return the move with a code."""
    source, target, number = NAMES[code & 63], NAMES[code >> 6 & 63], code >> 12
    return Move(f"{source}{f'x{number}' if number > 1 else ''}>{target}", code, source, target)
