"""The pictures of all games: readable on a phone, seen from the far side, true to the sheets."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest

import banmen
from banmen.games.qubism.board import ARROWS
from tests.games.pictures import drawn, layer, values

PHONE = 390  # pixels
LEAST = 11
BUSY = {
    "kariuchi": "Rx2,5,A/Rx3,12 1 3",
    "moontrek": "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3",
    "holes58": "9,15,20;0;2/10,25;1;2 1 2",
    "kuniumi": "",
    "qubism": "2B2/1>1<1/v1^2/2W1</5 4 w",
}
TURNING = {name: banmen.game(name).part("draw").FAR_SEATS for name in ("kariuchi", "moontrek", "qubism")}


def start_or(name: str) -> banmen.Position:
    game = banmen.game(name)
    return game.position(BUSY[name]) if BUSY[name] else game.start()


def spot(root: Element, place: str, player: object = None) -> tuple[float, float]:
    """Return the position of a place, or of the first slot of a player's reserve."""
    for element in root.iter():
        if element.get("data-place") == place and element.get("data-piece") is None:
            if player is not None and element.get("data-player") != str(player):
                continue
            if found := re.match(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
                return float(found[1]), float(found[2])
            return float(element[0].get("cx", 0)), float(element[0].get("cy", 0))
    raise AssertionError(f"no {place}")


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("name", list(BUSY))
def test_what_is_written_can_be_read_on_a_phone(name: str, tall: bool) -> None:
    for lang in ("en", "ja"):
        root = drawn(start_or(name), lang=lang, tall=tall, coordinates=True)
        width = float(root.get("viewBox", "").split()[2])
        # On a phone a board is at most as wide as the screen and as high as the screen leaves room for.
        scale = min(PHONE / width, PHONE / float(root.get("viewBox", "").split()[3]))
        sizes = {
            element.text: float(element.get("font-size", 0)) * scale for element in root.iter() if element.tag[-4:] == "text"
        }
        heights = {text: size for text, size in sizes.items() if not str(text).startswith("\N{MULTIPLICATION SIGN}")}
        assert min(heights.values()) >= LEAST, heights


@pytest.mark.parametrize("name", list(TURNING))
def test_a_turned_board_is_seen_from_the_far_side(name: str) -> None:
    position = start_or(name)
    near, far = drawn(position, coordinates=True), drawn(position, turned=True, coordinates=True)
    assert sorted(values(near, "data-place")) == sorted(values(far, "data-place"))
    for place in ("30", "10a") if "R" in BUSY[name] or ":" in BUSY[name] else ("a1", "d4"):
        (x, y), (turned_x, turned_y) = spot(near, place), spot(far, place)
        middle = spot(near, "A" if place[0].isdigit() else "c3")
        assert (x - middle[0], y - middle[1]) == pytest.approx((middle[0] - turned_x, middle[1] - turned_y), abs=0.02)


@pytest.mark.parametrize("name", ["kariuchi", "moontrek"])
def test_the_far_side_can_be_turned_to_the_bottom(name: str) -> None:
    position = start_or(name)
    for player in position.game.players:
        root = drawn(position, turned=player in TURNING[name])
        assert spot(root, "R", player)[1] > spot(root, "A")[1]


def test_arrows_of_a_turned_board_point_the_other_way() -> None:
    position = banmen.game("qubism").position(BUSY["qubism"])
    angles = []
    for turned in (False, True):
        root = drawn(position, turned=turned)
        cubes = {piece.get("data-place"): piece for piece in layer(root, "qubism-pieces") if piece.get("data-arrow")}
        turns = re.findall(r"rotate\((\d+)\)", " ".join(values(cubes["b4"], "transform")))
        angles.append(int(turns[-1]))
        assert cubes["b4"].get("data-arrow") == ">"
    assert angles == [90 * ARROWS.index(">"), 270]


def test_a_tall_board_has_its_supply_below() -> None:
    for name in ("qubism", "kuniumi"):
        wide, tall = drawn(start_or(name)).get("viewBox", ""), drawn(start_or(name), tall=True).get("viewBox", "")
        assert float(wide.split()[2]) > float(wide.split()[3])
        assert float(tall.split()[2]) < float(tall.split()[3])


def test_kariuchi_has_the_large_dots_of_the_sheet() -> None:
    root = drawn(start_or("kariuchi"))
    sizes = {base: float(layer(root, f"kariuchi-place-{base}")[1].get("r", 0)) for base in (4, 5, 10, 15, 20, 25, 30)}
    assert min(size for base, size in sizes.items() if base % 5 == 0) >= 1.8 * sizes[4]
    assert "".join(element.text or "" for element in layer(root, "kariuchi-board").iter()) == "あいうえお出"


def test_moon_trek_has_the_sheets_names_and_round_tokens() -> None:
    root = drawn(start_or("moontrek"))
    written = [element.text for element in layer(root, "moontrek-board").iter() if element.text]
    assert written == ["5", "10", "15", "20", "25", "30", "A"]
    thrown = [element for element in root.iter() if element.get("data-stick")]
    assert [element.get("data-stick") for element in thrown] == ["flat"] * 3 + ["round"]
    assert all(not [part for part in token.iter() if part.tag.endswith("rect")] for token in thrown)
    assert not [part for part in thrown[0] if part.tag.endswith("path")], "the side that counts is plain"
    assert [part for part in thrown[3] if part.tag.endswith("path")], "the other bears a symbol"


def test_cubes_in_the_supply_have_arrows() -> None:
    root = drawn(start_or("qubism"))
    supply = [piece for piece in layer(root, "qubism-pieces") if piece.get("data-place") == "supply"]
    turns = [re.findall(r"rotate\((\d+)\)", " ".join(values(cube, "transform")))[-1] for cube in supply]
    assert turns == ["0", "90", "180", "270"]
