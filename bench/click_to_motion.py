"""From click to motion: how long a person waits between a click and the first frame in which something moves.

    PYTHONPATH=src:. python bench/click_to_motion.py --output bench/results/click-to-motion.json

A browser plays both sides of each game against a real server on the same machine, by the mouse. Times are taken in the page,
from the click's own time stamp to the frame after the first change of a piece or a stick; a frame lasts 17 ms. They depend on
other work on the machine, so its load is recorded as well.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.server import SEATS, Server

CLICKS = 30  # per game, that set something in motion
GOAL = 50  # milliseconds
WATCH = """
  window.waits = [];
  let clicked = 0;
  addEventListener("click", (event) => { clicked = event.timeStamp; }, true);
  new MutationObserver((changes) => {
    const isGhost = (node) => node.classList?.contains("ghost");
    const moving = changes.some(({ target, addedNodes }) =>
      target.closest?.(".ghost, [data-throw] > [data-stick]") || [...addedNodes].some(isGhost));
    if (!moving || !clicked) return;
    const began = clicked;
    clicked = 0;
    requestAnimationFrame((now) => window.waits.push(now - began));
  }).observe(document, { childList: true, attributes: true, attributeFilter: ["transform"], subtree: true });
  const met = Object.fromEntries(%s.map((game) => [`met-${game}`, true]));
  localStorage.setItem("banmen", JSON.stringify({ forced: "none", sound: false, ...met }));
"""


def measure_game(browser: Browser, port: int, name: str) -> dict[str, Any]:
    """Play a game with the mouse and return the times of its clicks."""
    rng = random.Random(1)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"http://127.0.0.1:{port}/offline")  # so that the visitor is known
    page.add_init_script(WATCH % json.dumps(list(SEATS)))
    waits: list[float] = []
    while len(waits) < CLICKS:
        answer = page.request.post(f"http://127.0.0.1:{port}/api/matches", data={"game": name, "seats": SEATS[name]})
        page.goto(f"http://127.0.0.1:{port}{answer.json()['url']}")
        page.wait_for_selector("body[data-seq]")
        while page.get_attribute("body", "data-due") != "over" and len(waits) + _count(page) < CLICKS:
            act(page, rng)
        waits += page.evaluate("waits")
    page.close()
    return {
        "game": name,
        "clicks": len(waits),
        "median_ms": round(statistics.median(waits), 1),
        "longest_ms": round(max(waits), 1),
    }


def _count(page: Page) -> int:
    return int(page.evaluate("waits.length"))


def act(page: Page, rng: random.Random) -> None:
    """Throw or move by the mouse, and wait until the next thing is due."""
    before = page.get_attribute("body", "data-seq")
    button = page.locator("#throw, #only, #actions .choice")
    if button.count():
        button.nth(rng.randrange(button.count())).click()
    else:
        press_one(page, ".place.source", rng)
        if page.get_attribute("body", "data-seq") == before:
            press_one(page, ".place.target", rng)
            press_one(page, ".chooser button", rng)
    page.wait_for_selector(f'body:not([data-seq="{before}"])')


def press_one(page: Page, selector: str, rng: random.Random) -> None:
    """Click one of the elements that a selector finds, if there are any."""
    found = page.locator(selector)
    if found.count():
        found.nth(rng.randrange(found.count())).click()


def main() -> None:
    """Measure all games and write it down."""
    parser = argparse.ArgumentParser(description="Measure the time from a click to the first motion.")
    parser.add_argument("--output", type=Path, help="a JSON file to write")
    chosen = parser.parse_args()
    found: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "goal_ms": GOAL,
        "games": [],
    }
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = next(
            filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
        )
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        server = Server(folder, BANMEN_JIT="0")  # no engine is needed, and no compiler must run in parallel
        try:
            for name in SEATS:
                times = measure_game(browser, server.port, name)
                found["games"].append(times)
                print(
                    f"{name}: median {times['median_ms']:.0f} ms, longest {times['longest_ms']:.0f} ms"
                    f" of {times['clicks']} clicks"
                )
        finally:
            server.close()
            browser.close()
    if chosen.output:
        chosen.output.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
