"""The lessons, done through the page."""

import pytest
from playwright.sync_api import Page, expect

from banmen.presentation.lessons import LessonStep, read_lessons
from banmen.presentation.motion import describe_move
from tests.web.conftest import Opening
from tests.web.house import House
from tests.web.test_phone import sizes_from

LESSONS = [("kariuchi", "en"), ("moontrek", "ja-easy"), ("holes58", "ja-easy"), ("kuniumi", "en"), ("qubism", "ja")]
# The parts of a lesson that are below a phone's screen, or covered by what is at its edge.
HIDDEN = """() => {
  const text = document.querySelector("#lesson-text"), bar = document.querySelector(".answer");
  const end = (found) => found.getBoundingClientRect().bottom;
  const asks = bar.querySelector("#goal").textContent === "";
  const edge = asks && bar.offsetHeight ? bar.getBoundingClientRect().top : innerHeight;
  const below = [...bar.querySelectorAll("button, a")].filter((one) => end(one) > innerHeight);
  return [...(asks && end(text) > edge + 1 ? [text] : []), ...below].map((one) => one.textContent);
}"""
# The names that stand on the board: those of places on lanes, and those that are notation and used by no sentence.
NAMED = """() => {
  const shown = [...document.querySelectorAll("#board [data-name-of].named")];
  return [shown.map((one) => one.dataset.nameOf), shown.filter((one) => one.dataset.notation).length];
}"""


@pytest.mark.parametrize(("game", "lang"), LESSONS)
def test_all_lessons_can_be_done_and_are_on_a_phones_screen(visit: Opening, house: House, game: str, lang: str) -> None:
    page, easy = visit(lang=lang.removesuffix("-easy")), lang.endswith("-easy")
    if easy:
        page.context.add_cookies([{"name": "banmen_easy", "value": "on", "url": house.address}])
    page.goto(f"{house.address}/learn/{game}")
    for lesson in read_lessons(game):
        for step in lesson.steps:
            page.wait_for_selector(f'#board svg[data-position="{step.position.text}"]')
            if easy:
                page.wait_for_selector("html[data-read]")
            else:
                expect(page.locator("#lesson-text")).to_have_text(step.text[lang])
            _check_on_phones(page)
            _check_names(page, step)
            _do(page, step)
            page.wait_for_selector("#next, #finish")
            _check_on_phones(page)
            _check_names(page, step)
            page.locator("#next, #finish").click()
    page.wait_for_url("**/new/*")


def _check_on_phones(page: Page) -> None:
    for width, height in sizes_from(page):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN) == [], (width, height)


def _check_names(page: Page, step: LessonStep) -> None:
    """The board names what the words speak of, and nothing more."""
    named, notation = page.evaluate(NAMED)
    assert set(step.names) <= set(named)
    moves = step.position.legal_moves()
    ends = {end for move in moves for end in (move.source, move.target)}
    assert set(named) <= ends | set(step.names)
    assert not notation


def _do(page: Page, step: LessonStep) -> None:
    if step.throw is not None:
        return page.locator("#throw").click()
    move = next(move for move in step.position.legal_moves() if step.accepts(move.text))
    told = describe_move(step.position, move, "en")
    spoken = page.locator(f'#actions [data-move="{move.text}"]')
    if spoken.count():
        return spoken.click()
    target = page.locator(f'.place.target[data-at="{move.target}"]')
    if told.source and (not target.count() or page.locator(".place.source").count() > 1):
        page.locator(f'.place.source[data-at="{told.source}"]').click()
    target.click()
    choice = page.locator(f'.chooser [data-move="{move.text}"]')
    return choice.click() if page.locator(".chooser").count() else None


def test_a_move_that_was_not_asked_for_can_be_tried_again(visit: Opening, house: House) -> None:
    page = visit()
    page.goto(f"{house.address}/learn/kariuchi#lesson=2")
    page.locator('.place.source[data-at="5"]').click()
    page.locator('.place.target[data-at="8"]').click()
    page.locator("#again").click()
    expect(page.locator('#board svg[data-position="Rx3,5/Rx4 1 3"]')).to_be_attached()
