"""The conventions that the five games share, one test for each sentence."""

from __future__ import annotations

import random
from math import comb
from typing import Any

import pytest

import banmen
from banmen.core import sticks
from tests.common.loops import some
from tests.games.table import position

DICE = ("kariuchi", "moontrek", "holes58")
NO_DICE = ("kuniumi", "qubism")
PENDING = {
    "kariuchi": "Rx2,5,A/Rx3,12 1 3",
    "moontrek": "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3",
    "holes58": "10,14;0;3/1;0;4 1 1",
}
FINISHED = {
    "kariuchi": "Hx4/Rx4 1 -",
    "moontrek": "- 0,4 4,0 A|B A -",
    "holes58": "1;1;1/-;0;0 1 -",
    "kuniumi": "5l/6/4l1/s5/ls4/lLs2S s l",
    "qubism": "W1B2/5/5/5/5 9 b",
}


class Falling(random.Random):
    """Sticks that fall as given: True shows the counted side."""

    def __init__(self, *shown: bool) -> None:
        super().__init__(0)
        self.shown = list(shown)

    def random(self) -> float:
        return 0.0 if self.shown.pop(0) else 0.999


def test_there_are_five_games() -> None:
    assert sorted(banmen.names()) == ["holes58", "kariuchi", "kuniumi", "moontrek", "qubism"]
    with pytest.raises(banmen.UnknownGameError):
        banmen.game("chess")


@pytest.mark.parametrize(
    ("name", "players"), [("kariuchi", (1, 2)), ("holes58", (1, 2)), ("kuniumi", (1, 2)), ("qubism", ("w", "b"))]
)
def test_each_game_has_its_players(name: str, players: tuple[object, ...]) -> None:
    assert banmen.game(name).players == players


# Sticks


@pytest.mark.parametrize("shown", range(5))
def test_a_throw_is_the_number_of_sticks_that_show_the_counted_side_and_none_is_5(shown: int) -> None:
    fallen = Falling(*[index < shown for index in range(4)])
    assert sticks.throw_sticks(fallen, 0.5) == (shown or 5)
    assert fallen.shown == []


@pytest.mark.parametrize("name", DICE)
def test_the_throw_is_1_to_5_with_probability_4_6_4_1_1_of_16(name: str) -> None:
    assert banmen.game(name).start().throws() == [(1, 4 / 16), (2, 6 / 16), (3, 4 / 16), (4, 1 / 16), (5, 1 / 16)]


@pytest.mark.parametrize("name", DICE)
@pytest.mark.parametrize("p", [0.01, 0.35, 0.5, 0.999])
def test_with_a_stick_bias_throw_k_has_its_binomial_chance_and_5_that_of_none(name: str, p: float) -> None:
    expected = [comb(4, k) * p**k * (1 - p) ** (4 - k) for k in (1, 2, 3, 4)] + [(1 - p) ** 4]
    chances = [chance for _, chance in banmen.game(name, p=p).start().throws()]
    assert chances == pytest.approx(expected)
    assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("name", DICE)
def test_the_stick_bias_is_an_option_of_every_dice_game_and_real_throws_follow_it(name: str) -> None:
    rng, game = random.Random(8), banmen.game(name, p=0.2)
    first = [game.opening(rng).rounds[0][0] for _ in range(600)]
    assert abs(first.count(5) / 600 - 0.8**4) < 0.08
    assert abs(first.count(1) / 600 - 4 * 0.2 * 0.8**3) < 0.08


@pytest.mark.parametrize("name", DICE)
@pytest.mark.parametrize("p", [0, 1, 0.0, 1.0, -0.1, 1.1, float("nan"), float("inf"), "half", None, True])
def test_a_stick_bias_must_lie_between_0_and_1_both_excluded(name: str, p: Any) -> None:
    with pytest.raises(banmen.OptionError, match="p "):
        banmen.game(name, p=p)


@pytest.mark.parametrize("name", NO_DICE)
def test_games_without_chance_have_no_stick_bias_and_no_throws(name: str) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game(name, p=0.5)
    start = banmen.game(name).start()
    assert start.throws() == []
    with pytest.raises(banmen.IllegalMoveError):
        start.throw(1)


# Steps and perft


@pytest.mark.parametrize("name", DICE)
def test_a_throw_and_the_move_made_with_it_are_one_step(name: str) -> None:
    start = banmen.game(name).start()
    thrown = [start.throw(value) for value in (1, 2, 3, 4, 5)]
    assert start.perft(1) == sum(len(here.legal_moves()) for here in thrown)
    assert start.perft(2) == sum(here.play(move).perft(1) for here in thrown for move in here.legal_moves())


