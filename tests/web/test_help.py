"""Help on the page: why something cannot go there, what stands in danger, and the rules with their examples."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import Table


def test_the_reason_is_told_and_stays(table: Table) -> None:
    table.begin("kariuchi", start="Rx2,5,A/Rx3,12 1 3")
    table.pick("5")
    table.press('.place[data-key="7@"]')
    said = table.page.locator("#message")
    expect(said).to_have_text("The throw is 3: from 5 it leads to 8 or 5c, and 7 is 2 steps away.")
    table.page.mouse.move(3, 3)
    expect(said).to_contain_text("7 is 2 steps away")


def test_the_other_lane_is_told_apart(table: Table) -> None:
    table.begin("holes58", start="3,9;0;3/28;0;4 1 1")
    table.press('.place[data-key="12@2"]')
    expect(table.page.locator("#message")).to_contain_text("That place belongs to Jackals")


def test_dangers_are_lit_up_and_told(table: Table) -> None:
    table.begin("holes58", start="3,9;0;3/28;0;4 1 1")
    table.page.locator("#threats-button").click()
    expect(table.page.locator(".marks .mark-threat")).to_have_count(1)
    expect(table.page.locator("#message")).to_have_text("In danger from the next throw: hole 3 (38%).")
    still_pointed_at = table.page.locator("#threats-button:hover")
    expect(still_pointed_at).to_have_css("background-color", re.compile(r"^rgb\("))  # opaque: its words have the page's colour
    table.page.locator("#threats-button").click()
    expect(table.page.locator(".marks .mark-threat")).to_have_count(0)


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
    expect(page.locator("#board svg[data-position]")).to_have_attribute("data-position", "Rx4/Rx4 1 4")


def test_lessons_and_the_analysis_board_tell_reasons_too(visit: Opening, house: House) -> None:
    page = visit("en")
    page.goto(f"{house.address}/learn/qubism")
    page.locator('.place[data-at="c5"]').click()
    expect(page.locator("#message")).to_contain_text("The pawn on c5 is Black's.")
    page.goto(f"{house.address}/board/qubism")
    page.locator('.place[data-at="c5"]').click()
    expect(page.locator("#message")).to_contain_text("The pawn on c5 is Black's.")
