"""The notation of Moon Trek. Moves are written as in Kariuchi."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from banmen.core.board import Piece
from banmen.core.messages import Catalogue
from banmen.core.notation import THROW_SIGNS, Part, require_canonical, split_fields
from banmen.games.kariuchi.board import HOME, NAMES, NUMBERS, RESERVE
from banmen.games.kariuchi.notation import PLACES as PLACES
from banmen.games.kariuchi.notation import list_ring_moves
from banmen.games.kariuchi.notation import read_move as read_move  # moves are written the same way
from banmen.games.kariuchi.notation import write_move as write_move
from banmen.games.moontrek.rules import ALL_HOME, BONUS, FIELD, PIECES, PLACE, SEAT, THROW, pass_turn
from banmen.kernels.contract import State

messages = Catalogue(__name__)

FIELDS = (
    messages("field.points"),
    messages("field.reserve"),
    messages("field.home"),
    messages("field.teams"),
    messages("field.turn"),
    messages("field.throw"),
)
LETTERS = "ABCD"
Stacks = dict[int, str]


def read_teams(text: str) -> str:
    """Return a split of the players into teams, or raise ValueError; its groups are in order of their first letters."""
    letters = sorted(text.replace("|", ""))
    groups = text.split("|")
    whole = letters == list(LETTERS[: len(letters)])
    if not whole or len(groups) < 2 or not all(groups) or groups != sorted("".join(sorted(group)) for group in groups):
        raise ValueError
    return text


def pack_teams(teams: str) -> int:
    """Return the team numbers, two bits per seat; an empty seat is a team of its own."""
    groups = teams.split("|")
    bits = 0
    for seat, letter in enumerate(LETTERS):
        number = next((index for index, group in enumerate(groups) if letter in group), seat)
        bits |= number << 2 * seat
    return bits


def read(text: str, pieces: int, bonus: int) -> tuple[str, State]:
    """Return the teams and the state of a text, for a game with so many pieces a player."""
    parts = split_fields(text, FIELDS)
    points, reserve, home, teams, turn, throw = parts
    try:
        read_teams(teams.text)
    except ValueError:
        raise teams.error(messages("notation.teams")) from None
    players = len(teams.text.replace("|", ""))
    waiting, done = (_read_counts(part, players, pieces) for part in (reserve, home))
    stacks = _read_points(points, teams.text)
    seat = turn.one_of(FIELDS[4], tuple(LETTERS[:players]))
    value = throw.one_of(FIELDS[5], THROW_SIGNS)
    words = []
    for letter, in_reserve, at_home in zip(LETTERS, waiting, done, strict=False):
        number = in_reserve + at_home + sum(owners.count(letter) for owners in stacks.values())
        if number != pieces:
            raise points.error(messages("notation.piece_count_of_player", letter=letter, number=number, pieces=pieces))
        words.append(_pack_player(letter, stacks, in_reserve))
    state = _pack_state(words, pack_teams(teams.text), seat, value, bonus)
    _refuse_wrong_turn(state, words, teams, turn, throw)
    require_canonical(text, write(state, pieces, teams.text))
    return teams.text, state


def _read_counts(part: Part, players: int, pieces: int) -> list[int]:
    counts = part.split(",")
    if len(counts) != players:
        raise part.error(messages("notation.number_for_each", players=players))
    return [count.number(messages("field.piece_count"), pieces) for count in counts]


def _read_points(part: Part, teams: str) -> Stacks:
    """Return the owners on each place, bottom to top."""
    stacks: Stacks = {}
    for item in part.split(",") if part.text != "-" else []:
        name, colon, owners = item.text.partition(":")
        place = NUMBERS.get(name, RESERVE)
        if not colon or place in (RESERVE, HOME):
            raise item.error(messages("notation.point"))
        if stacks and place <= max(stacks):
            raise item.error(messages("notation.point_order", name=name))
        if not owners or not set(owners) <= set(teams) - {"|"}:
            raise item.error(messages("notation.owners"))
        if not any(set(owners) <= set(group) for group in teams.split("|")):
            raise item.error(messages("notation.two_teams_on_point", name=name))
        stacks[place] = owners
    return stacks


def _pack_player(letter: str, stacks: Stacks, in_reserve: int) -> int:
    """Return a player's word: the reserve, the pieces by place and height, and the rest home."""
    found = [RESERVE] * in_reserve
    for place, owners in stacks.items():
        found += [place << PLACE | level for level, owner in enumerate(owners) if owner == letter]
    found += [HOME << PLACE] * (PIECES - len(found))
    return sum(piece << 10 * index for index, piece in enumerate(found))


