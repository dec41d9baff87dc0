"""Every lesson is played through under the rules."""

import pytest

import banmen
from banmen.core.i18n import languages
from banmen.kernels.contract import CHANCE
from banmen.presentation.lessons import Lesson, LessonError, read_lessons, step
from tests.common.loops import some

ALL = [(game, number, lesson) for game in banmen.names() for number, lesson in enumerate(read_lessons(game), 1)]


@pytest.mark.parametrize("game", banmen.names())
def test_a_game_has_five_to_eight_lessons(game: str) -> None:
    assert 5 <= len(read_lessons(game)) <= 8


@pytest.mark.parametrize(("game", "number", "lesson"), ALL)
def test_every_step_can_be_done(game: str, number: int, lesson: Lesson) -> None:
    for index, one in some(enumerate(lesson.steps, 1)):
        assert step(game, number, index) is one
        for words in (lesson.title, one.text, one.praise or one.text, one.nudge or one.text):
            assert set(words) == set(languages())
            assert all(words.values())
        assert all(f'data-place="{name}"' in one.position.svg() for name in one.names)
        if one.throw is not None:
            assert one.position.kind == CHANCE
            assert one.position.throw(one.throw).legal_moves()
            continue
        legal = [move.text for move in one.position.legal_moves()]
        assert {text.removeprefix("!") for text in one.accept} - {"+"} <= set(legal)
        right = [text for text in legal if one.accepts(text)]
        assert right
        assert (len(right) < len(legal)) == (one.nudge is not None), "a nudge is for moves that are not asked for"


@pytest.mark.parametrize("game", banmen.names())
def test_the_last_lesson_but_kuniumis_wins(game: str) -> None:
    last = read_lessons(game)[-1].steps[-1]
    if game != "kuniumi":  # which ends with the setup that begins the next game
        assert last.position.play(last.accept[0]).winner


def test_what_the_texts_say_of_single_moves_is_true() -> None:
    trap = read_lessons("kuniumi")[3].steps[0].position
    assert trap.play("f2").winner == (2,)
    closing = read_lessons("kuniumi")[2].steps[0].position
    assert closing.play("a1").winner == (closing.turn,)
    gap = read_lessons("qubism")[4].steps[0].position
    assert not any(move.target == "d4" and move.text != "d4" for move in gap.legal_moves())


def test_unknown_lessons_are_refused() -> None:
    with pytest.raises(LessonError, match="no lesson 99"):
        step("qubism", 99, 1)
    with pytest.raises(LessonError, match="no step 0"):
        step("qubism", 1, 0)
    with pytest.raises(banmen.UnknownGameError):
        read_lessons("chess")
