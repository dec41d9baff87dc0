"""The notation of Kuniumi."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from banmen.core.board import Piece
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.core.notation import Part, read_grid, require_canonical, split_fields, write_grid
from banmen.games.kuniumi.board import BOARD, CELLS, NAMES, NUMBERS, SIZE, STRIDE
from banmen.games.kuniumi.groups import find_closed
from banmen.games.kuniumi.rules import CHOICE, GOD, LAND, PHASE, PLAY, RESULT, SEA, is_unfair, judge, phase
from banmen.kernels.contract import State

messages = Catalogue(__name__)

FIELDS = (messages("field.rows"), messages("field.side_to_act"), messages("field.first_faction"))
SIGNS = "LSls"
ORDER = "LSllss"
PLACES = tuple(NUMBERS)
ACTS = ("setup", "choose", "l", "s")


def read(text: str, options: int) -> State:
    """Return the state of a text. `options` are the state's option bits."""
    rows, act, first = split_fields(text, FIELDS)
    grid = read_grid(rows, SIZE, SIGNS)
    doing = act.one_of(FIELDS[1], ACTS)
    factions = first.one_of(FIELDS[2], ("-", "l", "s"))
    land, sea = _read_side(grid, "L", "l"), _read_side(grid, "S", "s")
    placed = "".join(sorted(grid.values(), key=ORDER.index))
    if doing < 2:
        _check_setup(placed, rows, act, first)
        number = CHOICE if doing == 1 else len(placed)
        state = (land, sea, options | number << PHASE)
    else:
        faction, mine = doing - 2, factions - 1
        _check_counts(placed, faction, mine, rows, first)
        both = (sea, land) if faction else (land, sea)
        rest = options | PLAY << PHASE | faction | mine << 1
        state = (*both, rest | judge(*both, rest, BOARD) << RESULT)
    if len(placed) <= len(ORDER) and find_closed(land, sea, BOARD):
        raise rows.error(messages("notation.closed_group"))
    require_canonical(text, write(state))
    return state


def _read_side(grid: dict[tuple[int, int], str], god: str, token: str) -> int:
    side = 0
    for (column, row), sign in grid.items():
        cell = row * STRIDE + column
        if sign in (god, token):
            side |= 1 << cell
        if sign == god:
            side |= cell << GOD
    return side


def _check_setup(placed: str, rows: Part, act: Part, first: Part) -> None:
    whole = act.text == "choose"
    if not (placed == ORDER if whole else ORDER.startswith(placed) and placed != ORDER):
        needed = messages("notation.full_setup") if whole else messages("notation.part_of_setup")
        raise rows.error(messages("notation.setup_pieces", needed=needed))
    if first.text != "-":
        raise first.error(messages("notation.faction_too_early"))


def _check_counts(placed: str, faction: int, mine: int, rows: Part, first: Part) -> None:
    """Refuse a board in play unless each side has its God and the tokens that alternate moves give."""
    if first.text == "-":
        raise first.error(messages("notation.faction_missing"))
    if placed.count("L") != 1 or placed.count("S") != 1:
        raise rows.error(messages("notation.one_god"))
    counts = (placed.count("l"), placed.count("s"))
    ahead = 0 if faction == mine else 1
    if counts[mine] - counts[1 - mine] != ahead or min(counts) < 2:
        raise rows.error(messages("notation.token_counts", land=counts[0], sea=counts[1], first="ls"[mine]))


def is_unfair_setup(state: State) -> bool:
    """Return whether a state is a finished setup, with or without the choice made, that gives player 1 a forced win."""
    if ((state[0] | state[1]) & BOARD).bit_count() != len(ORDER):
        return False
    land, sea = (state[1], state[0]) if state[2] & 1 else (state[0], state[1])
    return is_unfair((land, sea, state[2] >> RESULT << RESULT | CHOICE << PHASE))


@lru_cache(maxsize=256)
def list_signs(state: State) -> Mapping[tuple[int, int], str]:
    """Return the piece on each occupied space, by (column, row)."""
    swapped = phase(state) == PLAY and state[2] & 1
    land, sea = (state[1], state[0]) if swapped else (state[0], state[1])
    found = {}
    for cell in CELLS:
        for side, god, token in ((land, "L", "l"), (sea, "S", "s")):
            if side >> cell & 1:
                found[cell % STRIDE, cell // STRIDE] = god if side >> GOD == cell else token
    return found


def list_pieces(state: State, _options: Mapping[str, Any]) -> list[Piece]:
    """Return the Gods and tokens, without owners before the factions are chosen."""
    first = state[2] >> 1 & 1
    owners = {"l": 1 + first, "s": 2 - first} if phase(state) == PLAY else {}
    return [
        Piece(NAMES[row * STRIDE + column], owners.get(sign.lower()), sign) for (column, row), sign in list_signs(state).items()
    ]


def list_actions() -> list[int]:
    """Return the codes of all moves that may be legal somewhere: moves, placements, and the choice of a faction."""
    return [cell | piece << 6 for piece in range(len(SIGNS) + 1) for cell in CELLS] + [LAND, SEA]


def write(state: State) -> str:
    """Return the text of a state."""
    rows = write_grid(list_signs(state), SIZE)
    if phase(state) < PLAY:
        return f"{rows} {'choose' if phase(state) == CHOICE else 'setup'} -"
    return f"{rows} {'ls'[state[2] & 1]} {'ls'[state[2] >> 1 & 1]}"


def read_move(text: str) -> int:
    """Return the code of a move's text, or raise ValueError."""
    if text in ("land", "sea"):
        return LAND if text == "land" else SEA
    piece, at, name = text.rpartition("@")
    if name not in NUMBERS or bool(at) != (len(piece) == 1 and piece in SIGNS):
        raise ValueError
    return NUMBERS[name] | (SIGNS.index(piece) + 1 << 6 if at else 0)


def write_move(code: int) -> Move:
    """Return the move with a code."""
    if code >= LAND:
        return Move("land" if code == LAND else "sea", code)
    name = NAMES[code & 63]
    return Move(f"{SIGNS[(code >> 6) - 1]}@{name}" if code >> 6 else name, code, None, name)
