"""The effects of moves as the page gets them: over whole random games of every kind."""

import pytest

import banmen
from banmen.presentation.motion import describe_move
from tests.common.loops import some
from tests.contract.variants import random_game

SEEDS = range(3)


@pytest.mark.parametrize("name", banmen.names())
def test_every_legal_move_of_a_game_is_told(name: str) -> None:
    for seed in SEEDS:
        for position in some(random_game(banmen.game(name), seed)):
            for move in position.legal_moves():
                told = describe_move(position, move, "en")
                for motion in told.motion:
                    assert motion.number > 0
                    assert motion.path
                if move.target and told.source:
                    assert told.motion[0].path[0] == told.source
                assert ("win" in told.effects) == (position.turn in (position.after(move.code).winner or ()))


@pytest.mark.parametrize("name", banmen.names())
def test_no_two_legal_moves_look_the_same(name: str) -> None:
    """Source, target and choice together determine one move."""
    for seed in SEEDS:
        for position in some(random_game(banmen.game(name, **({"tip": "either"} if name == "qubism" else {})), seed)):
            moves = position.legal_moves()
            seen = {
                (told.source, move.target, told.choice or move.text)
                for move in moves
                for told in [describe_move(position, move, "ja")]
            }
            picked = {
                (describe_move(position, move, "ja").source, move.target, describe_move(position, move, "ja").choice)
                for move in moves
            }
            assert len(seen) == len(moves)
            assert len(picked) == len(moves) or all(move.target is None for move in moves)


@pytest.mark.parametrize(
    ("game", "text", "move", "ways"),
    [
        ("kariuchi", "Rx2,5x2/Rx3,8 1 3", "5x2>8", [("1", 2, "5 6 7 8", "walk"), ("2", 1, "8 R", "capture")]),
        ("kariuchi", "Rx3,29/Rx4 1 4", "29>H", [("1", 1, "29 30 H", "home")]),
        ("kariuchi", "Rx4/Rx4 1 3", "R>3", [("1", 1, "R 1 2 3", "enter")]),
        (
            "moontrek",
            "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3",
            "5x2>8",
            [("A", 1, "5 6 7 8", "walk"), ("C", 1, "5 6 7 8", "walk")],
        ),
        ("holes58", "1;0;4/1;0;4 1 5", "1>20", [("1", 1, "1 2 3 4 5 6", "walk"), ("1", 1, "6 20", "warp")]),
        (
            "holes58",
            "28;0;4/1;0;4 1 2",
            "28>S",
            [
                ("1", 1, "28 29 S", "walk"),
                ("2", 1, "1 out", "capture"),
                ("1", 1, "hand 1", "enter"),
                ("2", 1, "hand 1", "enter"),
            ],
        ),
        ("holes58", "5;1;0/1;0;4 1 1", "collect", [("1", 1, "S hand", "take")]),
        ("kuniumi", "6/6/6/6/6/6 setup -", "L@c3", [("L", 1, "supply c3", "place")]),
        ("qubism", "2B2/5/1^3/5/2W2 8 w", "b3-b5", [("cube", 1, "b3 b4 b5", "slide"), ("cube", 1, "b5", "tip")]),
        ("qubism", "2B2/5/5/5/2W2 9 w", "c2", [("w", 1, "c1 c2", "walk")]),
        ("qubism", "2B2/5/5/5/2W2 9 w", "b3^", [("cube", 1, "supply b3", "place")]),
    ],
)
def test_motions(game: str, text: str, move: str, ways: list[tuple[str, int, str, str]]) -> None:
    position = banmen.game(game).position(text)
    told = describe_move(position, position.find(move), "en").motion
    assert [(way.piece, way.number, " ".join(way.path), way.how) for way in told] == ways


def test_the_god_leaves_a_token_behind() -> None:
    position = banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -").play("land")
    told = describe_move(position, position.legal_moves()[0], "en")
    assert told.source == "a2"
    assert [(way.piece, way.how) for way in told.motion] == [("S", "slide"), ("s", "place")]
    assert told.motion[1].path[-1] == "a2"
