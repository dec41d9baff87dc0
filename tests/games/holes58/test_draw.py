"""The picture of 58 Holes, and its texts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import dist, hypot
from typing import Any

import pytest

import banmen
from banmen.games.holes58 import geometry
from banmen.games.holes58.board import HOLES, LINES, WARPS
from banmen.games.holes58.draw import COLOURS
from banmen.presentation.svg import PALETTES, THEMES
from tests.games.pictures import check_plain, drawn, layer, targets, values, words_of
from tests.presentation.test_svg import contrast

GAME = banmen.game("holes58")
START = "1;0;4/1;0;4 1 -"
MIDDLE = "1,6,15;2;0/3,4,10,25;1;0 1 3"
CROWD = "10;4;0/-;5;0 2 1"
WON = "1,6,15;2;0/-;0;0 1 -"


def test_every_place_is_there_once() -> None:
    board = layer(drawn(GAME.position(MIDDLE)), "holes58-board")
    found = Counter(
        (str(element.get("data-lane")), place) for element in board.iter() if (place := element.get("data-place")) is not None
    )
    expected = Counter((lane, str(hole)) for lane in "12" for hole in range(1, HOLES + 1))
    assert found == expected + Counter({("None", "S"): 1, ("None", "hand"): 2})
    assert layer(board, "holes58-lane1-6").get("data-place") == "6"


@pytest.mark.parametrize("text", [START, MIDDLE, CROWD, WON])
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_plain_and_the_same_each_time(text: str, theme: str) -> None:
    check_plain(GAME.position(text), theme=theme, targets=True, last="1>20", coordinates=True)


@pytest.mark.parametrize("text", [START, MIDDLE, CROWD, WON])
def test_every_piece_stands_on_its_place(text: str) -> None:
    pieces = layer(drawn(GAME.position(text)), "holes58-pieces")
    standing = Counter((piece.get("data-piece"), piece.get("data-place")) for piece in pieces)
    expected: Counter[tuple[str | None, str | None]] = Counter()
    for player, side in zip("12", text.split(" ")[0].split("/"), strict=True):
        lane, shen, hand = side.split(";")
        expected.update((player, hole) for hole in lane.split(",") if hole != "-")
        expected.update({(player, "S"): int(shen), (player, "hand"): int(hand)})
    assert standing == +expected


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_the_sticks_of_the_throw_are_drawn(value: int) -> None:
    root = drawn(GAME.position(f"1;0;4/1;0;4 2 {value}"))
    assert values(root, "data-throw") == [str(value)]
    assert values(root, "data-stick").count("flat") == value % 5
    assert values(drawn(GAME.position(START)), "data-stick") == []


def test_targets_are_the_legal_moves() -> None:
    position = GAME.position(MIDDLE)
    marked = targets(drawn(position, targets=True))
    assert sorted(text for moves in marked.values() for text in moves) == sorted(map(str, position.legal_moves()))
    assert all(moves == [f"{moves[0].partition('>')[0]}>{place}"] for place, moves in marked.items())
    assert targets(drawn(position)) == {}
    assert targets(drawn(GAME.position(START), targets=True)) == {}


def test_targets_of_one_place() -> None:
    position = GAME.position("10,29;1;2/1;0;4 1 1")
    assert targets(drawn(position, targets="29")) == {"S": ["29>S"]}
    assert targets(drawn(position, targets="S")) == {"hand": ["collect"]}
    assert targets(drawn(position, targets="5")) == {}


def test_a_forced_pass_leads_nowhere() -> None:
    position = GAME.position("29;0;4/1;0;4 1 3")
    assert [str(move) for move in position.legal_moves()] == ["pass"]
    assert targets(drawn(position, targets=True)) == {}
    assert values(drawn(position, last="pass"), "data-last") == []


@pytest.mark.parametrize(
    ("text", "last", "lane", "ends"),
    [
        ("3;0;4/1;0;4 2 -", "1>3", "1", ["1", "3"]),
        ("1;0;4/20;0;4 1 -", "1>20", "2", ["1", "6", "20"]),
        ("8;0;4/1;0;4 2 -", "8>8", "1", ["8", "10"]),
        ("6,20;0;3/1;0;4 2 -", "18>20", "1", ["18", "20"]),
        ("1,15;0;3/1;0;4 1 -", "14>15", "1", ["14", "15"]),
        ("1;1;3/1;0;3 2 -", "28>S", "1", ["28", "S"]),
        ("1;1;3/-;0;0 1 -", "28>S", "1", ["28", "S"]),
        ("1;0;4/1;0;4 1 -", "collect", "2", ["S", "hand"]),
    ],
)
def test_the_last_move_is_marked(text: str, last: str, lane: str, ends: list[str]) -> None:
    root = drawn(GAME.position(text), last=last)
    marks = layer(root, "holes58-last")
    assert values(marks, "data-last") == ends
    assert set(values(marks, "data-lane")) == {lane}
    assert marks.get("data-move") == last


@pytest.mark.parametrize("style", [{"last": "1-3"}, {"last": "1>30"}, {"last": 7}, {"targets": "30"}, {"targets": 1}])
def test_bad_marks_are_refused(style: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        GAME.start().svg(**style)


def test_coordinates_number_every_hole() -> None:
    names = layer(drawn(GAME.start(), coordinates=True), "holes58-coordinates")
    assert [element.text for element in names] == [str(hole) for _ in (1, 2) for hole in range(1, HOLES + 1)]


RING = 35  # the reach of a ring around a head, from a point nearer to the trunk than the hole
LEAN = 3
CROWDED = range(11, 16)  # holes at the foot


def test_names_lie_beside_heads_and_the_rings_around_them() -> None:
    for hole in set(range(1, HOLES + 1)) - set(CROWDED):
        x, y = geometry.find_hole(2, hole)
        written_x, written_y = geometry.find_name_spot(2, hole)
        aside = max(abs(written_x - (x - LEAN)) - 8.5 * len(str(hole)), 0)
        above = max(abs(written_y - (y + LEAN)) - 9, 0)
        assert hypot(aside, above) >= RING, hole


def test_turn_and_victory_are_marked() -> None:
    assert values(drawn(GAME.position(CROWD)), "data-turn") == ["2"]
    assert values(drawn(GAME.position(WON)), "data-turn") == []
    assert values(drawn(GAME.position(WON)), "data-winner") == ["1"]


def test_themes_and_languages_change_the_picture() -> None:
    assert len({GAME.start().svg(theme=theme, lang=lang) for theme in THEMES for lang in ("en", "ja")}) == 6


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_stand_out_from_the_board(theme: str) -> None:
    colours, paper = COLOURS[theme], PALETTES[theme].paper
    for fill, line in ((colours.hound, colours.hound_line), (colours.jackal, colours.jackal_line)):
        for ground in (colours.face, colours.pale, paper):
            assert max(contrast(fill, ground), contrast(line, ground)) >= 3
    assert contrast(colours.faience, colours.face) >= 3
    assert contrast(colours.line, colours.face) >= 4.5


def test_holes_do_not_touch() -> None:
    spots = [geometry.find_hole(lane, hole) for lane in (1, 2) for hole in range(1, HOLES + 1)]
    assert min(dist(a, b) for a, b in combinations(spots, 2)) > 40
    assert all(dist(spot, geometry.SHEN_AT) > geometry.SHEN_RADIUS + 20 for spot in spots)


def test_the_lanes_mirror_each_other() -> None:
    for hole in range(1, HOLES + 1):
        (x1, y1), (x2, y2) = geometry.find_hole(1, hole), geometry.find_hole(2, hole)
        assert x1 + x2 == pytest.approx(geometry.WIDTH)
        assert y1 == y2
        assert x1 < geometry.CENTRE < x2


@pytest.mark.parametrize("ends", LINES)
def test_warp_lines_keep_clear_of_other_holes(ends: tuple[int, int]) -> None:
    corners = geometry.find_line(2, ends)
    assert (corners[0], corners[3]) == (geometry.find_hole(2, ends[0]), geometry.find_hole(2, ends[1]))
    for step in range(51):
        t = step / 50
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        point = [sum(w * corner[axis] for w, corner in zip(weights, corners, strict=True)) for axis in (0, 1)]
        others = (geometry.find_hole(2, hole) for hole in range(1, HOLES + 1) if hole not in ends)
        assert min(dist(point, other) for other in others) > 18


def test_both_lanes_have_both_lines() -> None:
    ids = values(layer(drawn(GAME.start()), "holes58-board"), "id")
    assert sorted(name for name in ids if name.startswith("holes58-line")) == sorted(
        f"holes58-line{lane}-{low}-{high}" for lane in (1, 2) for low, high in LINES
    )
    assert {end for line in LINES for end in line} == set(WARPS)


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        (START, "Hounds to throw", "猟犬の手番、これから投げる"),
        (MIDDLE, "Hounds to move by a throw of 3", "猟犬の手番、出た目は3"),
        (CROWD, "Jackals to move by a throw of 1", "ジャッカルの手番、出た目は1"),
        (WON, "Hounds have won", "猟犬の勝ち"),
    ],
)
def test_the_words_tell_the_turn_or_the_result(text: str, english: str, japanese: str) -> None:
    for lang, said in (("en", english), ("ja", japanese)):
        title, description = words_of(GAME.position(text), lang)
        assert title.endswith(said)
        assert said in description


def test_the_words_tell_every_piece() -> None:
    english, japanese = (words_of(GAME.position("10,14;1;2/-;3;0 1 1"), lang)[1] for lang in ("en", "ja"))
    assert "Hounds: on 10 and 14, one in the Shen hole, two in hand." in english
    assert "Jackals: none on the lane, three in the Shen hole, none in hand." in english
    assert "猟犬はレーンの10と14、シェンホールに1個、手元に2個。" in japanese
    assert "ジャッカルはレーンにはなし、シェンホールに3個、手元に0個。" in japanese
    assert "Jackals have no piece left." in words_of(GAME.position(WON), "en")[1]
