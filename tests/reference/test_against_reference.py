"""The library and the slow rulebooks agree, position by position and option by option."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import banmen
from tests.reference import kuniumi
from tests.reference.positions import random_text, rules_of
from tests.reference.rulebook import RefusedError, Rulebook, perft

TEAMS = ("A|B", "A|B|C", "A|B|C|D", "AC|BD", "AC|B", "AC|B|D", "ACD|B", "AB|CD", "A|BC", "A|BCD", "ABC|D", "A|B|CD", "AB|C")
ROUNDS = {"kariuchi": 20, "moontrek": 15, "holes58": 30, "kuniumi": 6, "qubism": 6}
Case = tuple[str, dict[str, Any], dict[str, Any]]


def _cases() -> Iterator[Case]:
    for pieces, bonus in product((1, 2, 3, 4), ("none", "ring", "any")):
        yield "kariuchi", {"pieces": pieces, "hit_bonus": bonus}, {}
    for index, teams in enumerate(TEAMS):
        options = {"pieces": (4, 3, 4, 2, 4, 1)[index % 6], "hit_bonus": ("ring", "none", "any")[index % 3]}
        yield "moontrek", options, {"teams": teams}
    for pieces, collect, passes in product((1, 3, 5), ("all", "one"), ("no", "yes")):
        yield "holes58", {"pieces": pieces, "collect": collect, "warp_passes_nefer": passes}, {}
    for lines, tie in product(("sight", "through"), ("mover", "draw")):
        yield "kuniumi", {"lines": lines, "tie": tie}, {}
    for tip, (cubes, repetition) in product(("cw", "ccw", "either", "straight"), ((9, "draw"), (4, "loss"), (1, "draw"))):
        yield "qubism", {"tip": tip, "cubes": cubes, "repetition": repetition}, {}


# Player 1 wins these setups with full knowledge: at the second ply, at the third with one faction, at the fourth.
UNFAIR = ("6/6/6/ls4/S1l3/1Ls3", "6/6/6/ls4/S2l2/1Ls3", "6/6/l5/Sl4/2s3/1L1s2")
CASES = list(_cases())
NAMES = ["-".join(map(str, [name, *options.values(), *about.values()])) for name, options, about in CASES]
every_case = pytest.mark.parametrize(("name", "options", "about"), CASES, ids=NAMES)


def _agree(position: banmen.Position, rules: Rulebook, slow: Any) -> list[str]:
    """Compare everything visible in a position and return its moves."""
    assert position.text == rules.write(slow)
    assert position.winner == rules.winner(slow), position
    assert position.over == (rules.winner(slow) is not None), position
    assert bool(position.throws()) == rules.waits_for_throw(slow), position
    moves = sorted(rules.moves(slow))
    assert sorted(str(move) for move in position.legal_moves()) == moves, position
    return moves


def _opposed(position: banmen.Position, rules: Rulebook, rng: random.Random, steps: int) -> int:
    """Play at random in both implementations; return how many steps were made."""
    slow = rules.read(position.text)
    for step in range(steps):
        moves = _agree(position, rules, slow)
        if position.throws():
            value = rng.choice((1, 1, 2, 3, 4, 5))
            position, slow = position.throw(value), rules.throw(slow, value)
        elif moves:
            move = rng.choice(moves)
            position, slow = position.play(move), rules.play(slow, move)
        else:
            return step
    return steps


@every_case
def test_random_games_agree(name: str, options: dict[str, Any], about: dict[str, Any]) -> None:
    rng = random.Random(f"games of {name} {options} {about}")
    game, rules = banmen.game(name, **options, **about), rules_of(name, options)
    for start in (game.start(), game.start(rng)):
        assert start == game.position(start.text)
        assert _opposed(start, rules, rng, 80 if name == "qubism" else 300) >= 4


@every_case
def test_random_positions_and_all_that_follows_agree(name: str, options: dict[str, Any], about: dict[str, Any]) -> None:
    rng = random.Random(f"positions of {name} {options} {about}")
    game, rules = banmen.game(name, **options, **about), rules_of(name, options)
    followed = 0
    for _ in range(ROUNDS[name]):
        text = random_text(name, rules, rng, **about)
        position, slow = game.position(text), rules.read(text)
        for move in _agree(position, rules, slow):  # none where a throw is due or the game is over
            _agree(position.play(move), rules, rules.play(slow, move))
            followed += 1
    assert followed


@every_case
def test_lines_of_play_from_random_positions_are_as_many(name: str, options: dict[str, Any], about: dict[str, Any]) -> None:
    rng = random.Random(f"lines of {name} {options} {about}")
    game, rules = banmen.game(name, **options, **about), rules_of(name, options)
    depth = 1 if name in ("kuniumi", "qubism") else 2
    for _ in range(4):
        text = random_text(name, rules, rng, **about)
        assert game.position(text).perft(depth) == perft(rules, rules.read(text), depth), text


@pytest.mark.parametrize("cubes", [1, 3])
@pytest.mark.parametrize("repetition", ["draw", "loss"])
@pytest.mark.parametrize("tip", ["cw", "straight"])
def test_games_that_go_to_and_fro_agree(tip: str, repetition: str, cubes: int) -> None:
    """Prefer moves that lead back to an earlier position, so that third occurrences come up."""
    rng = random.Random(f"{tip} {repetition} {cubes}")
    options: dict[str, Any] = {"tip": tip, "cubes": cubes, "repetition": repetition}
    game, rules = banmen.game("qubism", **options), rules_of("qubism", options)
    results = []
    for _ in range(6):
        text = random_text("qubism", rules, rng)
        position, slow = game.position(text), rules.read(text)
        while moves := _agree(position, rules, slow):
            back = [move for move in moves if rules.write(rules.play(slow, move)) in slow.earlier]
            move = rng.choice(back or [move for move in moves if len(move) != 3] or moves)
            position, slow = position.play(move), rules.play(slow, move)
        results.append(slow.earlier.count(position.text))
    assert 2 in results


@pytest.mark.parametrize("played", [0, 5, 7])
def test_lines_of_play_that_repeat_positions_are_as_many(played: int) -> None:
    """Depth 4 runs compiled; after 5 or 7 moves back and forth some lines end by the third occurrence."""
    options: dict[str, Any] = {"cubes": 1, "repetition": "loss"}
    rules, text = rules_of("qubism", options), "2B2/>4/5/5/2W2 0 w"
    position, slow = banmen.game("qubism", **options).position(text), rules.read(text)
    for move in ("d1", "d5", "c1", "c5", "d1", "d5", "c1")[:played]:
        position, slow = position.play(move), rules.play(slow, move)
    assert position.perft(4) == perft(rules, slow, 4)
    forgotten = perft(rules, rules.read(position.text), 4)
    assert (position.perft(4) < forgotten) == (played > 0)


def _images(board: dict[kuniumi.Space, str]) -> Iterator[dict[kuniumi.Space, str]]:
    """Yield a setup rotated and mirrored."""
    for _ in range(4):
        board = {(5 - row, column): sign for (column, row), sign in board.items()}
        yield board
        yield {(row, column): sign for (column, row), sign in board.items()}


@pytest.mark.parametrize("lines", ["sight", "through"])
def test_unfair_setups_are_the_same_setups(lines: str) -> None:
    """Crowded setups in a corner are the ones that may be unfair; the known unfair ones are tried from all sides."""
    rng = random.Random(f"unfair {lines}")
    rules, game = kuniumi.Rules(lines=lines), banmen.game("kuniumi", lines=lines, setup="fair")
    boards = [image for rows in UNFAIR for image in _images(rules.read(f"{rows} choose -").board)]
    assert lines == "through" or all(rules.unfair(board) for board in boards)
    corner = [(column, row) for column in range(3) for row in range(3)]
    while len(boards) < 44:
        board = dict(zip(rng.sample(corner, 6), "LSllss", strict=True))
        boards += [] if rules.closed(board) else [board]
    for board in boards:
        text = rules.write(kuniumi.Position(board, "choose", "-"))
        if rules.unfair(board):
            with pytest.raises(banmen.NotationError):
                game.position(text)
        else:
            assert game.position(text).text == text


def _altered(text: str, rng: random.Random) -> str:
    """Mangle a text a little: drop, double, swap or replace something."""
    index = rng.randrange(len(text))
    signs = text + "  -/,;:|xRAHS0123456789abcWBLls^v<>٣²"
    head, here, tail = text[:index], text[index], text[index + 1 :]
    other = rng.choice(signs)
    return rng.choice([head + tail, head + here + here + tail, head + other + tail, head + other + here + tail])


@every_case
def test_spoilt_texts_are_refused_alike(name: str, options: dict[str, Any], about: dict[str, Any]) -> None:
    rng = random.Random(f"spoilt {name} {options} {about}")
    game, rules = banmen.game(name, **options, **about), rules_of(name, options)
    for _ in range(60):
        text = _altered(random_text(name, rules, rng, **about), rng)
        try:
            rules.read(text)
        except RefusedError:
            with pytest.raises(banmen.NotationError) as caught:
                game.position(text)
            assert 0 <= caught.value.place <= len(text)
            assert caught.value.text == text
        else:
            assert game.position(text).text == text


@every_case
def test_spoilt_moves_are_illegal(name: str, options: dict[str, Any], about: dict[str, Any]) -> None:
    rng = random.Random(f"moves {name} {options} {about}")
    game, rules = banmen.game(name, **options, **about), rules_of(name, options)
    for _ in range(25):
        text = random_text(name, rules, rng, **about)
        position, moves = game.position(text), rules.moves(rules.read(text))
        spoilt = _altered(rng.choice(moves or ["5>8"]), rng)
        if spoilt not in moves:
            with pytest.raises(banmen.IllegalMoveError):
                position.play(spoilt)
            assert position.text == text
