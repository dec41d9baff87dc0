"""The picture of Kariuchi, and its texts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import dist
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import banmen
from banmen.games.kariuchi import geometry, words
from banmen.games.kariuchi.board import NAMES
from banmen.games.kariuchi.draw import WOODS
from banmen.presentation.svg import THEMES
from tests.presentation.test_svg import contrast

GAME = banmen.game("kariuchi")
START = "Rx4/Rx4 1 -"
STACKS = "R,5x2,A/12x3,H 1 4"
OVER = "Hx4/Rx2,12x2 1 -"


def drawn(text: str, **style: Any) -> Element:
    """Return the parsed picture of a position."""
    return ElementTree.fromstring(GAME.position(text).svg(**style))


def layer(root: Element, name: str) -> Element:
    """Return one layer of a picture."""
    return next(element for element in root.iter() if element.get("id") == f"kariuchi-{name}")


def values(root: Element, name: str) -> list[str]:
    """Return all values of an attribute, in order."""
    return [value for element in root.iter() if (value := element.get(name)) is not None]


def test_every_place_is_there_once() -> None:
    board = layer(drawn(STACKS), "board")
    places = Counter(values(board, "data-place"))
    assert places == {**dict.fromkeys(NAMES, 1), "R": 2, "H": 2}
    assert sorted(values(board, "data-player")) == ["1", "1", "2", "2"]


@pytest.mark.parametrize("text", [START, STACKS, OVER])
def test_ids_are_unique_and_the_games_own(text: str) -> None:
    found = values(drawn(text, targets=True, coordinates=True, last="2>5"), "id")
    assert len(found) == len(set(found))
    assert all(name.startswith("kariuchi-") for name in found)


@pytest.mark.parametrize("text", [START, STACKS, OVER])
def test_every_piece_lies_on_its_place(text: str) -> None:
    pieces = [element for element in drawn(text).iter() if element.get("data-piece")]
    lying = Counter((element.get("data-piece"), element.get("data-place")) for element in pieces)
    expected: Counter[tuple[str | None, str | None]] = Counter()
    for player, side in zip("12", text.split(" ")[0].split("/"), strict=True):
        for item in side.split(","):
            name, _, number = item.partition("x")
            expected[player, name] += int(number or 1)
    assert lying == expected


def test_fewer_pieces_are_drawn_in_a_shorter_game() -> None:
    root = ElementTree.fromstring(banmen.game("kariuchi", pieces=2).start().svg())
    assert len(values(root, "data-piece")) == 4


def test_stacks_show_their_height() -> None:
    root = drawn(STACKS)
    assert values(root, "data-stack") == ["12", "A", "5"]
    assert values(root, "data-height") == ["3", "2"]
    twelve = layer(root, "stack-12")
    levels = [element for element in twelve if element.get("data-piece")]
    assert [element.get("data-level") for element in levels] == ["0", "1", "2"]
    heights = [float(str(element.get("transform")).rstrip(")").split(" ")[1]) for element in levels]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 3


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_the_sticks_of_the_throw_lie_on_the_board(value: int) -> None:
    root = drawn(f"Rx4/Rx4 2 {value}")
    assert values(root, "data-throw") == [str(value)]
    assert values(root, "data-stick").count("flat") == value % 5
    assert len(values(root, "data-stick")) == 4


def test_no_sticks_lie_there_before_the_throw() -> None:
    assert values(drawn(START), "data-stick") == []


def test_targets_are_the_legal_moves() -> None:
    position = GAME.position("R,5x2,A/12x3,H 1 3")
    root = drawn(position.text, targets=True)
    marked = {
        element.get("data-target"): str(element.get("data-move")).split(" ")
        for element in root.iter()
        if element.get("data-target")
    }
    assert set(marked) == {move.target for move in position.legal_moves()}
    assert sorted(move for moves in marked.values() for move in moves) == sorted(map(str, position.legal_moves()))
    assert marked["5c"] == ["5>5c", "5x2>5c"]


def test_targets_of_one_place() -> None:
    root = drawn("R,5x2,A/12x3,H 1 3", targets="A")
    assert set(values(root, "data-target")) == {"20a", "25a", "30a"}
    assert values(drawn("R,5x2,A/12x3,H 1 3", targets="28"), "data-target") == []
    assert values(drawn("R,5x2,A/12x3,H 1 3"), "data-target") == []
    assert values(drawn(START, targets=True), "data-target") == []


def test_home_is_a_target() -> None:
    root = drawn("R,27,Hx2/Rx4 1 5", targets="27")
    assert values(root, "data-target") == ["H"]


@pytest.mark.parametrize(
    ("text", "last", "ends"),
    [
        ("Rx3,3/Rx4 2 -", "R>3", ["R", "3"]),
        ("Rx3,5c/Rx4 2 -", "5>5c", ["5", "5c"]),
        ("Rx3,H/Rx4 2 -", "28>H", ["28", "H"]),
        (OVER, "28x2>H", ["28", "H"]),
        ("Rx4/Rx4 2 -", "5x4>9", ["5", "9"]),
        ("Rx3,H/Rx3,H 2 -", "28>H", ["28"]),
        ("Rx4/Rx4 2 -", "R>3", ["3"]),
        ("Rx4/Rx4 2 -", "1>30", ["1", "30"]),
    ],
)
def test_the_last_move_is_marked(text: str, last: str, ends: list[str]) -> None:
    root = drawn(text, last=last)
    assert values(root, "data-last") == ends
    assert layer(root, "last").get("data-move") == last


def test_a_move_can_be_given_as_it_is() -> None:
    position = GAME.position("Rx2,5,A/Rx3,12 1 3")
    move = position.find("5>5c")
    assert position.play(move).svg(last=move) == position.play(move).svg(last="5>5c")


@pytest.mark.parametrize(
    "style", [{"last": "nonsense"}, {"last": "5>31"}, {"last": 7}, {"targets": "31"}, {"targets": ["5"]}, {"targets": 1}]
)
def test_bad_marks_are_refused(style: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        drawn(STACKS, **style)


def test_coordinates_name_every_point() -> None:
    names = layer(drawn(START, coordinates=True), "coordinates")
    assert [element.text for element in names] == list(NAMES[1:-1])


def test_turn_and_victory_are_marked() -> None:
    assert values(drawn("Rx4/Rx4 2 -"), "data-turn") == ["2"]
    assert values(drawn(OVER), "data-winner") == ["1"]
    assert values(drawn(OVER), "data-turn") == []


def test_themes_and_languages_change_the_picture() -> None:
    pictures = [GAME.position(STACKS).svg(theme=theme, lang=lang) for theme in THEMES for lang in ("en", "ja")]
    assert len(set(pictures)) == 6


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_plain_and_the_same_each_time(theme: str) -> None:
    text = GAME.position(STACKS).svg(theme=theme, targets=True, last="2>5")
    assert text == GAME.position(STACKS).svg(theme=theme, targets=True, last="2>5")
    tags = {element.tag.partition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert tags <= {"svg", "title", "desc", "metadata", "g", "circle", "ellipse", "rect", "line", "path", "text"}
    assert "style=" not in text
    assert "url(" not in text
    assert "href" not in text


def test_notebooks_show_positions_by_themselves() -> None:
    position = GAME.position(STACKS)
    assert position._repr_svg_() == position.svg()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_stand_out_from_the_board(theme: str) -> None:
    wood = WOODS[theme]
    assert all(contrast(clay, wood.field) >= 3 for clay in wood.clay)
    assert contrast(wood.mark[1], wood.clay[1]) >= 3
    assert contrast(wood.accent, wood.field) >= 3
    assert contrast(wood.on_accent, wood.accent) >= 3


def test_points_do_not_touch() -> None:
    spots = [
        *geometry.POINTS.values(),
        *(spot for corner in geometry.CORNERS for spot in geometry.place_slots(corner, 522, 4, 66)),
    ]
    assert min(dist(a, b) for a, b in combinations(spots, 2)) > 2 * geometry.TOKEN


def test_points_are_walked_counter_clockwise_from_the_bottom() -> None:
    points = geometry.POINTS
    assert points["30"][1] > points["15"][1]
    assert points["1"][0] > points["30"][0] > points["29"][0]
    assert dist(points["5"], points["5a"]) < dist(points["5"], points["5c"]) < dist(points["5"], points["A"])


def test_titles_tell_turn_and_throw() -> None:
    pending, waiting, over = (GAME.position(text) for text in (STACKS, START, OVER))
    assert words.title(pending, "en") == "Kariuchi: Player 1 to move by a throw of 4"
    assert words.title(pending, "ja") == "かりうち：プレイヤー1の手番、出た目は4"
    assert words.title(waiting, "en") == "Kariuchi: Player 1 to throw"
    assert words.title(waiting, "ja") == "かりうち：プレイヤー1の手番、これから投げる"
    assert words.title(over, "en") == "Kariuchi: Player 1 has won"
    assert words.title(over, "ja") == "かりうち：プレイヤー1の勝ち"


def test_descriptions_tell_the_whole_position() -> None:
    position = GAME.position(STACKS)
    assert words.describe(position, "en") == (
        "Player 1 (plain pieces): one in reserve, a stack of two on corner あ and one on the centre. "
        "Player 2 (ringed pieces): a stack of three on point 12 and one home. Player 1 to move by a throw of 4."
    )
    assert words.describe(position, "ja") == (
        "プレイヤー1（無地のコマ）はひかえに1個、「あ」に2個のおんぶ、中心点に1個。"
        "プレイヤー2（輪のあるコマ）は12に3個のおんぶ、あがりに1個。プレイヤー1の手番、出た目は4。"
    )


def test_the_source_is_credited() -> None:
    assert "出典元: 日本かりうち協会編集「かりうち公式ルール」2022、奈良文化財研究所" in words.CREDIT["ja"]
    assert "does not endorse" in words.CREDIT["en"]


def test_signs_lie_over_the_pieces_that_reach_them() -> None:
    names = layer(drawn("R,5x2,A/Rx2,8,30 1 3", coordinates=True), "coordinates")
    assert [element.text for element in names if element.get("data-name-of") is None] == ["あ", "出"]
