from __future__ import annotations

import importlib.util
import random
import re

import pytest

import banmen
from banmen.core.catalogues import load_catalogue
from banmen.core.i18n import languages
from banmen.presentation.about import NoRulesError, about, read_rules
from banmen.terminal.terminal_messages import (
    COMMANDS,
    find_command,
    find_credit,
    join_player_names,
    list_command_words,
    messages,
    write_help,
)

JAPANESE = {key: text for key, text in load_catalogue("banmen.terminal", "ja").items() if isinstance(text, str)}


def test_the_japanese_phrases_are_japanese() -> None:
    without_words = ("file.trouble", "words.seats", "words.throws", "words.plays")
    for key, text in JAPANESE.items():
        assert re.search("[ぁ-んァ-ヶ一-龠]", text) or key in without_words, key


def test_japanese_phrases_have_japanese_punctuation() -> None:
    """As in the rules; a key to type, such as ?, is set apart."""
    for key, text in JAPANESE.items():
        assert not re.search("[ぁ-んァ-ヶー一-龠}][!?:,(]|[!?:)][ぁ-んァ-ヶ一-龠]", text), key


def test_no_command_means_two_things_or_a_move() -> None:
    spoken = [word for command in COMMANDS for word in list_command_words(command)]
    assert len(spoken) == len(set(spoken)) > 2 * len(COMMANDS)
    assert [find_command(word) for word in spoken] == [command for command in COMMANDS for _ in list_command_words(command)]
    for name in banmen.names():
        for word in spoken:
            with pytest.raises(ValueError):
                banmen.game(name).read_move(word)


@pytest.mark.parametrize(
    ("key", "count", "told"),
    [
        ("steps", 1, "1 move was made."),
        ("steps", 2, "2 moves were made."),
        ("resumed", 1, "Continuing after 1 move."),
        ("resumed", 0, "Continuing after 0 moves."),
    ],
)
def test_moves_are_counted_in_the_singular_and_the_plural(key: str, count: int, told: str) -> None:
    assert messages.text(f"words.{key}", "en", count=count) == told


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", banmen.names())
def test_help_names_every_command_and_a_move_of_the_game(game: str, lang: str) -> None:
    position = banmen.game(game).start(random.Random(1))
    typed = [line.split()[0] for line in write_help(position, lang).splitlines()]
    assert typed[0] == "3"
    assert banmen.game(game).read_move(typed[1]) >= 0
    assert typed[2:] == ["Enter", *(command for command in COMMANDS if command != "help")]


@pytest.mark.parametrize(("lang", "words"), [("en", "throw"), ("ja", "投げ"), ("ja", "出た目")])
def test_help_speaks_of_throws_only_where_sticks_are_thrown(lang: str, words: str) -> None:
    for name in banmen.names():
        game = banmen.game(name)
        assert (words in write_help(game.start(), lang)) == game.has_chance, name


def test_players_are_named_and_joined() -> None:
    position = banmen.game("moontrek", teams="2-2").start()
    assert join_player_names(position, ("A", "C"), "en") == "Rabbit and Wolf"
    assert join_player_names(position, ("A", "C"), "ja") == "ウサギとオオカミ"


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", banmen.names())
def test_every_game_has_a_description_rules_and_a_credit(game: str, lang: str) -> None:
    assert about(game, lang)["title"]
    assert about(game, lang)["credit"]
    assert find_credit(game, lang)
    assert read_rules(game, lang).startswith("#")
    assert importlib.util.find_spec(f"banmen.games.{game}.motion")
    with pytest.raises(NoRulesError):
        read_rules(game, "xx")
    assert about(game, "xx") == about(game, "en")
