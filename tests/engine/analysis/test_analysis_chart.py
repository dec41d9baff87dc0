"""The chart of chances over a game."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import banmen
from banmen.core.errors import OptionError
from banmen.engine.analysis.analyse import GameAnalysis, analyse
from banmen.engine.analysis.analysis_chart import COLOURS, DASHES, draw_chances, draw_figure
from banmen.engine.analysis.narration import format_change
from banmen.engine.interface import Budget, EngineError
from banmen.engine.search.mcts import Mcts
from banmen.presentation.svg import PALETTES, THEMES
from tests.common.loops import some
from tests.engine.perfect import Perfect
from tests.engine.test_analysis import record_of
from tests.presentation.test_svg import contrast

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def two() -> GameAnalysis:
    record = record_of(banmen.game("kariuchi", pieces=1), 5).with_tags(Player1="Aki <&> Co", Player2="Ben")
    return analyse(record, Budget(nodes=60), engine=Perfect())


@pytest.fixture(scope="module")
def four() -> GameAnalysis:
    return analyse(record_of(banmen.game("moontrek", pieces=1), most=12), Budget(nodes=60), engine=Mcts())


def parsed(found: GameAnalysis, **style: object) -> ElementTree.Element:
    return ElementTree.fromstring(draw_chances(found, **style))


def with_data(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get(f"data-{name}") is not None]


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.]+) ([\d.]+)", path)]


def test_it_says_what_it_shows(two: GameAnalysis) -> None:
    root = parsed(two)
    assert (root.get("role"), root.get("lang"), root[0].text) == ("img", "en", "Kariuchi: chances to win")
    told = root[1].text or ""
    assert f"over {len(two.steps)} steps" in told
    assert "Aki <&> Co" in told
    assert format_change(two.turning_points[0].change) in told


def test_every_step_is_a_column_that_a_page_can_find(two: GameAnalysis) -> None:
    root = parsed(two)
    columns = [element for element in with_data(root, "step") if element.tag == f"{SPACE}rect"]
    assert [column.get("data-step") for column in columns] == [str(step.index + 1) for step in two.steps]
    assert [column.get("data-verdict") for column in columns] == [step.verdict for step in two.steps]
    assert [float(column.get("data-luck", "nan")) for column in columns] == pytest.approx(
        [step.luck or 0 for step in two.steps], abs=1e-4
    )
    assert all((column[0].text or "").startswith(f"{column.get('data-step')}. ") for column in columns)


def test_two_sides_share_the_picture_along_one_line(two: GameAnalysis) -> None:
    root = parsed(two)
    [line] = with_data(root, "line")
    assert [area.get("data-side") for area in with_data(root, "side")] == ["1", "2"]
    drawn = points(line.get("d", ""))
    assert len(drawn) == 2 * len(two.steps) + 1
    heights = [y for _, y in drawn]
    top, bottom = 84, 372
    assert [(bottom - y) / (bottom - top) for y in heights[::2][:-1]] == pytest.approx(
        [step.before[1] for step in two.steps], abs=1e-4
    )
    assert [x for x, _ in drawn] == sorted(x for x, _ in drawn)


def test_more_sides_have_lines_told_apart_by_dashes_and_shapes(four: GameAnalysis) -> None:
    lines = with_data(parsed(four), "line")
    assert len(lines) == 4
    assert len({line.get("stroke-dasharray") for line in lines}) == len(set(DASHES)) == 4
    assert len({line.get("stroke") for line in lines}) == 4
    assert len({draw_figure(side, 7, "red", "black") for side in range(4)}) == 4
    names = [element.text for element in parsed(four).iter(f"{SPACE}text")]
    assert {"Rabbit", "Frog", "Wolf", "Monkey"} <= set(names)


def test_bad_moves_and_lucky_throws_are_marked_and_explained(two: GameAnalysis) -> None:
    root = parsed(two)
    marks = [(mark.get("data-mark"), int(mark.get("data-step", "0"))) for mark in with_data(root, "mark")]
    expected = [("lucky" if step.lucky > 0 else "unlucky", step.index + 1) for step in two.steps if step.lucky]
    expected += [(step.verdict or "", step.index + 1) for step in two.steps if step.verdict in ("mistake", "blunder")]
    assert sorted(marks) == sorted(expected)
    assert {"lucky", "unlucky", "blunder"} <= {kind for kind, _ in marks}
    assert all(mark[0].tag == f"{SPACE}title" for mark in with_data(root, "mark"))
    written = [element.text for element in root.iter(f"{SPACE}text")]
    assert "lucky throw" in written
    assert "blunder" in written


def test_marks_stand_in_the_part_of_the_side_that_made_them(two: GameAnalysis) -> None:
    root = parsed(two)
    line = dict(points(with_data(root, "line")[0].get("d", "")))
    for mark in some(with_data(root, "mark")):
        x, y = map(float, re.findall(r"[\d.]+", mark.get("transform", "")))
        if 110 < line[x] < 340:  # away from the edges, where there is no room
            assert (y > line[x]) == (mark.get("data-player") == "1")


def test_it_speaks_japanese(two: GameAnalysis) -> None:
    root = parsed(two, lang="ja")
    assert root[0].text == "かりうち：勝つ見こみ"
    assert "手" in [element.text for element in root.iter(f"{SPACE}text")]


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_drawn_can_be_seen(theme: str) -> None:
    paper, colours = PALETTES[theme].paper, COLOURS[theme]
    assert all(contrast(line, paper) >= 3 for line in colours.lines)
    assert all(contrast(PALETTES[theme].ink, area) >= 7 for area in colours.areas)
    for mark in (colours.mistake, colours.blunder):
        assert contrast(mark, colours.on_mark) >= 4.5
        assert all(contrast(mark, area) >= 3 for area in colours.areas)


def test_nothing_in_it_needs_a_style_sheet_or_an_id(two: GameAnalysis) -> None:
    drawn = draw_chances(two, theme="dark", size=480)
    assert not re.search(r"<style|<script| style=| id=| class=| href=", drawn)
    assert 'width="480" height="230"' in drawn


def test_an_analysis_under_way_can_be_drawn(two: GameAnalysis) -> None:
    part = GameAnalysis(two.record, two.steps[:3], 0.1)
    assert len(with_data(parsed(part), "verdict")) == 3
    with pytest.raises(EngineError, match="nothing to draw"):
        draw_chances(GameAnalysis(two.record, (), 0))


@pytest.mark.parametrize(
    ("style", "words"), [({"colour": 1}, "no option 'colour'"), ({"theme": "x"}, "theme"), ({"size": 0}, "size")]
)
def test_what_it_cannot_draw_is_refused(two: GameAnalysis, style: dict[str, Any], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        two.svg(**style)
