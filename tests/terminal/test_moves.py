from __future__ import annotations

from typing import Any

import pytest

import banmen
from banmen.presentation.motion import describe_move


def say(game: str, text: str, move: str, lang: str = "en", **options: Any) -> str:
    position = banmen.game(game, **options).position(text)
    return describe_move(position, position.find(move), lang).words


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("Rx2,5,A/Rx3,12 1 3", "R>3", "a new piece comes in"),
        ("Rx2,5,A/Rx3,12 1 3", "5>5c", "turn in towards the centre"),
        ("Rx2,5,A/Rx3,12 1 3", "5>8", ""),
        ("Rx2,5,A/Rx2,8x2 1 3", "5>8", "sends 2 pieces back"),
        ("Rx2,5,8/Rx4 1 3", "5>8", "stack up"),
        ("Rx2,5x2/Rx3,8 1 3", "5x2>8", "2 together, sends a piece back"),
        ("Rx2,5,A/Rx3,12 1 3", "A>25a", "out towards 25"),
        ("Rx3,5b/Rx4 1 2", "5b>A", "onto the centre"),
        ("Rx3,5b/Rx4 1 3", "5b>20c", "across the centre"),
        ("Rx3,30/Rx4 1 1", "30>H", "home"),
        ("30,Hx3/Rx4 1 1", "30>H", "home, wins!"),
        ("Rx3,5/Rx4 1 4", "5>9", ""),
    ],
)
def test_kariuchi(text: str, move: str, words: str) -> None:
    assert say("kariuchi", text, move) == words


def test_a_bonus_throw_is_told() -> None:
    assert say("kariuchi", "Rx3,5/Rx3,8 1 3", "5>8", hit_bonus="ring") == "sends a piece back, throw again"
    assert say("moontrek", "5:A,8:B 3,3 0,0 A|B A 3", "5>8") == "sends a piece back, throw again"
    assert say("moontrek", "5:A,8:B 3,3 0,0 A|B A 3", "5>8", "ja") == "どんでん返し（コマ1個）、もう一度投げる"
    assert say("moontrek", "5:A,8:C 3,4,3 0,0,0 AC|B A 3", "5>8") == "stack up"


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("1;0;4/1;0;4 1 5", "1>20", "along the line"),
        ("10,14;0;3/1;0;4 1 1", "10>11", ""),
        ("10,14;0;3/1;0;4 1 1", "14>15", "a new piece comes in, throw again"),
        ("28;0;4/1;0;4 1 2", "28>S", "into the Shen hole: the other's rearmost piece leaves, a new piece comes in"),
        ("28;0;0/1;0;0 1 2", "28>S", "into the Shen hole: the other's rearmost piece leaves, wins!"),
        ("5;1;0/1;0;4 1 1", "collect", "take pieces out of the Shen hole"),
        ("28;0;0/1;0;4 1 3", "pass", "nothing can move"),
    ],
)
def test_holes58(text: str, move: str, words: str) -> None:
    assert say("holes58", text, move) == words


def test_kuniumi() -> None:
    assert say("kuniumi", "6/6/6/6/6/6 setup -", "L@c3") == "Earth God on c3"
    assert say("kuniumi", "6/6/6/ls4/S1l3/1Ls3 choose -", "land") == "choose Land"
    position = banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -").play("land")
    move = position.legal_moves()[0]
    assert describe_move(position, move, "ja").words.startswith(f"神を{move.target}へ")


def test_qubism() -> None:
    assert say("qubism", "2B2/5/5/5/2W2 9 w", "c2") == "pawn to c2"
    assert say("qubism", "2B2/5/5/5/2W2 9 w", "b3^") == "new cube on b3, arrow towards b4"
    assert say("qubism", "2B2/5/1^3/5/2W2 8 w", "b3-b5") == "cube from b3 to b5"
    assert say("qubism", "B4/2W2/5/5/5 9 w", "c5") == "pawn to c5, wins!"
