"""The sides of every game are treated alike: a position seen from the other side has the same future."""

import re
from collections.abc import Callable

import pytest

import banmen
from banmen.kernels.contract import CHANCE
from tests.common.loops import some
from tests.contract.variants import VARIANTS, make, name_of, random_game

Mirror = Callable[[str], str]
ROTATED = {"^": "v", "v": "^", "<": ">", ">": "<", "W": "B", "B": "W"}
SWAPPED = {"L": "S", "S": "L", "l": "s", "s": "l"}


def swap_sides(text: str) -> str:
    sides, turn, throw = text.split()
    first, second = sides.split("/")
    return f"{second}/{first} {3 - int(turn)} {throw}"


def swap_factions(text: str) -> str:
    rows, act, first = text.split()
    return " ".join(["".join(SWAPPED.get(sign, sign) for sign in rows), SWAPPED.get(act, act), SWAPPED.get(first, first)])


def turn_board(text: str) -> str:
    """Rotate Kuniumi's board by a quarter turn: columns become rows."""
    rows, act, first = text.split()
    grid = [list(re.sub(r"\d", lambda run: "." * int(run[0]), row)) for row in rows.split("/")]
    turned = ["".join(column) for column in zip(*grid[::-1], strict=True)]
    return f"{'/'.join(re.sub(r'[.]+', lambda run: str(len(run[0])), row) for row in turned)} {act} {first}"


def turn_round(text: str) -> str:
    """Look at Qubism from the other side of the table: half a turn, colours swapped."""
    rows, supply, turn = text.split()
    return f"{''.join(ROTATED.get(sign, sign) for sign in reversed(rows))} {supply} {'b' if turn == 'w' else 'w'}"


def next_seat(text: str) -> str:
    """Move everybody one seat on: A becomes B, the last player A. The teams must stay the same."""
    points, reserve, home, teams, turn, throw = text.split()
    letters = sorted(teams.replace("|", ""))
    onward = dict(zip(letters, letters[1:] + letters[:1], strict=True))

    def moved(owners: str) -> str:
        return "".join(onward.get(letter, letter) for letter in owners)

    stacks = [stack.split(":") for stack in points.split(",") if points != "-"]
    places = ",".join(f"{place}:{moved(owners)}" for place, owners in stacks) or "-"
    counts = [",".join([*numbers.split(",")[-1:], *numbers.split(",")[:-1]]) for numbers in (reserve, home)]
    groups = sorted("".join(sorted(moved(group))) for group in teams.split("|"))
    return f"{places} {counts[0]} {counts[1]} {'|'.join(groups)} {moved(turn)} {throw}"


def mirrors(game: banmen.Game) -> list[Mirror]:
    """Return the symmetries of a game."""
    if game.name in ("kariuchi", "holes58"):
        return [swap_sides]
    if game.name == "kuniumi":
        return [swap_factions, turn_board]
    return [next_seat] if game.name == "moontrek" else [turn_round]


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_a_position_seen_from_the_other_side_has_the_same_future(variant: tuple[str, dict[str, object]]) -> None:
    game = make(variant)
    for position in some(list(random_game(game, 21))[::7]):
        if game.name == "kuniumi" and "setup" in position.text:
            continue  # the order of the placements is not symmetric
        if position.over and position.past:
            continue  # ended by repetition, which the text does not show
        position = game.position(position.text)
        for mirror in mirrors(game):
            other = game.position(mirror(position.text))
            assert other.over == position.over
            assert len(other.legal_codes()) == len(position.legal_codes())
            assert other.perft(2) == position.perft(2)


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_the_same_winner_seen_from_the_other_side(variant: tuple[str, dict[str, object]]) -> None:
    game = make(variant)
    for seed in range(4):
        last = list(random_game(game, seed))[-1]
        if last.past:
            continue  # ended by repetition, which the text does not show
        other = game.position(mirrors(game)[0](last.text))
        assert last.winner is not None
        assert other.winner is not None
        if game.name == "moontrek":
            assert len(other.winner) == len(last.winner)
        elif game.name == "kuniumi":  # the factions have swapped owners as well
            assert other.winner == last.winner
        else:
            assert set(last.winner) | set(other.winner) in (set(game.players), set())


def test_qubism_is_a_race_of_equals_but_for_the_first_move() -> None:
    game = banmen.game("qubism")
    assert turn_round(game.start().text) == "2B2/5/5/5/2W2 9 b"
    assert game.start().kind != CHANCE
