from __future__ import annotations

import pytest

from banmen.terminal.sticks import sticks


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_as_many_counted_sides_as_the_throw_is_worth(value: int) -> None:
    assert sticks("kariuchi", value).plain.count("[      ]") == value
    assert sticks("moontrek", value).plain.count("[      ]") == value
    assert sticks("holes58", value).plain.count(">><<") == value


def test_none_is_a_five() -> None:
    assert sticks("kariuchi", 5).plain.count("(::::::)") == 4
    assert sticks("moontrek", 5).plain.count(">><<") == 4
    assert sticks("holes58", 5).plain.count(">><<") == 0