def _pack_state(words: list[int], teams: int, seat: int, value: int, bonus: int) -> State:
    words = words + [ALL_HOME] * (4 - len(words))
    state: State = (*words, teams | bonus << BONUS)
    for _ in range(seat):
        state = pass_turn(state)
    return (*state[:4], state[4] | value << THROW)


def _refuse_wrong_turn(state: State, words: list[int], teams: Part, turn: Part, throw: Part) -> None:
    """Raise NotationError unless the player on turn has something to move or has just won."""
    winning = [group for group in teams.text.split("|") if all(words[LETTERS.index(letter)] == ALL_HOME for letter in group)]
    if len(winning) > 1 or (winning and turn.text not in winning[0]):
        raise turn.error(messages("notation.winners_keep_turn"))
    if winning and throw.text != "-":
        raise throw.error(messages("notation.throw_after_end"))
    if not winning and state[0] == ALL_HOME:
        raise turn.error(messages("notation.home_is_skipped", player=turn.text))


def list_seats(state: State) -> list[int]:
    """Return the words of the pieces by seat, A's first."""
    first = state[4] >> SEAT & 3
    return [state[seat - first & 3] for seat in range(4)]


@lru_cache(maxsize=256)
def list_stacks(state: State, players: int) -> Mapping[int, str]:
    """Return the owners on each occupied place of the board, bottom to top; cached for drawing and describing."""
    found: dict[int, dict[int, str]] = {}
    for letter, word in list(zip(LETTERS, list_seats(state), strict=True))[:players]:
        for index in range(PIECES):
            piece = word >> 10 * index & FIELD
            if piece >> PLACE not in (RESERVE, HOME):
                found.setdefault(piece >> PLACE, {})[piece & 15] = letter
    return {place: "".join(found[place][level] for level in sorted(found[place])) for place in sorted(found)}


def count_pieces_off(state: State, players: int, place: int, pieces: int) -> list[int]:
    """Return how many pieces each player has in the reserve or at home."""
    missing = PIECES - pieces if place == HOME else 0
    return [
        sum(word >> 10 * index + PLACE & 63 == place for index in range(PIECES)) - missing
        for word in list_seats(state)[:players]
    ]


def list_pieces(state: State, options: Mapping[str, Any]) -> list[Piece]:
    """Return all pieces: the reserves, the stacks from the bottom to the top, and those at home."""
    players, pieces = options["players"], options["pieces"]
    found = _list_off_board(state, players, RESERVE, pieces)
    for place, owners in list_stacks(state, players).items():
        found += [Piece(NAMES[place], owner, owner) for owner in owners]
    return found + _list_off_board(state, players, HOME, pieces)


def _list_off_board(state: State, players: int, place: int, pieces: int) -> list[Piece]:
    counts = count_pieces_off(state, players, place, pieces)
    return [Piece(NAMES[place], letter, letter) for letter, number in zip(LETTERS, counts, strict=False) for _ in range(number)]


def list_actions() -> list[int]:
    """Return the codes of all moves that may be legal somewhere: a team of three may move twelve pieces together."""
    return list_ring_moves(3 * PIECES)


def write(state: State, pieces: int, teams: str) -> str:
    """Return the text of a state of a game with so many pieces a player."""
    players = len(teams.replace("|", ""))
    points = ",".join(f"{NAMES[place]}:{owners}" for place, owners in list_stacks(state, players).items()) or "-"
    counts = [",".join(map(str, count_pieces_off(state, players, place, pieces))) for place in (RESERVE, HOME)]
    letter = LETTERS[state[4] >> SEAT & 3]
    return f"{points} {counts[0]} {counts[1]} {teams} {letter} {THROW_SIGNS[state[4] >> THROW & 7]}"
