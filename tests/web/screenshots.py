"""Pictures of every page for docs/screenshots: `make screenshots`.

Each set is a kind of screen with a language and a theme; together they show every page and game in both languages.
"""

import shutil
import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.company import Guest
from tests.web.conftest import BROWSERS, FLAGS
from tests.web.fonts import write_browser_environment
from tests.web.house import House
from tests.web.table import BrowserMatch
from tests.web.visitors import AT_HOME

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 820}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
LYING: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}


@dataclass(frozen=True)
class Shots:
    """A kind of screen, a language and a theme; `all_pages` or only the boards; with readings and easy words or without."""

    name: str
    screen: dict[str, Any]
    lang: str
    scheme: str
    all_pages: bool = True
    easy: bool = False


SETS = (
    Shots("desktop-en", DESK, "en", "light"),
    Shots("desktop-ja-dark", DESK, "ja", "dark"),
    Shots("phone-ja", PHONE, "ja", "light"),
    Shots("phone-en-dark", PHONE, "en", "dark", all_pages=False),
    Shots("phone-lying-en", LYING, "en", "light", all_pages=False),
    Shots("phone-ja-easy", PHONE, "ja", "light", all_pages=False, easy=True),
)
# A position of each game, and what is picked in it.
TABLES: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "kariuchi": ("R,5x2,A/Rx2,8,30 1 3", {}, "5"),
    "moontrek": ("1:C,5:AAC,8:B,20c:DD,25:BDB,A:A 1,1,2,1 0,0,0,0 AC|BD A 3", {"teams": "2-2"}, "5"),
    "holes58": ("1,8,14,20;1;0/3,10,28;0;2 1 1", {}, "14"),
    "kuniumi": ("6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l", {}, None),
    "qubism": ("2B1v/5/vv^v1/5/2W2 4 w", {}, "c1"),
}
PAGES = {
    "home": "/",
    "home-again": "/",  # with unfinished games
    "new-kariuchi": "/new/kariuchi",
    "new-moontrek": "/new/moontrek?players=4",
    "rules-holes58": "/rules/holes58",
    "learn-kariuchi": "/learn/kariuchi#lesson=4",
    "lobby": "/lobby?game=qubism",
    "leaderboard": "/leaderboard",
    "ratings": "/ratings",
    "tournament-new": "/tournaments/new",
    "you": "/you",
    "offline": "/offline",
    "error": "/play/gone",
}
GAME = ("c2", "c4", "c3", "b4", "c4", "b3", "c5")
RECORD = """\
[Game "kariuchi"]
[Options "pieces=2"]
[Opening "3-2"]
[Result "1"]

1. 2:R>2 2. 2:R>2 3. 2:R>2 4. 1:R>1 5. 2:R>2 6. 4:1>5 2:5>7 7. 3:2x2>5 8. 3:7>10
9. 1:5x2>5a 10. 3:R>3 11. 3:5a>A 12. 3:10>13 13. 1:5a>5b 14. 2:3>5 15. 2:5b>A
16. 1:13>14 17. 2:A>30b 18. 2:14>16 19. 2:30b>30 20. 2:16>18 21. 4:A>30 2:30x2>H
1
"""


