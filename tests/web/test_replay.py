"""After the game: replay, analysis, sharing, and the analysis board."""

import json
import random
import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, WebSocket, expect

import banmen
from banmen import Record
from banmen.core.record_text import read_record
from banmen.server.http.static_files import find_root
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import COMPILING, BrowserMatch

LUCKY = """\
[Game "kariuchi"]
[Options "pieces=2"]
[Opening "3-2"]

1. 2:R>2 2. 2:R>2 3. 2:R>2 4. 1:R>1 5. 2:R>2 *
"""
MOVES = ("c2", "c4", "c3", "b4", "c4")  # White walks towards row 5, Black steps aside


@pytest.fixture
def played(table: BrowserMatch) -> BrowserMatch:
    """A short finished game of Qubism."""
    table.set_up("qubism", cubes=1)
    table.move_by_api(*MOVES, "b3", "c5")
    table.open()
    expect(table.page.locator("#result")).to_be_visible()
    return table


def look_back(page: Page) -> None:
    page.get_by_role("link", name="Review the game").click()
    page.locator("main:not([inert]) #board svg").first.wait_for()


def position_shown(page: Page) -> str:
    return str(page.get_attribute("#board svg", "data-position"))


def test_a_game_can_be_stepped_through(played: BrowserMatch) -> None:
    page = played.page
    look_back(page)
    expect(page.locator("#board svg")).to_have_attribute("data-position", "2B2/5/5/5/2W2 1 w")
    page.get_by_role("button", name="Next move").click()
    expect(page.locator("#board svg")).to_have_attribute("data-position", "2B2/5/5/2W2/5 1 b")
    page.locator("#step").fill("7")
    assert position_shown(page) == played.view["position"]
    page.keyboard.press("Home")
    page.get_by_role("button", name="Next move").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-words")).to_contain_text("c2")


# How many names are on another line than their chances, in boxes of several widths.
BROKEN = """box => [...Array(20).keys()].reduce((sum, wide) => {
  box.style.width = `${150 + 7 * wide}px`;
  return sum + [...box.querySelectorAll(".whole")].filter((one) => one.getClientRects().length > 1).length;
}, 0)"""


def test_an_analysis_shows_the_chart_and_what_would_have_been_better(played: BrowserMatch) -> None:
    page = played.page
    look_back(page)
    page.get_by_role("button", name="Analyse the game").click()
    page.locator("body[data-analysis=done]").first.wait_for(timeout=COMPILING)
    expect(page.locator("#chart .curve")).to_have_count(1)
    expect(page.locator("#totals tbody tr")).to_have_count(2)
    # Black walks past White's goal: c5 or its neighbours could not be kept, but a better move is known for some step.
    page.locator("#blunders button").first.click()
    expect(page.locator(".marks .mark-better")).not_to_have_count(0)
    expect(page.locator("#step-words")).to_have_text(re.compile(r"^Better: [a-z0-9 ,]+\.( [A-Z]|$)"))
    assert page.locator("#verdict").evaluate(BROKEN) == 0
    players = [{"player": name, "name": name, "team": team} for name, team in zip("ABC", (0, 1, 0), strict=True)]
    chances = [{"player": name, "chance": chance} for name, chance in zip("ABC", (0.26, 0.74, 0.26), strict=True)]
    script = "async ([path, ...given]) => (await import(path)).sayChances(...given)"
    assert page.evaluate(script, [f"{find_root()}/js/sides.js", players, chances]) == ["A & C 26%", "B 74%"]


@pytest.mark.parametrize(
    ("lang", "by", "ended", "told", "chosen"),
    [
        ("en", None, "Player 1 won!", "the sticks decided it all", "nothing to choose"),
        ("en", "resigned", "Player 2 resigned. Player 1 won.", "only ever one move", "nothing to choose"),
        ("ja", "resigned", "プレイヤー2が投了しました。プレイヤー1の勝ちです。", "いつもひとつ", "選ぶところがなかった"),
    ],
)
def test_nobody_is_praised_or_blamed_where_there_was_no_choice(
    visit: Opening, house: House, lang: str, by: str | None, ended: str, told: str, chosen: str
) -> None:
    record = Record.begin(banmen.game("kariuchi", pieces=1), position="28/R 1 -").with_step(1, "28>29").with_step(2, "R>2")
    record = record.with_result((1,), by) if by else record.with_step(2, "29>H")
    page = visit(lang=lang)
    page.goto(f"{house.address}/replay#record={quote(record.text)}")
    expect(page.locator("#step-words")).not_to_be_empty()
    expect(page.locator("#result")).to_be_hidden()  # until the end
    page.locator("#last").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#result")).to_have_text(ended)
    page.locator("#analyse-button").click()
    expect(page.locator("#blunders")).to_contain_text(told, timeout=COMPILING)
    expect(page.locator("#totals")).to_contain_text(chosen)


