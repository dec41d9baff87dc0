"""Behind a proxy: the path prefix is in every link, and only a trusted proxy is believed."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from banmen.core import registry
from banmen.server.http.middleware import COOKIE
from banmen.server.http.static_files import FOLDER
from tests.common.loops import some
from tests.server.process import Process
from tests.server.test_process import act, begun, receive, watching
from tests.server.visiting import House, Visitor

BASE = "/games"
GAMES = registry.names()
PAGES = [
    "/",
    "/my-games",
    "/you",
    "/replay",
    "/offline",
    "/docs",
    "/nowhere",
    "/play/nothing",
    *(f"/{page}/{game}" for page in ("new", "board", "rules", "learn") for game in GAMES),
]
ADDRESSES = ("href", "src", "srcset", "action", "data-src", "poster", "formaction")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("prefixed"), path_prefix=BASE) as opened:
        yield opened


@pytest.fixture
def visitor(house: House) -> Visitor:
    return house.visitor(accept="text/html")


class Links(HTMLParser):
    """The addresses that a page names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value.split()[0] for name, value in attrs if name in ADDRESSES and value}


def list_links(visitor: Visitor, path: str) -> set[str]:
    """Return the addresses on a page that are on this server, resolved as in a browser."""
    found = {urljoin(f"http://table{BASE}{path}", link) for link in Links(visitor.get(BASE + path).text).found}
    return {link for link in found if urlsplit(link).netloc == "table"}


@pytest.mark.parametrize("path", PAGES)
def test_every_link_of_every_page_has_the_prefix_and_leads_somewhere(visitor: Visitor, path: str) -> None:
    links = list_links(visitor, path)
    assert links
    for link in links:
        parts = urlsplit(link)
        assert parts.path == f"{BASE}/" or parts.path.startswith(f"{BASE}/"), link
        if parts.path != urlsplit(f"{BASE}{path}").path:
            assert visitor.get(link).status_code == 200, link


def test_a_proxy_may_take_the_prefix_off_itself(visitor: Visitor) -> None:
    with_prefix, without = visitor.get(f"{BASE}/new/qubism"), visitor.get("/new/qubism")
    assert with_prefix.text == without.text
    assert visitor.get(BASE).status_code == 200
    assert visitor.get(f"{BASE}some").status_code == 404
    assert visitor.get(f"{BASE}/new").headers["location"] == f"{BASE}/"


def test_a_slash_too_many_leads_to_the_page_under_the_prefix(visitor: Visitor, tmp_path: Path) -> None:
    for path, meant in (("/new/qubism/", "/new/qubism"), ("/board/qubism//?position=a%20b", "/board/qubism?position=a%20b")):
        answer = visitor.get(BASE + path)
        assert (answer.status_code, answer.headers["location"]) == (307, BASE + meant)
    assert visitor.get(f"{BASE}/nowhere/").status_code == 404
    assert visitor.get(f"{BASE}/play/%C3%A9%3F/").headers["location"] == f"{BASE}/play/%C3%A9%3F"
    with House(tmp_path) as plain:
        answer = plain.visitor().post("/api/matches/", {"game": "qubism"})
        assert (answer.status_code, answer.headers["location"]) == (307, "/api/matches")


def test_programs_see_the_prefix(visitor: Visitor) -> None:
    assert visitor.get(f"{BASE}/openapi.json").json()["servers"] == [{"url": BASE}]
    assert f"All paths are below <code>{BASE}</code>" in visitor.get(f"{BASE}/docs").text


def test_rules_from_the_api_have_the_prefix_too(visitor: Visitor) -> None:
    html = visitor.get(f"{BASE}/api/games/qubism/rules").json()["html"]
    assert {link.startswith(f"{BASE}/") for link in Links(html).found if link.startswith("/")} == {True}


def test_what_is_installed_stays_under_the_prefix(visitor: Visitor) -> None:
    told = visitor.get(f"{BASE}/manifest.webmanifest").json()
    assert told["start_url"] == told["scope"] == f"{BASE}/"
    for icon in told["icons"]:
        assert visitor.get(icon["src"]).status_code == 200
        assert icon["src"].startswith(f"{BASE}/")
    script = visitor.get(f"{BASE}/service-worker.js").text
    assert f'const BASE = "{BASE}"' in script
    kept = re.search(r"const KEPT = \[(.*?)\]", script)
    assert kept
    for path in re.findall(r'"([^"]+)"', kept[1]):
        assert visitor.get(BASE + path).status_code == 200, path
    assert f"Disallow: {BASE}/play/" in visitor.get("/robots.txt").text


