"""Mangled requests for a real server: each must get a clear answer, and the server must live on and stay small."""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import os
import random
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from banmen.server.problems import STATUS
from bench.fault_servers import Server
from bench.fuzz_findings import TOO_SLOW, Findings
from bench.fuzz_long import LONG_GAME, LONG_MATCH, OUTDATED, list_outdated
from bench.fuzz_texts import Corpus
from bench.fuzz_together import begin_together
from bench.mangling import mangle_bytes, mangle_json, mangle_text, write_json
from bench.processor_use import read_use
from bench.raw_http import NO_LINGER, RawAnswer, exchange, read_answer

TIMEOUT = 60.0  # seconds
WORTH_A_LOOK = 0.25  # seconds after which a request is sent again by itself
VISITOR = "fuzz-" + "v" * 30
KINDS = {"json": 40, "bytes": 14, "address": 14, "head": 14, "framing": 8, "socket": 10}  # shares
BEGUN = {"kariuchi": {}, "qubism": {"w": "human", "b": "greedy"}, "moontrek": {}}
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "get", "GE T", "", "A" * 500)
TYPES = (
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "",
    "a" * 300,
    "application/json; charset=utf-16",
)
HEADERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Host", ("", "elsewhere", "127.0.0.1:99999", "[", "[::1", "localhost, localhost", "a" * 3000, "\xff")),
    ("Origin", ("null", "http://[", "http://elsewhere", "http://127.0.0.1", "\xff\xfe", "a" * 3000)),
    ("Cookie", ("banmen_visitor=", "banmen_visitor=;;;", "a" * 6000, "=;=", "banmen_lang=\xff", 'banmen_visitor="x"')),
    ("Accept-Language", ("ja;q=nan", "," * 3000, "ja;q=1e999", "en;q=-1,ja;q=", "\xff")),
    ("Accept-Encoding", ("gzip;q=0", "br", "identity;q=0, *;q=0", "gzip, " * 500)),
    ("Accept", ("text/html", "a/b;q=x", "\xff", "," * 2000)),
    ("Content-Length", ("0", "-1", "1e3", "999999999999999999999", "１", "+5", "0x10")),
    ("Transfer-Encoding", ("chunked", "gzip, chunked", "identity", "x")),
    ("Content-Encoding", ("gzip", "deflate", "x")),
    ("Range", ("bytes=0-", "bytes=9-1", "bytes=-" + "9" * 400, "x")),
    ("If-None-Match", ("*", '"x"', "W/", '"' * 1000)),
    ("If-Modified-Since", ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "\0")),
    ("Upgrade", ("websocket", "h2c", "x")),
    ("Expect", ("100-continue", "200-ok")),
    ("X-Forwarded-For", ("127.0.0.1", "a" * 2000, "\xff")),
    ("X-Forwarded-Proto", ("https", "gopher", "")),
    ("Sec-Fetch-Site", ("cross-site", "none", "x")),
    ("X" * 3000, ("x",)),
    ("Bad Header", ("x",)),
)
WEB_PAGES = ("/", "/my-games", "/new/kariuchi", "/replay", "/board/qubism", "/rules/kuniumi", "/learn/holes58", "/offline",
             "/pictures/kariuchi.svg", "/pictures/kariuchi/throw-3.svg", "/looks.css", "/healthz", "/metrics", "/docs",
             "/openapi.json", "/static/js/play.js", "/robots.txt", "/manifest.webmanifest", "/api/games", "/api/warm",
             "/api/history", "/api/matches", "/api/games/kariuchi/rules", "/api/games/kariuchi/lessons", "/readyz",
             "/lobby", "/leaderboard", "/ratings", "/tournaments", "/tournaments/new", "/you", "/learn", "/rules")  # fmt: skip


@dataclass
class Target:
    """A server with some matches of one visitor, a long one among them, and good requests to it."""

    server: Server
    corpus: Corpus
    visitor: str = VISITOR
    requests: list[tuple[str, str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for game, seats in BEGUN.items():
            body = json.dumps({"game": game, "seats": seats}).encode()
            answer = exchange(self.server.port, self.write("POST", "/api/matches", body), TIMEOUT)
            self.requests += list_requests(json.loads(answer.body)["id"], game, self.corpus)
        self.requests += [*list_requests(LONG_MATCH, LONG_GAME, self.corpus), *list_outdated()]
        self.requests += begin_together(self._ask, self.visitor, "fuzz-" + "w" * 30)

    def _ask(self, path: str, body: Any, visitor: str) -> Any:
        """Return the answer to a valid request of a visitor."""
        sent = self.write("POST", path, json.dumps(body).encode(), Cookie=f"banmen_visitor={visitor}")
        answer = exchange(self.server.port, sent, TIMEOUT)
        assert answer.status < 300, answer
        return json.loads(answer.body)

    def write(self, method: str, path: str, body: bytes | None = None, **headers: str) -> bytes:
        """Return a request as it is sent."""
        known = {"Host": f"127.0.0.1:{self.server.port}", "Cookie": f"banmen_visitor={self.visitor}", "Connection": "close"}
        if body is not None:
            known |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        known |= headers
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in known.items())]
        return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + (body or b"")


