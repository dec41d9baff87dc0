"""Mangled texts: whatever they contain, only NotationError is raised, and what is accepted is canonical."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banmen
from tests.contract.variants import random_game

SIGNS = "0123456789abcdefxRAHLSlsWBCD^v<>/,;:|- choosetup１²٣あ\0\n\t"
TEXTS = 12_000  # a game


def mangled(text: str, rng: random.Random) -> str:
    """Delete, insert, replace, double or swap a few characters."""
    signs = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        place = rng.randrange(len(signs) + 1)
        what = rng.randrange(5)
        if what == 0 and place < len(signs):
            del signs[place]
        elif what == 1:
            signs.insert(place, rng.choice(SIGNS))
        elif what == 2 and place < len(signs):
            signs[place] = rng.choice(SIGNS)
        elif what == 3 and signs:
            other = rng.randrange(len(signs))
            signs[place:place] = signs[other : other + rng.randrange(6)]
        elif signs:
            other = rng.randrange(len(signs))
            place = min(place, len(signs) - 1)
            signs[place], signs[other] = signs[other], signs[place]
    return "".join(signs)


@pytest.mark.parametrize("name", banmen.names())
def test_mangled_positions_are_refused_or_canonical(name: str) -> None:
    game = banmen.game(name)
    rng = random.Random(name)
    texts = [position.text for seed in range(6) for position in random_game(game, seed)]
    refused = 0
    for _ in range(TEXTS):
        text = mangled(rng.choice(texts), rng)
        try:
            position = game.position(text)
        except banmen.NotationError as error:
            refused += 1
            assert len(str(error)) > 10
            assert 0 <= error.place <= len(text)
        else:
            assert position.text == text
    assert refused > TEXTS // 2


@pytest.mark.parametrize("name", banmen.names())
@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text_is_a_position_or_a_notation_error(name: str, text: str) -> None:
    game = banmen.game(name)
    try:
        assert game.position(text).text == text
    except banmen.NotationError as error:
        assert str(error)


@pytest.mark.parametrize("name", banmen.names())
@settings(max_examples=150, deadline=None)
@given(text=st.one_of(st.text(max_size=12), st.text(alphabet="0123456789abcdefxRAHS>@-^v<LlsZ", max_size=8)))
def test_any_text_is_a_move_or_an_illegal_move_error(name: str, text: str) -> None:
    game = banmen.game(name)
    position = game.start()
    if position.throws():
        position = position.throw(3)
    try:
        after = position.play(text)
    except banmen.IllegalMoveError as error:
        assert str(error)
    else:
        assert text in {move.text for move in position.legal_moves()}
        assert after != position


@pytest.mark.parametrize("value", [None, 3, b"Rx4/Rx4 1 -", ["Rx4/Rx4 1 -"]])
def test_a_position_is_a_text(value: object) -> None:
    with pytest.raises(banmen.NotationError, match="text"):
        banmen.game("kariuchi").position(value)  # type: ignore[arg-type]
