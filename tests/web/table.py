"""A table in the browser: begin a match, look at what is offered, and do what a visitor would do."""

import random
from typing import Any

from playwright.sync_api import Page

from tests.web.house import House

View = dict[str, Any]
COMPILING = 120_000  # milliseconds in which an engine is compiled on a busy machine
SEATS = {"kariuchi": "12", "holes58": "12", "kuniumi": "12", "qubism": "wb", "moontrek": "ABCD"}


class BrowserMatch:
    """One match on one page."""

    def __init__(self, page: Page, house: House, touch: bool = False) -> None:
        self.page, self.house, self.touch = page, house, touch
        self.match = ""

    def begin(self, game: str, start: str | None = None, who: dict[str, str] | None = None, **options: Any) -> None:
        """Begin a match by the API, with people on all seats unless somebody else is named, and open its page."""
        seats = who or dict.fromkeys(SEATS[game][: int(options.get("players", 4))], "human")
        body = {"game": game, "options": options, "seats": seats, **({"start": start} if start else {})}
        self.page.request.get(f"{self.house.address}/api/matches")  # so that the visitor is known
        answer = self.page.request.post(f"{self.house.address}/api/matches", data=body)
        assert answer.ok, answer.text()
        self.match = answer.json()["id"]
        self.open()

    def open(self) -> None:
        self.page.goto(f"{self.house.address}/play/{self.match}")
        self.page.wait_for_selector("body[data-seq]")

    def adopt(self) -> None:
        """Take the match that the page has come to by itself."""
        self.page.wait_for_selector("body[data-seq]")
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
        found = self.page.locator(selector).first
        found.tap() if self.touch else found.click()

    def press_place(self, name: str, kind: str = "") -> None:
        self.press(f'.place{kind}[data-at="{name}"]')

    def places(self, kind: str) -> set[str]:
        """Return the places that are sources or targets now."""
        found = self.page.locator(f".place.{kind}").evaluate_all("elements => elements.map((one) => one.dataset.at)")
        return set(found)

    def changed(self, seq: str) -> None:
        """Wait until something has happened and a visitor is to act again, or the game is over."""
        self.page.wait_for_selector(f'body:not([data-seq="{seq}"]):not([data-due="other"])')

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
            if move["from"] is not None and move["to"] not in self.places("target"):
                self.press_place(move["from"], ".source")
            elif move["from"] is not None and len(self.places("source")) > 1:
                self.page.keyboard.press("Escape")
                self.pick(move["from"])
            self.press_place(move["to"], ".target")
            if move["choice"]:
                self.press(f'.chooser [data-move="{move["move"]}"]')
        self.changed(before)

    def pick(self, name: str) -> None:
        """Pick what stands on a place, whatever was picked before."""
        picked = self.page.locator(f'.place[data-at="{name}"][aria-label*="picked"]').count()
        if not picked:
            self.press_place(name, ".source")

    def undo(self) -> None:
        before = self.seq
        self.press("#undo-button")
        self.changed(before)

    def step(self, rng: random.Random, wish: Any = None) -> None:
        """Do the next thing as somebody would who only looks at what the page lights up."""
        before = self.seq
        if self.due == "throw":
            return self.throw()
        offered = "#only, #actions [data-move], .place.source, .place.target"
        self.page.wait_for_selector(f'{offered}, body:not([data-seq="{before}"])', state="attached")
        if self.seq != before:  # an only move went by itself
            return self.changed(before)
        if self.page.locator("#only").count():
            self.press("#only")
            return self.changed(before)
        spoken = self.page.locator("#actions [data-move]")
        if not self.places("source") and not self.places("target"):
            spoken.nth(rng.randrange(spoken.count())).click()
            return self.changed(before)
        self._point(rng, wish)
        return self.changed(before)

    def _point(self, rng: random.Random, wish: Any) -> None:
        sources = sorted(self.places("source"))
        if wish:
            sources = [name for name in sources if wish.from_here(self, name)] or sources
        if len(sources) > 1 or not self.places("target"):
            self.press_place(rng.choice(sources), ".source")
        targets = sorted(self.places("target"))
        best = wish.best(self, targets) if wish else None
        self.press_place(best or rng.choice(targets), ".target")
        choices = self.page.locator(".chooser button")
        if choices.count():
            chosen = choices.nth(rng.randrange(choices.count()))
            chosen.tap() if self.touch else chosen.click()

    def play_through(self, seed: int = 1, most: int = 400, wish: Any = None) -> None:
        """Play until the game is over."""
        rng = random.Random(seed)
        for _ in range(most):
            if self.due == "over":
                return
            self.step(rng, wish)
        raise AssertionError(f"the game was not over after {most} steps")