def test_a_shared_game_can_be_seen_by_anybody(played: BrowserMatch, visit: Opening) -> None:
    page = played.page
    look_back(page)
    page.locator("#step").fill("3")
    page.get_by_role("button", name="Link to this game").click()
    address = page.get_attribute("#shared[data-address]", "data-address")
    assert address
    other = visit(lang="ja")
    other.goto(address)
    expect(other.locator("#step")).to_have_value("3")
    assert position_shown(other) == position_shown(page)


def long_game() -> Record:
    """A whole game of Moon Trek, with names that contain special characters."""
    rng, record = random.Random(2), Record.begin(banmen.game("moontrek"), tags={"PlayerA": 'うさぎ 1. "A"'})
    while not record.final.over:
        throw, _ = rng.choice(record.final.throws())
        record = record.with_step(throw, rng.choice(record.final.throw(throw).legal_moves()).text)
    return record


@pytest.mark.parametrize("comment", ["", "see 1. R>2"])
def test_the_address_of_a_long_game_is_short_and_carries_all_of_it(visit: Opening, house: House, comment: str) -> None:
    record = long_game()
    if comment:
        record = record.with_comment(comment)
    old = f"{house.address}/replay#step=5&record={quote(record.text)}"  # addresses in an earlier form, which still open
    page = visit()
    page.goto(old)
    expect(page.locator("#step")).to_have_value("5")
    page.get_by_role("button", name="Link to this game").click()
    address = str(page.get_attribute("#shared[data-address]", "data-address"))
    assert len(address) < (1200 if comment else 800) < len(old) / 2
    other = visit()
    with other.expect_request("**/api/replay") as asked:
        other.goto(address)
    assert read_record(json.loads(str(asked.value.post_data))["record"]) == record
    expect(other.locator("#step")).to_have_value("5")
    assert position_shown(other) == position_shown(page)


@pytest.mark.parametrize("packed", ["nonsense", "!!", "AAAA"])
def test_an_address_that_was_cut_off_says_so(visit: Opening, house: House, packed: str) -> None:
    page = visit()
    page.goto(f"{house.address}/replay#game={packed}")
    expect(page.locator("h1")).to_have_text("There is no game to review")


@pytest.mark.parametrize(
    ("lang", "unit", "note", "axis"),
    [("en", "points", "percentage points", "steps"), ("ja", "ポイント", "勝つ見こみ（％）が合計で何ポイント", "手目")],
)
def test_luck_has_a_unit_and_the_chart_a_scale(
    visit: Opening, house: House, lang: str, unit: str, note: str, axis: str
) -> None:
    page = visit(lang)
    page.goto(f"{house.address}/replay#record={quote(LUCKY)}")
    page.locator("#analyse-button").click()
    page.locator("body[data-analysis=done]").first.wait_for(timeout=COMPILING)
    for cell in page.locator("#totals tbody td:nth-child(2)").all_inner_texts():
        assert re.fullmatch(rf"[+−±]1 ?{unit.removesuffix('s')}|[+−±](?!1 )\d+ ?{unit}", cell)
    expect(page.locator("#totals .note")).to_contain_text(note)
    assert page.locator("#chart .scale.chance").all_text_contents() == ["0%", "50%", "100%", axis]
    assert page.locator("#chart .scale.step").all_text_contents() == ["1", "2", "3", "4", "5"]
    expect(page.locator("#chart")).to_be_in_viewport(ratio=0.95)
    number = page.locator("#chart .scale.step", has_text="4").bounding_box()
    ground = page.locator("#chart .ground").bounding_box()
    assert number
    assert ground
    page.mouse.click(number["x"] + number["width"] / 2, ground["y"] + 10)  # a step is above its number
    expect(page.locator("#step")).to_have_value("4")
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"\d+ ?(percentage points|ポイント)|neither lucky"))
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the table is wider than a small phone"


@pytest.mark.parametrize("size", [{"width": 1280, "height": 420}, {"width": 390, "height": 664}], ids=str)
def test_the_chart_comes_into_view_and_takes_the_focus(visit: Opening, house: House, size: Any) -> None:
    page = visit(viewport=size)  # the button is below the visible part
    pretend_analysis(page, 5)
    page.goto(f"{house.address}/replay#record={quote(TEAMS)}")
    page.locator("main:not([inert]) #board svg").first.wait_for()
    button = page.locator("#analyse-button")
    button.focus()
    expect(button).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#chart")).to_be_in_viewport(ratio=0.95)
    expect(page.locator("#chart-box")).to_be_focused()


