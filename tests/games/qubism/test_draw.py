"""The picture of Qubism, and its texts."""

from __future__ import annotations

from typing import Any

import pytest

import banmen
from banmen.games.qubism.board import NAMES
from banmen.games.qubism.draw import COLOURS
from banmen.presentation.svg import PALETTES, THEMES
from tests.games.pictures import check_plain, drawn, layer, targets, values, words_of
from tests.presentation.test_svg import contrast

GAME = banmen.game("qubism")
START = "2B2/5/5/5/2W2 9 w"
MIDDLE = "2B2/1>1<1/v1^2/2W1</5 4 w"
WON = "1WB2/1>1<1/v1^2/4</5 4 b"


def test_every_place_is_there_once() -> None:
    board = layer(drawn(GAME.position(MIDDLE)), "qubism-board")
    assert sorted(values(board, "data-place")) == sorted([*NAMES.values(), "supply"])
    assert layer(board, "qubism-place-b3").get("data-place") == "b3"


@pytest.mark.parametrize("text", [START, MIDDLE, WON])
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_plain_and_the_same_each_time(text: str, theme: str) -> None:
    check_plain(GAME.position(text), theme=theme, targets=True, last="b2-b4", coordinates=True)


def test_every_piece_stands_on_its_place() -> None:
    pieces = layer(drawn(GAME.position(MIDDLE)), "qubism-pieces")
    found = [(piece.get("data-piece"), piece.get("data-place"), piece.get("data-arrow")) for piece in pieces]
    assert sorted(found[:7], key=str) == sorted(
        [
            ("b", "c5", None),
            ("w", "c2", None),
            ("cube", "a3", "v"),
            ("cube", "b4", ">"),
            ("cube", "c3", "^"),
            ("cube", "d4", "<"),
            ("cube", "e2", "<"),
        ],
        key=str,
    )
    assert found[7:] == [("cube", "supply", None)] * 4


@pytest.mark.parametrize("number", range(1, 10))
def test_the_supply_is_drawn_cube_by_cube(number: int) -> None:
    root = drawn(banmen.game("qubism", cubes=number).start())
    assert values(root, "data-piece").count("cube") == number
    assert values(layer(root, "qubism-pieces"), "data-place").count("supply") == number


def test_targets_are_the_legal_moves() -> None:
    position = GAME.position(MIDDLE)
    marked = targets(drawn(position, targets=True))
    assert sorted(text for moves in marked.values() for text in moves) == sorted(map(str, position.legal_moves()))
    assert all(text.partition("-")[2].startswith(place) or text.startswith(place) for place in marked for text in marked[place])
    assert targets(drawn(position)) == {}
    assert targets(drawn(GAME.position(WON), targets=True)) == {}


def test_targets_of_one_place() -> None:
    position = GAME.position(MIDDLE)
    assert set(targets(drawn(position, targets="c2"))) == {"b2", "d2", "c1"}
    assert targets(drawn(position, targets="b4")) == {"c4": ["b4-c4"]}
    placed = [text for moves in targets(drawn(position, targets="supply")).values() for text in moves]
    assert sorted(placed) == sorted(move.text for move in position.legal_moves() if move.text[-1] in "^>v<")
    assert targets(drawn(position, targets="e5")) == {}


def test_the_choice_of_a_tip_is_two_moves_on_one_target() -> None:
    position = banmen.game("qubism", tip="either").position(MIDDLE)
    assert targets(drawn(position, targets="b4")) == {"c4": ["b4-c4v", "b4-c4^"]}


@pytest.mark.parametrize(("last", "ends"), [("c2", ["c2"]), ("c3^", ["c3"]), ("a4-a3", ["a4", "a3"]), ("e2-c2>", ["e2", "c2"])])
def test_the_last_move_is_marked(last: str, ends: list[str]) -> None:
    root = drawn(GAME.position(MIDDLE), last=last)
    assert values(root, "data-last") == ends
    assert layer(root, "qubism-last").get("data-move") == last


@pytest.mark.parametrize("style", [{"last": "z9"}, {"last": 7}, {"targets": "f1"}, {"targets": 1}, {"targets": ["a1"]}])
def test_bad_marks_are_refused(style: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        GAME.start().svg(**style)


def test_coordinates_name_columns_and_rows() -> None:
    names = layer(drawn(GAME.start(), coordinates=True), "qubism-coordinates")
    assert sorted(str(element.text) for element in names) == sorted("abcde12345")


def test_turn_and_victory_are_marked() -> None:
    assert values(drawn(GAME.position(MIDDLE)), "data-turn") == ["w"]
    assert values(drawn(GAME.position(WON)), "data-turn") == []
    assert values(drawn(GAME.position(WON)), "data-winner") == ["w"]


def test_themes_and_languages_change_the_picture() -> None:
    assert len({GAME.start().svg(theme=theme, lang=lang) for theme in THEMES for lang in ("en", "ja")}) == 6


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_stand_out_from_the_board(theme: str) -> None:
    colours, shared = COLOURS[theme], PALETTES[theme]
    for fill, line in ((colours.white, colours.white_line), (colours.black, colours.black_line)):
        assert max(contrast(fill, colours.hollow), contrast(line, colours.hollow)) >= 3
        assert max(contrast(fill, shared.paper), contrast(line, shared.paper)) >= 3
    assert contrast(colours.white, colours.black) >= 7
    assert contrast(colours.wood_line, colours.plate) >= 3
    assert contrast(colours.carved, colours.wood) >= 3


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        (START, "White to move", "白の手番"),
        (MIDDLE[:-1] + "b", "Black to move", "黒の手番"),
        (WON, "White has won", "白の勝ち"),
    ],
)
def test_the_words_tell_the_turn_or_the_result(text: str, english: str, japanese: str) -> None:
    for lang, said in (("en", english), ("ja", japanese)):
        title, description = words_of(GAME.position(text), lang)
        assert title.endswith(said)
        assert said in description


def test_the_words_tell_every_piece() -> None:
    english, japanese = (words_of(GAME.position(MIDDLE), lang)[1] for lang in ("en", "ja"))
    for place in ("c2", "c5", "a3", "b4", "c3", "d4", "e2"):
        assert place in english
        assert place in japanese
    assert "a3 (down)" in english
    assert "Four left in the supply" in english
    assert "4個" in japanese


def test_a_draw_is_told() -> None:
    position = GAME.start()
    while not position.over:
        for move in ("b1", "b5", "c1", "c5"):
            position = position.play(move) if not position.over else position
    assert "draw" in words_of(position, "en")[0]
    assert "引き分け" in words_of(position, "ja")[0]
    assert values(drawn(position), "data-winner") == []