@pytest.mark.parametrize("name", DICE)
def test_with_a_throw_pending_only_that_throws_moves_are_counted(name: str) -> None:
    here = position(name, PENDING[name])
    assert here.perft(1) == len(here.legal_moves())
    assert here.perft(2) == sum(here.play(move).perft(1) for move in here.legal_moves())


@pytest.mark.parametrize("name", [*DICE, *NO_DICE])
def test_perft_of_depth_0_is_1(name: str) -> None:
    assert banmen.game(name).start().perft(0) == 1
    assert position(name, FINISHED[name]).perft(0) == 1


@pytest.mark.parametrize("name", [*DICE, *NO_DICE])
def test_a_finished_game_has_perft_0(name: str) -> None:
    over = position(name, FINISHED[name])
    assert over.over
    assert (over.perft(1), over.perft(2), over.legal_moves(), over.throws()) == (0, 0, [], [])


def test_a_forced_pass_counts_as_one_move() -> None:
    here = position("holes58", "28,29;0;3/1;0;4 1 5")
    assert (here.perft(1), here.perft(2)) == (1, here.play("pass").perft(1))


@pytest.mark.parametrize("text", ["6/6/2L3/6/S4l/s3sl l l", "6/6/3L2/2S3/s5/l4l setup -"])
def test_in_a_game_without_chance_a_step_is_a_move(text: str) -> None:
    here = position("kuniumi", text)
    assert here.perft(1) == len(here.legal_moves())
    assert here.perft(2) == sum(len(here.play(move).legal_moves()) for move in here.legal_moves())


@pytest.mark.parametrize("depth", [-1, True, 1.0, "2", None])
def test_a_depth_is_a_whole_number_from_0(depth: object) -> None:
    with pytest.raises(banmen.OptionError):
        banmen.game("kariuchi").start().perft(depth)  # type: ignore[arg-type]


# Texts


@pytest.mark.parametrize("name", [*DICE, *NO_DICE])
def test_each_text_of_a_game_round_trips_and_one_position_has_one_text(name: str) -> None:
    rng, here = random.Random(name), banmen.game(name).start()
    for _ in range(60):
        again = here.game.position(here.text)
        assert (again.text, again == here, hash(again) == hash(here)) == (here.text, True, True)
        if here.throws():
            here = here.throw(rng.choice((1, 2, 3, 4, 5)))
        elif not here.over:
            here = here.play(rng.choice(here.legal_moves()))


@pytest.mark.parametrize("name", [*DICE, *NO_DICE])
def test_each_move_is_played_by_its_text(name: str) -> None:
    here = banmen.game(name).start()
    here = here.throw(3) if here.throws() else here
    for move in some(here.legal_moves()):
        assert here.play(str(move)) == here.play(move)


@pytest.mark.parametrize("name", [*DICE, *NO_DICE])
@pytest.mark.parametrize(
    "text", ["", " ", "-", "nonsense", "/", "a b c d e f g", "\x00", "\n", "1" * 5000, "盤面", None, 7, b"Rx4/Rx4 1 -"]
)
def test_bad_text_gets_an_error_that_says_what_is_wrong_and_where(name: str, text: object) -> None:
    with pytest.raises(banmen.NotationError) as caught:
        banmen.game(name).position(text)  # type: ignore[arg-type]
    assert len(caught.value.reason) >= 10
    assert 0 <= caught.value.place <= len(str(text))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("name", [*DICE, *NO_DICE])
def test_every_prefix_of_a_text_and_every_longer_text_is_refused(name: str) -> None:
    text = banmen.game(name).start().text
    for bad in some([text[:length] for length in range(len(text))] + [text + sign for sign in " -1/,x\n"]):
        with pytest.raises(banmen.NotationError):
            banmen.game(name).position(bad)


@pytest.mark.parametrize("name", [*DICE, *NO_DICE])
def test_an_illegal_move_leaves_all_as_it_was(name: str) -> None:
    here = banmen.game(name).start()
    here = here.throw(2) if here.throws() else here
    before = (here.text, here.legal_moves(), here.perft(1))
    for bad in ("", "nonsense", "e9", "5>5", "x" * 1000, "\x00"):
        with pytest.raises(banmen.IllegalMoveError) as caught:
            here.play(bad)
        assert len(str(caught.value)) < 400
    assert (here.text, here.legal_moves(), here.perft(1)) == before
