"""Pages with readings above kanji: nothing else of them changes, and they appear only on request."""

import re
from html import unescape

import pytest

from banmen.core import registry
from banmen.server.http.ruby import add_ruby
from tests.server.visiting import Visitor

RUBY = re.compile(r'<ruby>(.*?)<rt aria-hidden="true">.*?</rt></ruby>')
PAGES = ("/", "/new/kariuchi", "/learn/qubism", "/rules/kuniumi", "/board/holes58", "/my-games", "/you", "/offline")


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<p>手番</p>", '<p><span class="read"><ruby>手番<rt aria-hidden="true">てばん</rt></ruby></span></p>'),
        ('<p title="手番">&amp;<br>ねこ</p>', '<p title="手番">&amp;<br>ねこ</p>'),
        ("<title>手番</title><script>手番 < 3</script>", "<title>手番</title><script>手番 < 3</script>"),
        ("<option value=1>手番</option>", "<option value=1>てばん</option>"),
        ('<a lang="zh">手番</a><b class="unseen">手番</b>', '<a lang="zh">手番</a><b class="unseen">手番</b>'),
        ("<svg><text>手番</text></svg><code>目</code>", "<svg><text>手番</text></svg><code>目</code>"),
        ("<ul><li>ねこ<li>いぬ</ul>", "<ul><li>ねこ<li>いぬ</ul>"),
        ("<!doctype html><!-- 手番 --><i/>", "<!doctype html><!-- 手番 --><i/>"),
    ],
)
def test_only_what_is_seen_is_written_over(html: str, written: str) -> None:
    assert add_ruby(html, "ja") == written


@pytest.mark.parametrize("page", PAGES)
def test_a_page_comes_with_readings_where_they_were_asked_for(visitor: Visitor, page: str) -> None:
    usual = visitor.get(f"{page}?lang=ja").text
    assert "<rt" not in usual
    visitor.client.cookies.set("banmen_easy", "on")
    easy = visitor.get(f"{page}?lang=ja").text
    assert easy.count("<ruby>") == easy.count("<rt ") > 5
    assert '<html lang="ja"' in easy
    plain = RUBY.sub(r"\1", easy)
    assert "<r" not in plain
    assert not re.search(r'="[^"]*<ruby', easy), "no attribute has markup in it"
    assert "<rt" not in visitor.get(f"{page}?lang=en").text
    visitor.client.cookies.delete("banmen_easy")
    assert visitor.get(f"{page}?lang=ja").text == usual


def test_easy_words_come_from_the_api_and_pictures_stay(visitor: Visitor) -> None:
    match = visitor.begin("kariuchi", seats={"1": "human", "2": "random"}, start="Rx4/Rx4 1 -")["id"]
    usual = visitor.get(f"/api/matches/{match}?lang=ja").json()
    visitor.client.cookies.set("banmen_easy", "on")
    easy = visitor.get(f"/api/matches/{match}?lang=ja").json()
    assert (usual["status"], easy["status"]) == ("あなたの手番です。投げてください。", "あなたの番です。投げてください。")
    assert easy["svg"] == usual["svg"]
    assert visitor.get(f"/api/matches/{match}?lang=en").json()["status"] == "Your turn: throw the sticks."
    assert "どうしたら勝ち" in visitor.get("/api/games/kuniumi/rules?lang=ja").json()["html"]


@pytest.mark.parametrize("page", ["/", "/new/moontrek", *(f"/rules/{game}" for game in registry.names())])
def test_all_pictures_are_there(visitor: Visitor, page: str) -> None:
    visitor.client.cookies.set("banmen_easy", "on")
    pictures = re.findall(r'<img[^>]* src="([^"]+)"', visitor.get(f"{page}?lang=ja").text)
    assert pictures
    for address in pictures:
        assert visitor.get(unescape(address)).status_code == 200, address


def test_other_languages_have_no_readings(visitor: Visitor) -> None:
    assert visitor.get("/readings/en.txt").status_code == 404
