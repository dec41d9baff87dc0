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

# The one without a window does the same with less work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# The browser finds this machine alone. What a page asks for elsewhere fails, and tests are told of failures: to be told of all
# requests would take a sixth of the time.
HERE = ["127.0.0.1", *(address for address in list_addresses() if ":" not in address)]
FLAGS = [
    "--host-resolver-rules=" + ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {address}" for address in HERE)]),
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # what is painted need not be handed to another process
    *("--default-tile-width=704", "--default-tile-height=512"),  # in few parts, so that a board is not painted for each of many
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
    """Playwright, for no longer than needed: while it is there an event loop runs, which other tests could not bear."""
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
    """Visitors who have left, and whose profile somebody else can have."""
    found: list[Visitor] = []
    yield found
    for visitor in found:
        visitor.context.close()


@pytest.fixture
def visit(browser: Browser, _gone: list[Visitor]) -> Iterator[Opening]:
    """Open pages as new visitors. Whatever they see, nothing may come from elsewhere and no script may fail.

    For most of them no worker keeps pages for when they are `offline`: to begin it takes as long as a page.
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
