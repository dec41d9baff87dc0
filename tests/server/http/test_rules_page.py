"""The rules as the page shows them: every quoted position is drawn, every quoted move can be opened and played."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest

from banmen.core import registry
from banmen.core.i18n import languages
from banmen.server.http.rules_page import rules_view
from tests.common.loops import some
from tests.server.visiting import Visitor

MOST = 150_000  # bytes of a page
PLAYED = re.compile(r"`([^`]+)` → `([^`]+)` → `([^`]+)`")
LISTED = re.compile(r"`([^`]+)` ⇒ ((?:`[^`]+` ?)+)")
Attributes = dict[str, str]


class Reader(HTMLParser):
    """Collects the elements of a page, and what is opened and not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in ("img", "source", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str, kind: str) -> list[Attributes]:
        return [attributes for name, attributes in self.found if name == tag and kind in attributes.get("class", "").split()]

    def images(self) -> list[Attributes]:
        return [attributes for name, attributes in self.found if name == "img"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", registry.names())
def test_every_example_can_be_opened(game: str, lang: str) -> None:
    view = rules_view(game, lang)
    page = Reader(view["html"])
    assert page.open == []
    assert "<th></th>" not in view["html"]
    quoted = [(before, move) for before, move, _ in PLAYED.findall(view["markdown"])]
    for before, moves in LISTED.findall(view["markdown"]):
        quoted += [(before, move) for move in re.findall("`([^`]+)`", moves)]
    links = page.all("a", "example-move")
    assert sorted((link["data-position"], link["data-move"]) for link in links) == sorted(quoted)
    for link in links:
        address = urlsplit(link["href"])
        assert address.path == f"/board/{game}"
        assert parse_qs(address.query)["position"] == [link["data-position"]]
        assert link["aria-label"].startswith(link["data-move"])
        registry.game(game).position(link["data-position"]).find(link["data-move"])


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", registry.names())
def test_pictures_say_what_they_show(game: str, lang: str) -> None:
    images = Reader(rules_view(game, lang)["html"]).images()
    assert len(images) > 2 * len(PLAYED.findall(rules_view(game, lang)["markdown"]))
    for image in images:
        assert image["loading"] == "lazy"
        assert int(image["width"]) > 0
        assert image["alt"].endswith("。" if lang == "ja" else ".")


@pytest.mark.parametrize("game", registry.names())
def test_every_picture_is_there(game: str, visitor: Visitor) -> None:
    for image in some(Reader(rules_view(game, "ja")["html"]).images()):
        answer = visitor.get(image["src"])
        assert answer.status_code == 200, image["src"]
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "max-age" in answer.headers["cache-control"]
        position = parse_qs(urlsplit(image["src"]).query)["position"][0]
        assert position in unescape(answer.text)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", registry.names())
def test_pages_are_small(game: str, lang: str, visitor: Visitor) -> None:
    answer = visitor.get(f"/rules/{game}?lang={lang}")
    assert answer.status_code == 200
    assert len(answer.content) < MOST
    assert visitor.get(f"/api/games/{game}/rules?lang={lang}").json()["html"] in answer.text


def test_a_chosen_theme_goes_for_the_pictures_too() -> None:
    asked, chosen = Reader(rules_view("qubism", "en")["html"]), Reader(rules_view("qubism", "en", "dark")["html"])
    assert "theme=light" in asked.images()[0]["src"]
    assert [name for name, _ in asked.found].count("source") == len(asked.images())
    assert "theme=dark" in chosen.images()[0]["src"]
    assert "source" not in [name for name, _ in chosen.found]


def test_broken_pictures_are_refused(visitor: Visitor) -> None:
    for query in ("position=nonsense", "last=nonsense", "theme=purple", "lang=xx", "pieces=9"):
        assert visitor.get(f"/pictures/kariuchi.svg?{query}").status_code == 404
    assert visitor.get("/pictures/nothing.svg").status_code == 404
