"""Assumptions of the page tests: requests to other sites are detected, and visitors leave nothing behind."""

from playwright.sync_api import Browser

from tests.web.house import House
from tests.web.visitors import Visitor

ASK = "address => new Promise((done) => { const picture = new Image(); picture.onerror = done; picture.src = address; })"
KEPT = "() => [localStorage.getItem('kept'), sessionStorage.getItem('kept'), document.cookie]"


def test_what_is_asked_for_elsewhere_is_noted(browser: Browser) -> None:
    visitor = Visitor(browser, ("en", False, False, False))
    page = visitor.arrive()
    for address in ("http://banmen.example/a.png", "http://192.0.2.1/b.png"):
        page.evaluate(ASK, address)
    assert visitor.wrong == ["asks http://banmen.example/a.png", "asks http://192.0.2.1/b.png"]
    visitor.context.close()


def test_the_next_visitor_finds_nothing_of_the_one_before(browser: Browser, house: House) -> None:
    visitor = Visitor(browser, ("en", False, True, True))
    page = visitor.arrive()
    page.goto(house.address)
    page.evaluate("() => { localStorage.kept = sessionStorage.kept = 'yes'; document.cookie = 'kept=yes'; }")
    assert page.evaluate(KEPT) == ["yes", "yes", "kept=yes"]
    assert visitor.leave()
    page = visitor.arrive()
    page.goto(f"{house.address}/offline")
    assert page.evaluate(KEPT) == [None, None, ""]
    assert visitor.leave()
    assert not visitor.wrong
    visitor.context.close()
