from __future__ import annotations

import importlib.util
import random
import re
import string
from pathlib import Path

import pytest

import banmen
from banmen.core.i18n import LANGUAGES
from banmen.presentation.about import NoRulesError, about, rules_text
from banmen.terminal import terminal_messages
from banmen.terminal.terminal_messages import COMMANDS, WORDS, credit, help_text, player_names


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_phrase_is_there_in_every_language_with_the_same_gaps() -> None:
    assert set(WORDS) == set(LANGUAGES)
    for key, text in WORDS["en"].items():
        for lang in LANGUAGES:
            assert gaps(WORDS[lang][key]) == gaps(text), (key, lang)
    assert all(set(phrases) == set(WORDS["en"]) for phrases in WORDS.values())


def test_the_japanese_phrases_are_japanese() -> None:
    for key, text in WORDS["ja"].items():
        assert re.search("[ぁ-んァ-ヶ一-龠]", text) or key in ("seats", "throws", "plays"), key


def test_japanese_phrases_have_japanese_punctuation() -> None:
    """As in the rules; a sign that a person types, such as ?, stands apart."""
    for key, text in WORDS["ja"].items():
        assert not re.search("[ぁ-んァ-ヶー一-龠}][!?:,(]|[!?:)][ぁ-んァ-ヶ一-龠]", text), key


def test_no_command_means_two_things_or_a_move() -> None:
    spoken = [word for alternatives in COMMANDS.values() for word in alternatives]
    assert len(spoken) == len(set(spoken))
    for name in banmen.names():
        for word in spoken:
            with pytest.raises(ValueError):
                banmen.game(name).read_move(word)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", banmen.names())
def test_help_names_every_command_and_a_move_of_the_game(game: str, lang: str) -> None:
    position = banmen.game(game).start(random.Random(1))
    typed = [line.split()[0] for line in help_text(position, lang).splitlines()]
    assert typed[0] == "3"
    assert banmen.game(game).read_move(typed[1]) >= 0
    assert typed[2:] == ["Enter", *(command for command in COMMANDS if command != "help")]


@pytest.mark.parametrize(("lang", "words"), [("en", "throw"), ("ja", "投げ"), ("ja", "出た数")])
def test_help_speaks_of_throws_only_where_sticks_are_thrown(lang: str, words: str) -> None:
    for name in banmen.names():
        game = banmen.game(name)
        assert (words in help_text(game.start(), lang)) == game.has_chance, name


def test_players_are_named_and_joined() -> None:
    position = banmen.game("moontrek", teams="2-2").start()
    assert player_names(position, ("A", "C"), "en") == "Rabbit and Wolf"
    assert player_names(position, ("A", "C"), "ja") == "ウサギとオオカミ"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", banmen.names())
def test_every_game_has_a_description_rules_and_a_credit(game: str, lang: str) -> None:
    assert about(game, lang)["title"]
    assert about(game, lang)["credit"]
    assert credit(game, lang)
    assert rules_text(game, lang).startswith("#")
    assert importlib.util.find_spec(f"banmen.games.{game}.motion")
    with pytest.raises(NoRulesError):
        rules_text(game, "xx")
    assert about(game, "xx")["title"] == game


def test_words_module_names_no_unused_phrase() -> None:
    package = Path(terminal_messages.__file__).parent.parent
    sources = [path for folder in ("cli", "terminal") for path in (package / folder).glob("*.py")]
    source = "".join(path.read_text("utf-8").partition("\nCOMMANDS")[2] or path.read_text("utf-8") for path in sources)
    source = source.replace("'", '"')
    for key in WORDS["en"]:
        stem = key.rpartition("_")[0]
        assert f'"{key}"' in source or (stem and f'"{stem}_{{' in source), key
