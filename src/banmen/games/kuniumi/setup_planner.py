"""Planning the setup of Kuniumi: where player 1 puts the pieces, and which faction player 2 takes.

A search of moves cannot look through six placements and a choice. So a setup is planned as a whole: it is worth what player 1,
who moves first, may expect when player 2 has taken the better faction. Plans come from a book of strong setups, which
`bench/find_setups.py` has found; where the pieces placed already fit none of them, random setups that go on from there are
compared, and the best is improved piece by piece. A casual player takes a random setup that is fair enough.

Games may not import engines, so the search that evaluates positions is passed in (`Search`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Protocol

from banmen.core.errors import BanmenError
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, Message
from banmen.core.move import Move
from banmen.games.kuniumi.board import COLUMNS, NAMES, NUMBERS, SIZE, STRIDE
from banmen.games.kuniumi.rules import CHOICE, LAND, ORDER, SEA, phase
from banmen.games.kuniumi.setup_book import BOOK

messages = Catalogue(__name__)

Setup = tuple[int, ...]  # the six spaces in the order of placement: L, S, l, l, s, s

PIECES = len(ORDER)
FORCED_PLIES = 7  # a casual player avoids setups that win by force within so many
UNFAIR_PLIES = 5  # the option `setup=fair` forbids setups that win by force within so many
GLANCE = 2_000  # nodes for a first look at one faction
PROOF_NODES = 200_000
EVEN_ENOUGH = 0.2  # how far from one half the chance of a casual setup may be
DRAWN = 12  # setups drawn before the best of them is improved
TRIES = 40  # for a casual setup
MOST_SETUPS = 1000  # compared for one plan
MOST_KEPT = 64  # casual setups that are remembered


class SetupError(BanmenError):
    """There is nothing to set up or to choose in this position."""

    code = "bad_setup"


class Search(Protocol):
    """The search that planning needs, with a budget of its own."""

    @property
    def over(self) -> bool:
        """Whether the budget is used up."""

    def chance(self, position: Position, nodes: int | None = None) -> float:
        """Return the chance of the player on turn, by so many nodes; by default by half of the budget."""

    def wins_within(self, position: Position, plies: int, nodes: int) -> bool:
        """Return whether the player on turn is found to force a win within so many plies."""


_casual_setups: dict[tuple[Game, Setup, int], Setup] = {}


def choose_faction(position: Position, search: Search) -> Move:
    """Return player 2's better choice of a faction."""
    values = value_factions(position, search)
    return position.game.write_move(SEA if values["sea"] > values["land"] else LAND)


def value_factions(position: Position, search: Search) -> dict[str, float]:
    """Return the chance of player 2 with each faction; each takes half of the budget."""
    _refuse_unless(position, CHOICE, messages("setup.nothing_to_choose"))
    return {name: 1 - search.chance(position.after(code)) for name, code in (("land", LAND), ("sea", SEA))}


def place_piece(position: Position, search: Search, *, seed: int = 0, casual: bool = False, sporting: bool = False) -> Move:
    """Return where player 1 puts the next piece: by a strong plan, or casually by one that does not win by force.

    A sporting player avoids strong plans that the option `setup=fair` would forbid, though they are allowed.

    The same seed gives the same plan from the first placement to the last, unless the budget is given in seconds.
    """
    _refuse_unless(position, None, messages("setup.complete"))
    legal = position.legal_codes()
    rng = random.Random(f"{seed} {casual}")
    fair = sporting or position.game.options["setup"] == "fair"
    plan = _plan_casually(position, rng, search) if casual else _plan_strongly(position, rng, search, fair)
    number = phase(position.state)
    code = plan[number] | ORDER[number] << 6 if plan else -1
    return position.game.write_move(code if code in legal else random.Random(f"{seed} {position.text}").choice(legal))


def value_setup(game: Game, setup: Setup, search: Search, nodes: int | None = None) -> float:
    """Return player 1's chance with a setup when player 2 takes the better faction; `nodes` are for each faction."""
    position = set_up(game, setup)
    return min(search.chance(position.after(code), nodes) for code in (LAND, SEA))


def is_won_by_force(game: Game, setup: Setup, plies: int, search: Search, nodes: int = PROOF_NODES) -> bool:
    """Return whether player 1 is found to win by force within so many plies whichever faction player 2 takes."""
    position = set_up(game, setup)
    return all(search.wins_within(position.after(code), plies, nodes) for code in (LAND, SEA))


def set_up(game: Game, setup: Setup) -> Position:
    """Return the position after the placements of a setup, which are taken to be legal."""
    position = game.with_options(setup="free").start()
    for number, space in enumerate(setup):
        position = position.after(space | ORDER[number] << 6)
    return position


def list_placed(position: Position) -> Setup:
    """Return the spaces of the pieces placed so far, tokens of a kind in the order of the board."""
    rows = position.text.split()[0].split("/")
    spaces: dict[str, list[int]] = {sign: [] for sign in "LSls"}
    for row, line in enumerate(reversed(rows)):
        column = 0
        for sign in line:
            if sign.isdigit():
                column += int(sign)
            else:
                spaces[sign].append(row * STRIDE + column)
                column += 1
    return tuple(space for sign in "LSls" for space in spaces[sign])


def read_setup(text: str) -> Setup:
    """Parse a setup of six spaces, such as `c1 a2 c2 a3 b3 d1`."""
    return tuple(NUMBERS[name] for name in text.split())


def write_setup(setup: Setup) -> str:
    """Return the text of a setup."""
    return " ".join(NAMES[space] for space in setup)


