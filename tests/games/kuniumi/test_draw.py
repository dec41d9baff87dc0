"""The picture of Kuniumi, and its texts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import banmen
from banmen.games.kuniumi.board import NAMES
from banmen.games.kuniumi.draw import draw_whirlpool
from banmen.games.kuniumi.figures import COLOURS
from banmen.presentation.svg import THEMES
from tests.games.pictures import check_plain, drawn, layer, targets, values, words_of
from tests.presentation.test_svg import contrast

GAME = banmen.game("kuniumi")
EMPTY = "6/6/6/6/6/6 setup -"
SETUP = "5l/6/5S/4L1/6/6 setup -"
CHOOSE = "2s2l/3s2/5S/4L1/6/1l4 choose -"
MIDDLE = "2s2l/3s2/llslss/l1sLl1/l2lSs/1ls1ss l s"
WON = "1lsssl/LlsssS/llslss/llslls/llllss/llssss l s"
ALL = [EMPTY, SETUP, CHOOSE, MIDDLE, WON]


def test_every_place_is_there_once() -> None:
    board = layer(drawn(GAME.position(MIDDLE)), "kuniumi-board")
    assert sorted(values(board, "data-place")) == sorted(NAMES.values())
    assert layer(board, "kuniumi-place-c4").get("data-place") == "c4"


@pytest.mark.parametrize("text", ALL)
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_plain_and_the_same_each_time(text: str, theme: str) -> None:
    check_plain(GAME.position(text), theme=theme, targets=True, last="d5", coordinates=True)


@pytest.mark.parametrize("text", ALL)
def test_every_piece_stands_on_its_place(text: str) -> None:
    root = drawn(GAME.position(text))
    standing = {element.get("data-place"): sign for element in root.iter() if (sign := element.get("data-piece"))}
    expected = {}
    for row, line in zip("654321", text.split(" ")[0].split("/"), strict=True):
        free = "".join("." * int(sign) if sign.isdigit() else sign for sign in line)
        expected.update({column + row: sign for column, sign in zip("abcdef", free, strict=True) if sign != "."})
    assert standing == expected
    assert len(values(root, "data-piece")) == len(expected)


@pytest.mark.parametrize("text", [EMPTY, SETUP, MIDDLE])
def test_targets_are_the_legal_moves(text: str) -> None:
    position = GAME.position(text)
    marked = targets(drawn(position, targets=True))
    assert marked == {move.target: [move.text] for move in position.legal_moves()}
    assert len(marked) > 3
    assert targets(drawn(position)) == {}


def test_factions_are_targets_of_the_choice() -> None:
    assert targets(drawn(GAME.position(CHOOSE), targets=True)) == {"land": ["land"], "sea": ["sea"]}


def test_targets_of_one_place() -> None:
    position = GAME.position(MIDDLE)
    assert targets(drawn(position, targets="d3")) == targets(drawn(position, targets=True))
    assert targets(drawn(position, targets="e2")) == {}
    assert len(targets(drawn(GAME.position(SETUP), targets="next"))) == len(GAME.position(SETUP).legal_moves())
    assert targets(drawn(GAME.position(WON), targets=True)) == {}


@pytest.mark.parametrize(("text", "piece"), [(EMPTY, ["L"]), (SETUP, ["l"]), (CHOOSE, []), (MIDDLE, [])])
def test_the_setup_shows_what_is_placed_next(text: str, piece: list[str]) -> None:
    assert values(drawn(GAME.position(text)), "data-next") == piece


@pytest.mark.parametrize(("last", "ends"), [("e2", ["e2"]), ("L@c3", ["c3"]), ("land", [])])
def test_the_last_move_is_marked(last: str, ends: list[str]) -> None:
    assert values(drawn(GAME.position(MIDDLE), last=last), "data-last") == ends


@pytest.mark.parametrize("style", [{"last": "g1"}, {"last": 7}, {"targets": "g1"}, {"targets": 1}])
def test_bad_marks_are_refused(style: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        GAME.start().svg(**style)


def test_coordinates_name_columns_and_rows() -> None:
    names = layer(drawn(GAME.start(), coordinates=True), "kuniumi-coordinates")
    assert sorted(str(element.text) for element in names) == sorted("abcdef123456")


def test_turn_and_victory_are_marked() -> None:
    assert values(drawn(GAME.position(MIDDLE)), "data-turn") == ["2"]
    assert values(drawn(GAME.position(WON)), "data-winner") == ["1"]
    assert values(drawn(GAME.position(WON)), "data-turn") == []


def test_the_winning_groups_are_shown() -> None:
    shown = values(drawn(GAME.position(WON)), "data-closed")
    sea = {element.get("data-place") for element in drawn(GAME.position(WON)).iter() if element.get("data-piece") in ("s", "S")}
    assert set(shown) == sea
    assert values(drawn(GAME.position(MIDDLE)), "data-closed") == []


def test_sides_tell_the_players_apart() -> None:
    root = drawn(GAME.position(MIDDLE))
    owners = {element.get("data-faction"): element.get("data-player") for element in root.iter() if element.get("data-faction")}
    assert owners == {"l": "2", "s": "1"}
    assert values(drawn(GAME.position(CHOOSE)), "data-player") == []


def test_themes_and_languages_change_the_picture() -> None:
    assert len({GAME.start().svg(theme=theme, lang=lang) for theme in THEMES for lang in ("en", "ja")}) == 6


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_stand_out_from_the_board(theme: str) -> None:
    colours = COLOURS[theme]
    for piece in (colours.stone, colours.moss, colours.glass, colours.earth, colours.sea):
        assert contrast(piece, colours.water) >= 3
        assert contrast(piece, colours.cloth) >= 3
    assert contrast(colours.trim, colours.earth) >= 3
    assert contrast(colours.trim, colours.sea) >= 3


@pytest.mark.parametrize("sense", [1, -1])
def test_whirlpools_join_into_one_line(sense: int) -> None:
    """A whirlpool begins on the left edge of its space and ends on the right edge, where the next one begins."""
    start, *curves = draw_whirlpool(sense).removeprefix("M").split("C")
    ends = [start, *(" ".join(curve.split(" ")[4:]) for curve in curves)]
    assert (ends[0], ends[-1]) == ("-50 0", "50 0")
    points = [tuple(map(float, end.split(" "))) for end in ends]
    radii = [(x * x + y * y) ** 0.5 for x, y in points]
    middle = len(radii) // 2
    assert radii[middle] == 0
    assert all(before > after for before, after in pairwise(radii[: middle + 1]))
    assert all(before < after for before, after in pairwise(radii[middle:]))


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        (EMPTY, "Player 1 places the Earth God", "先手の手番、大地の神を置く"),
        (SETUP, "Player 1 places a land token", "先手の手番、大地のコマを置く"),
        (CHOOSE, "Player 2 chooses Land or Sea", "後手の手番、大地か海かを選ぶ"),
        (MIDDLE, "Player 2 (Land) to move", "後手（大地）の手番"),
        (WON, "Player 1 (Sea) has won", "先手（海）の勝ち"),
    ],
)
def test_the_words_tell_the_turn_or_the_result(text: str, english: str, japanese: str) -> None:
    for lang, said in (("en", english), ("ja", japanese)):
        title, description = words_of(GAME.position(text), lang)
        assert title.endswith(said)
        assert said in description


def test_the_words_tell_every_piece() -> None:
    english, japanese = (words_of(GAME.position(CHOOSE), lang)[1] for lang in ("en", "ja"))
    assert "The Earth God is on e3. Land tokens on b1 and f6. The Sea God is on f4. Sea tokens on c6 and d5." in english
    assert "大地の神はe3。大地のコマはb1とf6。海の神はf4。海のコマはc6とd5。" in japanese
    assert "Player 1 (Sea) plays Player 2 (Land)" in words_of(GAME.position(MIDDLE), "en")[1]
    assert "empty" in words_of(GAME.position(EMPTY), "en")[1]
