"""Rule options as given by people and programs."""

import random
from typing import Any

import pytest

import banmen


@pytest.mark.parametrize("value", ["0.5", ".5", 0.25, "5e-1", "1e-300"])
def test_a_stick_bias_may_be_written_in_the_usual_ways(value: Any) -> None:
    assert banmen.game("kariuchi", p=value).p == float(value)


@pytest.mark.parametrize(
    "value", ["0.5_1", " 0.5", "0.5\n", "٠.٥", "0", "1", 0, 1, "nan", "inf", -0.5, True, None, "half", [0.5]]
)
def test_other_stick_biases_are_refused(value: Any) -> None:
    with pytest.raises(banmen.OptionError, match="option p"):
        banmen.game("kariuchi", p=value)


@pytest.mark.parametrize("value", ["04", "4 ", "٤", "4.0", 4.0, True, "", "-1", "10" * 400, pytest.param(10**5000, id="huge")])
def test_other_numbers_of_pieces_are_refused(value: Any) -> None:
    with pytest.raises(banmen.OptionError, match="option pieces"):
        banmen.game("kariuchi", pieces=value)


@pytest.mark.parametrize("name", ["self", "name", "options", "Pieces"])
def test_unknown_options_are_named(name: str) -> None:
    for game in banmen.names():
        with pytest.raises(banmen.OptionError, match=name):
            banmen.game(game, **{name: 1})


def test_sticks_so_odd_that_nobody_begins() -> None:
    with pytest.raises(banmen.OptionError, match="undecided who begins"):
        banmen.game("kariuchi", p=1e-300).start(random.Random(1))
    assert banmen.game("kariuchi", p=1e-300).start().text == "Rx4/Rx4 1 -"
