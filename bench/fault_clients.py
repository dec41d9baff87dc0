"""Clients that play during faults, and a ledger of what they received.

Two tabs of one visitor play at the same match and both try to make every move. What gets no answer is sent again under the same
client id, to the next server, until it is answered.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Protocol

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_socket

SEATS = {
    "kariuchi": {"1": "human", "2": "human"},
    "kuniumi": {"1": "human", "2": "human"},
    "qubism": {"w": "human", "b": "human"},
}
TIMEOUT = 15.0  # seconds for an answer, longer than a locked database is waited for
PAUSE = 0.05  # seconds before something is sent again
MOST_EVENTS = 300  # of a match before another is begun
LONGEST = 120.0  # seconds until an action that gets no answer counts as lost


@dataclass(frozen=True)
class Standing:
    """The state of a match that a client needs to continue it."""

    match: str
    seq: int
    waits_for: str  # throw, move or nothing
    moves: Sequence[str] = ()


@dataclass(frozen=True)
class Reply:
    """A certain answer: what was done, or the code of a refusal with what was missed."""

    code: str
    events: Sequence[dict[str, Any]]
    standing: Standing
    seq: int | None = None  # of what was done


class UnansweredError(Exception):
    """The outcome is unknown: the connection was lost, or the server could not say."""


class Connection(Protocol):
    """A way to play. It may lose its connection at any time, and connects again when it is used again."""

    def begin(self, game: str, client_id: str) -> Standing:
        """Begin a match, or return the one that was begun by this id."""

    def act(self, match: str, action: dict[str, Any]) -> Reply:
        """Do something in a match."""

    def move_on(self) -> None:
        """Use the next server."""

    def close(self) -> None:
        """Let go of the connection."""


Connect = Callable[[Sequence[int], str, Counter[str]], Connection]


class HttpConnection:
    """Playing by single requests."""

    def __init__(self, ports: Sequence[int], visitor: str, strange: Counter[str]) -> None:
        """Play as a visitor on some ports; answers that should never occur are counted as `strange`."""
        self.ports, self.visitor, self.strange = list(ports), visitor, strange
        self.connection: http.client.HTTPConnection | None = None

    def begin(self, game: str, client_id: str) -> Standing:
        """Begin a match, or return the one that was begun by this id."""
        asked = {"game": game, "seats": SEATS[game], "client_id": client_id}
        status, body = self._ask("POST", "/api/matches", asked)
        if status != 201:
            self.strange[f"begin: {status} {_read_code(body)}"] += 1
            raise UnansweredError
        return _read_standing(body)

    def act(self, match: str, action: dict[str, Any]) -> Reply:
        """Do something in a match."""
        status, body = self._ask("POST", f"/api/matches/{match}/actions", action)
        if status not in (200, 409) or "view" not in body:
            self.strange[f"act: {status} {_read_code(body)}"] += 1
            raise UnansweredError
        first = body["events"][0]["seq"] if body["events"] else None
        return Reply(_read_code(body), body["events"], _read_standing(body["view"]), first)

    def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.ports[0], timeout=TIMEOUT)
        headers = {"content-type": "application/json", "cookie": f"banmen_visitor={self.visitor}"}
        try:
            self.connection.request(method, path, json.dumps(body), headers)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise UnansweredError from error
        if answer.status == 503:  # it says itself that it does not know
            raise UnansweredError
        return answer.status, json.loads(content)

    def move_on(self) -> None:
        """Use the next server."""
        self.close()
        self.ports.append(self.ports.pop(0))

    def close(self) -> None:
        """Let go of the connection."""
        if self.connection:
            self.connection.close()
        self.connection = None


class SocketConnection(HttpConnection):
    """Plays by WebSocket, which also reports what the other tab does. Matches are begun by single requests."""

    def __init__(self, ports: Sequence[int], visitor: str, strange: Counter[str]) -> None:
        super().__init__(ports, visitor, strange)
        self.opened = ExitStack()
        self.socket: ClientConnection | None = None
        self.match = ""  # of the socket
        self.received: dict[str, Any] = {}  # how it stands

    def act(self, match: str, action: dict[str, Any]) -> Reply:
        """Do something in a match."""
        try:
            if self.socket is None or self.match != match:
                self._open(match)
            assert self.socket
            self.socket.send(json.dumps(action))
            while True:
                heard = json.loads(self.socket.recv(TIMEOUT))
                self.received |= heard
                if heard.get("answer") == action["client_id"]:
                    return self._read_reply(heard)
        except (OSError, WebSocketException) as error:
            self.close()
            raise UnansweredError from error

    def _open(self, match: str) -> None:
        self.close()
        headers = {"cookie": f"banmen_visitor={self.visitor}"}
        url = f"ws://127.0.0.1:{self.ports[0]}/api/matches/{match}/play"
        opened = connect_socket(url, additional_headers=headers, open_timeout=TIMEOUT, close_timeout=1)
        self.socket = self.opened.enter_context(opened)
        self.match, self.received = match, json.loads(self.socket.recv(TIMEOUT))

    def _read_reply(self, heard: dict[str, Any]) -> Reply:
        code = _read_code(heard)
        if code == "no_database":  # it says itself that it does not know
            raise UnansweredError
        if code not in ("", "stale"):
            self.strange[f"act: {code}"] += 1
            raise UnansweredError
        now = self.received
        standing = Standing(self.match, now["seq"], now["waits_for"], now["moves"])
        return Reply(code, heard["events"], standing, heard.get("answered"))

    def close(self) -> None:
        """Let go of the connections."""
        super().close()
        self.opened.close()
        self.socket = None


CONNECTIONS: dict[str, Connect] = {"http": HttpConnection, "socket": SocketConnection}


@dataclass
class Ledger:
    """What clients received, and what was wrong with it."""

    received: dict[str, dict[int, tuple[str, Any]]] = field(default_factory=lambda: defaultdict(dict))
    acknowledged: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))  # number of each client id
    begun: dict[str, str] = field(default_factory=dict)  # the match of each client id
    visitors: dict[str, str] = field(default_factory=dict)  # of each match
    seated: dict[str, dict[str, str]] = field(default_factory=dict)  # by match: the player of each visitor who has come
    rematches: dict[str, str] = field(default_factory=dict)  # what is played after a match
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    strange: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note_events(self, match: str, events: Sequence[dict[str, Any]]) -> None:
        """Record events; two clients must never receive different ones."""
        with self.lock:
            for event in events:
                row = (event["kind"], event["data"])
                if self.received[match].setdefault(event["seq"], row) != row:
                    self.wrong.append(
                        f"{match}: event {event['seq']} was told as {self.received[match][event['seq']]} and as {row}"
                    )

    def note_answer(self, match: str, client_id: str, reply: Reply, waited: float) -> None:
        """Note the answer to an action."""
        self.note_events(match, reply.events)
        with self.lock:
            self.slowest = max(self.slowest, waited)
            self.counts[reply.code or "acknowledged"] += 1
            if not reply.code:
                self.acknowledged[match][client_id] = -1 if reply.seq is None else reply.seq

    def note_beginning(self, client_id: str, standing: Standing, visitor: str) -> None:
        """Note a match that was begun."""
        with self.lock:
            self.begun[client_id] = standing.match
            self.visitors[standing.match] = visitor


class MatchSeries:
    """A match after another, each begun by whichever tab comes first."""

    def __init__(self, game: str, visitor: str) -> None:
        self.game, self.visitor = game, visitor
        self.standing: Standing | None = None
        self.lock = threading.Lock()


class Tab(threading.Thread):
    """One browser tab: it plays until it is told to stop, and then waits for its last answer."""

    def __init__(self, table: MatchSeries, connection: Connection, ledger: Ledger, seed: int) -> None:
        super().__init__(daemon=True)
        self.table, self.connection, self.ledger = table, connection, ledger
        self.random = random.Random(seed)
        self.stopping = threading.Event()

    def run(self) -> None:
        """Play."""
        try:
            standing = self._begin(None)
            while not self.stopping.is_set():
                standing = self._act(standing)
                if standing.seq > MOST_EVENTS:
                    standing = self._begin(standing.match)
        except Exception as error:
            self.ledger.wrong.append(f"a client gave up: {error!r}")
        finally:
            self.connection.close()

    def _begin(self, old: str | None) -> Standing:
        """Return the match of the table; begin another if that is still the old one."""
        with self.table.lock:
            if self.table.standing is None or self.table.standing.match == old:
                name = str(uuid.uuid4())
                self.table.standing = self._send(lambda: self.connection.begin(self.table.game, name))
                self.ledger.note_beginning(name, self.table.standing, self.table.visitor)
            return self.table.standing

    def _act(self, standing: Standing) -> Standing:
        name, action = str(uuid.uuid4()), self._choose(standing)
        action |= {"seq": standing.seq, "client_id": name}
        began = time.monotonic()
        reply: Reply = self._send(lambda: self.connection.act(standing.match, action))
        self.ledger.note_answer(standing.match, name, reply, time.monotonic() - began)
        return reply.standing

    def _choose(self, standing: Standing) -> dict[str, Any]:
        if standing.waits_for == "throw":
            return {"type": "throw"}
        if standing.waits_for == "move":
            return {"type": "move", "move": self.random.choice(standing.moves)}
        return {"type": "undo"}

    def _send(self, work: Callable[[], Any]) -> Any:
        return send_again(work, self.connection, self.ledger)


def send_again(work: Callable[[], Any], connection: Connection, ledger: Ledger) -> Any:
    """Send something until it is answered."""
    late = time.monotonic() + LONGEST
    while True:
        try:
            return work()
        except UnansweredError:
            ledger.counts["sent again"] += 1
            if time.monotonic() > late:
                raise
            connection.move_on()
            time.sleep(PAUSE)


def start_tabs(ports: Sequence[int], tables: int, ledger: Ledger, connect: Connect, seed: int) -> list[Tab]:
    """Start two tabs at each of some tables."""
    tabs = []
    for number in range(tables):
        game = list(SEATS)[number % len(SEATS)]
        table = MatchSeries(game, f"faults-{seed}-{number:04}-{uuid.uuid4().hex}")
        for side in range(2):
            order = [*ports[side % len(ports) :], *ports[: side % len(ports)]]
            tabs.append(Tab(table, connect(order, table.visitor, ledger.strange), ledger, seed + 2 * number + side))
    for tab in tabs:
        tab.start()
    return tabs


def stop_tabs(tabs: Sequence[Tab], ledger: Ledger) -> None:
    """Let every tab wait for its last answer."""
    for tab in tabs:
        tab.stopping.set()
    for tab in tabs:
        tab.join(LONGEST + 10)
        if tab.is_alive():
            ledger.wrong.append("a client never got its answer")


def _read_standing(view: dict[str, Any]) -> Standing:
    return Standing(view["id"], view["seq"], view["waits_for"], [move["move"] for move in view["moves"]])


def _read_code(body: dict[str, Any]) -> str:
    return str(body["error"]["code"]) if "error" in body else ""
