"""The end of a game: who won and why, its story, and what to play next."""

import hashlib
import hmac
import random

from playwright.sync_api import Route, expect

from banmen.match.dice import commit_to
from banmen.server.http.page_messages import load_page_messages
from banmen.server.http.static_files import find_root
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import COMPILING, BrowserMatch
from tests.web.test_phone import check_in_view, check_nothing_covers_the_board

NEARLY = "30,Hx3/R,12,Hx2 1 1"


def test_the_end_says_why_tells_the_story_and_offers_the_next_opponent(visit: Opening, house: House) -> None:
    page = visit(viewport={"width": 390, "height": 664})
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start=NEARLY, who={"1": "human", "2": "level:2"})
    table.press("#only")
    expect(page.locator("#result")).to_have_text("You won!")
    expect(page.locator("#result-why")).to_have_text("All 4 pieces came home; the other side had brought 2 home.")
    box = page.locator("#actions [data-action=again]").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 664  # without scrolling, whatever the story says
    story = page.locator(".story-told[data-story=told]")
    expect(story).to_contain_text("the sticks decided it all", timeout=COMPILING)
    expect(story).not_to_contain_text("evened out")  # which would contradict it
    expect(page.get_by_role("link", name="My games").last).to_be_visible()
    table.undo()
    expect(page.locator("#story")).to_be_empty()
    table.press("#only")
    page.get_by_role("button", name="Next: level 3").click()
    page.wait_for_url(lambda address: address.endswith("/play/" + table.match) is False)
    table.adopt()
    assert [player["who"] for player in table.view["players"]] == ["human", "level:3"]


def test_the_end_scrolls_into_view(visit: Opening, house: House) -> None:
    page = visit(phone=True, viewport={"width": 390, "height": 664})
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start=NEARLY)
    page.evaluate("scrollTo(0, 1000)")
    assert page.evaluate("scrollY") > 0
    page.locator("#only").evaluate("button => button.click()")
    expect(page.locator("#result")).to_be_visible()
    check_in_view(page, "#board", "#result", "#result-why", '[data-action="again"]', "#look-back")
    check_nothing_covers_the_board(page)


def test_the_story_is_the_same_at_every_look_and_in_the_review(visit: Opening, house: House) -> None:
    page = visit()
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start="28,30,Hx2/8,12,Hx2 1 2", who={"1": "human", "2": "human"})
    table.play_through(seed=2)
    story = page.locator(".story-told[data-story=told]")
    expect(story).not_to_be_empty(timeout=COMPILING)
    told = story.inner_text()
    begun: list[str] = []
    page.on("request", lambda request: begun.append(request.url) if request.url.endswith("/api/analysis") else None)
    page.reload()
    expect(story).to_have_text(told, use_inner_text=True)
    assert not begun, "nothing is found out again"
    page.goto(f"{house.address}/replay?match={table.match}")
    with page.expect_response("**/api/analysis") as answer:
        page.locator("#analyse-button").click()
    page.locator("body[data-analysis=done]").first.wait_for()
    analysis = page.request.get(f"{house.address}/api/analysis/{answer.value.json()['id']}").json()
    points = analysis["result"]["turning_points"]
    assert (f"step {points[0]['step']}" in told) if points else ("turning point" not in told)


# Stores the facts of a match's story, as if it had been analysed before.
KEEP_STORY = """([match, steps, decisions]) => {
  const total = (player, mistake) => ({ player, decisions, throws: 0, luck: 0, verdicts: { mistake, blunder: 0 } });
  const point = { step: 1, player: "w", kind: "move", change: -0.9 };
  const story = { match, steps, turning_points: [point], totals: [total("w", 3), total("b", 1)] };
  localStorage.setItem("banmen", JSON.stringify({ ...JSON.parse(localStorage.getItem("banmen")), stories: [story] }));
}"""


def test_the_story_of_a_resigned_game_tells_of_mistakes_by_name_and_of_nothing_that_decided_it(
    visit: Opening, house: House
) -> None:
    for lang, told in (
        ("en", "Black made fewer costly moves: 1, against 3 by you."),
        ("ja", "損な手は黒のほうが少なく、1回でした（あなたは3回）。"),
    ):
        table = BrowserMatch(visit(lang), house)
        table.begin("qubism", start="5/5/1B3/W4/5 9 w", who={"w": "human", "b": "level:1"})
        table.make(table.view["moves"][0])
        table.page.locator("#resign-button").click()
        table.page.locator("#resign-dialog button[value=yes]").click()
        table.page.wait_for_selector("body[data-due=over]")
        for decisions, story in ((5, told), (0, "")):
            table.page.evaluate(KEEP_STORY, [table.match, table.view["steps"], decisions])
            table.page.reload()
            expect(table.page.locator(".story-told[data-story=told]")).to_have_text(story)
    assert "あいて" not in load_page_messages("ja-easy")["play.skill_better"]