def transform(setup: Setup, symmetry: int) -> Setup:
    """Return the image of a setup under one of the eight symmetries of the board."""
    return tuple(_transform_space(space, symmetry) for space in setup)


def _transform_space(space: int, symmetry: int) -> int:
    row, column = divmod(space, STRIDE)
    if symmetry & 1:
        row, column = column, row
    row = SIZE - 1 - row if symmetry & 2 else row
    column = len(COLUMNS) - 1 - column if symmetry & 4 else column
    return row * STRIDE + column


def _plan_strongly(position: Position, rng: random.Random, search: Search, fair: bool) -> Setup:
    """Return a strong setup that extends the pieces placed, from the book if it has one."""
    game, so_far = position.game, list_placed(position)
    book = list(BOOK[game.options["lines"], fair])
    rng.shuffle(book)
    turns = rng.sample(range(8), 8)
    for text in book:
        for symmetry in turns:
            for plan in _list_orders(transform(read_setup(text), symmetry)):
                if _goes_on(plan, so_far):
                    return plan
    return improve_setup(game.with_options(setup="fair") if fair else game, so_far, rng, search)


def _list_orders(setup: Setup) -> Iterator[Setup]:
    """Return a setup with its tokens of a kind in either order."""
    god, other, *tokens = setup
    for one in (tokens[:2], tokens[1::-1]):
        for two in (tokens[2:], tokens[:1:-1]):
            yield (god, other, *one, *two)


def _goes_on(plan: Setup, so_far: Setup) -> bool:
    """Return whether a plan extends the pieces placed, with tokens of a kind in either order."""
    number = len(so_far)
    parts = ((0, 1), (1, 2), (2, 4), (4, 6))
    return all(set(plan[begin : min(end, number)]) == set(so_far[begin:end]) for begin, end in parts if begin < number)


def improve_setup(game: Game, so_far: Setup, rng: random.Random, search: Search) -> Setup:
    """Compare random setups that extend the pieces placed, and improve the best while the budget lasts."""
    best: Setup = ()
    best_value = -1.0
    for number in range(MOST_SETUPS):
        if best and (search.over or best_value == 1.0):
            break
        setup = draw_setup(game, so_far, rng) if number < DRAWN or not best else _move_one(game, best, len(so_far), rng)
        value = value_setup(game, setup, search, GLANCE) if setup else -1.0
        forbidden = (
            game.options["setup"] == "fair" and value > best_value and is_won_by_force(game, setup, UNFAIR_PLIES, search)
        )
        if value > best_value and not forbidden:
            best, best_value = setup, value
    return best


def draw_setup(game: Game, so_far: Setup, rng: random.Random) -> Setup:
    """Draw a setup that extends the pieces placed; an empty one if a group was closed on the way."""
    free = [space for space in NAMES if space not in so_far]
    return _if_legal(game, (*so_far, *rng.sample(free, PIECES - len(so_far))))


def _move_one(game: Game, setup: Setup, fixed: int, rng: random.Random) -> Setup:
    """Return a setup with one of the pieces that are still to be placed elsewhere; an empty one if that is not legal."""
    spaces = list(setup)
    spaces[rng.randrange(fixed, PIECES)] = rng.choice([space for space in NAMES if space not in setup])
    return _if_legal(game, tuple(spaces))


def _if_legal(game: Game, setup: Setup) -> Setup:
    """Return a setup if none of its placements closes a group, else an empty one."""
    position = game.with_options(setup="free").start()
    for number, space in enumerate(setup):
        code = space | ORDER[number] << 6
        if not game.rules.may_place(position.state, space):
            return ()
        position = position.after(code)
    return setup


def _plan_casually(position: Position, rng: random.Random, search: Search) -> Setup:
    """Return a setup that is fair enough, does not win by force, and extends the pieces placed."""
    so_far, whim = list_placed(position), rng.getrandbits(32)
    whole = _draw_fair_setup(position.game, (), whim, search)
    for plan in _list_orders(whole) if whole else ():
        if _goes_on(plan, so_far):
            return plan
    return _draw_fair_setup(position.game, so_far, whim, search)


def _draw_fair_setup(game: Game, so_far: Setup, seed: int, search: Search) -> Setup:
    """Return a random setup that is about even and not won by force; cached, because every placement needs it."""
    known = (game, so_far, seed)
    if known not in _casual_setups:
        if len(_casual_setups) >= MOST_KEPT:
            del _casual_setups[next(iter(_casual_setups))]
        _casual_setups[known] = _find_fair_setup(game, so_far, random.Random(seed), search)
    return _casual_setups[known]


def _find_fair_setup(game: Game, so_far: Setup, rng: random.Random, search: Search) -> Setup:
    """Draw setups until one is about even and not won by force; the most even one that is not if none is even enough."""
    best: Setup = ()
    best_gap = 1.0
    for _ in range(TRIES):
        setup = draw_setup(game, so_far, rng)
        if not setup:
            continue
        gap = abs(value_setup(game, setup, search, GLANCE) - 0.5)
        if gap < best_gap and not is_won_by_force(game, setup, FORCED_PLIES, search):
            best, best_gap = setup, gap
        if best_gap <= EVEN_ENOUGH:
            break
    return best


def _refuse_unless(position: Position, wanted: int | None, reason: Message) -> None:
    """Raise SetupError unless the pieces are being placed, or the position is in the wanted phase."""
    now = phase(position.state)
    if now != wanted if wanted is not None else now >= CHOICE:
        raise SetupError(reason)
