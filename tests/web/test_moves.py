"""Every legal move can be made on the page, and nothing else can."""

from typing import Any

import pytest
from playwright.sync_api import expect

import banmen
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.table import BrowserMatch

# Positions with stacks, exits, warps, collecting, arrows and the choice of a side.
POSITIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("kariuchi", "R,5x2,A/Rx2,8,30 1 3", {}),
    ("kariuchi", "28,30,Hx2/Rx4 1 4", {}),
    ("moontrek", "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3", {"teams": "2-2"}),
    ("holes58", "1,8,14,20;1;0/3,10,28;0;2 1 1", {}),
    ("holes58", "8,10;0;3/1;0;4 1 2", {}),
    ("kuniumi", "6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l", {}),
    ("kuniumi", "6/2l1s1/2L3/2S1l1/1s4/6 choose -", {}),
    ("qubism", "2B1v/5/vv^v1/5/2W2 1 w", {"cubes": 6}),
    ("qubism", "2B2/5/1>3/5/2W2 0 w", {"tip": "either", "cubes": 1}),
]

# Whether the field for typing a move is in sight.
UNCOVERED = """() => {
  const { left, top, width, height } = document.querySelector("#typed-move").getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2)?.id === "typed-move";
}"""


@pytest.mark.parametrize(("game", "text", "options"), POSITIONS)
def test_every_legal_move_can_be_made_and_taken_back(
    table: BrowserMatch, game: str, text: str, options: dict[str, Any]
) -> None:
    position = banmen.game(game, **options).position(text)
    table.begin(game, start=text, **options)
    offered = {move["move"]: move for move in table.view["moves"]}
    assert set(offered) == {str(move) for move in position.legal_moves()}
    some = sorted(offered)[:: max(1, len(offered) // 5)]
    for name in some:
        table.make(offered[name])
        view = table.view
        assert (view["last"]["move"], view["position"]) == (name, position.play(name).text)
        table.undo()
        assert table.view["position"] == text


@pytest.mark.parametrize(("game", "text", "options"), POSITIONS[::2])
def test_nothing_but_legal_moves_is_lit_up(table: BrowserMatch, game: str, text: str, options: dict[str, Any]) -> None:
    table.begin(game, start=text, **options)
    moves = table.view["moves"]
    sources = {move["from"] for move in moves} - {None}
    assert table.places("source") == sources
    for source in sorted(sources):
        if len(sources) > 1:
            table.pick(source)
        assert table.places("target") == {move["to"] for move in moves if move["from"] == source}


@pytest.mark.parametrize(("game", "text"), [("kariuchi", "Rx2,5,A/Rx3,12 1 3"), ("qubism", "2B2/1^>>^/5/3v1/v1W1v 2 w")])
def test_tapping_elsewhere_does_nothing_but_say_why(table: BrowserMatch, game: str, text: str) -> None:
    table.begin(game, start=text)
    before = table.view["seq"]
    useful = table.places("source") | table.places("target")
    places = table.page.locator(".place").evaluate_all("elements => elements.map((one) => one.dataset.key)")
    for key in [key for key in places if key.split("@")[0] not in useful][:25]:
        table.press(f'.place[data-key="{key}"]')
    expect(table.page.locator("#message")).not_to_be_empty()
    assert table.view["seq"] == before


def test_a_typed_move_is_made_and_a_wrong_one_is_refused(table: BrowserMatch) -> None:
    table.begin("kariuchi", start="Rx2,5,A/Rx3,12 1 3")
    page = table.page
    page.get_by_text("Type a move").click()
    expect(page.get_by_placeholder("for example R>3")).to_be_visible()
    page.wait_for_function(UNCOVERED)
    page.press("#typed-move", "Enter")
    expect(page.locator("#message")).to_have_text("Type a move first.")
    page.get_by_label("Your move", exact=True).fill("5>9")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("5>9")
    view = table.view
    assert view["last"] is None
    before = table.seq
    page.get_by_label("Your move", exact=True).fill("5>8")
    page.keyboard.press("Enter")
    table.changed(before)
    assert table.view["last"]["move"] == "5>8"


@pytest.mark.parametrize("typed", ["B1", "ｂ１", " b 1 "])
def test_a_move_may_be_typed_in_wide_letters_and_other_cases(table: BrowserMatch, typed: str) -> None:
    table.begin("qubism")
    before = table.seq
    table.page.get_by_text("Type a move").click()
    table.page.get_by_label("Your move", exact=True).fill(typed)
    table.page.keyboard.press("Enter")
    table.changed(before)
    assert table.view["last"]["move"] == "b1"


def test_a_forced_move_is_offered_and_not_made(table: BrowserMatch) -> None:
    table.begin("holes58", start="1;0;4/1;0;4 1 5")
    expect(table.page.locator("#only")).to_be_visible()
    expect(table.page.locator("#actions")).to_contain_text("20")
    view = table.view
    assert view["last"] is None
    before = table.seq
    table.press("#only")
    table.changed(before)
    assert table.view["last"]["move"] == "1>20"


def test_a_review_says_moves_as_people_do(visit: Opening, house: House) -> None:
    page = visit("ja")
    table = BrowserMatch(page, house)
    table.begin("kuniumi")
    table.make(next(move for move in table.view["moves"] if move["move"] == "L@a1"))
    page.goto(f"{house.address}/replay?match={table.match}")
    line = page.locator("#move-lines button").last
    expect(line).to_contain_text("大地の神をa1へ")
    expect(line).not_to_contain_text("→")
