"""The picture of Moon Trek, and its texts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

import banmen
from banmen.games.kariuchi.board import NAMES
from banmen.games.moontrek import animals, words
from banmen.games.moontrek.draw import MARKS, NIGHTS
from banmen.presentation.svg import THEMES
from tests.presentation.test_svg import contrast

GAME = banmen.game("moontrek")
START = "- 4,4,4,4 0,0,0,0 A|B|C|D A -"
TEAMS = "5:AAC,12:B,20b:DDBB,A:A 1,1,3,1 0,0,0,1 AC|BD A 3"
TALL = "3:B,25:ACDACDACDACD 0,3,0,0 0,0,0,0 ACD|B A 5"
OVER = "3:BB 0,0,0,4 4,2,4,0 AC|BD C -"
TWO = "3:BB,30:A 0,0 3,2 A|B B 2"


def drawn(text: str, **style: Any) -> Element:
    """Return the parsed picture of a position."""
    return ElementTree.fromstring(GAME.position(text).svg(**style))


def layer(root: Element, name: str) -> Element:
    """Return one layer of a picture."""
    return next(element for element in root.iter() if element.get("id") == f"moontrek-{name}")


def values(root: Element, name: str) -> list[str]:
    """Return all values of an attribute, in order."""
    return [value for element in root.iter() if (value := element.get(name)) is not None]


@pytest.mark.parametrize(("text", "players"), [(TEAMS, 4), (TWO, 2)])
def test_every_place_is_there_once(text: str, players: int) -> None:
    board = layer(drawn(text), "board")
    assert Counter(values(board, "data-place")) == {**dict.fromkeys(NAMES, 1), "R": players, "H": players}
    assert sorted(values(board, "data-player")) == sorted(2 * "ABCD"[:players])


@pytest.mark.parametrize("text", [START, TEAMS, TALL, OVER, TWO])
def test_every_piece_lies_on_its_place(text: str) -> None:
    points, reserve, home = text.split(" ")[:3]
    expected: Counter[tuple[str | None, str | None]] = Counter()
    for item in points.split(",") if points != "-" else []:
        name, owners = item.split(":")
        expected.update((owner, name) for owner in owners)
    for sign, counts in (("R", reserve), ("H", home)):
        for player, count in zip("ABCD", counts.split(","), strict=False):
            expected[player, sign] += int(count)
    pieces = [element for element in drawn(text).iter() if element.get("data-piece")]
    assert Counter((element.get("data-piece"), element.get("data-place")) for element in pieces) == +expected


@pytest.mark.parametrize(
    ("text", "name", "owners"), [(TEAMS, "5", "AAC"), (TEAMS, "20b", "DDBB"), (TALL, "25", "ACDACDACDACD")]
)
def test_stacks_keep_their_order(text: str, name: str, owners: str) -> None:
    stack = layer(drawn(text), f"stack-{name}")
    pieces = [element for element in stack if element.get("data-piece")]
    assert "".join(str(element.get("data-piece")) for element in pieces) == owners
    heights = [float(str(element.get("transform")).rstrip(")").split(" ")[1]) for element in pieces]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] - heights[-1] <= 100
    assert values(stack, "data-height") == [str(len(owners))]


def test_ids_are_unique_and_the_games_own() -> None:
    found = values(drawn(TEAMS, targets=True, coordinates=True, last="2>5"), "id")
    assert len(found) == len(set(found))
    assert all(name.startswith("moontrek-") for name in found)


@pytest.mark.parametrize("text", ["5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3", TALL, TWO])
def test_targets_are_the_legal_moves(text: str) -> None:
    position = GAME.position(text)
    marks = [element for element in drawn(text, targets=True).iter() if element.get("data-target")]
    moves = [move for element in marks for move in str(element.get("data-move")).split(" ")]
    assert {element.get("data-target") for element in marks} == {move.target for move in position.legal_moves()}
    assert sorted(moves) == sorted(map(str, position.legal_moves()))


def test_targets_of_one_place() -> None:
    assert set(values(drawn("5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3", targets="5"), "data-target")) == {"8", "5c"}


@pytest.mark.parametrize(
    ("last", "ends"), [("2x3>5", ["2", "5"]), ("R>5", ["R", "5"]), ("25x12>30", ["25", "30"]), ("28>H", ["28", "H"])]
)
def test_the_last_move_is_marked(last: str, ends: list[str]) -> None:
    assert values(drawn(TEAMS, last=last), "data-last") == ends


@pytest.mark.parametrize("style", [{"last": "5y>8"}, {"targets": "E"}, {"theme": "moonlight"}, {"last": ""}])
def test_bad_options_are_refused(style: dict[str, Any]) -> None:
    with pytest.raises(banmen.OptionError):
        drawn(TEAMS, **style)


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_the_sticks_of_the_throw_lie_on_the_moon(value: int) -> None:
    root = drawn(f"- 4,4,4,4 0,0,0,0 A|B|C|D C {value}")
    assert values(root, "data-throw") == [str(value)]
    assert values(root, "data-stick").count("flat") == value % 5


def test_turn_and_victory_are_marked() -> None:
    assert values(drawn(TEAMS), "data-turn") == ["A"]
    assert values(drawn(OVER), "data-winner") == ["A", "C"]


def test_teams_are_named_only_where_there_are_some() -> None:
    assert [element.text for element in layer(drawn(TEAMS), "names") if "team" in str(element.text)] == ["team 1", "team 2"] * 2
    assert not [element for element in layer(drawn(START), "names") if "team" in str(element.text)]


def test_each_animal_has_its_own_shape_and_face() -> None:
    shapes = [animals.draw_shape(player, 30) for player in "ABCD"]
    faces = [animals.draw_face(player, "black", "white", 30) for player in "ABCD"]
    assert len(set(shapes)) == len(set(faces)) == 4


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_plain_and_the_same_each_time(theme: str) -> None:
    text = GAME.position(TEAMS).svg(theme=theme, targets=True, last="2>5")
    assert text == GAME.position(TEAMS).svg(theme=theme, targets=True, last="2>5")
    tags = {element.tag.partition("}")[2] for element in ElementTree.fromstring(text).iter()}
    assert tags <= {"svg", "title", "desc", "metadata", "g", "circle", "ellipse", "rect", "line", "path", "text"}
    assert "style=" not in text
    assert "url(" not in text


def test_themes_and_languages_change_the_picture() -> None:
    assert len({GAME.position(TEAMS).svg(theme=theme, lang=lang) for theme in THEMES for lang in ("en", "ja")}) == 6


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pieces_stand_out_from_moon_and_sky(theme: str) -> None:
    night = NIGHTS[theme]
    assert contrast(night.lines, night.moon) >= 3
    assert all(contrast(coat, night.sky) >= 3 for coat in night.coats)
    assert all(contrast(night.lines, coat) >= 7 for coat in night.coats)
    assert contrast(night.star, night.sky) >= 7
    assert contrast(night.dim, night.sky) >= 4.5
    assert contrast(MARKS[theme].target, night.moon) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_coats_differ(theme: str) -> None:
    assert all(first != second for first, second in combinations(NIGHTS[theme].coats, 2))


def test_notebooks_show_positions_by_themselves() -> None:
    position = GAME.position(TEAMS)
    assert position._repr_svg_() == position.svg()


def test_titles_tell_turn_and_throw() -> None:
    assert words.title(GAME.position(TEAMS), "en") == "Moon Trek: Rabbit to move by a throw of 3"
    assert words.title(GAME.position(TEAMS), "ja") == "月面旅行：ウサギの手番、出た目は3"
    assert words.title(GAME.position(START), "en") == "Moon Trek: Rabbit to throw"
    assert words.title(GAME.position(OVER), "en") == "Moon Trek: Rabbit and Wolf have won"
    assert words.title(GAME.position(OVER), "ja") == "月面旅行：ウサギとオオカミの勝ち"


def test_descriptions_tell_the_whole_position() -> None:
    position = GAME.position("5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3")
    assert words.describe(position, "en") == (
        "Rabbit and Wolf against Frog and Monkey. On point 5 a stack of three, from the bottom up: Rabbit, Rabbit, Wolf. "
        "On point 12: Frog. Rabbit: two in reserve, none home. Frog: three in reserve, none home. "
        "Wolf: three in reserve, none home. Monkey: four in reserve, none home. Rabbit to move by a throw of 3."
    )
    assert words.describe(position, "ja").startswith(
        "ウサギとオオカミ 対 カエルとサル。5におんぶ3段、下からウサギ、ウサギ、オオカミ。12にカエル。"
        "ウサギはひかえに2個、あがりに0個。"
    )
    assert "Nobody is on the moon" in words.describe(GAME.position(START), "en")
    assert "月面にはだれもいない" in words.describe(GAME.position(START), "ja")
