"""The positions with forced wins are correct."""

import random

import pytest

import banmen
from banmen.engine.interface import Budget
from banmen.engine.search.proof import shortest_win
from bench import tactics
from tests.common.loops import some

ENOUGH = 200


def forced(position: banmen.Position, plies: int, player: int | str) -> bool:
    """Determine by brute force whether a player wins within some number of plies."""
    if position.over:
        return position.winner == (player,)
    if plies <= 0:
        return False
    results = (forced(position.after(code), plies - 1, player) for code in position.legal_codes())
    return any(results) if position.turn == player else all(results)


@pytest.mark.parametrize("name", tactics.GAMES)
def test_there_are_enough_positions_and_no_two_are_alike(name: str) -> None:
    found = tactics.read(name)
    assert len(found) >= ENOUGH
    assert {tactic.plies for tactic in found} == set(tactics.WANTED[name])
    seen: set[str] = set()
    for tactic in found:
        assert not tactics.list_images(tactic.position) & seen
        assert tactic.position.text in tactics.list_images(tactic.position)
        seen.add(tactic.position.text)


@pytest.mark.parametrize("name", tactics.GAMES)
def test_some_of_them_are_proven_again(name: str) -> None:
    for tactic in some(random.Random(1).sample(tactics.read(name), 12)):
        win = shortest_win(tactic.position, tactics.LONGEST, Budget(nodes=2_000_000), memory=4)
        assert win is not None
        assert win.plies == tactic.plies
        assert tuple(move.text for move in win.moves) == tactic.moves


@pytest.mark.parametrize("name", tactics.GAMES)
def test_wins_within_three_plies_are_those_that_brute_force_finds(name: str) -> None:
    short = [tactic for tactic in tactics.read(name) if tactic.plies <= 3 and len(tactic.position.legal_codes()) <= 25]
    for tactic in some(short[::4]):
        player = tactic.position.turn
        winning = [
            move.text for move in tactic.position.legal_moves() if forced(tactic.position.play(move), tactic.plies - 1, player)
        ]
        assert tuple(winning) == tactic.moves
        assert not forced(tactic.position, tactic.plies - 2, player)
