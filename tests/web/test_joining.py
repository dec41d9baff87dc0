"""Letting others join: the dialog with address and QR code, a phone that connects over plain http, and links to share."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from banmen.server.network_addresses import is_loopback, list_addresses
from tests.common.qr_reading import read_screenshot
from tests.server.process import Process
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_access import violations
from tests.web.visitors import PATIENCE, PHONE

# By its own network address, if it has one, a machine reaches itself and nobody else; there browsers withhold many features.
ADDRESS = next((address for address in list_addresses() if ":" not in address), "127.0.0.1")
SMALL = {**PHONE, "viewport": {"width": 390, "height": 664}}
# The selected text when something is copied.
NOTE_COPIES = """() => document.addEventListener("copy", () => {
  const field = document.activeElement;
  window.copied = field.value.slice(field.selectionStart, field.selectionEnd);
})"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with Process(tmp_path_factory.mktemp("joining") / "data", BANMEN_ADDRESSES=ADDRESS, BANMEN_JIT="") as started:
        yield started
        assert "Traceback" not in started.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone on the same network."""
    context, wrong = browser.new_context(locale="ja-JP", **SMALL), []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()
    assert wrong == []


def read_code(page: Page) -> str:
    expect(page.locator("#join-code svg")).to_be_visible()
    return read_screenshot(page.locator("#join-code").screenshot())


def fits(page: Page) -> bool:
    """Tell whether the whole dialog is on the screen."""
    return bool(page.locator("#join-dialog").evaluate("sheet => sheet.scrollHeight <= sheet.clientHeight"))


def test_a_phone_joins_by_the_code_and_is_sent_away(visit: Opening, phone: Page, server: Process) -> None:
    page = visit()
    page.goto(server.url)
    page.get_by_role("button", name="Let others join").click()
    sheet = page.get_by_role("dialog", name="Let others join")
    expect(sheet).to_contain_text("on the same network")
    assert not violations(page)
    sheet.get_by_role("button", name="Let others join").click()
    address = read_code(page)
    assert address.startswith(f"http://{ADDRESS}:")
    expect(page.locator("#join-address")).to_have_text(address)
    expect(page.locator("#join-code svg title")).to_have_text(f"QR code of {address}")
    assert fits(page)
    assert not violations(page)

    phone.goto(address)
    expect(phone.get_by_role("heading", level=1)).to_have_text("むかしのゲーム、いまのゲーム。さあ、どれで遊ぶ？")
    expect(phone.locator("#join-button")).to_have_count(0)
    withheld = ["crypto.subtle", "navigator.clipboard", "navigator.share", "navigator.serviceWorker"]
    assert is_loopback(ADDRESS) or phone.evaluate(f"[{','.join(withheld)}].every((one) => one === undefined)")
    phone.get_by_role("link", name="Qubismで遊ぶ").click()
    phone.locator("#play").click()
    expect(phone.locator("#board svg")).to_be_visible()

    sheet.get_by_role("button", name="Stop letting others join").click()
    expect(sheet.get_by_role("button", name="Let others join")).to_be_focused()
    assert phone.evaluate("fetch('/healthz').then(() => 'there', () => 'away')") == "away"
    page.get_by_role("button", name="Close").click()
    expect(sheet).not_to_be_visible()


def test_links_are_those_that_others_can_open(visit: Opening, phone: Page, server: Process) -> None:
    page = visit()
    page.goto(f"{server.url}/board/qubism")
    expect(page.locator("#board svg")).to_be_visible()
    link = page.get_by_role("button", name="Link to this position")
    link.click()  # nobody could open it: first others are let in
    sheet = page.get_by_role("dialog", name="Let others join")
    expect(sheet).to_contain_text("So far only this device can open that address.")
    expect(page.locator("#shared")).to_have_text("")
    sheet.get_by_role("button", name="Let others join").click()
    address = read_code(page)
    assert "/board/qubism?position=" in address
    page.get_by_role("button", name="Close").click()
    link.click()
    expect(page.locator("#shared")).to_have_attribute("data-address", address)
    expect(page.locator("#shared")).to_have_text("Copied. Send it to anyone you like.")

    phone.goto(address)
    expect(phone.locator("#board svg")).to_be_visible()
    phone.evaluate(NOTE_COPIES)
    phone.get_by_role("button", name="この局面のリンク").click()
    expect(phone.locator("#shared")).to_have_attribute("data-address", address)
    if not is_loopback(ADDRESS):  # otherwise the browser copies by itself
        expect(phone.locator("#shared")).to_have_text("コピーしました。だれにでも送れます。")
        assert phone.evaluate("window.copied") == address
        assert phone.evaluate("document.querySelectorAll('textarea.unseen').length") == 0
        phone.evaluate("document.execCommand = () => false")
        phone.get_by_role("button", name="この局面のリンク").click()
        expect(phone.locator("#shared")).to_have_text(f"このアドレスをコピーしてください： {address}")
    page.request.delete(f"{server.url}/api/network")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_sheet_is_all_on_a_phones_screen(visit: Opening, house: House, lang: str) -> None:
    page = visit(lang, phone=True, viewport=SMALL["viewport"])
    page.goto(house.address)
    page.locator("#join-button").click()
    assert read_code(page).startswith("http://127.0.0.1:")
    assert fits(page)
    page.locator("#join-trouble summary").click()
    expect(page.locator("#join-also")).to_be_hidden()
    page.emulate_media(color_scheme="dark")
    assert not violations(page, "color-contrast")
    assert read_code(page), "it is dark on light by night as well"


def test_what_a_device_shares_with_is_used(visit: Opening, house: House) -> None:
    page = visit(phone=True)
    page.add_init_script("navigator.share = async ({ url }) => { document.body.dataset.sent = url; };")
    page.goto(f"{house.address}/board/qubism")
    expect(page.locator("#board svg")).to_be_visible()
    page.get_by_role("button", name="Link to this position").tap()
    expect(page.locator("#shared")).to_have_attribute("data-address", re.compile("/board/qubism[?]position="))
    expect(page.locator("body")).to_have_attribute("data-sent", str(page.get_attribute("#shared", "data-address")))
    page.goto(house.address)
    page.locator("#join-button").tap()
    page.get_by_role("button", name="Send it").tap()
    expect(page.locator("body")).to_have_attribute("data-sent", page.locator("#join-address").inner_text())


def test_a_refusal_is_shown_in_the_dialog(visit: Opening, server: Process) -> None:
    page = visit()
    page.goto(server.url)

    def refuse(route: Any) -> None:
        told = {"error": {"code": "no_network", "message": "There is no network."}}
        if route.request.method == "POST":
            route.fulfill(status=409, json=told)
        else:
            route.continue_()

    page.route("**/api/network", refuse)
    page.get_by_role("button", name="Let others join").click()
    page.get_by_role("dialog").get_by_role("button", name="Let others join").click()
    expect(page.locator("#join-problem")).to_have_text("There is no network.")


def test_an_address_that_is_too_long_has_no_code(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(house.address)
    script = page.evaluate("document.querySelector('script[src$=\"home.js\"]').src.replace('home.js', 'joining.js')")
    page.evaluate(f"import('{script}').then((one) => one.showJoining('/replay#' + 'x'.repeat(600)))")
    expect(page.locator("#join-too-long")).to_be_visible()
    expect(page.locator("#join-address")).to_contain_text("/replay#xxx")
    expect(page.locator("#join-code svg")).to_have_count(0)


def test_two_devices_at_home_play_by_the_code_of_a_seat(visit: Opening, phone: Page, server: Process) -> None:
    """The whole of a match over plain http by address, where browsers withhold many features."""
    page = visit()
    page.goto(f"{server.url}/new/kariuchi")
    for choice in ('[value="link"]', '[name="side"][value="1"]'):
        page.locator(f"input{choice}").check(force=True)
    page.fill("#my-name", "Ann")
    page.click("#play")
    page.get_by_role("button", name="QR code of the link to the seat").click()
    sheet = page.get_by_role("dialog", name="Let others join")
    expect(sheet).to_contain_text("So far only this device can open that address.")
    sheet.get_by_role("button", name="Let others join").click()
    address = read_code(page)
    assert address.startswith(f"http://{ADDRESS}:")
    page.get_by_role("button", name="Close").click()
    sent: list[str | bytes] = []
    told: list[str | bytes] = []

    def note(line: WebSocket) -> None:
        line.on("framesent", lambda text: sent.append(text))
        line.on("framereceived", lambda text: told.append(text))

    phone.on("websocket", note)
    phone.goto(address)
    phone.fill("#invited-name", "はなこ")
    phone.click("#invited-sit")
    for one in (page, phone):
        expect(one.locator(".room")).to_have_count(0)
        expect(one.locator('body[data-due="throw"], body[data-due="other"]')).to_have_count(1)
    phone.click("#say-button")
    phone.click('[data-phrase="hello"]')
    expect(page.locator(".bubble")).to_have_text("Hello!")
    phone.click("#settings-button")
    if not is_loopback(ADDRESS):  # missing features are explained, with what there is instead
        expect(phone.locator("#notify-not")).to_contain_text("https")
        expect(phone.locator("#notify-not")).to_contain_text("題名と音")
    phone.keyboard.press("Escape")
    phone.click("#resign-button")
    phone.click("#resign-dialog .warn")
    for one in (page, phone):
        expect(one.locator('body[data-due="over"]')).to_have_count(1)
        one.click("#proof summary")
        one.click("#check-dice")
        expect(one.locator("#dice-right")).to_be_visible()
    named = [json.loads(text)["client_id"] for text in sent]  # each is answered under its id: otherwise the page waits
    assert named == [found for text in told if (found := json.loads(text).get("answer"))]
    assert len(named) == 2
    page.request.delete(f"{server.url}/api/network")
