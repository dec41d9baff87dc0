"""Several browsers in one match: by link, with clocks, proposals and chat, and when somebody goes away."""

from __future__ import annotations

import re
import secrets
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from banmen.match.dice import CommittedDice, throw_by_seed
from banmen.server.clock_presets import AMONG_FRIENDS
from tests.web.company import Guest, check_pinned
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_access import LOOKS, violations
from tests.web.test_joining import read_code
from tests.web.test_phone import CUT

SMALL = {"width": 390, "height": 664}


# Names, clocks and places that something covers.
COVERED = """selector => {
  const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll(".player .name, .clock, #board")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom - 1 && box.bottom > top + 1;
  }).map((one) => one.className || one.id);
}"""


# The clocks on offer, as requested from the server.
CLOCKS = """async () => {
  const { readClock } = await import(document.querySelector('script[src$="new.js"]').src.replace("new.js", "clock-choice.js"));
  return [...document.querySelectorAll('[name="clock"]')].map((choice) => readClock(choice.value));
}"""
# Clocks that reach into the next player's place.
BEYOND = """all => all.map((clock) => [clock, clock.closest(".player")].map((one) => one.getBoundingClientRect().right))
  .filter(([clock, card]) => clock > card + 1)"""


def meet(visit: Opening, house: House, **more: object) -> tuple[Guest, Guest]:
    """Return Ann at a desk, who moves first, and Bob with a phone, who has joined by her link."""
    ann, bob = Guest(visit(), house, "Ann"), Guest(visit(lang="ja", phone=True, viewport=SMALL), house, "はなこ")
    links = ann.begin(**more)
    bob.join(ann.match, links["b"])
    ann.expect_due("move")
    bob.expect_due("other")
    return ann, bob


def forge(told: dict[str, Any]) -> dict[str, Any]:
    """Return the data for checking a match's throws as if it had another seed."""
    dice = CommittedDice("ab" * 32, tuple(told["nonces"]))
    fallen = {
        name: [throw_by_seed(dice.key, what, number, 0.5) for number in range(len(told[name]))]
        for name, what in (("opening", "opening"), ("throws", "throw"))
    }
    return {**told, **fallen, "seed": dice.seed, "commitment": dice.commitment}


def test_a_match_by_link_from_the_new_game_page_to_the_board(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(), house, "Ann"), Guest(visit(lang="ja", phone=True, viewport=SMALL), house, "はなこ")
    ann.page.goto(f"{house.address}/new/qubism")
    expect(ann.page.locator("#online")).to_be_hidden()
    assert ann.page.evaluate(CLOCKS) == [rule and rule.to_json() for rule in AMONG_FRIENDS]
    assert {rule.kind if rule else "none" for rule in AMONG_FRIENDS} == {"none", "total", "move", "days"}
    for choice in ('[value="link"]', '[name="clock"][value="total 300 5"]', '[name="side"][value="w"]'):
        ann.page.locator(f"input{choice}").check(force=True)
    ann.page.fill("#my-name", "Ann")
    ann.page.click("#play")
    send = ann.page.locator(".room .send")
    expect(send).to_have_count(1)
    expect(ann.page.locator(".room-seats li").first).to_contain_text("Ann")
    ann.match = ann.page.url.rsplit("/", 1)[1]
    path = str(send.get_attribute("data-path"))
    assert path.startswith(f"/join/{ann.match}#")
    ann.page.click("#watch-link")
    watched = str(ann.page.locator("#room-told[data-address]").get_attribute("data-address"))
    assert watched.endswith(f"/play/{ann.match}")
    ann.page.get_by_role("button", name="QR code of the link for watching").click()
    assert read_code(ann.page) == watched
    ann.page.get_by_role("button", name="Close").click()
    asked: list[str] = []
    bob.page.on("request", lambda request: asked.append(request.url))
    ann.page.get_by_role("button", name="New link").click()  # the earlier one no longer works
    expect(send).not_to_have_attribute("data-path", path)
    bob.page.goto(f"{house.address}{path}")
    expect(bob.page.locator("#invited-heading")).to_have_text("このリンクは使えません")
    expect(bob.page.locator("#invited-watch")).to_be_visible()
    bob.page.goto("about:blank")
    bob.page.goto(f"{house.address}/join/{ann.match}#bad")
    expect(bob.page.locator("#invited-facts")).to_contain_text("一部が欠けています")
    path = str(send.get_attribute("data-path"))
    bob.page.goto("about:blank")
    bob.page.goto(f"{house.address}{path}")
    expect(bob.page.locator("#invited-heading")).to_contain_text("Ann")
    expect(bob.page.locator("#invited-facts")).to_contain_text("5分")
    bob.page.fill("#invited-name", bob.name)
    bob.page.click("#invited-sit")
    ann.expect_due("move")  # the game begins on all screens by itself
    bob.expect_due("other")
    assert "#" not in bob.page.url
    secret = path.partition("#")[2]
    assert not [url for url in asked if secret in url.partition("#")[0]]
    expect(ann.page.locator(".room")).to_have_count(0)
    expect(ann.page.locator(".player").nth(1)).to_contain_text("はなこ")
    expect(ann.page.locator(".presence.here")).to_have_text("here")
    expect(ann.page).to_have_title(re.compile("Your turn"))
    for tool in ("#hint-button", "#dangers-button", "#why-button", "#undo-button"):
        expect(ann.page.locator(tool)).to_be_hidden()
    ann.type_move("c2")
    expect(bob.page).to_have_title(re.compile("あなたの手番"))
    bob.expect_due("move")
    first = bob.page.context.new_page()
    first.goto(house.address)
    expect(first.locator("#continue-list li")).to_contain_text("● あなたの手番・Ann・")
    first.close()
    # Somebody else who opens the same link can only watch.
    eve = visit(phone=True, viewport=SMALL)
    eve.goto(f"{house.address}{path}")
    expect(eve.locator("#invited-heading")).to_have_text("This link does not work")
    eve.click("#invited-watch")
    expect(eve.locator("#only-watching")).to_have_text("You are watching")
    assert eve.url.endswith(watched.partition("//")[2].partition("/")[2])
    expect(eve.locator("#status")).to_contain_text("はなこ")
    for tool in ("#say-button", "#ask-undo", "#offer-draw", "#resign-button", "#hint-button", "#typed"):
        expect(eve.locator(tool)).to_be_hidden()
    expect(bob.page.locator("#watchers")).to_contain_text("1")