def test_cookies_stay_under_the_prefix(visitor: Visitor) -> None:
    answer = visitor.get(f"{BASE}/?lang=ja")
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    assert all(f"Path={BASE}" in cookie for cookie in cookies)
    assert visitor.get(f"{BASE}/api/matches").status_code == 200
    match = visitor.post(f"{BASE}/api/matches", {"game": "qubism"}).json()["id"]
    assert visitor.get(f"{BASE}/play/{match}").status_code == 200  # the cookie was sent


# Calls that would bypass the functions that know the prefix: `addressOf`, `socketAt`, `ask` and `make`.
PAST = [
    r"\.(href|src|action) = [^;]*[\"'`]/",
    r"(location\.assign|location\.replace|fetch|register|open)\([\"'`]/",
    r"(location\.assign|location\.replace)\([a-z]+\.url",
    r"new (WebSocket|Worker|EventSource)\((?!socketAt\()",
    r"location\.(host|origin)\}/",
    r"location\.pathname [!=]== [\"'`]/",
    r"path=/;",
    r"setAttribute\(\"(href|src)\", [\"'`]/",
]


@pytest.mark.parametrize("pattern", PAST)
def test_scripts_name_addresses_by_the_functions_that_know_the_prefix(pattern: str) -> None:
    wrong = []
    for file in some(sorted((FOLDER / "js").glob("*.js"))):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            found = re.search(pattern, line)
            if found and not re.search(r"addressOf\([`\"'][^`]*$", line[: found.end()]):
                wrong.append(f"{file.name}:{number}: {line.strip()[:80]}")
    assert wrong == []


def test_the_page_tells_its_scripts_where_the_server_is(visitor: Visitor, tmp_path: Path) -> None:
    assert f'data-base="{BASE}"' in visitor.get(f"{BASE}/").text
    with House(tmp_path) as plain:
        assert 'data-base=""' in plain.visitor().get("/").text


def test_a_match_is_played_and_watched_under_a_prefix(tmp_path: Path) -> None:
    server = Process(tmp_path / "data", BANMEN_PATH_PREFIX="/games/")
    with httpx.Client(base_url=f"{server.url}{BASE}", timeout=60, verify=False) as client:
        view = begun(client)
        assert client.get(view["url"]).status_code == 200
        with watching(server, client, f"{BASE}/api/matches/{view['id']}/live?since=0") as socket:
            receive(socket)
            act(client, view, type="throw")
            assert receive(socket)["events"][0]["kind"] == "throw"
    assert server.close() == ""


# Trusted proxies.


def count_begun(house: House, headers: list[tuple[str, str]], client: str = "127.0.0.1") -> int:
    """Return how many matches can be started, at most one per address, by requests with these headers."""
    begun = 0
    for _ in range(2):
        transport = httpx.ASGITransport(house.app, client=(client, 5))
        asking = httpx.AsyncClient(transport=transport, base_url="http://table", headers=headers)
        begun += house.run(asking.post("/api/matches", json={"game": "qubism"})).status_code == 201
    return begun


def test_a_trusted_proxy_says_for_whom_it_asks(tmp_path: Path) -> None:
    with House(tmp_path, trusted_proxies=("127.0.0.1", "10.0.0.0/8"), most_begun=1) as house:
        for number in range(3):  # each visitor has a limit of its own, whatever headers they send themselves
            assert count_begun(house, [("x-forwarded-for", f"6.6.6.6, 192.0.2.{number}, 10.1.1.1")]) == 1
        assert count_begun(house, [("x-forwarded-for", "6.6.6.7"), ("x-forwarded-for", "192.0.2.1")]) == 0
        assert count_begun(house, [("x-forwarded-for", "nonsense")]) == 1  # counted as the proxy's own
        assert count_begun(house, []) == 0


def test_untrusted_headers_are_ignored(tmp_path: Path) -> None:
    with House(tmp_path, trusted_proxies=("10.0.0.0/8",), most_begun=1) as house:
        assert count_begun(house, [("x-forwarded-for", "192.0.2.1")], client="203.0.113.9") == 1
        assert count_begun(house, [("x-forwarded-for", "192.0.2.2")], client="203.0.113.9") == 0
    with House(tmp_path, most_begun=1) as house:
        assert count_begun(house, [("x-forwarded-for", "192.0.2.1")]) == 1
        assert count_begun(house, [("x-forwarded-for", "192.0.2.2")]) == 0


@pytest.mark.parametrize(("trusted", "secure"), [(("127.0.0.1",), True), (("10.0.0.1",), False), ((), False)])
def test_a_cookie_is_secure_where_a_trusted_proxy_says_so(tmp_path: Path, trusted: tuple[str, ...], secure: bool) -> None:
    with House(tmp_path, trusted_proxies=trusted) as house:
        cookie = house.visitor(**{"x-forwarded-proto": "https"}).get("/api/matches").headers["set-cookie"]
        assert cookie.startswith(COOKIE)
        assert ("; Secure" in cookie) == secure
