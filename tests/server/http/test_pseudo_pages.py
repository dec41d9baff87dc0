"""In a pseudo-language there is no plain word left on any page except names and the games' own texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

import banmen
from banmen.core.catalogues import speak_derived_language
from banmen.games.kariuchi.words import BASE_SIGNS
from tests.common.pseudo_language import LANG, find_plain_words, game_texts, pseudo
from tests.server.visiting import House, Visitor

READ_ALOUD = {"aria-label", "title", "alt", "placeholder"}
GAPS = r"\{\w+\}"  # which scripts fill
ADDRESSES = r"[\w-]+(?:\.[\w-]+)+(?:/\S*)?"
SIGNS = BASE_SIGNS.values()  # which are on the board in every language
NAMES = "|".join(["Banmen|盤面|English|日本語", GAPS, ADDRESSES, LANG, *SIGNS, *banmen.names()])


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    with speak_derived_language(LANG, pseudo):
        yield


class PageText(HTMLParser):
    """The texts of a page that people read or hear, and the texts for its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.element: tuple[str, str | None] = ("", None)
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.element = tag, given.get("id")
        self.texts += [value for name, value in attrs if name in READ_ALOUD and value]
        if given.get("name") == "description":
            self.texts.append(given["content"] or "")

    def handle_endtag(self, tag: str) -> None:
        self.element = "", None

    def handle_data(self, data: str) -> None:
        if self.element == ("script", "words"):
            self.texts += [text for key, text in json.loads(data).items() if not key.startswith(("piece_box.", "throws."))]
        elif self.element[0] not in ("script", "style"):
            self.texts.append(data)


def find_plain(visitor: Visitor, path: str, status: int = 200) -> list[str]:
    answer = visitor.get(path, params={"lang": LANG}, headers={"accept": "text/html"})
    assert answer.status_code == status
    assert answer.headers["content-language"] == LANG
    texts = PageText(answer.text).texts
    assert "⟦" in "".join(texts)
    allowed = f"{NAMES}|{game_texts()}"
    return [found for text in texts for found in find_plain_words(text, allowed)]


def test_texts_of_a_page_are_read() -> None:
    page = '<p title="a">b<i>c</i>d</p><script id="words">{"k": "e"}</script><script>f</script><input placeholder="g">'
    assert PageText(page).texts == ["a", "b", "c", "d", "e", "g"]


@pytest.mark.parametrize("path", ["/", "/you", "/replay", "/offline", "/joining"])
def test_pages_speak_from_catalogues(visitor: Visitor, path: str) -> None:
    assert find_plain(visitor, path) == []


@pytest.mark.parametrize("page", ["new", "board", "rules", "learn"])
@pytest.mark.parametrize("game", banmen.names())
def test_pages_of_games_speak_from_catalogues(visitor: Visitor, page: str, game: str) -> None:
    assert find_plain(visitor, f"/{page}/{game}") == []


def test_a_page_that_is_not_there_speaks_from_a_catalogue(visitor: Visitor) -> None:
    assert find_plain(visitor, "/nowhere", 404) == []


@pytest.mark.parametrize("game", banmen.names())
def test_a_match_speaks_from_catalogues(house: House, game: str) -> None:
    visitor = house.visitor(cookie=f"banmen_lang={LANG}")
    view = visitor.begin(game)
    said = {key: view[key] for key in ("status", "task", "title", "words") if view.get(key)}
    assert said
    assert {key: found for key, text in said.items() if (found := find_plain_words(str(text), game_texts()))} == {}


def test_every_language_can_be_chosen(visitor: Visitor) -> None:
    page = visitor.get("/").text
    assert re.findall('<a class="quiet language" href="([^"]*)" lang="([^"]*)"', page) == [
        ("?lang=ja", "ja"),
        (f"?lang={LANG}", LANG),
    ]
