"""Positions set up by hand."""

import pytest

import banmen
from banmen.core.errors import NotationError
from banmen.presentation.board_editor import move_piece

SHIFTS = [
    ("kariuchi", "Rx2,5,A/Rx3,12 1 3", "1", "A", "5", "Rx2,5x2/Rx3,12 1 3"),
    ("kariuchi", "Rx2,5,A/Rx3,12 1 3", "2", "R", "H", "Rx2,5,A/Rx2,12,H 1 3"),
    ("moontrek", "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3", "A", "5", "7", "5:AC,7:A,12:B 2,3,3,4 0,0,0,0 AC|BD A 3"),
    ("moontrek", "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3", "D", "R", "12", "5:AAC,12:BD 2,3,3,3 0,0,0,0 AC|BD A 3"),
    ("holes58", "1;0;4/1;0;4 1 -", "2", "hand", "S", "1;0;4/1;1;3 1 -"),
    ("holes58", "1,8;0;3/1;0;4 1 2", "1", "8", "hand", "1;0;4/1;0;4 1 2"),
    ("kuniumi", "6/2l1s1/2L3/2S1l1/1s4/6 choose -", "L", "c4", "a1", "6/2l1s1/6/2S1l1/1s4/L5 choose -"),
    ("qubism", "2B2/5/5/5/2W2 9 w", "cube", "supply", "b3", "2B2/5/1^3/5/2W2 8 w"),
    ("qubism", "2B2/5/1^3/5/2W2 8 w", "cube", "b3", "b3", "2B2/5/1>3/5/2W2 8 w"),
    ("qubism", "2B2/5/1^3/5/2W2 8 w", "cube", "b3", "supply", "2B2/5/5/5/2W2 9 w"),
    ("qubism", "2B2/5/1^3/5/2W2 8 w", "w", "c1", "c1", "2B2/5/1^3/5/2W2 8 w"),
]


@pytest.mark.parametrize(("game", "text", "piece", "source", "target", "after"), SHIFTS)
def test_a_piece_is_put_elsewhere(game: str, text: str, piece: str, source: str, target: str, after: str) -> None:
    options = {"teams": "2-2"} if game == "moontrek" else {}
    assert move_piece(banmen.game(game, **options).position(text), piece, source, target).text == after


@pytest.mark.parametrize(
    ("game", "piece", "source", "target"),
    [
        ("kariuchi", "1", "5", "6"),
        ("kariuchi", "1", "R", "99"),
        ("moontrek", "A", "H", "3"),
        ("moontrek", "A", "7", "3"),
        ("moontrek", "A", "R", "nowhere"),
        ("holes58", "1", "2", "3"),
        ("holes58", "1", "hand", "1"),
        ("holes58", "1", "S", "2"),
        ("holes58", "1", "1", "30"),
        ("kuniumi", "l", "a1", "a2"),
        ("qubism", "w", "c1", "c5"),
        ("qubism", "w", "c1", "supply"),
        ("qubism", "w", "c1", "z9"),
        ("qubism", "cube", "b3", "b4"),
    ],
)
def test_what_cannot_be_is_refused(game: str, piece: str, source: str, target: str) -> None:
    with pytest.raises(NotationError):
        move_piece(banmen.game(game).start(), piece, source, target)


def test_an_empty_supply_gives_nothing() -> None:
    start = banmen.game("qubism", cubes=1).position("2B2/5/1^3/5/2W2 0 w")
    with pytest.raises(NotationError):
        move_piece(start, "cube", "supply", "a1")