def test_a_bot_is_asked_from_the_new_game_page(visit: Opening, house: House) -> None:
    ann = Guest(visit(), house, "Ann")
    robo = f"robo{secrets.token_hex(3)}"  # names of bots are their own, also where a test is tried once more
    ann.post("/api/bots", {"name": robo, "games": ["qubism", "moontrek"]})
    ann.page.goto(f"{house.address}/new/qubism")
    ann.page.locator(f'input[value="bot:{robo}"]').check(force=True)
    ann.page.locator('[name="clock"][value="total 300 5"]').check(force=True)
    ann.page.fill("#my-name", "Ann")
    ann.page.click("#play")
    expect(ann.page.locator(".room-seats li").nth(1)).to_contain_text(f"{robo} (bot)")
    ann.page.goto(f"{house.address}/new/moontrek")
    ann.page.locator(".seat select").nth(1).select_option(f"bot:{robo}")
    expect(ann.page.locator("#play")).to_have_text("Invite")


def test_taking_back_a_draw_talk_and_small_screens(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house, clock={"kind": "total", "seconds": 300})
    ann.type_move("c2")
    bob.expect_due("move")
    ann.page.press("#typed-move", "Enter")
    expect(ann.page.locator("#message")).to_have_text("It is not your turn yet.")
    ann.page.click("#ask-undo")
    expect(bob.page.locator("#bar")).to_contain_text("Ann")
    for size in (SMALL, {"width": 360, "height": 560}, {"width": 320, "height": 568}):
        bob.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        check_pinned(bob.page)
        expect(bob.page.locator("#agree")).to_be_in_viewport()
        assert not bob.page.evaluate(COVERED, "#bar")
    bob.page.set_viewport_size({"width": 390, "height": 664})
    bob.page.click("#decline")
    expect(ann.page.locator("#bar")).to_contain_text("はなこ")
    expect(ann.page.locator("#announce")).to_contain_text("はなこ")
    bob.expect_due("move")
    ann.page.click("#ask-undo")
    bob.page.click("#agree")
    ann.expect_due("move")
    assert ann.page.locator("#bar").count() == 0  # and does not say any more that Bob declines
    expect(bob.page.locator("#bar")).to_have_count(0)
    # Chat: a bubble beside the speaker, announced once to screen readers, and nothing moves.
    before = ann.page.locator("#board").bounding_box()
    bob.page.click("#say-button")
    expect(bob.page.locator("#talk-text")).to_have_count(0)  # no free chat unless it was enabled
    bob.page.click('[data-phrase="good_luck"]')
    expect(ann.page.locator(".bubble")).to_have_text("Good luck!")
    expect(ann.page.locator("#announce p", has_text="Good luck!")).to_have_count(1)
    assert ann.page.locator("#board").bounding_box() == before
    # Playing for somebody else is refused, whatever the page's buttons say.
    view = bob.page.request.get(f"{house.address}/api/matches/{bob.match}").json()
    body = {"type": "move", "move": "c2", "seq": view["seq"], "client_id": str(uuid.uuid4())}
    refused = bob.post(f"/api/matches/{bob.match}/actions", body)
    assert (refused.status, refused.json()["error"]["code"]) == (409, "not_your_turn")
    # Little time left looks different, and is announced once; here the device's own clock is put forward.
    for left in (30, 10):
        minutes, seconds = ann.page.locator(".clock.running").inner_text().split(":")
        ahead = (int(minutes) * 60 + int(seconds) - left - 1) * 1000
        ann.page.evaluate("ahead => { const now = Date.now; Date.now = () => now() + ahead; }", ahead)
        expect(ann.page.locator("#announce p", has_text=f"{left} seconds left.")).to_have_count(1)
    expect(ann.page.locator(".clock.short")).to_have_count(1)
    # A draw ends it, and a rematch request reaches the other player; the seats are turned.
    ann.page.click("#offer-draw")
    bob.page.click("#agree")
    ann.expect_due("over")
    bob.expect_due("over")
    bob.page.click('[data-action="again"]')
    expect(ann.page.locator("#rematch")).to_contain_text("はなこ")
    expect(ann.page.locator("#announce p", has_text="はなこ would like to play again.")).to_have_count(1)
    assert ann.page.locator("#bar").count() == 0, "what is in sight is not said twice"
    ann.page.click('[data-action="again"]')
    bob.page.wait_for_url(re.compile(f"/play/(?!{ann.match})"))
    bob.expect_due("move")
    ann.expect_due("other")
    expect(ann.page.locator("#message")).to_have_text("はなこ begins.")  # not that she has sat down as well
    assert bob.page.url == ann.page.url


