"""Around a game: help, taking back, reloading, and a server that dies in the middle."""

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import COMPILING, BrowserMatch


def test_a_reload_loses_nothing(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    table.throw()
    table.make(table.view["moves"][0])
    view = table.view
    table.page.reload()
    table.page.locator("body[data-seq]").first.wait_for()
    assert table.seq == str(view["seq"])
    assert table.page.get_attribute("#board svg", "data-position") == view["position"]


def test_a_killed_server_loses_nothing(visit: Opening, tmp_path: Path) -> None:
    with House(tmp_path) as house:
        table = BrowserMatch(visit(), house)
        table.begin("kariuchi", start="Rx4/Rx4 1 -")
        table.throw()
        before = table.view
        house.kill()
        table.press("#only")  # while nobody is connected
        expect(table.page.locator("#offline")).to_be_visible()
        house.open()
        table.changed(str(before["seq"]))
        after = table.view
        assert after["seq"] == before["seq"] + 1, "the move was made once"
        assert after["last"]["move"] == before["moves"][0]["move"]
        expect(table.page.locator("#offline")).to_be_hidden()
        table.throw()


def test_another_visitor_does_not_see_the_match(visit: Opening, table: BrowserMatch) -> None:
    table.begin("qubism")
    other = visit()
    for path in (f"/play/{table.match}", f"/replay?match={table.match}"):
        answer = other.goto(f"{table.house.address}{path}")
        assert answer
        assert answer.status == 404
        expect(other.locator("h1")).to_have_text("This game is not here")
        expect(other.get_by_role("link", name="All games", exact=True)).to_have_attribute("href", "/")
        expect(other.get_by_role("main").get_by_role("link", name="My games")).to_have_attribute("href", "/my-games")


def test_a_throw_falls_the_same_after_taking_back(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    table.throw()
    table.make(table.view["moves"][0])
    table.throw()
    thrown = table.view["thrown"]
    table.make(table.view["moves"][0])
    table.undo()
    assert table.view["thrown"] == thrown


def test_hint_dangers_and_reasons_are_shown(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx2,5,A/Rx3,2 1 3")
    page = table.page
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#message")).to_contain_text("Try", timeout=COMPILING)
    assert page.locator(".marks .mark-hint").count() == 2
    page.get_by_role("button", name="In danger").click()
    expect(page.locator(".marks .mark-danger")).not_to_have_count(0)
    table.press_place("20")
    expect(page.locator("#message")).not_to_be_empty()


def test_giving_up_is_asked_about_and_ends_the_game(table: BrowserMatch) -> None:
    table.begin("qubism")
    page = table.page
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play on").click()
    view = table.view
    assert view["result"] is None
    page.get_by_role("button", name="Resign").click()
    page.locator("#resign-dialog button[value=yes]").click()
    expect(page.locator("#result")).to_have_text("White resigned. Black won.")
    assert table.view["result"]["winners"] == ["b"]


def test_the_rules_open_beside_the_board(table: BrowserMatch) -> None:
    table.begin("kuniumi")
    table.page.get_by_role("button", name="Rules").click()
    expect(table.page.locator("#rules-dialog h1")).to_have_text("Kuniumi")


def test_an_unfinished_game_can_be_continued_from_the_first_page(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx4/Rx4 1 -")
    table.throw()
    table.page.goto(table.house.address)
    table.page.locator("#continue-list a").first.click()
    table.adopt()
    assert table.due == "move"


def test_language_and_theme_are_kept(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(house.address)
    page.get_by_role("link", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator("#theme-button").click()
    page.goto(f"{house.address}/new/qubism")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_moves_are_announced(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(), house)
    table.begin("kariuchi", start="Rx4/Rx4 1 3", who={"1": "human", "2": "level:1"})
    before = table.seq
    table.press("#only")
    table.changed(before)
    expect(table.page.locator("#announce")).to_contain_text("Player 2")
    expect(table.page.locator("#announce")).to_have_attribute("aria-live", "polite")


def test_motion_is_shown_where_it_is_wanted(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(reduced_motion="no-preference"), house)
    table.begin("kariuchi", start="Rx3,4/Rx4 1 -")
    clock = table.page.clock
    clock.install()
    clock.pause_at("2099-01-01")  # the animation is frozen
    table.press("#throw")
    expect(table.page.locator("[data-throw] [data-stick]").first).to_be_attached()
    clock.resume()
    expect(table.page.locator("body")).to_have_attribute("data-due", "move")
    before = table.seq
    clock.pause_at("2100-01-01")
    table.press_place("R", ".source")
    table.press(".place.target")
    expect(table.page.locator("svg .ghost").first).to_be_attached()
    clock.resume()
    table.changed(before)
    assert table.page.locator("svg .ghost").count() == 0


def test_without_a_connection_a_page_says_what_is_needed(visit: Opening, house: House) -> None:
    page = visit(offline=True)
    page.goto(house.address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(f"{house.address}/new/kariuchi")
    expect(page.locator("h1")).to_have_text("No connection")


def test_boards_stay_dark_when_the_computer_moves(visit: Opening, house: House) -> None:
    table = BrowserMatch(visit(color_scheme="dark"), house)
    table.begin("kariuchi", start="Rx4/Rx4 1 3", who={"1": "human", "2": "level:1"})
    paper = table.page.get_attribute("#board svg > rect", "fill")
    before = table.seq
    table.press("#only")
    table.changed(before)
    assert table.page.get_attribute("#board svg > rect", "fill") == paper