def list_requests(match: str, game: str, corpus: Corpus) -> list[tuple[str, str, Any]]:
    """Return good requests about a match and a game."""
    path, name = f"/api/matches/{match}", "4b0a4c1e-0000-4000-8000-000000000000"
    position = corpus.by_game[game][3].text
    record = next(record.text for record in corpus.records if record.start.game.name == game)
    asked = {"game": game, "options": {}, "position": position, "theme": "dark", "side": "own", "tall": True}
    found: list[tuple[str, str, Any]] = [
        (
            "POST",
            "/api/matches",
            {"game": game, "options": {}, "seats": {"1": "human"}, "names": {"1": "A"}, "client_id": name},
        ),
        ("POST", "/api/matches", {"game": game, "start": position}),
        ("POST", f"{path}/why", {"from": "1", "to": "2", "owner": "1"}),
        ("POST", f"{path}/stop", None),
        ("POST", "/api/positions", asked),
        ("POST", "/api/positions/play", {**asked, "throw": 3}),
        ("POST", "/api/positions/play", {**asked, "move": "R>3"}),
        ("POST", "/api/positions/why", {**asked, "from": "1", "to": "2"}),
        ("POST", "/api/positions/shift", {**asked, "piece": "1", "from": "1", "to": "2"}),
        ("POST", "/api/positions/why-better", {**asked, "better": "R>3", "played": "5>8"}),
        ("POST", "/api/replay", {"record": record, "first": 0, "count": 20, "pictures": True}),
        ("POST", "/api/analysis", {"record": record, "seconds": 0.01}),
        ("POST", "/api/analysis", {"game": game, "position": position, "seconds": 0.01}),
        ("POST", f"/api/games/{game}/lessons/1/1", {"move": "R>3"}),
        ("GET", f"/api/games/{game}/lessons/1/1", None),
        ("GET", "/api/analysis/x", None),
        *(("GET", f"{path}{part}", None) for part in ("", "/record", "/replay?first=0&count=3", "/threats", "/hint", "/dice")),
        ("GET", f"/play/{match}", None),
        ("GET", f"/replay?match={match}", None),
    ]
    actions: list[dict[str, str]] = [{"type": kind} for kind in ("throw", "undo", "resign", "seal")]
    actions.append({"type": "move", "move": "c2"})
    return found + [("POST", f"{path}/actions", {**action, "seq": 0, "client_id": name}) for action in actions]


@dataclass(frozen=True)
class Mangled:
    """A request as bytes."""

    kind: str
    sent: bytes
    framed: bool = True  # whether its end can be told, so that an answer is owed
    bodiless: bool = False


def mangle_request(target: Target, rng: random.Random) -> Mangled:
    """Return a bad request of some kind."""
    (kind,) = rng.choices(list(KINDS), list(KINDS.values()))
    method, path, body = rng.choice(target.requests)
    content = None if body is None else json.dumps(body).encode()
    if kind == "json":
        while body is None:
            method, path, body = rng.choice(target.requests)
        changed = mangle_json(body, rng)
        lang = rng.choice(("", "?lang=ja", "?lang=xx&theme=dark"))
        return Mangled(kind, target.write("POST", path.partition("?")[0] + lang, write_json(changed, rng)))
    if kind == "bytes":
        whole = target.write(method, path, content)
        made = rng.randbytes(rng.randrange(1, 2000)) if rng.random() < 0.2 else mangle_bytes(whole, rng)
        return Mangled(kind, made, framed=False)
    if kind == "address":
        return Mangled(kind, target.write("GET", mangle_address(rng.choice((path, *WEB_PAGES)), rng)))
    if kind == "head":
        return mangle_head(target, method, path, content, rng)
    if kind == "framing":
        return Mangled(kind, mangle_framing(target, path, content or b"{}", rng), framed=False)
    return Mangled(kind, write_handshake(target, path, rng), framed=False)


