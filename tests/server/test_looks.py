"""The colours of the games as a style sheet, and the names of their pieces and places."""

import dataclasses

import pytest

import banmen
from banmen.core.i18n import languages
from banmen.presentation.about import Look
from banmen.server.http import looks
from tests.server.visiting import Visitor


def test_the_sheet_has_the_colours_of_every_game_in_both_themes(visitor: Visitor) -> None:
    answer = visitor.get("/looks.css")
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.text.count("{") == answer.text.count("}")
    for name in banmen.names():
        for before in ("", ':root:not([data-theme="light"]) ', ':root[data-theme="dark"] '):
            assert f"{before}.game-{name} {{ --accent: #" in answer.text


def test_every_page_asks_for_it(visitor: Visitor) -> None:
    assert '<link rel="stylesheet" href="/looks.css' in visitor.get("/").text


def test_what_is_no_colour_does_not_get_into_the_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    wicked = Look(light={"accent": "red; } body { display: none", "x}y": "red", "on-accent": "rgb(1 2 3 / 40%)"})
    monkeypatch.setattr(looks, "read_look", lambda name: wicked if name == "qubism" else Look())
    assert looks.write_stylesheet.__wrapped__() == (
        ".game-qubism { --on-accent: rgb(1 2 3 / 40%); }\n"
        "@media screen and (prefers-color-scheme: dark) {\n}\n@media screen {\n}\n"
    )
    assert dataclasses.asdict(Look())["aspect"] == 1


@pytest.mark.parametrize("lang", languages())
def test_every_piece_in_a_picture_has_a_name(lang: str) -> None:
    words = looks.list_game_words(lang)
    assert words["piece.holes58_1"] == {"en": "hound", "ja": "猟犬"}[lang]
    assert words["place.kariuchi_A"] == {"en": "Centre", "ja": "中心点"}[lang]
    assert words["piece_box.qubism"] == "-58 -58 116 116"
    assert words["piece_box.kariuchi"] == "-40 -40 80 80"
    for name in banmen.names():
        drawn = banmen.game(name).start().svg()
        pieces = {part.split('"')[0] for part in drawn.split('data-piece="')[1:]}
        assert all(f"piece.{name}_{piece}" in words for piece in pieces)
