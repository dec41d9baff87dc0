"""Pages beside the table: choosing who plays, and rules that come to life."""

from playwright.sync_api import expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import Table


def test_any_mix_of_people_and_computers_plays_in_teams(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/moontrek")
    page.locator("label", has_text="4").first.click()
    page.locator("label", has_text="partners sit opposite").click()
    page.get_by_label("Frog", exact=True).select_option("human")
    page.get_by_label("Wolf", exact=True).select_option("level:1")
    page.get_by_label("Monkey", exact=True).select_option("level:2")
    page.get_by_role("button", name="Play", exact=True).click()
    table = Table(page, house)
    table.adopt()
    view = table.view
    assert [player["who"] for player in view["players"]] == ["human", "human", "level:1", "level:2"]
    assert [player["team"] for player in view["players"]] == [0, 1, 0, 1]


def test_a_friend_on_this_screen(visit: Opening, house: House) -> None:
    page = visit(lang="ja")
    page.goto(f"{house.address}/new/qubism")
    page.locator("label", has_text="友だち").click()
    expect(page.locator("#levels")).to_be_hidden()
    page.get_by_role("button", name="遊ぶ", exact=True).click()
    table = Table(page, house)
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
