"""The lessons, done through the page."""

import pytest
from playwright.sync_api import Page, expect

from banmen.presentation.lessons import LessonStep, read_lessons
from banmen.presentation.motion import describe_move
from tests.web.conftest import Opening
from tests.web.house import House


@pytest.mark.parametrize("game", ["kariuchi", "moontrek", "holes58", "kuniumi", "qubism"])
def test_all_lessons_can_be_done(visit: Opening, house: House, game: str) -> None:
    page = visit(lang="ja" if game in ("moontrek", "qubism") else "en")
    page.goto(f"{house.address}/learn/{game}")
    for lesson in read_lessons(game):
        for step in lesson.steps:
            expect(page.locator("#lesson-text")).to_have_text(step.text[str(page.get_attribute("html", "lang"))])
            _do(page, step)
            page.locator("#next, #finish").click()
    page.wait_for_url("**/new/*")


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
