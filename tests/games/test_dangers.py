"""Pieces in danger: checked against the slow rulebooks over random games, and in words."""

from __future__ import annotations

import re
from itertools import islice
from math import prod

import pytest

import banmen
from banmen.core.sticks import probability
from banmen.games.kariuchi.words import place_name
from banmen.presentation.dangers import find_dangers
from tests.common.loops import some
from tests.contract.variants import random_game
from tests.reference import holes58, kuniumi, qubism, ring

CHANCE = {value: probability(value, 0.5) for value in range(1, 6)}


def read_percentages(words: str) -> dict[str, int]:
    """Return the places with their percentages in a sentence."""
    first = words.split(".")[0].partition(": ")[2]
    return {place: int(chance) for place, chance in re.findall(r"([^,]+?) \((\d+)%\)(?:, )?", first)}


def reachable(place: str, enemy: set[str], value: int) -> bool:
    return any(place in ring.targets(piece, value) for piece in enemy)


def sides_of(text: str) -> list[set[str]]:
    return [{item.partition("x")[0] for item in side.split(",")} - {"H"} for side in text.split(" ")[0].split("/")]


def test_pieces_of_kariuchi_fear_every_throw_that_strikes_them() -> None:
    for position in some(islice(random_game(banmen.game("kariuchi"), 5), 0, 120, 4)):
        if position.over:
            continue
        seat = int(position.turn) - 1
        both = sides_of(position.text)
        own, enemy = both[seat] - {"R"}, both[1 - seat]
        expected = {place: sum(p for value, p in CHANCE.items() if reachable(place, enemy, value)) for place in own}
        expected = {place: chance for place, chance in expected.items() if chance}
        found = find_dangers(position, "en")
        assert set(found.places) == set(expected)
        assert read_percentages(found.words) == {
            place_name(place, "en"): round(100 * chance) for place, chance in expected.items()
        }


def test_in_moon_trek_every_other_animal_throws_once_and_mates_are_no_danger() -> None:
    for position in some(islice(random_game(banmen.game("moontrek", teams="2-2"), 3), 40, 200, 16)):
        team = "AC" if str(position.turn) in "AC" else "BD"
        fields = position.text.split(" ")
        points = dict(item.split(":") for item in fields[0].split(",") if item != "-")
        waiting = dict(zip("ABCD", fields[1].split(","), strict=True))
        expected = {}
        for place in [place for place, owners in points.items() if set(owners) <= set(team)]:
            safe = [1.0]
            for enemy in set("ABCD") - set(team):
                pieces = {at for at, owners in points.items() if enemy in owners} | ({"R"} if waiting[enemy] != "0" else set())
                safe.append(1 - sum(p for value, p in CHANCE.items() if reachable(place, pieces, value)))
            expected[place] = 1 - prod(safe)
        assert set(find_dangers(position, "en").places) == {place for place, chance in expected.items() if chance > 0}


def test_in_58_holes_the_rearmost_piece_fears_the_shen_hole() -> None:
    dangers = 0
    for position in random_game(banmen.game("holes58"), 8):
        table = holes58.Rules().read(position.text)
        own, enemy = table.sides[table.turn - 1], table.sides[2 - table.turn]
        if position.over or not own.lane:
            continue
        ready = [value for value in CHANCE if 30 - value in enemy.lane and not any(hole > 30 - value for hole in enemy.lane)]
        chance = sum(CHANCE[value] for value in ready)
        found = find_dangers(position, "en")
        assert found.places == ((str(min(own.lane)),) if chance else ())
        assert read_percentages(found.words) == ({f"hole {min(own.lane)}": round(100 * chance)} if chance else {})
        dangers += bool(chance)
    assert dangers


def test_kuniumi_warns_of_every_move_that_loses_at_once() -> None:
    rules, warned = kuniumi.Rules(), 0
    for seed in range(4):
        for position in random_game(banmen.game("kuniumi"), seed):
            table = rules.read(position.text)
            if position.over or table.to_act not in "ls":
                continue
            other = 3 - int(position.turn)
            losing = [move for move in rules.moves(table) if rules.winner(rules.play(table, move)) == (other,)]
            found = find_dangers(position, "en")
            assert set(losing) <= set(found.places)
            assert ("would lose at once" in found.words) == bool(losing)
            warned += bool(losing)
    assert warned


def test_qubism_warns_when_the_other_pawn_can_arrive() -> None:
    rules, warned = qubism.Rules(), 0
    for seed in range(3):
        for position in random_game(banmen.game("qubism"), seed):
            if position.over:
                continue
            rows, supply, turn = position.text.split(" ")
            other = "b" if turn == "w" else "w"
            table = rules.read(f"{rows} {supply} {other}")
            winning = [move for move in rules.moves(table) if rules.winner(rules.play(table, move)) == (other,)]
            found = find_dangers(position, "en")
            assert list(found.places[: len(winning)]) == winning
            assert ("can win with the next move" in found.words) == bool(winning)
            warned += bool(winning)
    assert warned


@pytest.mark.parametrize(
    ("name", "text", "places", "english", "japanese"),
    [
        (
            "kariuchi",
            "Rx4/Rx4 1 -",
            (),
            "None of your pieces is in danger from the next throw.",
            "相手が次に投げても、あぶないコマはありません。",
        ),
        (
            "kariuchi",
            "28,Hx3/30,Hx3 1 -",
            (),
            "None of your pieces is in danger from the next throw. Player 2 could win with the next throw (100%).",
            "相手が次に投げても、あぶないコマはありません。プレイヤー2が次に投げると勝つかもしれません（100％）。",
        ),
        (
            "holes58",
            "3,9;0;0/28;0;0 1 -",
            ("3",),
            "In danger from the next throw: hole 3 (38%).",
            "相手の次の一投であぶないところ：3の穴（38％）。",
        ),
        ("kuniumi", "6/6/6/6/6/6 setup -", (), "There is no danger before the first move.", "まだあぶなくありません"),
        (
            "kuniumi",
            "4SL/4s1/1ls3/3ls1/1l3l/6 s l",
            ("f5",),
            "Land's group on f6 has one free neighbour left, f5.",
            "大地の集まり（f6）のとなりで空いているのはf5だけです。",
        ),
        (
            "qubism",
            "5/2W2/5/5/2B2 9 w",
            (),
            "The game is over.",
            "もう終わっています。",
        ),
        (
            "qubism",
            "5/2W2/2B2/5/5 9 b",
            ("c5", "c4"),
            "White can win with the next move, on c5. White's pawn is 1 step from its goal row, yours 2 steps.",
            "白は次の手でc5に着いて勝てます。ゴールの段まで、白のポーンはあと1マス、あなたのポーンはあと2マスです。",
        ),
    ],
)
def test_dangers_in_words(name: str, text: str, places: tuple[str, ...], english: str, japanese: str) -> None:
    position = banmen.game(name).position(text)
    assert find_dangers(position, "en").places == places
    assert english in find_dangers(position, "en").words
    assert japanese in find_dangers(position, "ja").words