def mangle_address(path: str, rng: random.Random) -> str:
    """Return an address that leads nowhere, or somewhere else."""
    what = rng.randrange(6)
    if what == 0:
        return quote(mangle_text(path, rng)[:6000], safe="/?=&%") or "/"
    if what == 1:
        return path + rng.choice(("/", "//", "/..", "/%2e%2e/%2e%2e/etc/passwd", "%00", "%ff", "%", ";x", "#x", "/" * 2000))
    if what == 2:
        value = rng.choice(("", "-1", "9" * 400, "1e9", "%00", "%ff%fe", "NaN", "a" * 3000, "%F0%9F%8E%B2", "[]", "ja", "true"))
        name = rng.choice(
            ("first", "count", "lang", "theme", "side", "tall", "position", "match", "record", "game", "since", "p")
        )
        return f"{path.partition('?')[0]}?{name}={value}&{name}={value}"
    if what == 3:
        return rng.choice(
            ("*", "http://elsewhere/", "http://127.0.0.1" + path, "//" + path, "\\", path.upper(), "/" + "a/" * 1000)
        )
    if what == 4:
        return "".join(rng.choice("/.%?&=abc019_-~") for _ in range(rng.randrange(1, 60)))
    return path + "?" + "&".join(f"{rng.choice('abcdef')}={number}" for number in range(rng.choice((1, 100, 1000))))


def mangle_head(target: Target, method: str, path: str, body: bytes | None, rng: random.Random) -> Mangled:
    """Return a request with an odd method, headers or type."""
    chosen = rng.choice(METHODS) if rng.random() < 0.3 else method
    headers = {}
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        name, values = rng.choice(HEADERS)
        headers[name] = rng.choice(values)
    if rng.random() < 0.2:
        headers["Content-Type"] = rng.choice(TYPES)
    if rng.random() < 0.03:
        headers |= {f"X-{number}": "x" * 50 for number in range(rng.choice((50, 500, 3000)))}
    framed = not {"Content-Length", "Transfer-Encoding", "Expect", "Upgrade", "Bad Header"} & set(headers)
    framed = framed and chosen.isalpha() and chosen.isupper() and len(headers) < 50 and "X" * 3000 not in headers
    return Mangled("head", target.write(chosen, path, body, **headers), framed, bodiless=chosen == "HEAD")


def mangle_framing(target: Target, path: str, body: bytes, rng: random.Random) -> bytes:
    """Return a request with a wrong length, or two in one."""
    what = rng.randrange(5)
    if what == 0:
        return target.write("POST", path, body, **{"Content-Length": str(len(body) + rng.choice((-1, 1, 100)))})
    if what == 1:
        return target.write("POST", path, None, **{"Transfer-Encoding": "chunked"}) + rng.choice(
            (
                b"5\r\nabc",
                b"zz\r\n",
                b"-1\r\n\r\n",
                b"FFFFFFFFFFFFFFFFF\r\n",
                b"0\r\n\r\n",
                b"2\r\n{}\r\n0\r\n\r\n",
                b"2;x=y\r\n{}\r\n0\r\nA: b\r\n\r\n",
            )
        )
    if what == 2:
        return target.write("POST", path, body, **{"Transfer-Encoding": "chunked"})
    if what == 3:
        whole = target.write("POST", path, body)
        return whole[: rng.randrange(1, len(whole))]
    return target.write("GET", "/api/warm", None, Connection="keep-alive") * rng.randrange(2, 20) + rng.randbytes(5)


def write_handshake(target: Target, path: str, rng: random.Random) -> bytes:
    """Return the beginning of a WebSocket and some frames, good and bad."""
    match = path.partition("?")[0].split("/")[3] if path.startswith("/api/matches/") else "x"
    where = rng.choice(
        (
            *(f"/api/matches/{match}/{end}" for end in ("live", "play", "live?keeping=true")),
            *("/api/analysis/x/live", "/api/matches/x/live", "/api/bot/live", "/live", f"/api/matches/{match}"),
        )
    )
    since = rng.choice(("", "?since=0", "?since=-5", "?since=" + "9" * 30, "?since=x", "?theme=x&side=%ff"))
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": base64.b64encode(rng.randbytes(16)).decode(),
        "Sec-WebSocket-Version": rng.choice(("13", "13", "13", "13", "8", "x")),
    }
    if rng.random() < 0.1:
        headers["Origin"] = rng.choice(("http://elsewhere", "http://[", "null"))
    if rng.random() < 0.1:
        headers.pop(rng.choice(list(headers)))
    frames = b"".join(write_frame(rng) for _ in range(rng.randrange(6)))
    address = where + (since.replace("?", "&") if "?" in where else since)
    return target.write("GET", address, None, **headers) + frames


