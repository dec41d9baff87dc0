"""Helpers for tests about single positions."""

from __future__ import annotations

from typing import Any

import pytest

import banmen

HERE = "«"  # precedes the error in a bad text


def position(name: str, text: str, **options: Any) -> banmen.Position:
    """Return the position of a text."""
    return banmen.game(name, **options).position(text)


def moves(name: str, text: str, **options: Any) -> set[str]:
    """Return the legal moves of a position as texts, and check that none comes twice."""
    found = [str(move) for move in position(name, text, **options).legal_moves()]
    assert len(set(found)) == len(found)
    return set(found)


def after(name: str, text: str, *played: str, **options: Any) -> str:
    """Return the text after some moves."""
    here = position(name, text, **options)
    for move in played:
        here = here.play(move)
    return here.text


def refuse(name: str, marked: str, **options: Any) -> banmen.NotationError:
    """Check that a text is refused at the marked place, or later in the same field, and that the error shows the text."""
    before, mark, rest = marked.partition(HERE)
    assert mark
    text = before + rest
    with pytest.raises(banmen.NotationError) as caught:
        banmen.game(name, **options).position(text)
    error = caught.value
    assert error.text == text
    assert repr(text) in str(error)
    assert len(before) <= error.place <= len(before) + len(rest.split(" ")[0]), f"{error} names place {error.place}"
    return error


def refuse_move(here: banmen.Position, *texts: str) -> None:
    """Check that moves are illegal and leave the position as it was."""
    text, legal = here.text, here.legal_moves()
    for move in texts:
        with pytest.raises(banmen.IllegalMoveError):
            here.play(move)
    assert (here.text, here.legal_moves()) == (text, legal)
