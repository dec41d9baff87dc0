"""People with devices of their own who meet, play by the clock, talk and agree while everything goes wrong.

At each table one begins a match and two others want the seat of its link, which only one of them may get. What gets no answer
is sent again, to the next server, until it is answered. Some walk away on their turn, so that their clock falls.
"""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect as connect_socket

from bench.fault_clients import LONGEST, TIMEOUT, Ledger, Reply, SocketConnection, Standing, UnansweredError, send_again

GAMES: tuple[dict[str, Any], ...] = (
    {"game": "qubism", "seats": {"w": "human", "b": "human"}, "own": ["w"]},
    {"game": "kariuchi", "options": {"pieces": 1}, "seats": {"1": "human", "2": "human"}, "own": ["1"]},
)
CLOCK = {"kind": "move", "seconds": 5}
REFUSALS = (
    "stale",
    "match_over",
    "no_proposal",
    "nothing_to_undo",
    "cannot_propose",
    "time_over",
    "too_often",
    "too_much_talk",
)
ANSWERS = ("agree", "agree", "decline")
ASIDE = ({"type": "propose", "what": "undo"}, {"type": "say", "what": "hello"}, {"type": "propose", "what": "draw"})
QUIET = 0.2  # seconds that news are waited for
PACE = 0.01  # seconds between two actions of one person
RARELY, SELDOM = 0.02, 0.2  # how often a person resigns on their turn, and says or proposes something
LEFT_AFTER = 12  # events after which a person leaves


class PersonConnection(SocketConnection):
    """A person's connection to one match after another, which records everything it receives."""

    def __init__(self, ports: Sequence[int], visitor: str, ledger: Ledger) -> None:
        super().__init__(ports, visitor, ledger.strange)
        self.ledger = ledger
        self.proposal: tuple[int, str] | None = None  # its number, and whose it is

    def ask(self, path: str, body: Any, refusals: Sequence[str] = ()) -> Any:
        """Return the answer to a request, or the code of a refusal that may be."""
        status, answer = self._ask("POST", f"/api/{path}", body)
        if status in (200, 201):
            return answer
        code = str(answer["error"]["code"])
        if code not in refusals:
            self.strange[f"{path.rpartition('/')[2]}: {status} {code}"] += code != "too_busy"
            raise UnansweredError
        return code

    def follow(self, match: str) -> Standing:
        """Hear what is new in a match for a moment, and return how it stands."""
        try:
            self._connect(match)
            assert self.socket
            self._take(json.loads(self.socket.recv(QUIET)))
        except TimeoutError:
            pass
        except (OSError, WebSocketException) as error:
            self.close()
            raise UnansweredError from error
        return self._stand()

    def act(self, match: str, action: dict[str, Any]) -> Reply:
        """Do something in a match; it may be refused."""
        try:
            self._connect(match)
            assert self.socket
            self.socket.send(json.dumps(action))
            while True:
                heard = json.loads(self.socket.recv(TIMEOUT))
                self._take(heard)
                if heard.get("answer") == action["client_id"]:
                    return self._read_reply(heard)
        except (OSError, WebSocketException) as error:
            self.close()
            raise UnansweredError from error

    def _connect(self, match: str) -> None:
        if self.socket is None or self.match != match:
            self.close()
            self.proposal = None
            self.socket = self.opened.enter_context(open_socket(self.ports[0], self.visitor, match))
            self.match, self.received = match, {}
            self._take(json.loads(self.socket.recv(TIMEOUT)))

    def _take(self, heard: dict[str, Any]) -> None:
        if "error" in heard and "answer" not in heard:  # the match could not be opened
            raise ConnectionError(heard["error"]["code"])
        events = heard.get("events", ())
        self.received |= heard
        self.ledger.note_events(self.match, events)
        for event in events:
            if event["kind"] == "propose":
                self.proposal = event["seq"], event["data"]["player"]
            elif event["kind"] != "say":
                self.proposal = None

    def _stand(self) -> Standing:
        now = self.received
        return Standing(self.match, now["seq"], "over" if now["winners"] is not None else now["waits_for"], now["moves"])

    def _read_reply(self, heard: dict[str, Any]) -> Reply:
        code = str(heard["error"]["code"]) if "error" in heard else ""
        if code and code not in REFUSALS:
            self.strange[f"act: {code}"] += code != "no_database"
            raise UnansweredError
        return Reply(code, heard.get("events", ()), self._stand(), heard.get("answered"))


def open_socket(port: int, visitor: str, match: str) -> Any:
    """Open a connection to a match."""
    headers = {"cookie": f"banmen_visitor={visitor}"}
    url = f"ws://127.0.0.1:{port}/api/matches/{match}/play"
    return connect_socket(url, additional_headers=headers, open_timeout=TIMEOUT, close_timeout=1)


