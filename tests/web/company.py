"""People who play one match from different devices: one starts it by the API or the page, the others join by link."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import APIResponse, Page, expect

from tests.web.house import House

QUBISM: dict[str, Any] = {"game": "qubism", "seats": {"w": "human", "b": "human"}, "own": ["w"]}
PIN = """() => {
  const { bottom, top } = document.querySelector(".due").getBoundingClientRect();
  const { left, right, bottom: lowest } = document.querySelector("#board").getBoundingClientRect();
  const wide = document.documentElement.scrollWidth;
  return { bottom, top, board: [left, right, lowest], wide, height: innerHeight, width: innerWidth };
}"""


class Guest:
    """A person with their own device."""

    def __init__(self, page: Page, house: House, name: str) -> None:
        self.page, self.house, self.name, self.match = page, house, name, ""

    def remember_name(self) -> None:
        """Make the device remember a name from earlier games."""
        self.page.goto(f"{self.house.address}/healthz")  # for pages that show only an error
        self.page.evaluate(
            "name => localStorage.setItem('banmen', JSON.stringify({ ...JSON.parse(localStorage.getItem('banmen')), name }))",
            self.name,
        )

    def begin(self, **more: Any) -> dict[str, str]:
        """Create a match by the API, take a seat in it on its page, and return the secrets of the links."""
        self.remember_name()
        answer = self.post("/api/gatherings", {**QUBISM, **more})
        assert answer.ok, answer.text()
        told = answer.json()
        self.match = told["view"]["id"]
        self.page.evaluate(
            "([match, links]) => localStorage.setItem('banmen-links', JSON.stringify({ [match]: links }))",
            [self.match, told["links"]],
        )
        self.open()
        return dict(told["links"])

    def open(self) -> None:
        self.page.goto(f"{self.house.address}/play/{self.match}")
        self.page.wait_for_selector("body[data-seq]")

    def join(self, match: str, secret: str) -> None:
        """Join by a link, through its page."""
        self.match = match
        self.page.goto(f"{self.house.address}/join/{match}#{secret}")
        self.page.fill("#invited-name", self.name)
        self.page.click("#invited-sit")
        self.page.wait_for_selector("body[data-seq]")

    def post(self, path: str, body: dict[str, Any]) -> APIResponse:
        return self.page.request.post(f"{self.house.address}{path}", data=body)

    def expect_due(self, due: str) -> None:
        expect(self.page.locator(f'body[data-due="{due}"]')).to_have_count(1)

    def play(self, *places: str) -> None:
        """Make a move by pressing places one after another."""
        self.expect_due("move")
        for place in places:
            self.page.locator(f'.place[data-at="{place}"]').first.click()

    def type_move(self, move: str) -> None:
        """Make a move by typing it."""
        self.expect_due("move")
        self.page.evaluate("document.querySelector('#in-words').open = true")
        self.page.fill("#typed-move", move)
        self.page.press("#typed-move", "Enter")
        self.page.wait_for_function("() => document.body.dataset.due !== 'move'")


def check_pinned(page: Page) -> None:
    """Check that the next thing to do is at the bottom edge of a phone, below the whole board, and nothing is too wide."""
    found = page.evaluate(PIN)
    assert found["bottom"] <= found["height"] + 1, found
    assert found["wide"] <= found["width"], found
    assert found["board"][0] >= -1, found
    assert found["board"][1] <= found["width"] + 1, found
    assert found["board"][2] <= found["top"] + 1, found
