"""The drawing code that all boards share."""

from __future__ import annotations

import importlib
from xml.etree import ElementTree

import pytest

import banmen
from banmen.presentation.svg import PALETTES, THEMES, Drawing, badge, picture, sticks
from banmen.presentation.svg_elements import group, group_parts, label, number, tag

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("value", "text"), [(1, "1"), (1.5, "1.5"), (2.004, "2"), (-0.001, "0"), (-3.25, "-3.25"), (0.1 + 0.2, "0.3")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_tags_escape_and_leave_out() -> None:
    assert tag("g", data_move="5>5c", id=None) == '<g data-move="5&gt;5c"/>'
    assert label("<&", 0, 0, 10, "red").endswith(">&lt;&amp;</text>")
    assert group([]) == ""


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_sticks_show_the_throw(value: int) -> None:
    drawn = ElementTree.fromstring(sticks(value, 10, 20, 100, PALETTES["light"]))
    sides = [stick.get("data-stick") for stick in drawn]
    assert drawn.get("data-throw") == str(value)
    assert sides == ["flat"] * (value % 5) + ["round"] * (4 - value % 5)


@pytest.mark.parametrize("value", [0, None])
def test_no_sticks_without_a_throw(value: int | None) -> None:
    assert sticks(value, 0, 0, 100, PALETTES["print"]) == ""


def test_badges_start_with_two() -> None:
    assert badge(1, 0, 0, 20, PALETTES["light"]) == ""
    assert "×2" in badge(2, 0, 0, 20, PALETTES["light"])
    assert "×12" in badge(12, 0, 0, 20, PALETTES["light"])


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as defined by the web's accessibility guidelines."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read_on_paper(theme: str) -> None:
    palette = PALETTES[theme]
    assert contrast(palette.ink, palette.paper) >= 7
    assert contrast(palette.faint, palette.paper) >= 4.5
    assert contrast(palette.target, palette.paper) >= 3


@pytest.mark.parametrize(
    "style",
    [
        {"theme": "sepia"},
        {"lang": "fr"},
        {"size": 0},
        {"size": True},
        {"size": "640"},
        {"coordinates": "some"},
        {"turned": 1},
        {"tall": "yes"},
        {"colour": "red"},
    ],
)
def test_bad_options_are_refused(style: dict[str, object]) -> None:
    with pytest.raises(banmen.OptionError):
        picture(banmen.game("kariuchi").start(), **style)


def test_a_picture_says_what_it_shows() -> None:
    position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3")
    root = ElementTree.fromstring(picture(position, lang="ja", size=300))
    assert root.tag == SPACE + "svg"
    assert [child.tag for child in root][:2] == [SPACE + "title", SPACE + "desc"]
    assert root.get("lang") == "ja"
    assert root.get("width") == root.get("height") == "300"
    assert root.get("data-position") == position.text


@pytest.mark.parametrize("name", banmen.names())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_picture_says_whose_game_it_is(name: str, lang: str) -> None:
    root = ElementTree.fromstring(banmen.game(name).start().svg(lang=lang))
    words = importlib.import_module(f"banmen.games.{name}.words")
    assert root.findtext(SPACE + "metadata") == words.CREDIT[lang]


@pytest.mark.parametrize("name", banmen.names())
def test_notebooks_show_positions_by_themselves(name: str) -> None:
    position = banmen.game(name).start()
    assert position._repr_svg_() == position.svg()


def test_parts_of_a_group_are_the_group() -> None:
    for children in ([], [""], ["<a/>", "", "<b/>"]):
        parts = list(group_parts(children, id="x"))
        assert "".join(parts) == group(children, id="x")
        assert "" not in parts


def test_a_body_in_one_piece_is_one_part() -> None:
    assert Drawing(10, 10, "<g/>").parts == ("<g/>",)
    assert Drawing(10, 10, ("<g>", "</g>")).parts == ("<g>", "</g>")