def test_a_lost_connection_and_a_killed_server_lose_nothing(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    ann.type_move("c2")
    bob.expect_due("move")
    seq = bob.page.get_attribute("body", "data-seq")
    house.kill()
    expect(bob.page.locator("#offline")).to_be_visible()
    house.open()
    expect(bob.page.locator("#offline")).to_be_hidden()
    expect(ann.page.locator("#offline")).to_be_hidden()
    bob.page.reload()
    bob.expect_due("move")
    assert bob.page.get_attribute("body", "data-seq") == seq
    bob.type_move("c4")
    ann.expect_due("move")
    expect(ann.page.locator(".presence.here")).to_have_count(1)
    # The seat moves to another device, by a link that is shown only to its owner.
    ann.page.click("#settings-button")
    with ann.page.expect_response(re.compile("/invite$")) as told:
        ann.page.click("#move-seat")
    sheet = ann.page.get_by_role("dialog", name="Continue on another device")
    expect(sheet).to_contain_text("this link to yourself")
    phone = Guest(visit(phone=True, viewport=SMALL), house, "Ann")
    phone.match = ann.match
    phone.page.goto(f"{house.address}/join/{ann.match}#{told.value.json()['link']}")
    expect(phone.page.locator("#invited-heading")).to_have_text("Play on here as Ann?")
    expect(phone.page.locator("#invited-name")).to_have_value("Ann")
    phone.page.click("#invited-sit")
    phone.expect_due("move")
    ann.expect_due("other")
    expect(ann.page.locator("#only-watching")).to_be_attached()
    noted = [guest.page.evaluate("localStorage.getItem('banmen-dice')") for guest in (ann, phone)]
    assert noted[0]  # whose number contributes to the throws, and not that of the later device
    assert not noted[1]


def test_a_fallen_clock_and_the_check_of_the_dice(visit: Opening, house: House) -> None:
    seats = {"seats": {"1": "human", "2": "human"}, "own": ["1"]}
    ann, bob = Guest(visit(), house, "Ann"), Guest(visit(), house, "Bob")
    links = ann.begin(game="kariuchi", clock={"kind": "move", "seconds": 5}, **seats)
    bob.join(ann.match, links["2"])
    expect(ann.page.locator(".clock.running")).to_have_count(1)
    view = ann.page.request.get(f"{house.address}/api/matches/{ann.match}").json()
    first = ann if view["turn"] == "1" else bob
    first.expect_due("throw")
    first.page.click("#throw")
    expect(first.page.locator(".clock.short")).to_have_count(1)
    for guest in (ann, bob):
        guest.expect_due("over")
        expect(guest.page.locator("#result")).to_contain_text("time")
    ann.page.click("#proof summary")
    ann.page.click("#check-dice")
    expect(ann.page.locator("#dice-right")).to_be_visible()
    expect(ann.page.locator("#dice-noted")).to_contain_text("noted the fingerprint")
    # A server that reveals a different seed in the end, which all throws fit, is detected by the device's note.
    told = ann.page.request.get(f"{house.address}/api/matches/{ann.match}/dice").json()
    ann.page.route("**/dice", lambda route: route.fulfill(json=forge(told)))
    ann.page.click("#check-dice")
    expect(ann.page.locator("#dice-wrong")).to_contain_text("different fingerprint")
    ann.page.evaluate("localStorage.removeItem('banmen-dice')")
    ann.page.click("#check-dice")
    expect(ann.page.locator("#dice-right")).to_be_visible()  # it follows, but nothing is known of the beginning
    expect(ann.page.locator("#dice-noted")).to_contain_text("the server's word")


def check_names_of_four(phone: Page) -> None:
    """Check that names are complete and clocks where they belong, in portrait and landscape, with clocks and without."""
    check_pinned(phone)
    assert phone.locator(".player .name").evaluate_all(CUT) == []
    phone.set_viewport_size({"width": 664, "height": 390})
    assert phone.locator(".clock").evaluate_all(BEYOND) == []
    phone.evaluate("document.querySelectorAll('.clock').forEach((clock) => clock.remove())")
    phone.set_viewport_size({"width": 390, "height": 664})
    assert phone.locator(".player .name").evaluate_all(CUT) == []


def test_days_have_room_on_four_clocks_of_a_phone(visit: Opening, house: House) -> None:
    ann = Guest(visit(lang="ja", phone=True, viewport=SMALL), house, "アン")
    seats = {"options": {"players": 4}, "seats": dict.fromkeys("ABCD", "human"), "own": [*"ABCD"]}
    ann.begin(game="moontrek", clock={"kind": "days", "seconds": 86_400}, **seats)
    expect(ann.page.locator(".clock.running")).to_have_text("23時間")
    assert ann.page.locator(".clock").evaluate_all(BEYOND) == []


def test_four_people_and_one_who_leaves(visit: Opening, house: House) -> None:
    players = "ABCD"
    names = dict(zip(players, ("Annabella", "Bob", "Cleopatra", "Dan"), strict=True))
    guests = {
        player: Guest(visit(phone=player == "B", viewport=SMALL if player == "B" else None), house, names[player])
        for player in players
    }
    ann = guests["A"]
    links = ann.begin(
        game="moontrek",
        options={"players": 4},
        seats=dict.fromkeys(players, "human"),
        own=["A"],
        clock={"kind": "total", "seconds": 600},
        chat=True,
    )
    expect(ann.page.locator(".room .send")).to_have_count(3)
    for player in "BCD":
        guests[player].join(ann.match, links[player])
    for guest in guests.values():
        expect(guest.page.locator(".room")).to_have_count(0)
        expect(guest.page.locator(".clock")).to_have_count(4)
    check_names_of_four(guests["B"].page)
    for guest in guests.values():  # chat is beside the speaker, and makes no page wider
        guest.page.click("#say-button")
        guest.page.fill("#talk-text", "That was close! I will catch you at the next corner, wait and see.")
        guest.page.press("#talk-text", "Enter")
    expect(guests["B"].page.locator(".bubble")).to_have_count(4)
    check_pinned(guests["B"].page)
    for bubble in guests["B"].page.locator(".bubble").all():
        box = bubble.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL["width"], box
    assert not guests["B"].page.evaluate(COVERED, ".bubble")
    cleo = guests["C"].page
    cleo.click("#resign-button")
    expect(cleo.locator("#resign-title")).to_contain_text("A computer takes over for you")
    cleo.click("#resign-dialog .warn")
    for player in "ABD":
        expect(guests[player].page.locator(".clock")).to_have_count(3)
        expect(guests[player].page.locator("#announce")).to_contain_text("Cleopatra")  # it may be the computer's turn already
    expect(ann.page.locator("#result")).to_have_count(0)  # the others play on
    expect(cleo.locator("#only-watching")).to_be_attached()


@pytest.mark.parametrize(("scheme", "lang"), LOOKS)
def test_no_violation_around_the_board(visit: Opening, house: House, scheme: str, lang: str) -> None:
    ann, bob = (Guest(visit(lang, color_scheme=scheme), house, name) for name in ("Ann", "Bob"))
    links = ann.begin(clock={"kind": "total", "seconds": 300}, chat=True)
    expect(ann.page.locator(".room .send")).to_be_visible()
    assert not violations(ann.page), "room"
    bob.page.goto(f"{house.address}/join/{ann.match}#{links['b']}")
    expect(bob.page.locator("#invited-sit")).to_be_enabled()
    assert not violations(bob.page), "invitation"
    bob.join(ann.match, links["b"])
    ann.type_move("c2")
    ann.page.click("#ask-undo")
    expect(bob.page.locator("#agree")).to_be_visible()
    bob.page.click("#say-button")
    assert not violations(bob.page), "talk"
    bob.page.fill("#talk-text", "はじめまして")
    bob.page.press("#talk-text", "Enter")
    expect(ann.page.locator(".bubble")).to_have_text("はじめまして")
    assert not violations(bob.page), "play"
    ann.page.click("#settings-button")
    assert not violations(ann.page), "settings"
