"""Attacks by malicious clients."""

from __future__ import annotations

import html
import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route

from banmen.server import computer
from banmen.server.http import position_routes
from banmen.server.http.application import ROUTERS
from tests.common.loops import some
from tests.server.visiting import House, Visitor, problem

HTML = {"accept": "text/html"}
JSON = {"content-type": "application/json"}


def raw(house: House, **scope: Any) -> list[dict[str, Any]]:
    """Send raw data, straight to the application."""
    sent: list[dict[str, Any]] = []
    known: dict[str, Any] = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http"}
    known |= {
        "path": "/api/games",
        "method": "GET",
        "query_string": b"",
        "raw_path": b"/",
        "headers": [],
        "server": ("table", 80),
        "client": ("a", 1),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    own = [(b"host", b"table")] if scope.pop("own_host", True) else []
    scope = {**scope, "headers": [*own, *scope.get("headers", [])]}
    house.run(house.app(known | scope, receive, send))
    return sent


# Other people's matches and analyses.


def test_other_visitors_data_is_inaccessible(house: House) -> None:
    owner, other = house.visitor(), house.visitor()
    match = owner.begin("qubism", seats={"w": "human", "b": "human"})["id"]
    analysis = owner.post("/api/analysis", {"game": "qubism", "seconds": 0.01}).json()["id"]
    values = {"match": match, "analysis": analysis}
    tried = 0
    for route in (route for router in ROUTERS for route in router.routes if isinstance(route, Route)):
        if not re.search("{(match|analysis)}", route.path):
            continue
        for method in (route.methods or set()) - {"HEAD"}:
            bodies: dict[str, Any] = {"why": {}, "actions": {"type": "resign", "seq": 0, "client_id": "0" * 32}}
            bodies |= {"invitation": {}, "join": {"nonce": "0" * 32}, "invite": {"player": "b"}, "computer": {"player": "b"}}
            bodies |= {"block": {"player": "b"}, "report": {"player": "b", "reason": "talk"}}
            body = bodies.get(route.path.rpartition("/")[2]) if method == "POST" else None
            path = route.path.format(**values)
            answer = house.run(other.client.request(method, path, json=body))
            assert problem(answer)[0] == 404, (method, path)
            assert problem(house.run(house.visitor().client.request(method, path, json=body)))[0] == 404
            tried += 1
    assert tried >= 10
    assert other.get("/api/matches").json()["matches"] == []
    assert owner.look(match)["result"] is None  # nobody has resigned for them
    for page in (f"/play/{match}", f"/replay?match={match}"):
        assert other.get(page, headers=HTML).status_code == 404


@pytest.mark.parametrize(
    "cookie", ["", "x", "' OR 1=1 --" * 3, "../../../../../../etc/passwd", "a" * 65, "ä" * 30, "a" * 20 + "\r\nx"]
)
def test_a_made_up_cookie_is_replaced(house: House, cookie: str) -> None:
    headers = [(b"cookie", f"banmen_visitor={cookie}".encode("latin-1"))]
    sent = raw(house, headers=headers)
    assert sent[0]["status"] == 200
    given = [value for name, value in sent[0]["headers"] if name == b"set-cookie"]
    assert len(given) == 1
    assert re.fullmatch(rb"banmen_visitor=[A-Za-z0-9_-]{32}; .*", given[0])


# Files, headers, bodies.


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server/http/application.py",
        "/static/..%2fserver%2fapp.py",
        "/static/%2e%2e/%2e%2e/pyproject.toml",
        "/static//etc/passwd",
        "/static/..\\server\\app.py",
        "/static/js/%00",
        "/static/js",
        "/static/",
    ],
)
def test_no_file_outside_is_sent(house: House, path: str) -> None:
    assert raw(house, path=path, raw_path=path.encode())[0]["status"] in (404, 405)
    decoded = path.replace("%2f", "/").replace("%2e", ".").replace("%00", "\x00")
    assert raw(house, path=decoded, raw_path=path.encode())[0]["status"] in (400, 404, 405)


@pytest.mark.parametrize("length", [b"\xb2", b"-1", b"1e9", b"", b" 5", b"9" * 5000, b"0x10"])
def test_invalid_lengths_are_refused(house: House, length: bytes) -> None:
    assert raw(house, headers=[(b"content-length", length)])[0]["status"] == 413


