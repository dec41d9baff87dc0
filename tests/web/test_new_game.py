"""A game written by `banmen new-game`, on the page: listed, started, played to its end and reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.plugin import Plugin, new_game
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import BrowserMatch


@pytest.fixture(scope="module")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> list[Plugin]:
    folder = tmp_path_factory.mktemp("plugins")
    return [
        new_game("harvest", folder / "harvest"),
        new_game("orchard", folder / "orchard", "--chance", "--players", "3", players="ABC"),
    ]


@pytest.fixture(scope="module")
def larger_house(plugins: list[Plugin], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with two additional games."""
    with pytest.MonkeyPatch.context() as patch:
        first, second = (plugin.environment()["PYTHONPATH"] for plugin in plugins)
        patch.setenv("PYTHONPATH", f"{first}:{second}")
        patch.setenv("BANMEN_JIT", "0")
        with House(Path(tmp_path_factory.mktemp("house"))) as house:
            yield house


@pytest.mark.parametrize(("name", "lang"), [("harvest", "en"), ("orchard", "ja")])
def test_a_whole_game_from_the_first_page_on(visit: Opening, larger_house: House, name: str, lang: str) -> None:
    page = visit(lang=lang)
    page.goto(larger_house.address)
    page.get_by_role("link", name=name.capitalize(), exact=True).first.click()
    expect(page.locator("h1", has_text=name.capitalize())).to_be_visible()
    page.locator("#play").click()
    table = BrowserMatch(page, larger_house)
    table.adopt()
    table.play_through(seed=4)
    view = table.view
    assert [player["who"] for player in view["players"]] == ["human", *["level:3"] * (len(view["players"]) - 1)]
    expect(page.locator("#result")).to_have_text(str(view["result"]["words"]))
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--accent').trim()") in ("#4a3f8f", "#b9aef5")
    page.goto(f"{larger_house.address}/replay?match={table.match}")
    expect(page.locator("#board svg")).to_have_attribute("data-game", name)


def test_places_and_pieces_have_names_for_those_who_cannot_see(visit: Opening, larger_house: House) -> None:
    table = BrowserMatch(visit(), larger_house)
    table.begin("harvest", who={"A": "human", "B": "human"})
    table.make(next(move for move in table.view["moves"] if move["to"] == "b2"))
    label = table.page.locator('.place[data-at="b2"]').get_attribute("aria-label")
    assert "b2" in str(label)
    assert "space of player A" in str(label)


def test_a_game_without_lessons_and_board_editor_says_so(visit: Opening, larger_house: House) -> None:
    page = visit()
    page.goto(f"{larger_house.address}/learn/harvest")
    expect(page.locator("h1")).to_contain_text("Harvest")
    expect(page.locator("#lesson-text")).not_to_be_empty()
    page.goto(f"{larger_house.address}/rules/harvest")
    expect(page.locator("#rules-text")).to_contain_text("side by side")
    page.goto(f"{larger_house.address}/board/harvest")
    expect(page.locator("#board svg")).to_have_attribute("data-game", "harvest")
