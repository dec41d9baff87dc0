"""Games are kept: a list of one's own, to review, continue, save and remove."""

import sqlite3
import uuid
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_access import violations

WON = ("c2", "c4", "c3", "b4", "c4", "b3", "c5")


def act(page: Page, house: House, view: dict[str, Any], kind: str, move: str | None = None) -> dict[str, Any]:
    body = {"type": kind, "seq": view["seq"], "client_id": str(uuid.uuid4())} | ({"move": move} if move else {})
    answer = page.request.post(f"{house.address}/api/matches/{view['id']}/actions", data=body)
    assert answer.ok, answer.text()
    return dict(answer.json()["view"])


def begin(page: Page, house: House, game: str, **seats: str) -> dict[str, Any]:
    options = {"cubes": 1} if game == "qubism" else {}
    answer = page.request.post(f"{house.address}/api/matches", data={"game": game, "seats": seats, "options": options})
    assert answer.ok, answer.text()
    return dict(answer.json())


def test_own_games_are_listed_filtered_continued_kept_and_removed(visit: Opening, house: House) -> None:
    stranger, page = visit(), visit()
    stranger.goto(f"{house.address}/offline")
    begin(stranger, house, "kuniumi")
    page.goto(f"{house.address}/my-games")
    expect(page.locator("#mine-number")).to_contain_text("No games yet")  # a stranger's game is not shown

    finished = begin(page, house, "qubism", w="human", b="human")
    view = finished
    for move in WON:
        view = act(page, house, view, "move", move)
    lost = act(page, house, begin(page, house, "qubism", w="human", b="level:1"), "resign")
    open_one = begin(page, house, "kariuchi", **{"1": "human", "2": "human"})
    for _ in range(11):
        begin(page, house, "kuniumi", **{"1": "human", "2": "level:2"})

    page.goto(house.address)
    page.get_by_role("link", name="My games").click()
    rows = page.locator("#mine-list li")
    expect(rows).to_have_count(12)  # the latest first, the others on request
    expect(rows.first).to_contain_text("Kuniumi")
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(14)
    expect(page.locator("#mine-more")).to_be_hidden()
    assert not violations(page)

    page.get_by_label("Against").select_option("human")
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_role("link", name="Continue: Kariuchi")).to_have_attribute("href", f"/play/{open_one['id']}")
    page.get_by_label("Against").select_option("")
    page.locator("#mine-game").select_option("qubism")
    expect(rows.first.locator(".badge")).to_have_text("lost")
    expect(page.locator("#mine-number")).to_have_text("2 of 14 games")
    assert rows.evaluate_all("all => all.map((one) => one.dataset.match)") == [lost["id"], finished["id"]]
    picture = rows.last.locator("img")
    assert view["position"] in page.evaluate(
        "(address) => new URL(address).searchParams.get('position')", picture.evaluate("one => one.src")
    )
    with page.expect_download() as saved:
        rows.last.get_by_role("link", name="Save as file: Qubism").click()
    assert saved.value.path().read_text("utf-8").startswith('[Game "qubism"]')

    rows.last.get_by_role("button", name="Remove this game").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(rows).to_have_count(1)
    expect(rows.first.locator(".remove-game")).to_be_focused()
    assert page.request.get(f"{house.address}/api/matches/{finished['id']}").status == 404
    rows.first.get_by_role("link", name="Review: Qubism").click()
    page.wait_for_url(f"**/replay?match={lost['id']}")


def test_a_game_that_cannot_be_read_is_listed_and_removed(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/my-games")
    whole, broken = (begin(page, house, "qubism", w="human", b="human") for _ in range(2))
    house.kill()
    with sqlite3.connect(house.data / "banmen.sqlite3") as connection:
        connection.execute("UPDATE events SET data = '{' WHERE match = ?", (broken["id"],))
    connection.close()
    house.open()
    page.goto(f"{house.address}/my-games")
    rows = page.locator("#mine-list li")
    expect(rows).to_have_count(2)
    lost = page.locator(f"li[data-match='{broken['id']}']")
    expect(lost).to_contain_text("cannot be read")
    expect(lost.get_by_role("link")).to_have_count(0)
    page.goto(house.address)
    expect(page.locator("#continue-list > *")).to_have_count(1)
    page.goto(f"{house.address}/my-games")
    lost.get_by_role("button").click()
    page.locator("#remove-dialog button[value=yes]").click()
    expect(rows).to_have_count(1)
    expect(rows).to_have_attribute("data-match", whole["id"])


def test_a_very_long_game_is_listed_unread_and_can_be_opened(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/my-games")
    short, long = (begin(page, house, "qubism", w="human", b="human") for _ in range(2))
    house.kill()
    more = "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 25000)"
    with sqlite3.connect(house.data / "banmen.sqlite3") as connection:
        connection.execute(
            f"INSERT INTO events (match, seq, at, kind, data) {more} SELECT ?, n, 2e9, 'say', '{{}}' FROM number", (long["id"],)
        )
    connection.close()
    house.open()
    page.goto(f"{house.address}/my-games")
    unread = page.locator(f"li[data-match='{long['id']}']")
    expect(unread).to_contain_text("Open this game to see how it stands.")
    expect(unread.get_by_role("link", name="Continue: Qubism")).to_have_attribute("href", long["url"])
    expect(page.locator(f"li[data-match='{short['id']}'] img")).to_have_count(1)
    assert violations(page) == []
    page.goto(house.address)
    row = page.locator(f"#continue-list li[data-match='{long['id']}']")
    expect(row).to_contain_text("Open this game")
    expect(row.locator("img")).to_have_count(0)