class MeetingTable:
    """Where three people meet: the host, and two who want the other seat. Each match is one round."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.game = game
        self.rounds = threading.Barrier(3)
        self.match = self.link = ""
        self.seated: dict[str, str] = {}  # the player of each visitor in this round


class Person(threading.Thread):
    """Somebody at a table, who stays until it closes."""

    def __init__(self, table: MeetingTable, hosts: bool, ports: Sequence[int], ledger: Ledger, seed: str) -> None:
        super().__init__(daemon=True)
        self.table, self.hosts, self.ledger = table, hosts, ledger
        self.visitor = f"people-{secrets.token_urlsafe(24)}"
        self.connection = PersonConnection(ports, self.visitor, ledger)
        self.random = random.Random(seed)
        self.stopping = threading.Event()

    def run(self) -> None:
        """Play one round after another."""
        try:
            while True:
                self._open_round()
                self.table.rounds.wait(LONGEST)
                if not self.table.match:
                    return
                self._sit_down()
                self.table.rounds.wait(LONGEST)
                match = self.table.match
                if self.hosts:
                    self._check_seats(match)
                if self.visitor in self.table.seated:
                    self._play(match)
                self.table.rounds.wait(LONGEST)
        except threading.BrokenBarrierError:
            self.ledger.wrong.append("somebody waited in vain for the others")
        except Exception as error:
            self.ledger.wrong.append(f"somebody gave up: {error!r}")
            self.table.rounds.abort()
        finally:
            self.connection.close()

    def _send(self, work: Callable[[], Any]) -> Any:
        return send_again(work, self.connection, self.ledger)

    # Meeting.

    def _open_round(self) -> None:
        """Begin a match if this is the host and the table is not closing."""
        if not self.hosts:
            return
        table = self.table
        table.match, table.seated = "", {}
        if self.stopping.is_set():
            return
        name = str(uuid.uuid4())
        asked = {**table.game, "clock": CLOCK, "client_id": name}
        begun = self._send(lambda: self.connection.ask("gatherings", asked))
        match = begun["view"]["id"]
        self.ledger.begun[name], self.ledger.visitors[match] = match, self.visitor
        (table.link,) = begun["links"].values()
        table.match = match

    def _sit_down(self) -> None:
        """Take a seat; of two who have the same link one is refused."""
        asked = {"nonce": secrets.token_hex(16)} | ({} if self.hosts else {"link": self.table.link})
        path = f"matches/{self.table.match}/join"
        answer = self._send(lambda: self.connection.ask(path, asked, ("bad_link",)))
        if answer != "bad_link":
            self.table.seated[self.visitor] = answer["player"]

    def _check_seats(self, match: str) -> None:
        seated = self.table.seated
        self.ledger.seated[match] = dict(seated)
        if len(seated) != 2 or len(set(seated.values())) != 2:
            self.ledger.wrong.append(f"{match}: a link that two people used at once seated {len(seated) - 1} of them")

    # Playing.

    def _play(self, match: str) -> None:
        """Play until the match is over; closing the match means resigning."""
        own, leaves = self.table.seated[self.visitor], sum(match.encode()) % 4 == 0
        while True:
            standing = self._send(lambda: self.connection.follow(match))
            if standing.waits_for == "over":
                break
            turn = self.connection.received["turn"] == own
            proposal = self.connection.proposal
            if proposal and proposal[1] != own:
                self._act(standing, {"type": self.random.choice(ANSWERS), "to": proposal[0]})
            elif self.stopping.is_set():
                self._act(standing, {"type": "resign"})
            elif turn and leaves and standing.seq > LEFT_AFTER:
                continue  # until the clock has fallen
            elif turn:
                self._act(standing, self._choose(standing))
        if not self.stopping.is_set():
            self._ask_for_more(match)

    def _choose(self, standing: Standing) -> dict[str, Any]:
        luck = self.random.random()
        if luck < RARELY:
            return {"type": "resign"}
        if luck < SELDOM:
            return dict(self.random.choice(ASIDE))
        if standing.waits_for == "throw":
            return {"type": "throw"}
        return {"type": "move", "move": self.random.choice(standing.moves)}

    def _act(self, standing: Standing, action: dict[str, Any]) -> None:
        time.sleep(PACE)
        name = str(uuid.uuid4())
        action |= {"seq": standing.seq, "client_id": name}
        began = time.monotonic()
        reply: Reply = self._send(lambda: self.connection.act(standing.match, action))
        self.ledger.note_answer(standing.match, name, reply, time.monotonic() - began)

    def _ask_for_more(self, match: str) -> None:
        """Ask for the next match of the same people: it is the same for both."""
        named = self._send(lambda: self.connection.ask(f"matches/{match}/again", None))["match"]
        with self.ledger.lock:
            known = self.ledger.rematches.setdefault(match, named)
        if known != named:
            self.ledger.wrong.append(f"{match}: one is to play again in {known}, the other in {named}")


def start_people(ports: Sequence[int], tables: int, ledger: Ledger, seed: int) -> list[Person]:
    """Let three people come to each of some tables."""
    people = []
    for number in range(tables):
        table = MeetingTable(GAMES[number % len(GAMES)])
        for side in range(3):
            order = [*ports[side % len(ports) :], *ports[: side % len(ports)]]
            people.append(Person(table, side == 0, order, ledger, f"{seed} {number} {side}"))
    for person in people:
        person.start()
    return people


def stop_people(people: Sequence[Person], ledger: Ledger) -> None:
    """Let everybody finish what they are playing."""
    for person in people:
        person.stopping.set()
    for person in people:
        person.join(LONGEST + 10)
        if person.is_alive():
            ledger.wrong.append("somebody never got an answer")