def test_another_game_in_the_address_is_shown(played: BrowserMatch, visit: Opening) -> None:
    page = played.page
    look_back(page)
    page.get_by_role("button", name="Link to this game").click()
    address = str(page.get_attribute("#shared[data-address]", "data-address"))
    other = visit()
    other.goto(address)
    expect(other.locator("#game-title")).to_contain_text("Qubism")
    other.evaluate("location.hash = location.hash.slice(0, -20)")  # part of it got lost
    expect(other.locator("main")).to_contain_text("cannot be read")
    other.goto(address)
    expect(other.locator("#game-title")).to_contain_text("Qubism")


def test_a_shared_position_can_be_played_from(played: BrowserMatch, visit: Opening) -> None:
    page = played.page
    look_back(page)
    page.locator("#step").fill("2")
    page.get_by_role("button", name="Link to this position").click()
    address = page.get_attribute("#shared[data-address]", "data-address")
    other = visit()
    other.goto(str(address))
    expect(other.locator("#board svg")).to_have_attribute("data-position", position_shown(page))
    other.get_by_role("link", name="Play from here").click()
    other.get_by_role("button", name="Play", exact=True).click()
    table = BrowserMatch(other, played.house)
    table.adopt()
    assert table.view["position"] == position_shown(page)
    assert table.view["options"]["cubes"] == 1


def test_the_record_can_be_downloaded(played: BrowserMatch) -> None:
    page = played.page
    look_back(page)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save the record").click()
    text = waiting.value.path().read_text("utf-8")
    assert all(move in text for move in MOVES)


TEAMS = """\
[Game "moontrek"]
[Options "teams=2-2 pieces=1"]
[Opening "2-2-3-2"]

1. 3:R>3 2. 3:R>3 1:3>4 3. 2:R>2 4. 3:R>3 *
"""


def pretend_analysis(page: Page, steps: int) -> None:
    """Answer in place of the server, so that nothing has to be searched: the chances of A and C rise."""
    found = [
        {
            "step": step,
            "player": "ABCD"[(step - 1) % 4],
            "move": "R>1",
            "best": "R>1",
            "throw": 1,
            "luck": 0.1,
            "loss": 0.2,
            "verdict": "blunder" if step == 4 else "best",
            "chances_before": [{"player": player, "chance": 0.5} for player in "ABCD"],
            "chances_after": [{"player": one, "chance": 0.5 + step * (0.05 if one in "AC" else -0.05)} for one in "ABCD"],
        }
        for step in range(1, steps + 1)
    ]
    totals = [
        {"player": one, "luck": 0.1, "decisions": 3, "accuracy": 0.5, "verdicts": {"mistake": 0, "blunder": int(one == "D")}}
        for one in "ABCD"
    ]
    view = {"id": "x", "state": "done", "kind": "record", "progress": 1.0, "result": {"steps": found, "totals": totals}}
    page.route("**/api/analysis", lambda route: route.fulfill(json={"id": "x"}))
    page.route("**/api/analysis/x", lambda route: route.fulfill(json=view))
    page.route_web_socket("**/api/analysis/x/live", lambda socket: socket.close())


def test_on_a_phone_every_move_is_listed_and_leads_to_the_board(visit: Opening, house: House) -> None:
    page = visit(phone=True)
    pretend_analysis(page, 5)
    page.goto(f"{house.address}/replay#record={quote(TEAMS)}")
    lines = page.locator("#move-lines button")
    expect(lines).to_have_count(6)
    page.get_by_role("button", name="To the end").click()
    expect(lines.last).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator("#chart .curve")).to_have_count(1)  # a line per team, and two teams share one
    expect(page.locator("#chart-caption")).to_contain_text("Rabbit & Wolf")
    expect(lines.nth(4)).to_contain_text("??")
    expect(page.locator("#totals tbody tr").last).to_contain_text("1 costly of 3")
    page.locator("#download").scroll_into_view_if_needed()
    for chosen in (page.locator("#blunders button").first, lines.nth(2)):
        chosen.click()
        box = page.locator("#board").bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
    expect(page.locator("#step")).to_have_value("2")


