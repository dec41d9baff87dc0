"""Help on the page: why a piece cannot go to a place, pieces in danger, and the rules with their examples."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import COMPILING, BrowserMatch
from tests.web.test_handling import PICKING, await_first, hold_back


def test_the_reason_is_shown_and_stays(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx2,5,A/Rx3,12 1 3")
    table.pick("5")
    table.press('.place[data-key="7@"]')
    said = table.page.locator("#message")
    expect(said).to_have_text(
        "The throw is 3: from corner あ it leads to point 8 or towards the centre, and point 7 is 2 steps away."
    )
    table.page.mouse.move(3, 3)
    expect(said).to_contain_text("7 is 2 steps away")


@pytest.mark.parametrize(
    ("lang", "button", "what", "where", "reason"),
    [
        ("en", "Why not?", "Pick what you want to move", "Now pick where it should go", "7 is 2 steps away"),
        ("ja", "なぜ動けない？", "動かしたいものを選び", "行きたいところを選んで", "7までは2マス"),
    ],
)
def test_a_button_asks_why_something_cannot_go_there(
    visit: Opening, house: House, lang: str, button: str, what: str, where: str, reason: str
) -> None:
    table = BrowserMatch(visit(lang, phone=lang == "ja"), house, touch=lang == "ja")
    table.begin("kariuchi", start=PICKING)
    said, asking = table.page.locator("#message"), table.page.get_by_role("button", name=button)
    table.press("#why-button")
    expect(asking).to_have_attribute("aria-pressed", "true")
    expect(said).to_contain_text(what)
    table.press_place("5")
    expect(said).to_contain_text(where)
    expect(table.page.locator(".marks .mark-picked")).to_have_count(1)
    table.press_place("7")
    expect(said).to_contain_text(reason)
    for place in ("5", "8"):  # asking goes on: a legal move is described, and not made
        table.press_place(place)
    expect(said).not_to_contain_text(reason)
    expect(asking).to_have_attribute("aria-pressed", "true")
    table.press("#leave-why")
    expect(asking).to_have_attribute("aria-pressed", "false")
    assert table.view["last"] is None
    table.make(table.view["moves"][0])  # moves that are pointed at are played again


def test_why_can_be_asked_by_keys_alone(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=PICKING)
    page, said = table.page, table.page.locator("#message")
    page.locator("#why-button").focus()
    page.keyboard.press("Enter")
    for place in ("5", "8"):  # a legal move is described, and not made
        page.locator(f'.place[data-at="{place}"]').focus()
        page.keyboard.press("Enter")
    expect(said).to_have_text("You can go from corner あ to point 8.")
    assert table.view["last"] is None
    page.locator('.place[data-at="5"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#why-button")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".marks .mark-picked")).to_have_count(0)


def test_why_asks_about_what_is_picked_and_about_others_pieces(table: BrowserMatch) -> None:
    table.begin("holes58", start="3,9;0;3/2;0;4 1 1")
    page, said = table.page, table.page.locator("#message")
    table.pick("9")
    page.locator("#why-button").click()
    expect(said).to_contain_text("Now pick where")
    table.press('.place[data-key="12@1"]')
    expect(said).to_contain_text("12")
    table.press('.place[data-key="2@2"]')
    table.press('.place[data-key="3@2"]')
    expect(said).to_contain_text("That place belongs to Jackals")


def test_the_last_question_is_the_one_that_is_answered(table: BrowserMatch) -> None:
    table.begin("kariuchi", start=PICKING)
    page, late = table.page, hold_back(table.page, "**/hint")
    page.locator("#hint-button").click()
    first = await_first(page, late)
    table.press_place("20")
    expect(page.locator("#message")).to_contain_text("corner え")
    reason = page.locator("#message").inner_text()
    expect(page.locator("#hint-button")).to_have_attribute("aria-busy", "false")
    with page.expect_response("**/hint"):
        first.continue_()
    page.wait_for_timeout(100)
    expect(page.locator("#message")).to_have_text(reason)
    expect(page.locator(".marks .mark-hint")).to_have_count(0)
    page.unroute("**/hint")
    page.locator("#hint-button").click()
    expect(page.locator("#message")).to_contain_text("Try", timeout=COMPILING)


def test_the_only_move_is_hinted_at_once(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx4/Rx4 1 3")
    table.page.locator("#hint-button").click()
    expect(table.page.locator("#message")).to_have_text("There is only one move: new piece to point 3.")
    expect(table.page.locator(".marks .mark-hint")).to_have_count(2)


def test_the_other_lane_is_distinguished(table: BrowserMatch) -> None:
    table.begin("holes58", start="3,9;0;3/28;0;4 1 1")
    table.press('.place[data-key="12@2"]')
    expect(table.page.locator("#message")).to_contain_text("That place belongs to Jackals")


def test_dangers_are_highlighted_and_listed(table: BrowserMatch) -> None:
    table.begin("holes58", start="3,9;0;3/28;0;4 1 1")
    table.page.locator("#dangers-button").click()
    expect(table.page.locator(".marks .mark-danger")).to_have_count(1)
    expect(table.page.locator("#message")).to_have_text("In danger from the next throw: hole 3 (38%).")
    still_pointed_at = table.page.locator("#dangers-button:hover")
    expect(still_pointed_at).to_have_css("background-color", re.compile(r"^rgb\("))  # opaque: its text has the page's colour
    table.page.evaluate("document.querySelector('#board > svg').dataset.old = 'yes'")
    table.page.set_viewport_size({"width": 600, "height": 900})
    expect(table.page.locator("#board > svg:not([data-old])")).to_have_count(1)  # a phone turned upright has the tall board
    expect(table.page.locator(".marks .mark-danger")).to_have_count(1)
    table.page.locator("#dangers-button").click()
    expect(table.page.locator(".marks .mark-danger")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_examples_in_the_rules_are_played_on_a_board(visit: Opening, house: House, phone: bool) -> None:
    page = visit("ja", phone=phone)
    page.goto(f"{house.address}/rules/qubism")
    expect(page.locator(".rules-board img")).to_have_attribute("alt", re.compile("白のポーンはc1"))
    page.locator('.example-move[data-move="b3-b5"]').click()
    board = page.locator(".example-board" if phone else "#example").locator("svg[data-position]")
    expect(board).to_have_attribute("data-position", "1>B2/5/2W2/5/5 8 w")
    expect(page.locator("#example-words")).to_have_text("b3のキューブをb5へ")


def test_an_example_is_a_link_to_the_analysis_board(visit: Opening, house: House) -> None:
    page = visit("en")
    page.goto(f"{house.address}/rules/kariuchi")
    address = page.locator(".example-move").first.get_attribute("href")
    page.goto(f"{house.address}{address}")
    expect(page.locator("#board svg[data-position]")).to_have_attribute("data-position", "Rx4/Rx4 1 3")


def test_lessons_and_the_analysis_board_tell_reasons_too(visit: Opening, house: House) -> None:
    page = visit("en")
    page.goto(f"{house.address}/learn/qubism")
    page.locator('.place[data-at="c5"]').click()
    expect(page.locator("#message")).to_contain_text("The pawn on c5 is Black's.")
    hasty = {"post_data": json.dumps({"game": "qubism", "seconds": 0.5})}
    page.route(
        "**/api/analysis", lambda route: route.continue_(**hasty) if route.request.method == "POST" else route.continue_()
    )
    page.goto(f"{house.address}/board/qubism")
    page.locator('.place[data-at="c5"]').click()
    expect(page.locator("#message")).to_contain_text("The pawn on c5 is Black's.")
    expect(page.locator("#judged")).to_contain_text("A hint in play takes about 1 s", timeout=COMPILING)