def test_a_lost_game_offers_an_easier_opponent(table: BrowserMatch) -> None:
    table.begin("qubism", start="5/5/1B3/W4/5 9 w", who={"w": "human", "b": "level:2"})
    table.page.locator("#resign-button").click()
    table.page.locator("#resign-dialog button[value=yes]").click()
    expect(table.page.locator("#result")).to_have_text("You resigned. Black won.")
    expect(table.page.locator("#result-why")).to_be_hidden()
    expect(table.page.get_by_role("button", name="Try level 1")).to_be_visible()


def test_the_seed_is_shown_once_nothing_is_taken_back(visit: Opening, house: House) -> None:
    page = visit()
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start=NEARLY, who={"1": "human", "2": "human"})
    expect(page.locator("#proof")).to_have_count(0)
    table.press("#only")
    page.locator("#proof summary").click()
    commitment = page.locator("#commitment").inner_text()
    expect(page.locator("#seed")).to_have_count(0)
    expect(page.locator("#undo-button")).to_be_enabled()
    page.locator("#seal").click()
    seed = page.locator("#seed").inner_text()
    assert commit_to(seed) == commitment
    expect(page.locator("#undo-button")).to_be_disabled()
    expect(page.locator("#result")).to_be_visible()
    page.reload()
    page.locator("#proof summary").click()
    expect(page.locator("#seed")).to_have_text(seed)
    expect(page.get_by_text("this game proves nothing")).to_be_hidden()


def test_all_throws_are_recomputed_in_the_page(visit: Opening, house: House) -> None:
    page = visit(viewport={"width": 390, "height": 664})
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start="25,29,Hx2/R,12,Hx2 1 -", who={"1": "human", "2": "human"}, p=0.3)
    table.play_through(seed=3)
    page.locator("#proof summary").click()
    page.locator("#seal").click()
    page.locator("#check-dice").click()
    expect(page.locator("#dice-right")).to_be_visible()
    told = page.request.get(f"{house.address}/api/matches/{table.match}/dice").json()
    assert len(told["throws"]) > 1
    expect(page.locator("#dice-right")).to_contain_text(str(len(told["throws"])))
    assert page.locator(".fallen li").count() == 5

    def falsify(route: Route) -> None:
        route.fulfill(json={**told, "throws": [told["throws"][0] % 5 + 1, *told["throws"][1:]]})

    page.route("**/dice", falsify)
    page.locator("#check-dice").click()
    expect(page.locator("#dice-wrong")).to_contain_text(f"1 of {len(told['throws'])}")
    page.route("**/dice", lambda route: route.fulfill(json={**told, "commitment": "00" * 32}))
    page.locator("#check-dice").click()
    expect(page.locator("#dice-wrong")).to_contain_text("not the number that was promised")


def test_the_pages_own_digests_are_those_of_everybody(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(house.address)
    rng = random.Random(5)
    texts = ["".join(rng.choices("0123456789 throw盤", k=length)) for length in (0, 1, 40, 55, 56, 63, 64, 65, 119, 200)]
    keys = [rng.randbytes(32).hex() for _ in texts]
    found = page.evaluate(
        """async ([texts, keys, address]) => {
          const { fromHex, hmac, sha256, toHex } = await import(address);
          const bytes = (text) => new TextEncoder().encode(text);
          return texts.map((text, index) => [toHex(sha256(bytes(text))), toHex(hmac(fromHex(keys[index]), text))]);
        }""",
        [texts, keys, f"{find_root()}/js/sha256.js"],
    )
    for text, key, (digest, code) in zip(texts, keys, found, strict=True):
        assert digest == hashlib.sha256(text.encode()).hexdigest()
        assert code == hmac.new(bytes.fromhex(key), text.encode(), "sha256").hexdigest()


def test_a_game_with_moves_taken_back_proves_nothing(visit: Opening, house: House) -> None:
    page = visit()
    table = BrowserMatch(page, house)
    table.begin("kariuchi", start=NEARLY, who={"1": "human", "2": "human"})
    table.press("#only")
    table.undo()
    expect(page.locator("#proof")).to_have_count(0)
    table.press("#only")
    page.locator("#proof summary").click()
    expect(page.get_by_text("this game proves nothing")).to_be_visible()


def test_where_nothing_is_thrown_there_is_nothing_to_check(table: BrowserMatch) -> None:
    table.begin("qubism", start="5/5/1B3/W4/5 9 w", who={"w": "human", "b": "human"})
    table.page.locator("#resign-button").click()
    table.page.locator("#resign-dialog button[value=yes]").click()
    expect(table.page.locator("#story .row")).to_be_visible()
    expect(table.page.locator("#proof")).to_have_count(0)
