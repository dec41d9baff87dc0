import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from banmen.server.network_addresses import list_addresses
from tests.web.fonts import write_browser_environment
from tests.web.house import House
from tests.web.table import BrowserMatch
from tests.web.visitors import PATIENCE, Visitor

# The headless shell does the same with less work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# The browser can reach only this machine. Requests to elsewhere fail, and tests get notified of failures: notifications of all
# requests would take a sixth of the time.
HERE = ["127.0.0.1", *(address for address in list_addresses() if ":" not in address)]
FLAGS = [
    "--host-resolver-rules=" + ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {address}" for address in HERE)]),
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # painting needs no separate process
    *("--default-tile-width=704", "--default-tile-height=512"),  # in few tiles, so that a board is not painted for each of many
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for all tests; every test is a visitor of its own."""
    found = House(tmp_path_factory.mktemp("house"))
    found.open()
    yield found
    found.close()


@pytest.fixture(scope="package")
def _playwright() -> Iterator[Playwright]:
    """Playwright, no longer than needed: while it is there an event loop runs, which other tests could not stand."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(_playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path and not Path(_playwright.chromium.executable_path).exists():
        pytest.skip("there is no Chromium on this machine")
    environment: Any = write_browser_environment(tmp_path_factory.mktemp("fonts"))
    found = _playwright.chromium.launch(executable_path=path, args=FLAGS, env=environment)
    yield found
    found.close()


Opening = Callable[..., Page]


@pytest.fixture(scope="package")
def _gone(browser: Browser) -> Iterator[list[Visitor]]:
    """Visitors who have left, and whose profiles can be reused."""
    found: list[Visitor] = []
    yield found
    for visitor in found:
        visitor.context.close()


@pytest.fixture
def visit(browser: Browser, _gone: list[Visitor]) -> Iterator[Opening]:
    """Open pages as new visitors. Nothing may be loaded from other sites, and no script may fail.

    Most of them have no service worker for when they are `offline`: starting one takes as long as a page.
    """
    here: list[Visitor] = []

    def opened(lang: str = "en", phone: bool = False, newcomer: bool = False, offline: bool = False, **more: Any) -> Page:
        kind = (lang, phone, newcomer, offline)
        visitor = next((one for one in _gone if one.kind == kind), None)
        if visitor:
            _gone.remove(visitor)
        here.append(visitor or Visitor(browser, kind))
        return here[-1].arrive(**more)

    yield opened
    _gone.extend([visitor for visitor in here if visitor.leave()])
    wrong = [told for visitor in here for told in visitor.wrong]
    for visitor in here:
        visitor.wrong.clear()
    assert not wrong, wrong


@pytest.fixture
def table(visit: Opening, house: House) -> BrowserMatch:
    return BrowserMatch(visit(), house)
