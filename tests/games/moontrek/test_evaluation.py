"""The evaluation of Moon Trek agrees with obvious advantages."""

from typing import Any

import pytest

import banmen
from banmen.games.moontrek.rules import SEAT
from tests.common.loops import some
from tests.contract.variants import random_game

OPTIONS = [{"players": 2}, {"players": 3}, {}, {"teams": "2-2"}, {"teams": "2-1"}, {"teams": "2-1-1"}, {"teams": "3-1"}]


@pytest.mark.parametrize("options", OPTIONS)
def test_chances_are_shared_out_between_teams_and_do_not_depend_on_the_seat(options: dict[str, Any]) -> None:
    game = banmen.game("moontrek", **options)
    groups = [[str(player) for player in team] for team in game.teams]
    for position in some(random_game(game, 3)):
        if position.throws():
            chances = dict(zip("ABCD", game.plain.chances(position.state), strict=True))
            assert sum(chances[group[0]] for group in groups) == pytest.approx(1)
            assert all(chances[letter] == chances[group[0]] for group in groups for letter in group)
            assert all(chances[letter] == 0 for letter in "ABCD" if letter not in game.players)
            words, rest = position.state[:4], position.state[4]
            seat = rest >> SEAT & 3
            turned = (*words, rest & ~(3 << SEAT) | (seat + 1 & 3) << SEAT)
            moved = game.plain.chances(turned)
            assert [moved[seat + 1 & 3] for seat in range(4)] == pytest.approx(list(chances.values()))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("20:A 3,4,4,4 0,0,0,0 A|B|C|D B -", "- 4,4,4,4 0,0,0,0 A|B|C|D B -"),  # on the way
        ("3:B,7:C 4,3,3,4 0,0,0,0 A|B|C|D A -", "25:B,27:C 4,3,3,4 0,0,0,0 A|B|C|D A -"),  # others far from home
        ("20:C 4,4,3,4 0,0,0,0 AC|BD B -", "20:D 4,4,4,3 0,0,0,0 AC|BD B -"),  # a team mate on the way, not an opponent
    ],
)
def test_what_is_better_for_a_counts_more(better: str, worse: str) -> None:
    game = banmen.game("moontrek")
    positions = [game.position(text) for text in (better, worse)]
    first, second = (position.game.plain.chances(position.state)[0] for position in positions)
    assert first > second
