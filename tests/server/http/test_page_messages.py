"""What scripts fill into a sentence is the same in every language: a value that one language lacks would be shown as it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from banmen.server.http.page_messages import load_page_messages, load_script_messages

PLACE = re.compile(r"\{(\w+)")


def list_sentences(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from list_sentences(value, f"{before}{key}.")
        else:
            yield before + key, str(value)


def load(lang: str) -> dict[str, str]:
    return dict(list_sentences(tomllib.loads((files("banmen.web") / "locales" / f"{lang}.toml").read_text("utf-8"))))


def test_every_language_fills_in_the_same_values() -> None:
    english, japanese = load("en"), load("ja")
    assert len(english) > 200
    differing = [key for key, text in english.items() if set(PLACE.findall(text)) != set(PLACE.findall(japanese[key]))]
    assert differing == []


def test_pages_carry_along_what_scripts_say_and_no_more() -> None:
    carried, known = load_script_messages("ja"), load_page_messages("ja")
    said = ("play.throw", "replay.verdict_blunder", "error.gone_title", "place.kariuchi_R", "throws.kariuchi")
    assert {name: carried[name] for name in said} == {name: known[name] for name in said}
    assert "keys.arrows" in known
    assert "keys.arrows" not in carried
