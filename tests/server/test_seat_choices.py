"""The names of computer players, those of earlier versions included."""

from __future__ import annotations

import pytest

import banmen
from banmen.server.seat_choices import VISITOR_PLAYERS, name_opponent

GAME = banmen.game("qubism")


@pytest.mark.parametrize(
    ("who", "name"),
    [("level:3", "Level 3"), ("strongest:0.5s", "Strongest, 0.5 s a move"), ("random", "Computer (any move)")],
)
def test_players_have_names(who: str, name: str) -> None:
    assert VISITOR_PLAYERS.name_player(who, GAME, "en").startswith(name)
    assert name_opponent(who, "en") == name


@pytest.mark.parametrize("who", ["strongest:1_0s", "strongest:  5s", "strongest:١s", "level:007"])
def test_numbers_that_earlier_versions_stored_are_shown_although_nobody_may_choose_them_now(who: str) -> None:
    assert VISITOR_PLAYERS.find_problem("b", who, GAME) is not None
    assert who.partition(":")[2] in VISITOR_PLAYERS.name_player(who, GAME, "en")
    assert who.partition(":")[2] in name_opponent(who, "en")
