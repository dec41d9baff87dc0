"""Every game with a trained evaluation has settings that its learner supports."""

import pytest

import banmen
from banmen.training.courses import AlphaBetaCourse, CourseError, DiceCourse, ProofCourse, SearchCourse, read_course

ALPHABETA, DICE = ("kuniumi", "qubism"), ("holes58", "kariuchi", "moontrek")


@pytest.mark.parametrize("name", ALPHABETA)
def test_games_without_chance_learn_by_alphabeta(name: str) -> None:
    course = read_course(banmen.game(name), "td_alphabeta", AlphaBetaCourse)
    assert course.games > 1000
    assert banmen.game(name, **course.options)


@pytest.mark.parametrize("name", DICE)
def test_games_with_sticks_learn_their_variants(name: str) -> None:
    course = read_course(banmen.game(name), "td_dice", DiceCourse)
    assert {banmen.game(name, **variant).name for variant in (*course.variants, *course.compared)} == {name}


def test_positions_are_labelled_by_proof_while_that_can_be_done() -> None:
    game = banmen.game("kuniumi")
    proof, search = read_course(game, "proof", ProofCourse), read_course(game, "search", SearchCourse)
    assert proof.least < proof.shortest < search.ending < proof.longest


def test_a_game_without_a_course_is_refused() -> None:
    with pytest.raises(CourseError, match=r"qubism has no \[td_dice\] in .*training\.toml") as refusal:
        read_course(banmen.game("qubism"), "td_dice", DiceCourse)
    assert "ありません" in refusal.value.localize("ja")
