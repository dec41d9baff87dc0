from __future__ import annotations

import pytest

import banmen
from banmen.terminal.boards import draw_sticks


def sticks(game: str, value: int) -> str:
    return draw_sticks(banmen.game(game), value).plain


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_as_many_counted_sides_as_the_throw_is_worth(value: int) -> None:
    assert sticks("kariuchi", value).count("[      ]") == value
    assert sticks("moontrek", value).count("[      ]") == value
    assert sticks("holes58", value).count(">><<") == value


def test_none_is_a_five() -> None:
    assert sticks("kariuchi", 5).count("(::::::)") == 4
    assert sticks("moontrek", 5).count(">><<") == 4
    assert sticks("holes58", 5).count(">><<") == 0
