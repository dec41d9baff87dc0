"""User interfaces take all text from catalogues: positions in words, reasons, motion, dangers, commands and pages."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import banmen
from banmen.cli import app
from banmen.core.catalogues import speak_derived_language
from banmen.core.game import Position
from banmen.presentation import dangers, motion, reasons
from tests.common.pseudo_language import LANG, find_plain_words, pseudo

PLACES = r"\b(?:[a-e][1-5]|\d+[a-z])\b|[あいうえお出]"  # names of places are notation, or written on the board


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    with speak_derived_language(LANG, pseudo):
        yield


def positions(name: str, seed: int) -> Iterator[Position]:
    """Return the positions of a random game in which a player decides."""
    rng = random.Random(seed)
    position = banmen.game(name).start(rng)
    for _ in range(120):
        if position.over:
            yield position
            return
        if throws := position.throws():
            position = position.throw(rng.choice(throws)[0])
            continue
        yield position
        position = position.play(rng.choice(position.legal_moves()))


@pytest.mark.parametrize("name", banmen.names())
def test_positions_are_told_from_catalogues(name: str) -> None:
    words = banmen.game(name).part("words")
    told = [text for position in positions(name, 1) for text in (words.title(position, LANG), words.describe(position, LANG))]
    assert told
    assert [found for text in told for found in find_plain_words(text, PLACES)] == []


@pytest.mark.parametrize("name", banmen.names())
def test_moves_reasons_and_dangers_are_told_from_catalogues(name: str) -> None:
    rng, told = random.Random(2), []
    for position in positions(name, 2):
        if position.over:
            continue
        moves = position.legal_moves()
        described = [motion.describe_move(position, move, LANG) for move in moves[:8]]
        told += [text for one in described for text in (one.words, one.label, one.outcome)]
        places = sorted({place for move in moves for place in (move.source, move.target) if place})
        told += [reasons.explain(position, rng.choice(places), rng.choice(places), LANG).words for _ in places[:8]]
        told.append(dangers.find_dangers(position, LANG).words)
    assert len(told) > 100
    assert [found for text in told for found in find_plain_words(text, PLACES)] == []


@pytest.mark.parametrize(
    ("arguments", "data"),
    [
        (["legal", "nosuch", "x"], "nosuch|" + "|".join(banmen.names())),
        (["legal", "kariuchi", "x"], "'x'"),
        (["apply", "kariuchi", "Rx4/Rx4 1 3", "R>4"], ""),
        (["legal", "kariuchi", "start", "--opt", "pieces"], "pieces|--opt"),
        (["legal", "kariuchi", "start", "--opt", "pieces=9"], "pieces|kariuchi"),
        (["analyse", "nosuch"], "nosuch|" + "|".join(banmen.names())),
        (["replay", "/no/such"], "no/such|No such file or directory"),
    ],
)
def test_commands_speak_from_catalogues(
    arguments: list[str], data: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["banmen", *arguments, "--lang", LANG])
    assert app.main() == 2
    said = capsys.readouterr().err
    assert said.startswith("banmen: ")
    assert find_plain_words(said.removeprefix("banmen: "), data) == []
