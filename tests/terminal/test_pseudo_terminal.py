"""In a pseudo-language no plain word is left in a terminal game except notation and the games' own texts."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator

import pytest
from rich.console import Console

import banmen
from banmen.core.catalogues import speak_derived_language
from banmen.terminal.game_loop import GameLoop
from banmen.terminal.match_setup import begin_match
from banmen.terminal.terminal_messages import COMMANDS, find_credit, messages
from tests.common.pseudo_language import LANG, find_plain_words, game_texts, pseudo

SIGNS = "[あいうえお出]"  # on the boards
PLACES = r"\b(?:[a-e][1-5]|\d+[a-z]|[A-Z]>\d+)"


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    with speak_derived_language(LANG, pseudo):
        yield


def typed(lines: int) -> Iterator[str]:
    """Return the input of two people: an error, questions, moves by number, and finally a resignation."""
    rng = random.Random(3)
    yield from ("x", "help", "moves", "board", "names", "undo", "save", "0")
    for _ in range(lines):
        yield rng.choice(["", "1", "2"])
    yield from ("undo", "resign")


@pytest.mark.parametrize("name", banmen.names())
def test_a_game_in_the_terminal_speaks_from_catalogues(name: str) -> None:
    game, output, lines = banmen.game(name), io.StringIO(), typed(40)
    match = begin_match(game, dict.fromkeys(game.players, "human"), seed=1)
    asked: list[str] = []
    moves: set[str] = set()

    def ask(prompt: str) -> str | None:
        asked.append(prompt)
        moves.update(re.escape(move.text) for move in match.position.legal_moves())
        return "" if prompt == messages.text("words.ask_save", LANG) else next(lines, None)

    GameLoop(match, Console(file=output, width=400), ask, LANG, None).run()
    assert match.over
    names = [
        *sorted(moves, key=len, reverse=True),
        *COMMANDS,
        re.escape(find_credit(name, LANG)),
        name,
        "Enter",
        SIGNS,
        PLACES,
        game_texts(),
    ]
    said = [*asked, *output.getvalue().splitlines()]
    assert len(said) > 100
    assert {line: found for line in said if (found := find_plain_words(line, "|".join(names)))} == {}
