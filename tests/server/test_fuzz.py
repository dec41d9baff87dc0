"""A sample of malformed requests to a real server; `python -m bench.fuzz` sends many more."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from banmen.match.events import MOST_SENT
from bench.fuzz import ERROR, run_requests
from bench.fuzz_findings import Findings, leave_out_slow
from bench.fuzz_long import LENGTH, LONG_MATCH, OUTDATED, write_long_match
from bench.fuzz_requests import KINDS, VISITOR, WEB_PAGES, Mangled, find_fault, list_requests
from bench.fuzz_texts import Corpus
from bench.fuzz_together import begin_together
from bench.raw_http import RawAnswer
from tests.server.process import PATIENCE, Process
from tests.server.visiting import House

JSON = {"content-type": "application/json"}


def test_nonsense_gets_clear_answers() -> None:
    found = run_requests(500, seed=11)
    assert leave_out_slow(found["wrong"]) == []
    assert {outcome.partition(":")[0] for outcome in found["outcomes"]} == set(KINDS)
    assert {"json: 422", "json: 200", "bytes: 400", "socket: 101"} <= set(found["outcomes"])


def test_requests_before_nonsense_leave_no_traceback(tmp_path: Path) -> None:
    """Many requests at once, then a malformed one: the connection is closed while they are being answered."""
    server = Process(tmp_path / "data")
    request = f"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            connection.sendall(request * 5 + b"\0\0\0\r\n\r\n")
            answer = b"".join(iter(lambda: connection.recv(65_536), b""))
        assert b"400 Bad Request" in answer
    with server.client() as client:
        assert client.get("/healthz").status_code == 200
    assert "Traceback" not in server.close()


def test_sockets_that_were_opened_and_closed_are_not_counted_for_ever(tmp_path: Path) -> None:
    server = Process(tmp_path / "data", BANMEN_MOST_CONNECTIONS_EACH="3")
    for _ in range(8):
        with connect(f"ws://127.0.0.1:{server.port}/api/matches/x/live", open_timeout=PATIENCE) as opened:
            opened.recv(timeout=PATIENCE)
    with server.client() as client:
        assert client.get("/healthz").status_code == 200
    assert "Traceback" not in server.close()


def test_invalid_text_on_a_socket_leaves_no_traceback(tmp_path: Path) -> None:
    server = Process(tmp_path / "data")
    with server.client() as client:
        seats = {"1": "human", "2": "human"}
        match = client.post("/api/matches", json={"game": "kariuchi", "seats": seats}).json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = f"ws://127.0.0.1:{server.port}/api/matches/{match}/live"
    with connect(url, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE) as opened:
        opened.recv(timeout=PATIENCE)
        opened.socket.sendall(b"\x81\x82" + bytes(4) + b"\xff\xff")
        with pytest.raises(ConnectionClosed):
            opened.recv(timeout=PATIENCE)
    assert "Traceback" not in server.close()


# The check for bad answers detects them.


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (RawAnswer(200, JSON, b"{}"), ""),
        (RawAnswer(422, JSON, b'{"error":{"code":"invalid","message":"x"}}'), ""),
        (RawAnswer(404, {"content-type": "text/html; charset=utf-8"}, b"<html>"), ""),
        (RawAnswer(400, {"content-type": "text/plain"}, b"Invalid HTTP request received."), ""),
        (RawAnswer(422, JSON, b'{"error":{"code":"oops","message":"x"}}'), "the unknown code oops"),
        (RawAnswer(409, {"content-type": "text/plain"}, b"no"), "409 as text/plain"),
        (RawAnswer(500, JSON, b'{"error":{"code":"broken","message":"x"}}'), "answered 500"),
        (RawAnswer(0, {}, b""), "closed without an answer"),
        (RawAnswer(0, {}, b"", late=True), "no answer"),
    ],
)
def test_bad_answers_are_noticed(answer: RawAnswer, fault: str) -> None:
    assert find_fault(Mangled("json", b""), answer) == fault


def test_a_closed_connection_is_an_answer_to_half_a_request() -> None:
    assert find_fault(Mangled("bytes", b"", framed=False), RawAnswer(0, {}, b"")) == ""


def test_slowness_and_tracebacks_are_noticed() -> None:
    findings = Findings()
    findings.note("json", "200", 0.5, "fine", 1)
    findings.note("json", "200", 1.5, "slow", 2)
    assert [(wrong["number"], wrong["why"]) for wrong in findings.wrong] == [(2, "took 1.50 s")]
    assert findings.summarise()["slowest"]["json"] == {"seconds": 1.5, "sent": "'slow'"}
    assert ERROR.findall("x\nTraceback (most recent call last):\n  File y\nValueError: no\nz\n") == ["ValueError: no"]


# The fuzzer asks everything.

NOT_ASKED = {
    ("POST", "/api/network"): "the machine would be open to its network",
    ("POST", "/api/me/account"): "the matches would be those of an account, and its visitor would have to sign in",
    ("POST", "/api/me/sign-out"): "the visitor's matches could not be reached any more",
    ("POST", "/api/me/sign-out-others"): "it needs an account",
    ("POST", "/api/me/delete"): "the visitor's matches would be gone",
}


def test_every_route_is_asked_by_the_fuzzer_or_left_out_for_a_reason(house: House) -> None:
    answer = {"id": "x", "view": {"id": "x"}, "links": {"b": "x"}}
    good = [*list_requests("x", "qubism", Corpus(1)), *begin_together(lambda *_: answer, "a", "b")]
    asked = {(method, path.partition("?")[0]) for method, path, _ in good} | {("GET", path) for path in WEB_PAGES}
    routes = [route for route in house.app.routes if isinstance(route, APIRoute) and route.path.startswith("/api/")]
    left = {
        (method, route.path)
        for route in routes
        for method in {"GET", "POST"}.intersection(route.methods or ())
        if not any(method == known and route.path_regex.fullmatch(path) for known, path in asked)
    }
    assert left == set(NOT_ASKED)
    paths = {path for _, path in asked if path.startswith("/api/")}
    assert [path for path in paths if not any(route.path_regex.fullmatch(path) for route in routes)] == []


def test_the_fuzzer_has_a_long_match(tmp_path: Path) -> None:
    write_long_match(tmp_path / "data", VISITOR)
    with House(tmp_path / "data") as house:
        visitor = house.visitor(cookie=f"banmen_visitor={VISITOR}")
        path = f"/api/matches/{LONG_MATCH}"
        assert visitor.get(path).json()["seq"] == LENGTH - 1
        for body in OUTDATED:
            answer = visitor.post(f"{path}/actions?detail=plain", json.loads(body))
            assert (answer.status_code, len(answer.json()["events"])) == (409, MOST_SENT)