def test_a_record_is_saved_under_a_harmless_name(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", names={"1": '"; filename="x.exe', "2": "../x"})
    named = visitor.get(f"/api/matches/{view['id']}/record").headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="kariuchi-[A-Za-z0-9_-]+\.banmen"', named)


@pytest.mark.parametrize("name", ["a\r\nSet-Cookie: x=1", "\u2028", "a\tb", "a" * 41])
def test_names_are_of_one_short_line(visitor: Visitor, name: str) -> None:
    assert problem(visitor.post("/api/matches", {"game": "kariuchi", "names": {"1": name}})) == (422, "invalid")


def test_a_name_cannot_break_out_of_its_record(visitor: Visitor) -> None:
    name = '"]\n[Result "1'.replace("\n", " ")
    view = visitor.begin("kariuchi", names={"1": name})
    text = visitor.get(f"/api/matches/{view['id']}/record").text
    again = visitor.post("/api/replay", {"record": text})
    assert again.status_code == 200
    assert again.json()["result"] is None


HALF = "\\ud800"  # of a pair: JSON can write it, UTF-8 cannot


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/positions", {"game": HALF}),
        ("/api/positions", {"game": "kariuchi", "position": HALF}),
        ("/api/positions", {"game": "kariuchi", "options": {HALF: 1}}),
        ("/api/positions", {"game": "kariuchi", "options": {"pieces": HALF}}),
        ("/api/positions", {HALF: 1}),
        ("/api/matches", {"game": "kariuchi", "seats": {HALF: "human"}}),
        ("/api/matches", {"game": "kariuchi", "seats": {"1": HALF}}),
        ("/api/positions/why", {"game": "kuniumi", "from": HALF}),
        ("/api/positions/shift", {"game": "kuniumi", "piece": HALF, "from": HALF, "to": HALF}),
        ("/api/replay", {"record": f'[Game "{HALF}"]'}),
        ("/api/replay", {"record": HALF}),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_halves_of_characters_are_refused_in_words(visitor: Visitor, lang: str, path: str, body: dict[str, Any]) -> None:
    content = json.dumps(body).replace("\\\\ud800", "\\ud800").encode()
    answer = visitor.post(f"{path}?lang={lang}", content=content, headers=JSON)
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]


# Pages.


@pytest.mark.parametrize(
    "path", ["//elsewhere.example/", "///elsewhere.example", "/\\elsewhere.example", "//elsewhere.example/%2f.."]
)
def test_no_link_leads_to_another_site(house: House, path: str) -> None:
    sent = raw(house, path=path, raw_path=path.encode(), headers=[(b"accept", b"text/html")])
    page = b"".join(message.get("body", b"") for message in sent[1:]).decode()
    assert not re.search(r'(?:href|src|action)="(?:[a-z]+:)?[/\\]{2}(?!www\.|koubou)', page)
    assert sent[0]["status"] == 404
    assert b"location" not in dict(sent[0]["headers"])


def test_nothing_in_a_page_is_written_into_it(visitor: Visitor) -> None:
    for path in ("/", "/new/kariuchi", "/rules/qubism", "/learn/kuniumi", "/board/holes58", "/replay", "/docs"):
        page = visitor.get(path, headers=HTML).text
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", page), path
        assert not re.search(r"\son[a-z]+\s*=\s*[\"']", page), path
        assert not re.search(r"(?:src|href)=[\"'](?:https?:)?//[^\"']*\.(?:js|css)", page), path


def test_cookies_cannot_be_read_by_scripts_nor_sent_by_other_sites(house: House) -> None:
    for path in ("/?lang=ja", "/api/games"):
        for cookie in some(house_cookies(house.visitor().get(path, headers=HTML))):
            assert "httponly" in cookie.lower()
            assert "samesite=lax" in cookie.lower()


def house_cookies(answer: Any) -> list[str]:
    return [value for name, value in answer.headers.multi_items() if name == "set-cookie"]


# Origins, hosts and methods.

