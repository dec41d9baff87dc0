"""Games on the page to their end: by mouse, touch or keys only, in both languages; and a whole one."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import BrowserMatch

# Short variants, most with pieces on their way (tests of the board cover the beginnings), so that it takes seconds.
GAMES: dict[str, dict[str, Any]] = {
    "kariuchi": {"pieces": 1, "start": "12/15 1 -"},
    "moontrek": {"pieces": 1, "players": 3, "start": "12:A,18:B,20:C 0,0,0 0,0,0 A|B|C A -"},
    "holes58": {"pieces": 1, "start": "22;0;0/21;0;0 1 -"},
    "kuniumi": {},
    "qubism": {"cubes": 1},
}


class PawnWalker:
    """A player that walks Qubism's pawn towards its goal row."""

    def from_here(self, table: BrowserMatch, place: str) -> bool:
        return place != "supply" and place in self._pawns(table)

    def best(self, table: BrowserMatch, targets: list[str]) -> str | None:
        sign = 1 if str(table.view["turn"]) == "w" else -1
        return max(targets, key=lambda place: (int(place[1]) * sign, random.random()), default=None)

    def _pawns(self, table: BrowserMatch) -> set[str]:
        found = table.page.locator('svg [data-piece="w"], svg [data-piece="b"]')
        return set(found.evaluate_all("elements => elements.map((one) => one.dataset.place)"))


@pytest.mark.parametrize(("game", "lang"), [(game, ("en", "ja")[index % 2]) for index, game in enumerate(GAMES)])
def test_a_game_can_be_played_to_its_end_by_clicks(visit: Opening, house: House, game: str, lang: str) -> None:
    table = BrowserMatch(visit(lang=lang), house)
    table.begin(game, **GAMES[game])
    table.play_through(seed=3, wish=PawnWalker() if game == "qubism" else None)
    expect(table.page.locator("#result")).to_have_text(str(table.view["result"]["words"]))


@pytest.mark.parametrize(("game", "more"), [("kariuchi", {}), ("kuniumi", {"start": "6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l"})])
def test_a_game_can_be_played_to_its_end_by_touch_on_a_phone(
    visit: Opening, house: House, game: str, more: dict[str, Any]
) -> None:
    table = BrowserMatch(visit(lang="ja", phone=True), house, touch=True)
    table.begin(game, **GAMES[game], **more)
    table.play_through(seed=5)
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the phone"
    expect(table.page.locator("#result")).to_be_visible()


def test_a_whole_game_against_the_computer_from_the_first_page_on(visit: Opening, house: House) -> None:
    page = visit(offline=True)
    page.goto(house.address)
    page.get_by_role("link", name="Kariuchi", exact=True).first.click()
    page.locator("label", has_text="Child").click()
    page.get_by_text("Change the rules").click()
    page.get_by_label("Pieces").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    table = BrowserMatch(page, house)
    table.adopt()
    table.play_through(seed=7)
    assert [player["who"] for player in table.view["players"]] == ["human", "level:1"]
    expect(page.get_by_role("link", name="Review the game")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: table.match not in url)


def test_a_game_can_be_played_to_its_end_by_keys_alone(table: BrowserMatch) -> None:
    table.begin("kariuchi", pieces=1, start="20/18 1 -")
    page = table.page
    for _ in range(200):
        if table.due == "over":
            break
        before = table.seq
        _press_keys(page, table.due)
        table.changed(before)
    expect(page.locator("#result")).to_be_visible()


def _press_keys(page: Page, due: str) -> None:
    """Move the focus to the next control with Tab if it is not there already, and use Enter, arrows and numbers."""
    wanted = "#throw:focus, #only:focus" if due == "throw" else "#only:focus, .place:focus"
    for _ in range(40):
        if page.locator(wanted).count():
            break
        page.keyboard.press("Tab")
    if page.locator("#throw:focus, #only:focus").count():
        return page.keyboard.press("Enter")
    assert page.locator(".place:focus").count(), "the board cannot be reached by Tab"
    if not page.locator(".place.target").count():
        page.keyboard.press("Enter")
    target = page.locator(".place.target").first.get_attribute("data-key")
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowRight"):
        if page.locator(f'.place:focus[data-key="{target}"]').count():
            return page.keyboard.press("Enter")
        page.keyboard.press(key)
    return page.keyboard.press("1")  # the first line of the list of moves


def test_arrow_keys_go_from_place_to_place(table: BrowserMatch) -> None:
    table.begin("qubism", start="2B2/5/5/5/2W2 9 w")
    page = table.page
    page.locator('.place[data-at="c1"]').focus()
    for key, place in (("ArrowUp", "c2"), ("ArrowLeft", "b2"), ("ArrowUp", "b3"), ("ArrowRight", "c3"), ("ArrowDown", "c2")):
        page.keyboard.press(key)
        expect(page.locator(".place:focus")).to_have_attribute("data-at", place)


def test_pieces_can_be_dragged(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx2,5,A/Rx3,12 1 3")
    page = table.page
    before = table.seq
    source, goal = page.locator('.place[data-at="5"]').bounding_box(), page.locator('.place[data-at="5c"]').bounding_box()
    assert source
    assert goal
    page.mouse.move(source["x"] + source["width"] / 2, source["y"] + source["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"], goal["y"], steps=5)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
    page.mouse.up()
    table.changed(before)
    assert table.view["last"]["move"] == "5>5c"
