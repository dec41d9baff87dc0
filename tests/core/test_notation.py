"""Parsing texts of positions: where an error is, and its message."""

from __future__ import annotations

import pytest

import banmen
from banmen.core.messages import Message
from banmen.core.notation import Part, require_canonical


@pytest.mark.parametrize(("text", "written", "place"), [("ab", "abc", 2), ("abc", "ab", 2), ("abc", "axc", 1)])
def test_a_text_that_is_not_canonical_is_refused_where_it_differs(text: str, written: str, place: int) -> None:
    with pytest.raises(banmen.NotationError) as error:
        require_canonical(text, written)
    assert error.value.place == place


@pytest.mark.parametrize(
    ("name", "text", "place"), [("qubism", f"2B2/5/5/5/2W2 {'9' * 5000} w", 14), ("holes58", f"1;{'9' * 5000};4/1;0;4 1 5", 2)]
)
def test_numbers_of_thousands_of_digits_are_refused_like_others(name: str, text: str, place: int) -> None:
    with pytest.raises(banmen.NotationError) as error:
        banmen.game(name).position(text)
    assert error.value.place == place


@pytest.mark.parametrize(
    ("name", "text", "place"), [("qubism", "2B2/23/5/5/2W2 9 w", 5), ("kuniumi", "6/33/6/6/6/6 setup -", 3)]
)
def test_two_numbers_side_by_side_are_refused(name: str, text: str, place: int) -> None:
    with pytest.raises(banmen.NotationError, match="two numbers") as error:
        banmen.game(name).position(text)
    assert error.value.place == place


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("qubism", "2B2/6/5/5/2W2 9 w", "row 4 is longer than 5"),
        ("qubism", "2B2/4/5/5/2W2 9 w", "row 4 has 4 of 5 spaces"),
        ("kariuchi", "R,5x1,12,A/Rx4 1 -", "not at all for one"),
        ("kariuchi", "Rx2,5,7/Rx2,5,7 1 -", "both sides have pieces on 5"),
        ("kuniumi", "6/6/6/6/6/6 setup l", "the first faction is not chosen yet: it "),
    ],
)
def test_what_is_wrong_is_said(name: str, text: str, reason: str) -> None:
    with pytest.raises(banmen.NotationError, match=reason):
        banmen.game(name).position(text)


@pytest.mark.parametrize(("text", "fine"), [("2", True), ("5", True), ("1", False), ("6", False), ("05", False), ("٣", False)])
def test_a_number_has_its_bounds_and_one_spelling(text: str, fine: bool) -> None:
    part = Part(text, f"x{text}", 1)
    if fine:
        assert part.number(Message("x"), 5, 2) == int(text)
    else:
        with pytest.raises(banmen.NotationError) as error:
            part.number(Message("x"), 5, 2)
        assert error.value.place == 1