def test_the_analysis_board_values_moves_and_follows_lines(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/board/qubism?cubes=1&position=2B2/5/2W2/5/1>3%200%20w")
    expect(page.locator("#values .percent").first).to_contain_text("%", timeout=COMPILING)
    page.locator("#values button").first.click()
    expect(page.locator("#line button")).to_have_count(2)
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator("#position")).to_have_value("2B2/5/2W2/5/1>3 0 w")
    page.get_by_label("Position as text").fill("nonsense")
    page.get_by_role("button", name="Set it up").click()
    expect(page.locator("#problem")).to_be_visible()
    page.get_by_role("button", name="Start position").click()
    expect(page.locator("#problem")).to_be_hidden()  # it was about a text that is no longer there


def test_an_analysis_is_streamed_while_it_grows(visit: Opening, house: House) -> None:
    page = visit()
    told: list[dict[str, Any]] = []
    polled: list[str] = []

    def opened(socket: WebSocket) -> None:
        if "/api/analysis/" in socket.url:
            socket.on("framereceived", lambda frame: told.append(json.loads(frame)))

    page.on("websocket", opened)
    page.on("request", lambda request: polled.append(request.url) if "/api/analysis/" in request.url else None)
    position = "2:C,4:B,5:A,6:C,20:A,20a:D,25b:B 2,2,2,3 0,0,0,0 A|B|C|D A 2"
    page.goto(f"{house.address}/board/moontrek?position={position}")  # the game whose analysis is a search
    expect(page.locator("#thinking")).to_be_visible()
    expect(page.locator("#values .percent").first).to_contain_text("%", timeout=COMPILING)
    page.locator("body[data-analysis=done]").first.wait_for(timeout=COMPILING)
    known = [one["progress"] for one in told if one["result"]]
    assert len(known) >= 2, "what is known comes again and again"
    assert known == sorted(known)
    assert not polled, "nobody asks how far it is"


def test_throws_are_chosen_on_the_analysis_board(visit: Opening, house: House) -> None:
    page = visit(lang="ja")
    page.goto(f"{house.address}/board/kariuchi")
    page.locator('#actions [data-throw="4"]').click()
    expect(page.locator("#position")).to_have_value("Rx4/Rx4 1 4")


@pytest.mark.parametrize(
    ("game", "moved", "after"),
    [
        ("kariuchi", ("R", "12"), "Rx3,12/Rx4 1 -"),
        ("qubism", ("c1", "b3"), "2B2/5/1W3/5/5 9 w"),
        ("holes58", ("1", "7"), "7;0;4/1;0;4 1 -"),
    ],
)
def test_pieces_are_set_up_freely(visit: Opening, house: House, game: str, moved: tuple[str, str], after: str) -> None:
    page = visit()
    page.goto(f"{house.address}/board/{game}")
    page.locator("#board svg").first.wait_for()
    page.get_by_role("button", name="Move pieces freely").click()
    for place in moved:
        page.locator(f'.place[data-at="{place}"]').first.click()
    expect(page.locator("#position")).to_have_value(after)


def long_record() -> str:
    """A game of Kariuchi of some hundred steps: every possible hit is made, and nobody comes home soon."""
    rng, record = random.Random(5), Record.begin(banmen.game("kariuchi"), [(3, 2)])
    while record.result is None and len(record.steps) < 95:
        record = record.with_throw(rng.randint(1, 2))
        moves = record.final.legal_moves()
        record = record.with_move(moves[0])
    return record.text


def test_a_long_game_is_fetched_in_parts(visit: Opening, house: House) -> None:
    page = visit()
    text = long_record()
    record = read_record(text)
    assert len(record.steps) > 80
    asked: list[dict[str, Any]] = []
    page.on(
        "request", lambda request: asked.append(json.loads(request.post_data or "{}")) if "/api/replay" in request.url else None
    )
    page.goto(f"{house.address}/replay#record={quote(text)}")
    page.locator("main:not([inert]) #board svg").first.wait_for()
    positions = [position.text for position in record.positions()]
    expect(page.locator("#move-lines li")).to_have_count(len(positions))
    assert [(one["first"], one["pictures"]) for one in asked] == [(0, True), (40, False)]
    page.keyboard.press("End")
    expect(page.locator("#board svg")).to_have_attribute("data-position", positions[-1])
    page.locator("#step").fill("39")
    expect(page.locator("#board svg")).to_have_attribute("data-position", positions[39])
    page.get_by_role("button", name="Next move").click()  # into a part whose pictures are not loaded yet
    expect(page.locator("#board svg")).to_have_attribute("data-position", positions[40])
    assert [(one["first"], one["pictures"]) for one in asked[2:]] == [(80, True), (40, True)]
    page.locator("#step").fill("5")
    assert position_shown(page) == positions[5], "what is there is shown at once"
