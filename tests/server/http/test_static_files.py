"""Static files: kept for good under addresses that change with their content, and few enough bytes for a phone."""

import os
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest

from banmen.server.http import static_files
from tests.server.visiting import House, Visitor

NAMED = re.compile(r"""(?:<script[^>]* src|<link rel="(?:stylesheet|icon)" href|<img[^>]* src)="([^"]+)""")
IMPORTED = re.compile(r"""^import [^;]*?["'](\.[^"']+)["'];""", re.MULTILINE)
FOREVER = "public, max-age=31536000, immutable"
KILOBYTE = 1000


def load(visitor: Visitor, page: str) -> dict[str, int]:
    """Return the bytes of all that a page loads at first, packed as they are sent, by address."""
    waiting, sizes = [page], {}
    while waiting:
        address = waiting.pop().replace("&amp;", "&")
        if address in sizes:
            continue
        answer = visitor.get(address, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200, address
        sizes[address] = int(answer.headers["content-length"])
        found = NAMED if address == page else IMPORTED if ".js" in address else None
        waiting += [urljoin(address, name) for name in found.findall(answer.text)] if found else []
    return sizes


@pytest.fixture
def match(visitor: Visitor) -> str:
    return str(visitor.begin("qubism", seats={"w": "human", "b": "human"})["id"])


def test_the_first_page_and_the_play_page_are_light(visitor: Visitor, match: str) -> None:
    first, play = load(visitor, "/?lang=ja"), load(visitor, f"/play/{match}?lang=ja")
    view = visitor.get(f"/api/matches/{match}", headers={"accept-encoding": "gzip"})
    assert len([name for name in play if name.endswith(".js")]) > 10
    assert any("/pictures/" in name for name in first)
    assert sum(first.values()) < 70 * KILOBYTE, first
    assert sum(play.values()) + int(view.headers["content-length"]) < 90 * KILOBYTE, play


def test_what_pages_name_is_kept_for_good(visitor: Visitor) -> None:
    pages = ("/", "/new/qubism", "/rules/qubism", "/learn/qubism", "/board/qubism", "/offline", "/replay")
    named = {page: [name for name in NAMED.findall(visitor.get(page).text) if "/pictures/" not in name] for page in pages}
    assert all(len(names) >= 4 for names in named.values()), named
    for address in {name for names in named.values() for name in names} | set(load(visitor, "/offline")) - {"/offline"}:
        assert visitor.get(address).headers["cache-control"] == FOREVER, address
    assert {visitor.get(page).headers["cache-control"] for page in pages} == {"no-cache"}


def test_other_addresses_of_the_same_files_are_asked_about(visitor: Visitor) -> None:
    current = visitor.get(f"{static_files.find_root()}/js/page.js")
    for address in ("/static/js/page.js", "/static/0123456789ab/js/page.js"):
        answer = visitor.get(address)
        assert answer.text == current.text
        assert answer.headers["cache-control"] == "no-cache"
        assert visitor.get(address, headers={"if-none-match": answer.headers["etag"]}).status_code == 304
    assert visitor.get("/looks.css?v=0123456789ab").headers["cache-control"] == "no-cache"
    assert visitor.get(f"{static_files.find_root()}/js/nothing.js").status_code == 404


def test_files_from_memory_are_those_on_the_disk(visitor: Visitor) -> None:
    names = [path.relative_to(static_files.FOLDER).as_posix() for path in static_files.FOLDER.rglob("*.*")]
    assert len(names) > 40
    for name in names:
        kept, read = (visitor.get(f"{root}/{name}") for root in (static_files.find_root(), "/static"))
        assert (kept.status_code, kept.content) == (200, (static_files.FOLDER / name).read_bytes())
        assert kept.headers["content-type"] == read.headers["content-type"], name


@pytest.mark.parametrize("name", ["js", "js/", "js/no\0name.js", "n" * 5000, "js/page.js/more", "%2e%2e/templates/home.html"])
def test_what_is_no_file_is_not_found_under_any_address(visitor: Visitor, name: str) -> None:
    answers = [visitor.get(f"{root}/{name}".replace("\0", "%00")) for root in (static_files.find_root(), "/static")]
    assert [answer.status_code for answer in answers] == [404, 404]


def test_a_part_of_a_file_is_sent_on_request(visitor: Visitor) -> None:
    answer = visitor.get(f"{static_files.find_root()}/js/page.js", headers={"range": "bytes=0-9"})
    assert (answer.status_code, len(answer.content)) == (206, 10)
    assert visitor.house.run(visitor.client.head(f"{static_files.find_root()}/js/page.js")).status_code == 200


def test_a_picture_is_not_sent_twice(visitor: Visitor) -> None:
    first = visitor.get("/pictures/qubism.svg")
    again = visitor.get("/pictures/qubism.svg", headers={"if-none-match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.text) == (200, 304, "")


def test_an_edited_file_is_named_otherwise_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "static"
    shutil.copytree(static_files.FOLDER, folder)
    monkeypatch.setattr(static_files, "FOLDER", folder)
    before = static_files.find_root()
    with House(tmp_path) as house:
        visitor = house.visitor()
        assert before in visitor.get("/").text
        style = folder / "css" / "page.css"
        style.write_text(style.read_text(encoding="utf-8") + "/* later */", encoding="utf-8")
        os.utime(style, ns=(1, 1))
        after = static_files.find_root()
        assert after != before
        page = visitor.get("/").text
        assert after in page
        assert before not in page
        assert visitor.get(f"{before}/css/page.css").headers["cache-control"] == "no-cache"
