"""A match in the browser: start it, read what is offered, and do what a visitor would do."""

import random
import uuid
from typing import Any

from playwright.sync_api import Page

from tests.web.house import House

View = dict[str, Any]
COMPILING = 120_000  # milliseconds in which an engine is compiled on a busy machine
# The centre of an element, if it can be pressed at once: it exists, is enabled, and nothing covers it.
MIDDLE = """selector => {
  const found = document.querySelector(selector);
  if (!found || found.closest(":disabled, [aria-disabled=true]")) return null;
  found.scrollIntoViewIfNeeded();
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return width && found.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
# What a page offers, in one query: each query takes the browser as long as a step of the game.
OFFERED = """() => {
  const names = (kind) => [...new Set([...document.querySelectorAll(`.place.${kind}`)].map((one) => one.dataset.at))].sort();
  const { seq, due } = document.body.dataset;
  return {
    seq, due, sources: names("source"), targets: names("target"),
    only: Boolean(document.querySelector("#only")), spoken: document.querySelectorAll("#actions [data-move]").length,
    choices: document.querySelectorAll(".chooser button").length,
  };
}"""
SEATS = {"kariuchi": "12", "holes58": "12", "kuniumi": "12", "qubism": "wb", "moontrek": "ABCD"}


class BrowserMatch:
    """One match on one page."""

    def __init__(self, page: Page, house: House, touch: bool = False) -> None:
        self.page, self.house, self.touch = page, house, touch
        self.match = ""

    def begin(self, game: str, start: str | None = None, who: dict[str, str] | None = None, **options: Any) -> None:
        """Create a match as in `set_up`, and open its page."""
        self.set_up(game, start, who, **options)
        self.open()

    def set_up(self, game: str, start: str | None = None, who: dict[str, str] | None = None, **options: Any) -> None:
        """Create a match by the API, with people in all seats unless others are given."""
        seats = who or dict.fromkeys(SEATS[game][: int(options.get("players", 4))], "human")
        body = {"game": game, "options": options, "seats": seats, **({"start": start} if start else {})}
        answer = self.page.request.post(f"{self.house.address}/api/matches", data=body)
        assert answer.ok, answer.text()
        self.match = answer.json()["id"]

    def move_by_api(self, *moves: str) -> None:
        """Make moves without the page."""
        for number, move in enumerate(moves):
            body = {"type": "move", "move": move, "seq": number, "client_id": str(uuid.uuid4())}
            answer = self.page.request.post(f"{self.house.address}/api/matches/{self.match}/actions", data=body)
            assert answer.ok, answer.text()

    def open(self) -> None:
        self.page.goto(f"{self.house.address}/play/{self.match}")
        self.page.locator("body[data-seq]").first.wait_for()

    def adopt(self) -> None:
        """Use the match that the page has opened by itself."""
        self.page.locator("body[data-seq]").first.wait_for()
        self.match = self.page.url.rsplit("/", 1)[1]

    @property
    def view(self) -> View:
        lang = self.page.get_attribute("html", "lang")
        answer = self.page.request.get(f"{self.house.address}/api/matches/{self.match}?lang={lang}")
        assert answer.ok, answer.text()
        return dict(answer.json())

    @property
    def seq(self) -> str:
        return str(self.page.get_attribute("body", "data-seq"))

    @property
    def due(self) -> str:
        return str(self.page.get_attribute("body", "data-due"))

    def press(self, selector: str) -> None:
        """Press an element, now or as soon as that is possible."""
        middle = self.page.evaluate(MIDDLE, selector)
        if not middle:
            found = self.page.locator(selector).first
            return found.tap() if self.touch else found.click()
        return self.page.touchscreen.tap(*middle) if self.touch else self.page.mouse.click(*middle)

    def press_place(self, name: str, kind: str = "") -> None:
        self.press(f'.place{kind}[data-at="{name}"]')

    def places(self, kind: str) -> set[str]:
        """Return the places that are sources or targets now."""
        return set(self.offered[f"{kind}s"])

    @property
    def offered(self) -> View:
        return dict(self.page.evaluate(OFFERED))

    def changed(self, seq: str) -> None:
        """Wait until something has happened and it is a visitor's turn again, or the game is over."""
        self.page.locator(f'body:not([data-seq="{seq}"]):not([data-due="other"])').first.wait_for(state="attached")

    def throw(self) -> None:
        before = self.seq
        self.press("#throw")
        self.changed(before)

    def make(self, move: View) -> None:
        """Make a move by pointing at it."""
        before = self.seq
        if self.page.locator(f'#actions [data-move="{move["move"]}"]').count():
            self.press(f'#actions [data-move="{move["move"]}"]')
        else:
            offered = self.offered
            if move["from"] is not None and move["to"] not in offered["targets"]:
                self.press_place(move["from"], ".source")
            elif move["from"] is not None and len(offered["sources"]) > 1:
                self.page.keyboard.press("Escape")
                self.pick(move["from"])
            self.press_place(move["to"], ".target")
            if move["choice"]:
                self.press(f'.chooser [data-move="{move["move"]}"]')
        self.changed(before)

    def pick(self, name: str) -> None:
        """Pick a piece, whatever was picked before."""
        picked = self.page.locator(f'.place[data-at="{name}"][aria-label*="picked"]').count()
        if not picked:
            self.press_place(name, ".source")

    def undo(self) -> None:
        before = self.seq
        self.press("#undo-button")
        self.changed(before)

    def step(self, rng: random.Random, wish: Any = None) -> None:
        """Do the next thing like a player who only looks at the highlights of the page."""
        offered = self.offered
        before = offered["seq"]
        if offered["due"] == "throw":
            self.press("#throw")
            return self.changed(before)
        if not (offered["only"] or offered["spoken"] or offered["sources"] or offered["targets"]):
            something = "#only, #actions [data-move], .place.source, .place.target"
            self.page.locator(f'{something}, body:not([data-seq="{before}"])').first.wait_for(state="attached")
            offered = self.offered
        if offered["seq"] != before:  # an only move was played automatically
            return self.changed(before)
        if offered["only"]:
            self.press("#only")
        elif not offered["sources"] and not offered["targets"]:
            self.page.locator("#actions [data-move]").nth(rng.randrange(offered["spoken"])).click()
        else:
            self._point(offered, rng, wish)
        return self.changed(before)

    def _point(self, offered: View, rng: random.Random, wish: Any) -> None:
        sources, targets = offered["sources"], offered["targets"]
        if wish:
            sources = [name for name in sources if wish.from_here(self, name)] or sources
        if len(sources) > 1 or not targets:
            self.press_place(rng.choice(sources), ".source")
            targets = self.offered["targets"]
        best = wish.best(self, targets) if wish else None
        self.press_place(best or rng.choice(targets), ".target")
        if choices := self.offered["choices"]:
            chosen = self.page.locator(".chooser button").nth(rng.randrange(choices))
            chosen.tap() if self.touch else chosen.click()

    def play_through(self, seed: int = 1, most: int = 400, wish: Any = None) -> None:
        """Play until the game is over."""
        rng = random.Random(seed)
        for _ in range(most):
            if self.due == "over":
                return
            self.step(rng, wish)
        raise AssertionError(f"the game was not over after {most} steps")
