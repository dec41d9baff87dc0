"""The games' descriptions: complete, in both languages, and true to the rules kernels."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

import banmen
from banmen.core.catalogues import variants
from banmen.core.i18n import languages
from banmen.core.registry import family
from tests.common.loops import some

GAMES = banmen.names()
FACTS = {"title", "tagline", "goal", "players", "kind", "credit", "options"}
FACTS_IF_KNOWN = {"minutes", "age", "credit_url", "pieces", "places"}
# Names that the rules text of a game must mention.
CREDITED = {
    "kariuchi": ("出典元: 日本かりうち協会編集「かりうち公式ルール」2022、奈良文化財研究所",),
    "moontrek": ("LOGY GAMES", "www.logygames.com"),
    "holes58": ("Dmitriy Skiryuk", "工房A", "koubou-a.com"),
    "kuniumi": ("Ignazio Panades", "XVgames", "2020"),
    "qubism": ("Debug Monkeys", "デバッグモンキーズ", "2018", "@debug_monkeys", "@tkhsshg"),
}
# `POSITION` → `MOVE` → `POSITION` shows one move; `POSITION` ⇒ `MOVE` `MOVE` lists all legal moves.
PLAYED = re.compile(r"`([^`]+)` → `([^`]+)` → `([^`]+)`")
LISTED = re.compile(r"`([^`]+)` ⇒ ((?:`[^`]+` ?)+)")
LISTING = ("holes58", "kariuchi", "moontrek")  # games whose rules text lists all legal moves of a position
HEADING = re.compile(r"^(#+) +(\S.*)$", re.MULTILINE)

each_game = pytest.mark.parametrize("name", GAMES)
each_language = pytest.mark.parametrize("language", languages())


def text_of(name: str, file: str) -> str:
    found = family(name).resource("about", file)
    assert found is not None
    return found.read_text(encoding="utf-8")


def rules_text(name: str, language: str) -> str:
    return text_of(name, f"rules.{language}.md")


def about(name: str, language: str) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(text_of(name, "about.toml"))[language]
    return table


def headings(name: str, language: str) -> list[str]:
    return [marks for marks, _ in HEADING.findall(rules_text(name, language))]


@each_game
def test_about_speaks_the_languages_of_banmen_and_no_other(name: str) -> None:
    assert set(tomllib.loads(text_of(name, "about.toml"))) - {"home", "look", *variants()} == set(languages())


@each_language
@each_game
def test_every_fact_is_there_in_words(name: str, language: str) -> None:
    table = about(name, language)
    assert FACTS <= set(table) <= FACTS | FACTS_IF_KNOWN
    assert all(value.strip() for key, value in table.items() if isinstance(value, str))


@each_game
def test_both_languages_tell_the_same_facts(name: str) -> None:
    first, *others = [set(about(name, language)) for language in languages()]
    assert all(other == first for other in others)


@each_language
@each_game
def test_every_option_and_every_choice_is_described(name: str, language: str) -> None:
    described = about(name, language)["options"]
    assert list(described) == [option.name for option in family(name).option_list]
    for option in family(name).option_list:
        table = described[option.name]
        assert table["label"].strip()
        assert table["help"].strip()
        assert sorted(table.get("values", {})) == sorted(str(value) for value in option.choices)
        assert all(words.strip() for words in table.get("values", {}).values())


@each_language
@each_game
def test_rules_text_names_every_option(name: str, language: str) -> None:
    text = rules_text(name, language)
    missing = [option.name for option in family(name).option_list if f"`{option.name}`" not in text]
    assert missing == []


@each_language
@each_game
def test_rules_text_gives_credit(name: str, language: str) -> None:
    assert [credit for credit in CREDITED[name] if credit not in rules_text(name, language)] == []


@each_game
def test_the_short_credit_names_the_makers_in_both_languages(name: str) -> None:
    both = about(name, "en")["credit"] + about(name, "ja")["credit"]
    assert [credit for credit in CREDITED[name] if credit not in both] == []


@each_game
def test_languages_have_the_same_sections(name: str) -> None:
    first, *others = [headings(name, language) for language in languages()]
    assert first.count("#") == 1
    assert first.count("##") >= 8
    assert all(other == first for other in others)


@each_language
@each_game
def test_moves_in_the_rules_text_lead_where_it_says(name: str, language: str) -> None:
    played = PLAYED.findall(rules_text(name, language))
    game = banmen.game(name)
    assert len(played) >= 4
    assert [(before, move, game.position(before).play(move).text) for before, move, _ in played] == played


@each_language
@pytest.mark.parametrize("name", LISTING)
def test_lists_of_legal_moves_are_complete(name: str, language: str) -> None:
    for before, listed in some(LISTED.findall(rules_text(name, language))):
        legal = [str(move) for move in banmen.game(name).position(before).legal_moves()]
        assert sorted(re.findall("`([^`]+)`", listed)) == sorted(legal)


@each_language
@each_game
def test_only_some_rules_texts_list_legal_moves(name: str, language: str) -> None:
    assert bool(LISTED.findall(rules_text(name, language))) == (name in LISTING)


@each_game
def test_examples_are_the_same_in_both_languages(name: str) -> None:
    examples = [[pattern.findall(rules_text(name, language)) for pattern in (PLAYED, LISTED)] for language in languages()]
    assert all(other == examples[0] for other in examples[1:])