def main() -> None:
    """Take all pictures, or those whose names contain a word given on the command line."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as started:
        house = House(Path(data))
        house.open()
        environment: Any = write_browser_environment(Path(data))
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = started.chromium.launch(executable_path=path, args=FLAGS, env=environment)
        try:
            for shots in SETS:
                if wanted in shots.name:
                    take(browser, house, shots)
        finally:
            browser.close()
            house.close()


def take(browser: Browser, house: House, shots: Shots) -> None:
    """Take one set."""
    locale = {"en": "en-GB", "ja": "ja-JP"}[shots.lang]
    context = browser.new_context(locale=locale, color_scheme=shots.scheme, reduced_motion="reduce", **shots.screen)  # type: ignore[arg-type]
    context.add_init_script(AT_HOME)
    if shots.easy:
        context.add_cookies([{"name": "banmen_easy", "value": "on", "url": house.address}])
    page = context.new_page()
    opened(page, house, shots, "home")  # as a newcomer finds it
    for game in TABLES:
        at_the_table(page, house, shots, game)
    if shots.all_pages:
        gathering(browser, page, house, shots)
        competing(browser, page, house, shots)
        throwing(page, house, shots)
        looking_back(page, house, shots)
        studying(page, house, shots)
    few = ("new-kariuchi", "rules-holes58", "learn-kariuchi") if shots.easy else ("new-kariuchi",)
    for name in PAGES if shots.all_pages else few:
        if name not in ("home", "lobby"):
            opened(page, house, shots, name)
    context.close()


def opened(page: Page, house: House, shots: Shots, name: str) -> None:
    """Open a page and save it; the whole page if that cuts nothing off."""
    page.goto(house.address + PAGES[name])
    page.wait_for_load_state("networkidle")
    whole = name == "home" and shots.all_pages
    save(page, shots, name, full=whole or (name == "new-moontrek" and shots.screen is DESK))


def save(page: Page, shots: Shots, name: str, full: bool = False) -> None:
    """Save a screenshot, with as many colours as are needed to look the same: a third of the size."""
    if shots.easy:
        page.locator("html[data-read]").first.wait_for()
    page.wait_for_timeout(150)  # for pictures to be painted
    taken = Image.open(BytesIO(page.screenshot(full_page=full, scale="css"))).convert("RGB")
    taken.quantize(256, dither=Image.Dither.NONE).save(FOLDER / f"{name}-{shots.name}.png", optimize=True)


def at_the_table(page: Page, house: House, shots: Shots, game: str) -> None:
    text, options, picked = TABLES[game]
    table = BrowserMatch(page, house)
    table.begin(game, start=text, **options)
    if picked:
        table.press_place(picked, ".source")
    save(page, shots, f"play-{game}")


def gathering(browser: Browser, page: Page, house: House, shots: Shots) -> None:
    """A person waits for a friend, who joins by link; then both play with clocks."""
    ann, other = Guest(page, house, "Ann"), browser.new_context(locale="en-GB")
    other.add_init_script(AT_HOME)
    host = Guest(other.new_page(), house, "Bob")
    links = host.begin(game="kariuchi", seats={"1": "human", "2": "human"}, own=["2"], clock={"kind": "total", "seconds": 300})
    page.goto(f"{house.address}/join/{host.match}#{links['1']}")
    page.wait_for_selector("#invited-sit:enabled")
    page.wait_for_load_state("networkidle")
    save(page, shots, "invitation")
    ann.join(host.match, links["1"])
    page.wait_for_selector(".presence.here")
    host.page.click("#say-button")
    host.page.click('[data-phrase="good_luck"]')
    page.wait_for_selector(".bubble")
    save(page, shots, "play-together")
    ann.begin(game="kariuchi", seats={"1": "human", "2": "human"}, own=["1"])
    page.wait_for_selector(".room .send")
    save(page, shots, "waiting-room")
    other.close()


def competing(browser: Browser, page: Page, house: House, shots: Shots) -> None:
    """Others wait in the lobby, and a tournament is being played."""
    other = browser.new_context(locale="en-GB")
    host = Guest(other.new_page(), house, "Bob")
    host.post("/api/challenges", {"game": "qubism", "clock": {"kind": "total", "seconds": 600, "increment": 5}})
    ann = Guest(page, house, "Ann")
    name = {"en": "Summer cup", "ja": "夏の大会"}[shots.lang]
    asked = {"game": "kariuchi", "name": name, "kind": "robin", "clock": {"kind": "total", "seconds": 600}}
    path = "/tournaments/" + ann.post("/api/tournaments", {**asked, "computers": ["level:2", "level:5"]}).json()["id"]
    ann.post(f"/api{path}/enter", {"name": "Ann"})
    page.goto(house.address + path)
    page.locator("#entrants li").nth(2).wait_for()
    save(page, shots, "tournament-open")
    ann.post(f"/api{path}/start", {})
    page.goto(house.address + path)
    page.locator("#standings-rows tr").nth(2).wait_for()
    save(page, shots, "tournament")
    opened(page, house, shots, "lobby")
    other.close()


def throwing(page: Page, house: House, shots: Shots) -> None:
    """The first thing that a player sees in a game against the computer."""
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start="Rx4/Rx4 1 -", who={"1": "human", "2": "level:3"})
    save(page, shots, "play-throw")
    page.locator("#rules-button").click()
    page.locator("#rules-text h1").first.wait_for()
    page.wait_for_load_state("networkidle")
    save(page, shots, "play-rules")


def looking_back(page: Page, house: House, shots: Shots) -> None:
    table = BrowserMatch(page, house)
    table.begin("qubism", cubes=1)
    seq = 0
    for move in GAME:
        body = {"type": "move", "move": move, "seq": seq, "client_id": str(uuid4())}
        seq = page.request.post(f"{house.address}/api/matches/{table.match}/actions", data=body).json()["view"]["seq"]
    table.open()
    save(page, shots, "result")
    page.goto(f"{house.address}/replay#record={quote(RECORD)}")
    page.locator("main:not([inert]) #board svg").first.wait_for()
    page.locator("#analyse-button").click()
    page.locator("body[data-analysis=done]").first.wait_for(timeout=120_000)
    page.locator("#blunders button").first.click()
    page.evaluate("scrollTo(0, 0)")
    save(page, shots, "replay")


def studying(page: Page, house: House, shots: Shots) -> None:
    page.goto(f"{house.address}/board/kariuchi?position={TABLES['kariuchi'][0]}")
    page.locator("body[data-analysis=done]").first.wait_for(timeout=120_000)
    save(page, shots, "board-kariuchi")


if __name__ == "__main__":
    main()
