"""Readings above kanji, and easy words: on every page a child meets, from page to page, and off again."""

import re

import pytest
from playwright.sync_api import Page, expect

from banmen.core import registry
from banmen.presentation.readings import find_readings
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import BrowserMatch
from tests.web.test_access import POSITIONS, violations
from tests.web.test_phone import SIZES, check_in_view, check_nothing_covers_the_board, on_each_phone, open_phone

# Visible kanji without a reading, except in the page's logo, texts only for screen readers, and text on boards.
BARE = """() => {
  const found = [], kanji = /[\\u3005\\u4e00-\\u9fff]/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!kanji.test(data) || parent.closest("ruby, svg, .mark, .unseen, script, details.folded, [lang]:not(html)")) continue;
    if (parent.checkVisibility() || parent.closest("option, dialog, details")) found.push(data.trim());
  }
  return found;
}"""
# Elements for plain text: they must contain no markup and no reading.
PLAIN = """() => {
  const told = [document.title];
  for (const one of document.querySelectorAll("[title], [aria-label], [placeholder], [alt], [content]"))
    for (const name of ["title", "aria-label", "placeholder", "alt", "content"]) told.push(one.getAttribute(name) ?? "");
  return told;
}"""


def choose_easy_words(page: Page, chosen: bool) -> None:
    page.locator("#settings-button").click()
    page.locator("#easy-words").click()
    page.locator("html[data-read]" if chosen else "html:not([data-readings]) #settings-button:enabled").first.wait_for()
    expect(page.locator("#easy-words")).to_be_focused()  # the page was reloaded, and the settings are where they were
    expect(page.locator("#easy-words")).to_be_checked(checked=chosen)
    page.keyboard.press("Escape")
    expect(page.locator("#settings-dialog")).to_be_hidden()


def check_page(page: Page) -> None:
    page.locator("html[data-read]").first.wait_for()
    assert page.evaluate(BARE) == []
    assert not [text for text in page.evaluate(PLAIN) if re.search(r"[<>\\[\\]]|ruby", text)]


@pytest.fixture
def page(visit: Opening, house: House) -> Page:
    found = visit("ja", phone=True, viewport={"width": 390, "height": 664})
    found.context.add_cookies([{"name": "banmen_easy", "value": "on", "url": house.address}])
    return found


def test_readings_are_chosen_kept_and_given_up(page: Page, house: House) -> None:
    page.context.clear_cookies()
    page.goto(house.address)
    choose_easy_words(page, True)
    check_page(page)
    expect(page.locator(".tagline ruby").first).to_be_visible()
    page.goto(f"{house.address}/new/kariuchi")  # on another page
    answer = page.request.get(f"{house.address}/new/kariuchi?lang=ja")
    assert "<rt" in answer.text(), "the page comes with them"
    expect(page.get_by_role("button", name=re.compile("^遊 ?ぶ$"))).to_be_visible()  # a reading is not read aloud as well
    page.locator("a.language").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#easy-words")).to_have_count(0)  # English needs none
    assert page.locator("rt").count() == 0
    page.locator("a.language").click()
    page.locator("html[lang=ja][data-read]").first.wait_for()
    choose_easy_words(page, False)
    assert page.locator("rt").count() == 0
    page.goto(house.address)
    assert page.locator("rt").count() == 0


@pytest.mark.parametrize("game", registry.names())
def test_no_kanji_is_without_a_reading(page: Page, house: House, game: str) -> None:
    for path in (f"/new/{game}", f"/learn/{game}", f"/rules/{game}"):
        page.goto(house.address + path)
        if path.startswith("/learn"):
            expect(page.locator("#lesson-text")).not_to_be_empty()
        check_page(page)
        assert not violations(page, contrast=path.startswith("/new") or game == "kariuchi"), path  # here games have colours
    table = BrowserMatch(page, house, touch=True)
    table.begin(game, start=POSITIONS[game])
    check_page(page)
    assert not violations(page), "play"
    for button in ("#hint-button", "#dangers-button", "#why-button", "#leave-why", "#rules-button"):
        page.locator(button).tap()
        if button in ("#hint-button", "#dangers-button", "#why-button"):
            expect(page.locator("#message")).not_to_be_empty()
        check_page(page)
    page.locator("#rules-dialog .close").tap()
    table.make(table.view["moves"][0])
    page.locator("#past-button").tap()
    expect(page.locator("#past [data-step]")).to_have_count(1)
    check_page(page)
    page.locator("#past-close").tap()
    page.locator("#resign-button").tap()
    page.locator("#resign-dialog button[value=yes]").tap()
    expect(page.locator("#result")).to_be_visible()
    check_page(page)


@pytest.mark.parametrize("game", registry.names())
def test_with_readings_all_is_still_on_the_screen(visit: Opening, house: House, game: str) -> None:
    table = open_phone(visit, house, SIZES[0], "ja")
    page = table.page
    page.context.add_cookies([{"name": "banmen_easy", "value": "on", "url": house.address}])
    table.begin(game)
    page.locator("html[data-read]").first.wait_for()
    for _ in on_each_phone(page):
        check_in_view(page, "#board", "#players", "#status", ".due", *(["#throw"] if table.due == "throw" else []))
        check_nothing_covers_the_board(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Readings that a page lays out as boxes of their own, so that the text around them falls apart.
APART = """() => [...document.querySelectorAll("ruby")].map((one) => one.parentElement)
  .filter((parent) => /flex|grid/.test(getComputedStyle(parent).display)).map((parent) => parent.textContent)"""


def test_text_with_readings_runs_on_in_buttons_and_headings(page: Page, house: House) -> None:
    for path in ("/new/moontrek?players=4", "/new/qubism", "/my-games", "/you"):
        page.goto(house.address + path)
        page.locator("html[data-read]").first.wait_for()
        assert page.evaluate(APART) == [], path
    table = BrowserMatch(page, house, touch=True)
    table.begin("holes58")
    page.locator("html[data-read]").first.wait_for()
    assert page.locator("summary ruby").count()
    assert page.evaluate(APART) == []
    page.locator("#resign-button").tap()
    page.locator("#resign-dialog button[value=yes]").tap()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator(".story summary ruby").first).to_be_attached()
    assert page.evaluate(APART) == []


def test_page_and_server_read_alike(page: Page, house: House) -> None:
    texts = [
        line
        for game in registry.names()
        for line in page.request.get(f"{house.address}/api/games/{game}/rules?lang=ja").json()["markdown"].splitlines()
    ]
    page.goto(f"{house.address}/offline")
    read = page.evaluate(
        """async (texts) => {
      const path = document.querySelector('script[src*="page.js"]').src.replace("page.js", "readings.js");
      const { findReadings } = await import(path);
      return texts.map(findReadings);
    }""",
        texts,
    )
    assert read == [[list(segment) for segment in find_readings(text, "ja")] for text in texts]