STRICT = ("content-security-policy", "x-content-type-options", "referrer-policy", "x-frame-options")


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "//[", "http://a]b", "null", "x" * 1000])
def test_an_origin_that_is_no_address_is_another_site(house: House, origin: str) -> None:
    answer = house.visitor(origin=origin).post("/api/matches", {"game": "qubism"})
    assert problem(answer) == (403, "cross_origin")
    assert all(name in answer.headers for name in STRICT)
    assert house.visitor(origin=origin).get("/").status_code == 200
    sent = raw(house, type="websocket", path="/api/matches/x/live", headers=[(b"origin", origin.encode())])
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_a_failure_is_answered_with_all_headers(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_routes, "replay_view", lambda *_: 1 // 0)
    answer = house.visitor().post("/api/replay", {"record": '[Game "qubism"]\n\n*\n'})
    assert problem(answer) == (500, "broken")
    assert all(name in answer.headers for name in STRICT)
    assert 'banmen_requests_total{method="POST",route="/api/replay",status="500"} 1.0' in house.visitor().get("/metrics").text


@pytest.mark.parametrize("method", ["BREW", "PROPFIND", "X" * 200, "get", "G-T"])
def test_made_up_methods_make_no_new_metrics(house: House, method: str) -> None:
    raw(house, method="BREWED")
    before = count_metrics(house)
    for number in range(20):
        raw(house, method=f"{method}{'ABCDEFGHIJKLMNOPQRST'[number]}")
    assert count_metrics(house) == before
    assert method not in house.visitor().get("/metrics").text


def test_made_up_players_make_no_new_metrics(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "choose_move", lambda _who, position, *_: position.legal_moves()[0])
    visitor = house.visitor()
    for number in range(5):
        view = visitor.begin("qubism", seats={"w": "human", "b": f"strongest:0.{number}1s"})
        visitor.awaited(visitor.done(view, "move", move="c2"), lambda seen: seen["yours"])
    counts = [line for line in visitor.get("/metrics").text.splitlines() if line.startswith("banmen_thought_seconds_count")]
    assert counts == ['banmen_thought_seconds_count{who="strongest"} 5.0']


def count_metrics(house: House) -> int:
    house.visitor().get("/metrics")  # which counts itself from the second time on
    return len(house.visitor().get("/metrics").text.splitlines())


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8017", "table.evil.example", "localhost.evil.example", "", ":80", "127.0.0.1.evil.example"],
)
def test_a_name_that_is_not_ours_is_not_answered(house: House, host: str) -> None:
    visitor = house.visitor(host=host)
    for path in ("/", "/api/matches"):
        answer = visitor.get(path)
        assert problem(answer) == (400, "unknown_host")
        assert "set-cookie" not in answer.headers
    same = {"origin": f"http://{host}", "host": host}
    assert problem(house.visitor(**same).post("/api/matches", {"game": "qubism"})) == (400, "unknown_host")
    headers = [(b"host", host.encode()), (b"origin", f"http://{host}".encode())]
    sent = raw(house, type="websocket", path="/api/matches/x/live", own_host=False, headers=headers)
    assert sent == [{"type": "websocket.close", "code": 1008}]


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "127.0.0.1:8017", "192.168.1.20:8017", "[::1]:8017", "[fe80::1]", "localhost:1", "LOCALHOST", "table:8017"],
)
def test_addresses_and_own_names_are_answered(house: House, host: str) -> None:
    visitor = house.visitor(host=host, origin=f"http://{host}")
    assert visitor.get("/").status_code == 200
    assert visitor.post("/api/matches", {"game": "qubism"}).status_code == 201


def test_the_machines_own_name_is_answered_and_so_is_one_that_was_set(tmp_path: Path) -> None:
    with House(tmp_path, hosts=("Games.Example",)) as house:
        for host in (socket.gethostname(), "games.example:443", "GAMES.example."):
            assert house.visitor(host=host).get("/api/games").status_code == 200
        assert problem(house.visitor().get("/api/games")) == (400, "unknown_host")


# Cookies.


def test_what_caches_may_share_sets_no_cookie(house: House) -> None:
    page = house.visitor().get("/", headers=HTML).text
    found = {path for path in re.findall(r'(?:href|src)="(/[^"]+)"', page) if path.startswith(("/pictures/", "/static/"))}
    found |= {"/pictures/kariuchi.svg", "/pictures/kariuchi/throw-3.svg", "/pictures/chess.svg", "/static/css/page.css"}
    for path in found:
        answer = house.visitor().get(html.unescape(path))
        assert "set-cookie" not in answer.headers, path
    for path in ("/", "/api/games", "/api/matches"):
        answer = house.visitor().get(path, headers=HTML)
        assert "set-cookie" in answer.headers
        assert "public" not in answer.headers["cache-control"]


def test_a_cookie_is_renewed_with_every_page(house: House) -> None:
    visitor = house.visitor()
    (first,) = house_cookies(visitor.get("/", headers=HTML))
    (again,) = house_cookies(visitor.get("/my-games", headers=HTML))
    assert again == first
    assert f"Max-Age={400 * 24 * 3600};" in again
    assert house_cookies(visitor.get("/api/matches")) == []  # one page is enough


@pytest.mark.parametrize(
    "path", ["/play/a%00b", "/people/a%00b", "/replay?match=a%00b", "/api/people/a%00b", "/tournaments/%00"]
)
def test_an_address_that_no_database_can_hold_is_refused(visitor: Visitor, path: str) -> None:
    assert problem(visitor.get(path)) == (400, "malformed")
