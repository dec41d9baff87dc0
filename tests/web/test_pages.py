"""Pages besides the board: choosing the players, and rules whose examples can be played."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import BrowserMatch


def test_any_mix_of_people_and_computers_plays_in_teams(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/moontrek")
    page.locator("label", has_text="4").first.click()
    page.locator("label", has_text="partners sit opposite").click()
    page.get_by_label("Frog", exact=True).select_option("human")
    page.get_by_label("Wolf", exact=True).select_option("level:1")
    page.get_by_label("Monkey", exact=True).select_option("level:2")
    page.get_by_role("button", name="Play", exact=True).click()
    table = BrowserMatch(page, house)
    table.adopt()
    view = table.view
    assert [player["who"] for player in view["players"]] == ["human", "human", "level:1", "level:2"]
    assert [player["team"] for player in view["players"]] == [0, 1, 0, 1]


def test_who_plays_with_whom_is_chosen_by_chips_and_remembered(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/moontrek")
    page.locator("#numbers label", has_text="4").click()
    chips = page.locator(".team-chip")
    assert chips.all_text_contents() == ["1", "2", "3", "4"]
    chips.nth(0).click()  # the rabbit joins the frog
    expect(page.locator("#team-sides")).to_have_text("Rabbit & Frog against Wolf against Monkey")
    expect(page.locator("#own-teams")).to_be_checked()
    for number, times in ((2, 3), (3, 2)):  # all in one team is not allowed
        for _ in range(times):
            chips.nth(number).click()
    expect(page.locator("#team-sides")).to_have_text("There must be at least two teams.")
    expect(page.locator("#play")).to_be_disabled()
    chips.nth(2).click()
    chips.nth(3).click()
    expect(page.locator("#team-sides")).to_have_text("Rabbit & Frog against Wolf & Monkey")
    page.locator("#play").click()
    table = BrowserMatch(page, house)
    table.adopt()
    assert [player["team"] for player in table.view["players"]] == [0, 0, 1, 1]
    expect(page.locator(".player.partner")).to_contain_text("partner")
    assert page.locator(".player.partner").get_attribute("data-player") == "B"
    page.goto(f"{house.address}/new/moontrek")
    expect(page.locator("#team-sides")).to_have_text("Rabbit & Frog against Wolf & Monkey")
    page.locator("label", has_text="partners sit opposite").click()
    assert chips.all_text_contents() == ["1", "2", "1", "2"]
    page.goto(f"{house.address}/new/moontrek?teams=AC|B")  # the address takes precedence
    expect(page.locator("#team-sides")).to_have_text("Rabbit & Wolf against Frog")


def test_a_position_says_how_many_play_from_it(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/moontrek")
    page.get_by_label("Rabbit", exact=True).select_option("level:1")
    expect(page.locator("#character")).to_contain_text("Computer (level 1: ")
    page.get_by_role("button", name="Play", exact=True).click()  # for two, which is remembered
    page.wait_for_url("**/play/*")
    page.goto(f"{house.address}/board/moontrek?players=4&teams=2-2")
    page.get_by_role("link", name="Play from here").click()
    expect(page.locator("#numbers")).to_be_hidden()
    for animal in ("Rabbit", "Frog", "Wolf", "Monkey"):
        page.get_by_label(animal, exact=True).select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    table = BrowserMatch(page, house)
    table.adopt()
    assert [player["who"] for player in table.view["players"]] == ["human"] * 4
    assert [player["team"] for player in table.view["players"]] == [0, 1, 0, 1]


def test_paper_is_white_and_has_no_buttons(visit: Opening, house: House) -> None:
    page = visit()
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(f"{house.address}/rules/kariuchi")
    expect(page.locator(".reading-side")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    pictures = page.locator("main picture img")
    assert pictures.count() > 0
    assert not any("theme=dark" in picture.evaluate("(image) => image.currentSrc") for picture in pictures.all())


def test_a_friend_on_this_screen(visit: Opening, house: House) -> None:
    page = visit(lang="ja")
    page.goto(f"{house.address}/new/qubism")
    page.locator("label", has_text="友だち").click()
    expect(page.locator("#levels")).to_be_hidden()
    page.get_by_role("button", name="遊ぶ", exact=True).click()
    table = BrowserMatch(page, house)
    table.adopt()
    assert {player["who"] for player in table.view["players"]} == {"human"}


def test_what_was_chosen_is_remembered(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/holes58")
    page.locator("label.level").nth(1).click()
    page.locator("label", has_text="Jackals").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    page.goto(f"{house.address}/new/holes58")
    expect(page.locator('input[name="level"]:checked')).to_have_value("2")
    expect(page.locator('input[name="side"]:checked')).to_have_value("2")


def test_examples_in_the_rules_are_shown_on_a_board(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/rules/kariuchi")
    link = page.locator("[data-move]").first
    position = link.get_attribute("data-position")
    link.click()
    expect(page.locator("#example svg")).not_to_have_attribute("data-position", str(position))


def test_every_game_can_be_begun_from_the_first_page(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(house.address)
    for title in ("Kariuchi", "Moon Trek", "58 Holes", "Kuniumi", "Qubism"):
        expect(page.get_by_role("link", name=f"Play {title}")).to_be_visible()


def test_the_picture_shows_the_beginning_as_chosen(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/moontrek")
    picture = page.locator("#picture img")
    for number, shown in (("3", "players=3"), ("2", "players=2")):
        page.locator("label.pill", has_text=number).first.click()
        expect(picture).to_have_attribute("src", re.compile(f"position=start.*{shown}"))
        assert page.request.get(house.address + str(picture.get_attribute("src")).removeprefix(house.address)).ok


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/new/kariuchi?position=nonsense", "The position in the address cannot be read"),
        ("/new/kariuchi?pieces=99", "The rules in the address cannot be used"),
        ("/board/kariuchi?position=nonsense", "The position in the address cannot be read"),
        ("/board/kariuchi?pieces=99", "The rules in the address cannot be used"),
    ],
)
def test_an_address_that_cannot_be_read_is_no_dead_end(visit: Opening, house: House, path: str, told: str) -> None:
    page = visit()
    page.goto(house.address + path)
    expect(page.locator(".notice")).to_contain_text(told)
    if path.startswith("/new"):
        assert page.locator("#picture img").evaluate(
            "async (image) => { await image.decode(); return image.naturalWidth > 0; }"
        )
    else:
        expect(page.locator("#board svg")).to_have_attribute("data-position", "Rx4/Rx4 1 -")


def test_an_unknown_option_in_an_address_is_overlooked(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/board/kariuchi?foo=bar")
    expect(page.locator("#board svg")).to_have_attribute("data-position", "Rx4/Rx4 1 -")
    page.goto(f"{house.address}/board?foo=bar")
    expect(page.locator(".game-card")).to_have_count(5)


@pytest.mark.parametrize("path", ["/replay", "/replay#record=nonsense"])
def test_a_replay_of_nothing_shows_the_way_home(visit: Opening, house: House, path: str) -> None:
    page = visit()
    page.goto(house.address + path)
    expect(page.locator("h1")).to_have_text("There is no game to review")
    expect(page.get_by_role("link", name="All games", exact=True)).to_be_visible()


def test_what_was_loaded_once_is_not_loaded_again(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/board/qubism")
    page.locator("#board svg").first.wait_for()
    page.goto(f"{house.address}/board/qubism")
    page.locator("#board svg").first.wait_for()
    loaded: dict[str, int] = page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType("resource")
          .filter(({ name }) => /[/](static|looks)/.test(name)).map(({ name, transferSize }) => [name, transferSize]))"""
    )
    assert len(loaded) > 10
    assert {name: size for name, size in loaded.items() if size > 0} == {}


def test_pages_say_how_far_the_compiler_is(visit: Opening, house: House) -> None:
    page = visit(lang="ja")
    told = {"done": 1, "total": 3, "what": "", "ready": False}
    analysis = {"id": "1", "state": "waiting", "kind": "position", "progress": 0, "result": None, "preparing": told}
    page.route("**/api/warm?game=qubism", lambda route: route.fulfill(json=told))
    page.route_web_socket("**/api/analysis/*/live", lambda socket: socket.send(json.dumps(analysis)))
    page.goto(f"{house.address}/new/qubism")
    expect(page.locator("#warm")).to_contain_text("（1／3）")
    page.goto(f"{house.address}/board/qubism")
    expect(page.locator("#thinking-words")).to_have_text("検討の準備中です（1／3）……")
