"""Queries that programs can make in every game: what is on each place, and moves by number or by text."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from itertools import islice

import pytest

import banmen
from banmen.core.game import Game, Position
from banmen.core.move import Move, NoActionsError
from tests.common.loops import some
from tests.contract.variants import VARIANTS, make, name_of, random_game

# Options that change the pieces, the players or the moves; the others do not affect these queries.
ASKED = [
    *((name, options) for name, options in VARIANTS if not options),
    ("kariuchi", {"pieces": 2}),
    ("moontrek", {"teams": "2-2"}),
    ("moontrek", {"teams": "A|BCD"}),
    ("holes58", {"pieces": 3}),
    ("qubism", {"tip": "either"}),
    ("qubism", {"tip": "straight"}),
]


@pytest.fixture(params=ASKED, ids=name_of)
def game(request: pytest.FixtureRequest) -> Game:
    return make(request.param)


def test_moves_have_numbers_of_their_own(game: Game) -> None:
    seen: dict[int, str] = {}
    for position in random_game(game, 7):
        for move in position.legal_moves():
            assert 0 <= move.index < game.actions
            assert seen.setdefault(move.index, move.text) == move.text
            assert game.action(move.index).code == move.code
    assert len(seen) > 1
    assert len({game.action(index).code for index in range(game.actions)}) == game.actions


def test_a_text_is_found_among_the_moves(game: Game) -> None:
    for position in some(islice(random_game(game, 8), 0, 60, 5)):
        moves = position.legal_moves()
        texts = {move.text for move in moves}
        for move in [*moves, *map(game.action, range(0, game.actions, 1 + game.actions // 40))]:
            assert (move.text in moves) == position.is_legal(move) == position.is_legal(move.text) == (move.text in texts)


def test_a_board_shows_what_the_text_tells(game: Game) -> None:
    for position in some(random_game(game, 9)):
        board = position.board
        assert Counter((piece.place, piece.sign) for piece in board.pieces) == Counter(TEXTS[game.name](position))
        assert list(board) == list(game.places)
        assert sum(len(board[place]) for place in board) == len(board.pieces)
        assert {piece.owner for piece in board.pieces} <= {*game.players, None}
        for player in game.players:
            held = board.places(player)
            assert all(player in board.owners(place) for place in held)
            assert len(held) == sum(piece.owner == player for piece in board.pieces)


def grid(text: str, size: int) -> list[tuple[str, str]]:
    """Return the place and sign of everything on a square board, parsed from its text."""
    found = []
    for number, row in zip(range(size, 0, -1), text.split(" ")[0].split("/"), strict=True):
        signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        found += [(f"{column}{number}", sign) for column, sign in zip("abcdef", signs, strict=False) if sign != "."]
    return found


def kariuchi(position: Position) -> list[tuple[str, str]]:
    found = []
    for player, side in zip("12", position.text.split(" ")[0].split("/"), strict=True):
        for item in side.split(","):
            place, _, number = item.partition("x")
            found += [(place, player)] * int(number or 1)
    return found


def moontrek(position: Position) -> list[tuple[str, str]]:
    points, reserve, home, *_ = position.text.split(" ")
    found = [(place, sign) for item in points.split(",") if item != "-" for place, signs in [item.split(":")] for sign in signs]
    for place, counts in (("R", reserve), ("H", home)):
        found += [(place, sign) for sign, number in zip("ABCD", counts.split(","), strict=False) for _ in range(int(number))]
    return found


def holes58(position: Position) -> list[tuple[str, str]]:
    found = []
    for player, side in zip("12", position.text.split(" ")[0].split("/"), strict=True):
        lane, shen, hand = side.split(";")
        found += [(hole, player) for hole in lane.split(",") if hole != "-"]
        found += [("S", player)] * int(shen) + [("hand", player)] * int(hand)
    return found


TEXTS: dict[str, Callable[[Position], list[tuple[str, str]]]] = {
    "kariuchi": kariuchi,
    "moontrek": moontrek,
    "holes58": holes58,
    "kuniumi": lambda position: grid(position.text, 6),
    "qubism": lambda position: [*grid(position.text, 5), *[("supply", "cube")] * int(position.text.split(" ")[1])],
}


def test_pieces_belong_to_somebody() -> None:
    board = banmen.game("qubism").position("2B2/5/1^3/2W2/5 8 w").board
    assert (board.owners("c2"), board.owners("c5"), board.owners("b3"), board.owners("a1")) == (("w",), ("b",), (), ())
    assert board.places("w") == ("c2",)
    kuniumi = banmen.game("kuniumi")
    land_first = kuniumi.position("6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l").board
    sea_first = kuniumi.position("6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 s s").board
    assert (land_first.owners("c4"), land_first.owners("c3")) == ((1,), (2,))
    assert (sea_first.owners("c4"), sea_first.owners("c3")) == ((2,), (1,))
    assert kuniumi.position("6/6/6/ls4/S1l3/1Ls3 choose -").board.owners("b1") == ()
    assert banmen.game("holes58").position("1,8;1;2/8;0;4 1 1").board.owners("8") == (1, 2)


def test_a_board_refuses_what_it_has_not() -> None:
    board = banmen.game("qubism").start().board
    with pytest.raises(banmen.OptionError, match="no place 'z9'"):
        board["z9"]
    with pytest.raises(banmen.OptionError, match="the players are w, b"):
        board.places(1)
    assert "c1" in board
    assert "z9" not in board


def test_a_game_cannot_be_changed(game: Game) -> None:
    before = hash(game), dict(game.options)
    changes: list[Callable[[], object]] = [
        lambda: game.options.update(p=0.9),
        lambda: game.options.pop(next(iter(game.options))),
        lambda: game.options.__setitem__("pieces", 9),
        lambda: game.options.clear(),
        lambda: setattr(game, "options", {}),
        lambda: setattr(game, "name", "other"),
    ]
    for change in changes:
        with pytest.raises((TypeError, AttributeError), match="cannot be changed"):
            change()
    assert (hash(game), dict(game.options)) == before
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert again == game
        assert again.options == game.options


def test_a_throw_can_be_left_to_a_generator() -> None:
    position = banmen.game("kariuchi").start()
    rng, twin = random.Random(3), random.Random(3)
    thrown = [position.throw(rng).thrown for _ in range(200)]
    assert thrown == [position.throw(twin).thrown for _ in range(200)]
    assert set(thrown) == {1, 2, 3, 4, 5}
    always = banmen.game("kariuchi", p=0.999999).start()
    assert {always.throw(rng).thrown for _ in range(20)} == {4}


def test_moves_are_shown_shortly_and_equal_their_texts() -> None:
    move = banmen.game("qubism").position("2B2/5/1^3/2W2/5 8 w").legal_moves()[0]
    assert repr(move) == f"Move({move.text!r})"
    assert move == move.text == str(move)
    assert hash(move) == hash(move.text)
    assert move != Move("other", move.code)


def test_a_game_without_numbers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = banmen.game("qubism")
    monkeypatch.setattr("banmen.core.move.number_actions", lambda _notation: {})
    with pytest.raises(NoActionsError, match="does not number its moves"):
        _ = game.actions


def test_the_numbers_of_moves_stay_as_programs_have_learnt_them() -> None:
    wanted = {"holes58": 151, "kariuchi": 1021, "kuniumi": 182, "moontrek": 3053, "qubism": 1125}
    assert {name: banmen.game(name).actions for name in banmen.names()} == wanted
    last = {"holes58": "pass", "kariuchi": "Ax4>H", "kuniumi": "sea", "moontrek": "Ax12>H", "qubism": "e5-d5<"}
    assert {name: str(banmen.game(name).action(number - 1)) for name, number in wanted.items()} == last
