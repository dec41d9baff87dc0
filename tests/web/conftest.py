import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.web.house import House
from tests.web.table import BrowserMatch

# The one without a window does the same with less work.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Tests play for visitors who know the games and do everything themselves, unless they are about newcomers.
AT_HOME = """
  if (location.protocol === "http:" && !localStorage.getItem("banmen")) {
    const met = ["kariuchi", "moontrek", "holes58", "kuniumi", "qubism"].map((game) => [`met-${game}`, true]);
    localStorage.setItem("banmen", JSON.stringify({ forced: "none", ...Object.fromEntries(met) }));
  }
"""
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
DESK = {"viewport": {"width": 1280, "height": 800}}
PATIENCE = 30_000  # milliseconds for a page on a busy machine
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
def browser(_playwright: Playwright) -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path and not Path(_playwright.chromium.executable_path).exists():
        pytest.skip("there is no Chromium on this machine")
    found = _playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield found
    found.close()


Opening = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Opening]:
    """Open pages as new visitors. Whatever they see, nothing may come from elsewhere and no script may fail."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def opened(lang: str = "en", phone: bool = False, newcomer: bool = False, **more: Any) -> Page:
        # Without motion, tests do not wait for it.
        usual: dict[str, Any] = {"locale": {"en": "en-GB", "ja": "ja-JP"}[lang], "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **(PHONE if phone else DESK), **more})
        contexts.append(context)
        if not newcomer:
            context.add_init_script(AT_HOME)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("request", lambda request: _note_foreign(request.url, wrong))
        context.on("console", lambda said: wrong.append(said.text) if _is_complaint(said) else None)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not wrong, wrong


def _note_foreign(url: str, wrong: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:http://127.0.0.1:")):
        wrong.append(f"asks {url}")


def _is_complaint(said: Any) -> bool:
    """Tell whether the browser complains; that a server is away, or refuses something, is for the page to say."""
    expected = ("Failed to load resource", "WebSocket connection to")
    return said.type == "error" and not said.text.startswith(expected)


@pytest.fixture
def table(visit: Opening, house: House) -> BrowserMatch:
    return BrowserMatch(visit(), house)
