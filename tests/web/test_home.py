"""The home page: all games in view, unfinished ones in a short row, and a way to remove them."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_access import violations

GAMES = ("kariuchi", "moontrek", "holes58", "kuniumi", "qubism")


def with_unfinished(page: Page, house: House, number: int) -> list[str]:
    """Start some games against the computer, and open the home page; the latest game comes first."""
    body: dict[str, Any] = {"game": "qubism", "seats": {"w": "human", "b": "level:1"}}
    begun = [page.request.post(f"{house.address}/api/matches", data=body).json()["id"] for _ in range(number)]
    page.goto(house.address)
    page.locator("#continue-list li").first.wait_for()
    return begun[::-1]


def shown(page: Page) -> list[str]:
    return [str(name) for name in page.locator("#continue-list li").evaluate_all("all => all.map((one) => one.dataset.match)")]


@pytest.mark.parametrize("number", [1, 6])
def test_all_games_stay_in_view_beside_unfinished_ones(visit: Opening, house: House, number: int) -> None:
    page = visit()
    with_unfinished(page, house, number)
    for box in (one.bounding_box() for one in page.locator(".play-button").all()):
        assert box
        assert box["y"] + box["height"] <= 800
    for link in ("Play someone online", "About you"):
        expect(page.locator("main").get_by_role("link", name=link)).to_be_in_viewport(ratio=1)
    expect(page.locator("h1")).to_have_count(1)


@pytest.mark.parametrize(("phone", "few"), [(False, 3), (True, 1)])
def test_the_other_unfinished_games_are_shown_on_request(visit: Opening, house: House, phone: bool, few: int) -> None:
    page = visit(phone=phone)
    begun = with_unfinished(page, house, 5)
    assert shown(page) == begun[:few]
    button = page.get_by_role("button", name="Show all 5")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    assert shown(page) == begun
    page.get_by_role("button", name="Show fewer").click()
    assert shown(page) == begun[:few]


@pytest.mark.parametrize(
    ("lang", "remove", "sure", "keep", "yes", "said"),
    [
        ("en", "Remove this game: Qubism, Level 1", "Remove this game?", "Keep it", "Remove", "Removed: Qubism."),
        (
            "ja",
            "この対局を消す：Qubism、コンピュータ（レベル1",
            "この対局を消しますか？",
            "残す",
            "消す",
            "Qubismの対局を消しました。",
        ),
    ],
)
def test_an_unfinished_game_is_removed_once_it_is_confirmed(
    visit: Opening, house: House, lang: str, remove: str, sure: str, keep: str, yes: str, said: str
) -> None:
    page = visit(lang)
    begun = with_unfinished(page, house, 2)
    page.get_by_role("button", name=remove).first.click()
    expect(page.get_by_role("dialog", name=sure)).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name=keep).click()
    assert shown(page) == begun
    page.get_by_role("button", name=remove).first.click()
    page.get_by_role("button", name=yes, exact=True).and_(page.locator("#remove-dialog button")).click()
    expect(page.locator("#removed")).to_have_text(said)
    assert shown(page) == begun[1:]
    assert page.request.get(f"{house.address}/api/matches/{begun[0]}").status == 404
    page.reload()
    page.locator("#continue-list li").first.wait_for()
    assert shown(page) == begun[1:]


def test_games_are_removed_by_keys_and_the_focus_goes_on(visit: Opening, house: House) -> None:
    page = visit()
    begun = with_unfinished(page, house, 2)
    page.locator(".remove").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Keep it")).to_be_focused()  # one key press too many removes nothing
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#continue-list li")).to_have_count(1)
    expect(page.locator(".remove")).to_be_focused()
    assert shown(page) == begun[1:]
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("#continue-list li")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#continue")).to_be_hidden()
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, {"width": 390, "height": 844}, {"width": 844, "height": 390}])
def test_every_analysis_board_is_reached_from_the_first_page_of_a_phone(visit: Opening, house: House, size: Any) -> None:
    page = visit(phone=True, viewport=size)
    page.goto(house.address)
    links = page.locator(".card-links a[href^='/board/']")
    for game, link in zip(GAMES, links.all(), strict=True):
        expect(link).to_be_visible()
        expect(link).to_have_attribute("href", f"/board/{game}")
    links.last.tap()
    expect(page.locator("#board svg[data-game=qubism]")).to_be_attached()


def test_the_strongest_player_can_be_given_time(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/new/qubism")
    page.locator('input[value="strongest:10s"]').check(force=True)
    expect(page.locator("#character")).to_contain_text("10 seconds")
    page.locator("#play").click()
    page.wait_for_url("**/play/**")
    expect(page.get_by_text("Strongest, 10 s a move")).to_be_visible()
    page.goto(f"{house.address}/new/qubism")
    expect(page.locator('input[value="strongest:10s"]')).to_be_checked()


def test_settings_and_large_print_are_there_on_every_page(visit: Opening, house: House) -> None:
    page = visit(viewport={"width": 320, "height": 568})
    size = "() => parseFloat(getComputedStyle(document.documentElement).fontSize)"
    for path in ("/", "/my-games", "/you", "/rules/kariuchi", "/new/qubism", "/replay", "/board/qubism"):
        page.goto(house.address + path)
        page.locator("#settings-button").click()
        expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
        expect(page.get_by_label("Large print")).to_be_checked(checked=path != "/")  # it is kept from page to page
        if path == "/":
            usual = page.evaluate(size)
            page.get_by_label("Large print").check()
        assert page.evaluate(size) >= 1.2 * usual
        assert not violations(page, contrast=path == "/")  # the dialog is the same everywhere
        page.keyboard.press("Escape")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 320, path
