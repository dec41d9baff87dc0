"""axe finds nothing on any page, light and dark, in both languages; and the texts of both languages correspond."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.common.loops import some
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import BrowserMatch

PAGES = [
    "/",
    "/my-games",
    "/you",
    "/new/moontrek",
    "/new/kuniumi",
    "/rules/kariuchi",
    "/learn/qubism",
    "/board/kariuchi",
    "/offline",
    "/nowhere",
]
POSITIONS = {
    "kariuchi": "R,5x2,A/Rx2,8,30 1 3",
    "holes58": "1,8,14,20;1;0/3,10,28;0;2 1 1",
    "moontrek": "5:AA,7:C,12:B 2,3,3,4 0,0,0,0 A|B|C|D A 3",
    "kuniumi": "6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l",
    "qubism": "2B2/5/5/5/2W2 9 w",
}


RUN = "chosen => axe.run({ resultTypes: ['violations'], ...chosen }).then((told) => told.violations)"


def violations(page: Page, *rules: str, contrast: bool = True) -> list[str]:
    """Return the violations that axe finds, by all of its rules or by some; what passes is not collected.

    Checking the contrast of all texts takes twice as long as everything else: where no colours differ from a page
    that was checked, it is skipped.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    chosen: dict[str, Any] = {"runOnly": list(rules)} if rules else {}
    if not contrast:
        chosen["rules"] = {"color-contrast": {"enabled": False}}
    found = page.evaluate(RUN, chosen)
    return [f"{one['impact']} {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


# Colours are the same in both languages, and dark pages differ from light ones only in their colours.
LOOKS = [("light", "en"), ("dark", "ja")]


@pytest.mark.parametrize(("scheme", "lang"), LOOKS)
def test_no_violation_on_any_page(visit: Opening, house: House, scheme: Any, lang: str) -> None:
    page = visit(color_scheme=scheme, lang=lang)
    for path in PAGES:
        page.goto(house.address + path)
        page.wait_for_load_state("networkidle")
        assert not violations(page), path


@pytest.mark.parametrize(("scheme", "lang"), LOOKS)
def test_no_violation_at_any_table(visit: Opening, house: House, scheme: Any, lang: str) -> None:
    table = BrowserMatch(visit(lang, color_scheme=scheme), house)
    for game, text in POSITIONS.items():
        table.begin(game, start=text)
        assert not violations(table.page), game
    table.page.locator("#settings-button").click()
    assert not violations(table.page), "settings"
    table.page.keyboard.press("Escape")
    table.page.locator("#resign-button").click()
    table.page.locator("#resign-dialog button[value=yes]").click()
    expect(table.page.locator("#result")).to_be_visible()
    assert not violations(table.page), "result"
    table.page.goto(f"{house.address}/replay?match={table.match}")
    table.page.locator("main:not([inert]) #board svg").first.wait_for()
    assert not violations(table.page), "replay"


def test_the_focus_can_be_seen(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=POSITIONS["kariuchi"])
    page = table.page
    for _ in range(12):
        page.keyboard.press("Tab")
        style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style == "solid", page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


SCREENS: list[Any] = [{"width": wide, "height": high} for wide, high in ((320, 568), (600, 900), (844, 390), (768, 1024))]
LARGEST = {"banmen_easy": "on", "banmen_print": "large"}


def check_width(page: Page, what: str) -> None:
    for size in SCREENS:
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (what, size)


def test_nothing_is_wider_than_the_screen(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(phone=True), house)
    for path in (*PAGES, "/new/kariuchi"):
        table.page.goto(house.address + path)
        check_width(table.page, path)
    for game in ("kuniumi", "holes58"):
        table.begin(game, start=POSITIONS[game])
        check_width(table.page, game)


def test_large_print_with_readings_is_no_wider_than_the_screen(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit("ja", phone=True), house)
    cookies: Any = [{"name": name, "value": value, "url": house.address} for name, value in LARGEST.items()]
    table.page.context.add_cookies(cookies)
    for path in (
        "/",
        "/my-games",
        "/you",
        "/new/kariuchi",
        "/new/holes58",
        "/rules/moontrek",
        "/learn/qubism",
        "/board/kuniumi",
    ):
        table.page.goto(house.address + path)
        table.page.wait_for_selector("html[data-read]")
        check_width(table.page, path)
    table.begin("kariuchi", start=POSITIONS["kariuchi"])
    table.page.wait_for_selector("html[data-read]")
    check_width(table.page, "play")


def test_both_languages_have_the_same_words() -> None:
    english, japanese = (
        tomllib.loads(files("banmen.web").joinpath("locales", f"{lang}.toml").read_text("utf-8")) for lang in ("en", "ja")
    )
    assert {name: sorted(part) for name, part in english.items()} == {name: sorted(part) for name, part in japanese.items()}


def test_every_word_a_script_says_is_there() -> None:
    from banmen.server.http.page_messages import load_script_messages

    for path in some(files("banmen.web").joinpath("static", "js").iterdir()):
        known = load_script_messages("en", (path.name.removesuffix(".js"),))
        for said in path.read_text("utf-8").split('say("')[1:]:
            name = said.partition('"')[0]
            assert name in known or "." not in name, f"{path.name}: {name}"


def test_style_sheets_are_whole() -> None:
    for path in some(files("banmen.web").joinpath("static", "css").iterdir()):
        depth = 0
        for character in path.read_text("utf-8"):
            depth += {"{": 1, "}": -1}.get(character, 0)
            assert depth in range(3), f"{path.name}: a brace too many"
        assert not depth, f"{path.name}: a brace is missing"
