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
    """Collects the elements of a page, and checks that each is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in ("img", "source", "br", "hr"):
            self.open.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data

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
    listed = [before for before, _ in LISTED.findall(view["markdown"])]
    links, looks = page.all("a", "example-move"), page.all("a", "example-position")
    assert [(link["data-position"], link["data-move"]) for link in links] == quoted
    assert [link["data-position"] for link in looks] == listed
    assert len(links + looks) >= 5, "a picture beside each rule that one explains"
    for link in [*links, *looks]:
        address = urlsplit(link["href"])
        assert address.path == f"/board/{game}"
        assert parse_qs(address.query)["position"] == [link["data-position"]]
        assert link["aria-label"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", registry.names())
def test_players_read_no_notation_and_no_names_of_options(game: str, lang: str) -> None:
    html = rules_view(game, lang)["html"]
    for_players, folded, rest = re.split(r"<details|</details>", html)
    words = Reader(for_players + rest).words
    assert "<code>" not in for_players + rest
    assert not re.search(r"[0-9A-Z]x[234]|[A-Z]>|[0-9]/[0-9]|hit_bonus|\*\*", words)
    assert all(f"<code>{option.name}</code>" in folded for option in registry.game(game).option_list)


@pytest.mark.parametrize("game", ["holes58", "kariuchi", "moontrek"])
def test_the_five_throws_are_pictures(game: str, visitor: Visitor) -> None:
    throws = [image for image in Reader(rules_view(game, "en")["html"]).images() if "/throw-" in image["src"]]
    assert [image["alt"] for image in throws] == [f"A throw of {value}." for value in range(1, 6)]
    assert [visitor.get(image["src"]).text.count('data-stick="flat"') for image in throws] == [1, 2, 3, 4, 0]


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
        assert answer.headers["etag"]
        position = parse_qs(urlsplit(image["src"]).query).get("position", [""])[0]
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
    for path in ("nothing.svg", "nothing/throw-1.svg", "kariuchi/throw-6.svg", "kariuchi/throw-1.svg?theme=purple"):
        assert visitor.get(f"/pictures/{path}").status_code == 404
