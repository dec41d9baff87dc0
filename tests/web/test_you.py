"""The visitor's own page: an account on several devices, stored data, and blocked people."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.company import Guest
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_access import LOOKS, check_width, violations
from tests.web.test_my_games import begin
from tests.web.test_together import SMALL, meet

PASSPHRASE = "four small wet stones"
OTHER = "a lamp beside the river"


def go(page: Page, house: House) -> None:
    page.goto(f"{house.address}/you")
    expect(page.locator("#everybody")).to_be_visible()


def create(page: Page, house: House, name: str, passphrase: str = PASSPHRASE) -> None:
    go(page, house)
    page.fill("#create-name", name)
    page.fill("#create-passphrase", passphrase)
    page.click("#create-form button")
    expect(page.locator("#you-who")).to_contain_text(name)
    expect(page.locator("#signed-in")).to_be_visible()


def sign_in(page: Page, house: House, name: str, passphrase: str = PASSPHRASE) -> None:
    go(page, house)
    page.fill("#enter-name", name)
    page.fill("#enter-passphrase", passphrase)
    page.press("#enter-passphrase", "Enter")


def test_an_account_brings_ones_games_to_another_device(visit: Opening, house: House) -> None:
    first, second = visit(), visit("ja", phone=True, viewport=SMALL)
    first.goto(f"{house.address}/my-games")
    mine = begin(first, house, "qubism", w="human", b="level:1")
    first.locator("#settings-button").click()
    first.get_by_role("link", name="About you").last.click()
    first.wait_for_url("**/you")
    create(first, house, "Hazel Wren")
    expect(first.locator("#you-told")).to_contain_text("Your account is ready")
    expect(first.locator("#you-title")).to_be_focused()
    expect(first.locator("#devices li")).to_have_count(1)

    begin_there = second.request
    go(second, house)
    assert begin_there.get(f"{house.address}/api/matches").json()["matches"] == []
    sign_in(second, house, "hazel wren")
    expect(second.locator("#you-who")).to_contain_text("Hazel Wren")
    expect(second.locator("#devices li")).to_have_count(2)
    second.goto(f"{house.address}/my-games")
    expect(second.locator("#mine-list li")).to_have_attribute("data-match", mine["id"])
    second.goto(f"{house.address}/new/kariuchi")  # where others are invited, the name is filled in
    expect(second.locator("#my-name")).to_have_value("Hazel Wren")


def test_signing_out_elsewhere_takes_the_match_off_the_other_screen(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    create(ann.page, house, "Linnet Ash")
    phone = visit(phone=True, viewport=SMALL)
    sign_in(phone, house, "Linnet Ash")
    expect(phone.locator("#signed-in")).to_be_visible()
    phone.goto(f"{house.address}/play/{ann.match}")
    phone.locator('body[data-due="move"]').wait_for()
    go(ann.page, house)
    ann.page.click("#sign-out-others")
    expect(ann.page.locator("#devices li")).to_have_count(1)
    expect(ann.page.locator("#devices-title")).to_be_focused()
    expect(phone.locator("#only-watching")).to_be_visible()  # its new holder may watch, and nothing more
    expect(phone.locator('body[data-due="move"]')).to_have_count(0)
    expect(phone.locator(".place.source")).to_have_count(0)
    assert not phone.request.get(f"{house.address}/api/me").json()["account"]
    ann.open()
    ann.type_move("c2")
    bob.expect_due("move")


def test_one_device_is_signed_out_by_its_button_and_this_one_by_another(visit: Opening, house: House) -> None:
    desk, phone = visit(), visit(phone=True, viewport=SMALL)
    create(desk, house, "Mistle Oak")
    sign_in(phone, house, "Mistle Oak")
    expect(phone.locator("#signed-in")).to_be_visible()
    go(desk, house)
    desk.locator("#devices button").click()
    expect(desk.locator("#devices li")).to_have_count(1)
    go(phone, house)
    expect(phone.locator("#signed-out")).to_be_visible()
    desk.click("#sign-out")
    expect(desk.locator("#you-told")).to_contain_text("signed out")
    expect(desk.locator("#create-name")).to_have_value("")
    assert desk.evaluate("JSON.parse(localStorage.getItem('banmen')).name") is None


def test_what_is_refused_is_said_at_the_field_and_nothing_is_lost(visit: Opening, house: House) -> None:
    page = visit(viewport=SMALL)
    go(page, house)
    page.fill("#create-name", "Аnn")  # with a letter of another script
    page.fill("#create-passphrase", PASSPHRASE)
    page.check("#create-public")
    page.click("#create-form button")
    field = page.locator("#create-name")
    expect(page.locator("#create-name-problem")).to_contain_text("one script")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("one script.*2 to 24"))
    expect(page.locator("#create-name-problem")).to_be_in_viewport(ratio=1)
    assert not violations(page)
    field.fill("Teal Reed")
    expect(page.locator("#create-name-problem")).to_have_count(0)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    page.fill("#create-passphrase", "1234567890")
    page.click("#create-form button")
    expect(page.locator("#create-passphrase-problem")).to_contain_text("too easy to guess")
    expect(field).to_have_value("Teal Reed")
    expect(page.locator("#create-public")).to_be_checked()
    page.fill("#create-passphrase", PASSPHRASE)
    page.press("#create-passphrase", "Enter")
    expect(page.locator("#signed-in")).to_be_visible()
    expect(page.locator("#own-public")).to_be_checked()

    other = visit()
    go(other, house)
    other.fill("#create-name", "Tea1 Reed")
    other.fill("#create-passphrase", PASSPHRASE)
    other.click("#create-form button")
    expect(other.locator("#create-name-problem")).to_contain_text("Someone else")
    sign_in(other, house, "Teal Reed", "something else")
    expect(other.locator("#enter-passphrase-problem")).to_contain_text("wrong")
    expect(other.locator("#enter-name")).to_have_value("Teal Reed")
    expect(other.locator("#enter-passphrase")).to_have_value("something else")
    other.check('[data-reveal="enter-passphrase"]')
    expect(other.locator("#enter-passphrase")).to_have_attribute("type", "text")


def test_name_consent_and_passphrase_can_be_changed(visit: Opening, house: House) -> None:
    page, later = visit(), visit()
    create(page, house, "Sorrel Fox")
    page.fill("#own-name", "x")
    page.click("#name-form button")
    expect(page.locator("#own-name-problem")).to_be_visible()
    page.fill("#own-name", "Sorrel Vale")
    page.click("#name-form button")
    expect(page.locator("#name-form .you-done")).to_have_text("Your name has been changed.")
    expect(page.locator("#you-who")).to_contain_text("Sorrel Vale")
    later.goto(f"{house.address}/people/Sorrel%20Vale")
    expect(later.locator("h1")).not_to_contain_text("Sorrel")
    page.check("#own-public")
    expect(page.locator("#public-form .you-done")).to_contain_text("can see")
    page.locator("#own-profile").click()
    expect(page.locator("h1")).to_contain_text("Sorrel Vale")
    go(page, house)
    page.locator("#passphrase-part summary").click()
    page.fill("#old-passphrase", "not this one")
    page.fill("#new-passphrase", OTHER)
    page.click("#passphrase-form button")
    expect(page.locator("#old-passphrase-problem")).to_contain_text("wrong")
    page.fill("#old-passphrase", PASSPHRASE)
    page.click("#passphrase-form button")
    expect(page.locator("#passphrase-form .you-done")).to_contain_text("has been changed")
    expect(page.locator("#old-passphrase")).to_have_value("")
    sign_in(later, house, "Sorrel Vale", PASSPHRASE)
    expect(later.locator("#enter-passphrase-problem")).to_be_visible()
    later.fill("#enter-passphrase", OTHER)
    later.click("#enter-form button")
    expect(later.locator("#signed-in")).to_be_visible()


def test_everything_is_saved_as_a_file(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    create(ann.page, house, "Rowan Pike")
    with ann.page.expect_download() as saved:
        ann.page.click("#export")
    assert saved.value.suggested_filename == "banmen-visitor.json"
    told = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert told["format"] == "banmen-visitor"
    assert [one["id"] for one in told["matches"]] == [ann.match]
    assert told["account"][0]["name"] == "Rowan Pike"
    expect(ann.page.locator("section:has(#export) .you-done")).to_contain_text("The file holds")
    assert bob.page.request.get(f"{house.address}/api/me").json()["account"] is None


def test_removal_leaves_shared_games_without_the_name(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    alone = begin(ann.page, house, "kuniumi", **{"1": "human", "2": "level:1"})
    create(ann.page, house, "Wilder Moss")
    page = ann.page
    page.click("#remove-all")
    expect(page.locator("#removal-title")).to_be_focused()  # nothing is confirmed by Enter
    page.click("#removal-button")  # a required field is empty
    expect(page.locator("#removal-dialog")).to_be_visible()
    page.check("#removal-understood")
    page.fill("#removal-passphrase", "not this one")
    page.click("#removal-button")
    expect(page.locator("#removal-passphrase-problem")).to_contain_text("wrong")
    assert not violations(page)
    page.fill("#removal-passphrase", PASSPHRASE)
    page.click("#removal-button")
    expect(page.locator("#you-told")).to_contain_text("Everything has been removed")
    expect(page.locator("#signed-out")).to_be_visible()
    page.goto(f"{house.address}/my-games")
    expect(page.locator("#mine-none")).to_be_visible()
    answer = page.goto(f"{house.address}/play/{alone['id']}")
    assert answer is not None
    assert answer.status == 404
    page.goto(f"{house.address}/play/{ann.match}")
    expect(page.locator("#only-watching")).to_be_visible()  # as anybody may
    expect(bob.page.locator("#players")).not_to_contain_text("Ann")  # on the open page
    bob.page.reload()
    bob.page.wait_for_selector("body[data-seq]")
    expect(bob.page.locator("#game-title")).to_have_text("Qubism")
    assert "Ann" not in str(bob.page.locator("body").text_content())


def test_without_an_account_everything_is_removed_after_a_tick(visit: Opening, house: House) -> None:
    page = visit("ja", phone=True, viewport=SMALL)
    page.goto(f"{house.address}/my-games")
    begin(page, house, "qubism", w="human", b="level:1")
    go(page, house)
    page.click("#remove-all")
    expect(page.locator("#removal-passphrase")).to_be_hidden()
    page.click("#removal-button")
    expect(page.locator("#removal-dialog")).to_be_visible()
    assert len(page.request.get(f"{house.address}/api/matches").json()["matches"]) == 1
    page.check("#removal-understood")
    page.click("#removal-button")
    expect(page.locator("#you-told")).not_to_be_empty()
    assert page.request.get(f"{house.address}/api/matches").json()["matches"] == []
    assert page.evaluate("localStorage.length") == 0


def open_menu(guest: Guest) -> None:
    guest.page.locator(".person-button").click()
    expect(guest.page.locator("#person-block")).to_be_focused()


def test_somebody_is_blocked_from_the_table_and_unblocked_on_ones_page(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    ann.page.click("#say-button")
    ann.page.click('[data-phrase="wow"]')
    expect(bob.page.locator(".bubble")).to_be_visible()
    expect(ann.page.locator(".person-button")).to_have_accessible_name("はなこ: block or report")
    open_menu(bob)
    assert not violations(bob.page)
    bob.page.keyboard.press("Enter")
    expect(bob.page.locator("#person-dialog")).to_contain_text("Annとは組み合わされなくなり")
    bob.page.locator(".person-back").click()
    bob.page.click("#person-block")
    bob.page.click("#person-do")
    expect(bob.page.locator(".person-done")).to_be_focused()
    bob.page.keyboard.press("Escape")
    expect(bob.page.locator(".person-button")).to_be_focused()
    expect(bob.page.locator(".bubble")).to_have_count(0)
    ann.page.click("#say-button")
    ann.page.click('[data-phrase="oops"]')
    ann.type_move("c2")
    bob.expect_due("move")  # the game goes on
    expect(bob.page.locator(".bubble")).to_have_count(0)
    bob.page.click("#say-button")
    expect(bob.page.locator("#talk-list li")).to_have_count(0)
    go(bob.page, house)
    expect(bob.page.locator("#blocked li")).to_contain_text("Ann")
    bob.page.locator("#blocked button").click()
    expect(bob.page.locator("#blocked-none")).to_be_visible()
    expect(bob.page.locator("#blocked-title")).to_be_focused()


def test_somebody_is_reported_after_the_end(visit: Opening, house: House) -> None:
    ann, bob = meet(visit, house)
    bob.page.click("#resign-button")
    bob.page.click("#resign-dialog button[value=yes]")
    expect(ann.page.locator("#result")).to_be_visible()
    open_menu(ann)
    ann.page.click("#person-report")
    expect(ann.page.get_by_label("The name is offensive")).to_be_focused()
    ann.page.click("#person-do")  # nothing is chosen yet
    expect(ann.page.locator(".person-done")).to_have_count(0)
    ann.page.get_by_label("Insulting words").check()
    assert not violations(ann.page)
    ann.page.click("#person-do")
    expect(ann.page.locator(".person-done")).to_contain_text("has been reported")
    answer = ann.page.request.get(f"{house.address}/api/me/export").json()
    assert [(one["reason"], one["name"]) for one in answer["reports"]] == [("talk", "はなこ")]


def test_a_watcher_is_offered_no_menu(visit: Opening, house: House) -> None:
    ann, _ = meet(visit, house, watchable=True)
    eve = Guest(visit(), house, "Eve")
    eve.match = ann.match
    eve.open()
    expect(eve.page.locator("#only-watching")).to_be_visible()
    expect(eve.page.locator(".person-button")).to_have_count(0)


def test_a_name_that_cannot_be_used_is_explained_where_one_sits_down(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(), house, "Ann"), visit(viewport=SMALL)
    links = ann.begin()
    bob.goto(f"{house.address}/join/{ann.match}#{links['b']}")
    bob.fill("#invited-name", "B\u200bob")
    bob.click("#invited-sit")
    expect(bob.locator("#invited-name-problem")).to_contain_text("invisible characters")
    expect(bob.locator("#invited-name")).to_be_focused()
    bob.fill("#invited-name", "Bob")
    bob.click("#invited-sit")
    bob.wait_for_selector("body[data-seq]")


def test_the_name_of_the_account_is_suggested_where_this_browser_knows_none(visit: Opening, house: House) -> None:
    ann, bob = Guest(visit(), house, "Ann"), visit(viewport=SMALL)
    links = ann.begin()
    create(bob, house, "Plover Finch")
    bob.evaluate("localStorage.clear()")
    bob.goto(f"{house.address}/join/{ann.match}#{links['b']}")
    expect(bob.locator("#invited-name")).to_have_value("Plover Finch")
    for public in (False, True):  # where everybody can read it, only if its owner agrees
        bob.request.patch(f"{house.address}/api/me/account", data={"public": public})
        bob.goto(f"{house.address}/tournaments/new?game=qubism", wait_until="networkidle")
        expect(bob.locator("#my-name")).to_have_value("Plover Finch" if public else "")
    expect(bob.locator("#my-name")).to_have_accessible_description("Everyone who views the tournament sees this name.")


@pytest.mark.parametrize(("scheme", "lang"), LOOKS)
def test_no_violations(visit: Opening, house: House, scheme: Any, lang: str) -> None:
    page = visit(lang, phone=True, color_scheme=scheme)
    create(page, house, f"Heron {scheme} {lang}")
    page.locator("#passphrase-part summary").click()
    assert not violations(page)
    check_width(page, "signed in")
    page.click("#remove-all")
    assert not violations(page)
    check_width(page, "removal")


def test_what_password_managers_look_for_is_there(visit: Opening, house: House) -> None:
    page = visit()
    go(page, house)
    told = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('form.you-form')].map((form) => [form.id,"
        " [...form.querySelectorAll('input:not([type=checkbox])')].map((one) => one.autocomplete)]))"
    )
    assert told["create-form"] == ["username", "new-password"]
    assert told["enter-form"] == ["username", "current-password"]
    assert told["passphrase-form"] == ["username", "current-password", "new-password"]
    assert told["removal-form"] == ["username", "current-password"]