def write_frame(rng: random.Random) -> bytes:
    """Return a WebSocket frame, good or bad."""
    what = rng.randrange(5)
    if what == 0:
        return rng.randbytes(rng.randrange(1, 30))
    if what == 4:  # a good action, which is outdated
        payload = rng.choice(OUTDATED)
        return bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload
    first = rng.choice((0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xF1, 0x8F))
    payload = rng.choice((b"", b"hello", b'{"type":"throw"}', rng.randbytes(100), b"\xff" * 10, b"x" * 70_000, b"[" * 5000))
    masked = 0x80 if rng.random() < 0.9 else 0
    if len(payload) < 126:
        head = bytes([first, masked | len(payload)])
    elif len(payload) < 65_536:
        head = bytes([first, masked | 126]) + len(payload).to_bytes(2, "big")
    else:
        head = bytes([first, masked | 127]) + (len(payload) if what == 1 else 2**62).to_bytes(8, "big")
    return head + (bytes(4) if masked else b"") + payload


def find_fault(mangled: Mangled, answer: RawAnswer) -> str:
    """Return what is wrong with an answer, or nothing."""
    if answer.late:
        return "no answer"
    if answer.status == 0:
        return "closed without an answer" if mangled.framed else ""
    if answer.status >= 500:
        return f"answered {answer.status}"
    if answer.status < 400 or mangled.bodiless:
        return ""
    if answer.kind == "application/json":
        packed = answer.headers.get("content-encoding") == "gzip"
        code = json.loads(gzip.decompress(answer.body) if packed else answer.body)["error"]["code"]
        return "" if code in STATUS else f"the unknown code {code}"
    by_protocol = answer.kind == "text/plain" and answer.status in (400, 403, 404, 426)
    return "" if answer.kind == "text/html" or by_protocol else f"{answer.status} as {answer.kind}"


class Turns:
    """Lets several clients send at the same time, or one by itself."""

    def __init__(self, clients: int) -> None:
        self._clients, self._places, self._alone = clients, threading.Semaphore(clients), threading.Lock()

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Send while others may send as well."""
        with self._places:
            yield

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Send when all others have had their answers, and before they continue."""
        with self._alone, contextlib.ExitStack() as places:
            for _ in range(self._clients):
                places.enter_context(self._places)
            yield


def send(target: Target, mangled: Mangled, turns: Turns) -> tuple[RawAnswer, float]:
    """Send a request and return the answer and its time; a slow one is sent again on its own."""
    with turns.together():
        answer, best = send_once(target, mangled)
    if best > WORTH_A_LOOK:
        with turns.alone():
            for _ in range(3):
                answer, seconds = send_alone(target, mangled)
                best = min(best, seconds)
                if best < TOO_SLOW:
                    break
    return answer, best


def send_once(target: Target, mangled: Mangled) -> tuple[RawAnswer, float]:
    """Send a request and return the answer, and how many seconds went by."""
    began = time.perf_counter()
    if mangled.kind == "socket":
        answer = converse(target.server.port, mangled.sent)
    else:
        answer = exchange(target.server.port, mangled.sent, TIMEOUT, ends=not mangled.framed, bodiless=mangled.bodiless)
    return answer, time.perf_counter() - began


def send_alone(target: Target, mangled: Mangled) -> tuple[RawAnswer, float]:
    """Send a request and return the answer, and the seconds less those in which other programs had the processors.

    Threads that wait for a processor at the same time are counted each, so the processor time of the server is the least.
    """
    both = (target.server.process, None), (os.getpid(), threading.get_native_id())
    before = [read_use(*one) for one in both]
    answer, seconds = send_once(target, mangled)
    server, client = (read_use(*one) - early for one, early in zip(both, before, strict=True))
    return answer, max(server.used, seconds - server.waited - client.waited)


def converse(port: int, sent: bytes) -> RawAnswer:
    """Open a WebSocket, say everything and go away; return how the server received it."""
    head, _, frames = sent.partition(b"\r\n\r\n")
    with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        connection.sendall(head + b"\r\n\r\n")
        answer = read_answer(connection)
        with contextlib.suppress(OSError):  # it may have had enough
            connection.sendall(frames)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65_536):
                pass
    return answer


def fuzz_requests(target: Target, numbers: Sequence[int], seed: int, findings: Findings, clients: int) -> list[int]:
    """Send many mangled requests by several clients; return the kilobytes of memory that the server had now and then."""
    memory, turns = [target.server.memory], Turns(clients)

    def work(mine: Sequence[int]) -> None:
        for number in mine:
            mangled = mangle_request(target, random.Random(f"{seed} {number}"))
            try:
                answer, seconds = send(target, mangled, turns)
                fault = find_fault(mangled, answer)
            except Exception as error:  # an unparsable answer is not acceptable either
                findings.complain(mangled.kind, repr(error), mangled.sent, number)
                continue
            findings.note(mangled.kind, str(answer.status), seconds, mangled.sent, number)
            if fault:
                findings.complain(mangled.kind, f"{fault}: {answer.body[:200]!r}", mangled.sent, number)
            if number % 100 == 0:
                memory.append(target.server.memory)

    threads = [threading.Thread(target=work, args=(numbers[first::clients],)) for first in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return memory
