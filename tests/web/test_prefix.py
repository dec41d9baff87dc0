"""Under a proxy's path prefix: whatever a browser does stays below it, from the home page to a match of two."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.server.process import Process
from tests.web.conftest import Opening
from tests.web.reverse_proxy import ReverseProxy

BASE = "/games"
PAGES = (
    "/my-games",
    "/you",
    "/lobby?game=qubism",
    "/leaderboard?game=qubism",
    "/ratings",
    "/rules/kuniumi",
    "/learn/qubism",
    "/docs",
)
OUTSIDE = """base => [...document.querySelectorAll("[href], [src], [action]")]
  .map((one) => new URL(one.getAttribute("href") ?? one.getAttribute("src") ?? one.getAttribute("action"), location.href))
  .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith(`${base}/`)).map(String)"""


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReverseProxy]:
    data = tmp_path_factory.mktemp("prefix") / "data"
    with Process(data, BANMEN_PATH_PREFIX=BASE, BANMEN_TRUSTED_PROXIES="127.0.0.1", BANMEN_WARM="no", BANMEN_JIT="") as server:
        proxy = ReverseProxy(server.port, BASE)
        yield proxy
        proxy.close()
        assert "Traceback" not in server.close()
    assert proxy.strays == []


def check_links(page: Page) -> None:
    assert page.evaluate(OUTSIDE, BASE) == []


def test_every_page_is_reached_by_its_links_and_works_offline(visit: Opening, proxy: ReverseProxy) -> None:
    page = visit(offline=True)
    page.goto(f"{proxy.address}/")
    check_links(page)
    page.get_by_role("link", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.goto(f"{proxy.address}/new/qubism/?lang=en&arrows=show")  # with a superfluous slash
    assert urlsplit(page.url)[2:4] == (f"{BASE}/new/qubism", "lang=en&arrows=show")
    check_links(page)
    for path in PAGES:
        page.goto(proxy.address + path)
        check_links(page)
    page.get_by_role("link", name="openapi.json").click()
    told = json.loads(page.inner_text("body"))
    assert told["servers"] == [{"url": BASE}]
    page.goto(f"{proxy.address}/board/qubism")
    expect(page.locator("#board svg")).to_be_visible()
    worker = page.evaluate("navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)")
    assert worker == f"{BASE}/"
    page.context.set_offline(True)
    page.goto(f"{proxy.address}/new/kuniumi")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.context.set_offline(False)
    assert {cookie["path"] for cookie in page.context.cookies()} == {BASE}


def test_two_meet_by_link_play_and_look_back(visit: Opening, proxy: ReverseProxy) -> None:
    ann, bob = visit(), visit(phone=True)
    ann.goto(f"{proxy.address}/new/qubism")
    for choice in ('[value="link"]', '[name="side"][value="w"]'):
        ann.locator(f"input{choice}").check(force=True)
    ann.fill("#my-name", "Ann")
    ann.click("#play")
    path = str(ann.locator(".room .send").get_attribute("data-path"))
    bob.goto(proxy.address + path)
    bob.fill("#invited-name", "Bob")
    check_links(bob)
    bob.click("#invited-sit")
    for page, due in ((ann, "move"), (bob, "other")):
        expect(page.locator(f'body[data-due="{due}"]')).to_have_count(1)
    ann.evaluate("document.querySelector('#in-words').open = true")
    ann.fill("#typed-move", "c2")
    ann.press("#typed-move", "Enter")
    expect(bob.locator('body[data-due="move"]')).to_have_count(1)  # who was notified by a WebSocket
    check_links(bob)
    ann.click("#resign-button")
    ann.locator("#resign-dialog [value=yes]").click()
    expect(bob.locator(".story")).to_be_visible()
    check_links(bob)
    bob.goto(f"{proxy.address}/my-games")
    expect(bob.locator("#mine-list li")).to_have_count(1)
    check_links(bob)
    bob.locator("#mine-list h2 a").click()
    expect(bob.locator("#board svg")).to_be_visible()
    assert re.fullmatch(rf".*{BASE}/replay\?match=[\w-]+", bob.url)
    check_links(bob)
