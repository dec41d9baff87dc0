"""Pages as the server sends them: languages, themes, wrong addresses, pictures, and the web app manifest."""

import json
from pathlib import Path

import pytest

from tests.server.http.test_static_files import load
from tests.server.visiting import House, Visitor

PAGES = [
    "/",
    "/new/kariuchi",
    "/new/moontrek",
    "/play/{match}",
    "/replay",
    "/board/qubism",
    "/rules/holes58",
    "/learn/kuniumi",
    "/offline",
]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_speaks_both_languages(visitor: Visitor, path: str) -> None:
    path = path.format(match=visitor.begin("qubism")["id"])
    for lang in ("en", "ja"):
        answer = visitor.get(path, headers={"accept-language": lang})
        assert answer.status_code == 200
        assert answer.headers["content-language"] == lang
        assert f'<html lang="{lang}"' in answer.text
        assert "style=" not in answer.text, "inline styles are refused by the content security policy"
        assert "undefined" not in answer.text


def test_a_chosen_language_is_kept(visitor: Visitor) -> None:
    visitor.get("/?lang=ja")
    assert visitor.get("/", headers={"accept-language": "en"}).headers["content-language"] == "ja"
    assert "lang=en" in visitor.get("/").text


def test_a_wrong_address_gets_a_page(visitor: Visitor) -> None:
    for path in ("/nowhere", "/new/chess", "/rules/chess", "/board/chess", "/learn/chess"):
        answer = visitor.get(path, headers={"accept": "text/html"})
        assert answer.status_code == 404
        assert "There is nothing here" in answer.text


def test_a_game_that_is_not_there_gets_a_page(visitor: Visitor) -> None:
    for path in ("/play/anything", "/replay?match=anything"):
        answer = visitor.get(path, headers={"accept-language": "ja"})
        assert answer.status_code == 404
        assert "この対局はここにありません" in answer.text


def test_what_an_address_carries_is_not_taken_for_markup(visitor: Visitor) -> None:
    wicked = "<script>alert(1)</script>"
    for path in (
        f"/board/qubism?position={wicked}",
        f"/new/qubism?position={wicked}",
        f"/replay?match={wicked}",
        f"/?lang={wicked}",
    ):
        assert wicked not in visitor.get(path).text


def test_boards_are_drawn_as_pictures(visitor: Visitor) -> None:
    answer = visitor.get("/pictures/kariuchi.svg?position=Rx1/Rx1 1 -&pieces=1")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("application/json")
    answer = visitor.get("/pictures/kariuchi.svg?position=R/R 1 -&pieces=1&theme=dark&lang=ja")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert 'data-position="R/R 1 -"' in answer.text
    answer = visitor.get("/pictures/moontrek.svg?position=start&players=3")
    assert 'data-position="' in answer.text
    assert "A|B|C A" in answer.text, "three players at the beginning"


def test_the_page_can_be_installed(visitor: Visitor) -> None:
    told = json.loads(visitor.get("/manifest.webmanifest?lang=ja").text)
    assert told["lang"] == "ja"
    for icon in told["icons"]:
        assert visitor.get(icon["src"]).status_code == 200
    script = visitor.get("/service-worker.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "VERSION" not in script.text


def test_the_service_worker_keeps_only_what_there_is_and_all_scripts(visitor: Visitor) -> None:
    script = visitor.get("/service-worker.js").text
    kept = json.loads(script.partition("const KEPT = ")[2].partition(";")[0])
    assert kept
    for path in kept:
        assert visitor.get(path).status_code == 200, path
    assert {name for name in load(visitor, "/offline") if name.endswith(".js")} <= set(kept)


def test_a_chosen_theme_is_kept(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor(cookie="banmen_theme=dark")
        assert 'data-theme="dark"' in visitor.get("/").text
        assert "data-theme" not in house.visitor(cookie="banmen_theme=pink").get("/").text.partition(">")[0]
