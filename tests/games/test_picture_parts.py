"""Pictures in parts: they add up to the picture, and most of them stay from one position to the next."""

from __future__ import annotations

from typing import Any

import pytest

import banmen
from banmen.presentation.svg import picture_parts
from tests.contract.variants import make, name_of, random_game

GAMES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in banmen.names()),
    ("kariuchi", {"pieces": 1}),
    ("moontrek", {"teams": "2-2"}),
]
STYLES: list[dict[str, Any]] = [
    {"coordinates": True},
    {"theme": "dark", "lang": "ja", "turned": True, "coordinates": True},
    {"theme": "print", "tall": True, "targets": True},
]


def leave_out_words(text: str) -> str:
    """Return a picture without its title, its description and its credit."""
    head, _, rest = text.partition("<title")
    return head + rest.partition("</metadata>")[2]


@pytest.mark.parametrize("variant", GAMES, ids=name_of)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.get("theme", "light"))
def test_all_parts_together_are_the_picture(variant: tuple[str, dict[str, Any]], style: dict[str, Any]) -> None:
    positions = list(random_game(make(variant), 5))[:60]
    assert len(positions) > 3
    for position in positions:
        assert "".join(picture_parts(position, **style)) == leave_out_words(position.svg(**style))


@pytest.mark.parametrize("variant", GAMES, ids=name_of)
def test_the_board_stays_when_something_moves(variant: tuple[str, dict[str, Any]]) -> None:
    """Only a small part of the picture changes from one position to the next."""
    before, sent, whole = set[str](), 0, 0
    for position in list(random_game(make(variant), 6))[:60]:
        parts = picture_parts(position, coordinates=True)
        if before:
            sent += sum(len(part) for part in parts if part not in before)
            whole += sum(map(len, parts))
        before = set(parts)
    assert 0 < sent < whole / 6
