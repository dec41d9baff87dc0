"""Scripts fill the same values into a text in every language: one that a language lacks would stay a placeholder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from banmen.server.http.page_messages import list_entry_scripts, load_page_messages, load_script_messages

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
    page = '<script type="module" src="/static/0123456789ab/js/{}.js"></script>'
    playing, looking = (list_entry_scripts(page.format(name)) for name in ("play", "replay"))
    assert (playing, list_entry_scripts("")) == (("page", "play"), ("page",))
    carried, known = load_script_messages("ja", playing), load_page_messages("ja")
    said = ("play.throw", "play.welcome_play", "play.turned_by_move", "error.gone_title", "place.kariuchi_R", "throws.kariuchi")
    assert {name: carried[name] for name in said} == {name: known[name] for name in said}, "at once or later"
    assert {"keys.arrows", "replay.verdict_blunder"} <= set(known)
    assert {"keys.arrows", "replay.verdict_blunder"}.isdisjoint(carried)
    assert "replay.verdict_blunder" in load_script_messages("ja", looking)
