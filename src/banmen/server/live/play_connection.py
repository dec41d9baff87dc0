"""An open connection to a match: it is sent changes, and receives its visitor's actions.

It knows nothing of sockets: a `Line` takes the output, so that the same code serves any kind of WebSocket. Nothing is queued
for a client that does not read: once the line has room again, it gets everything since the last event that was sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

import orjson
from pydantic import ValidationError

from banmen.core.errors import BanmenError
from banmen.match.events import MOST_SENT, Event
from banmen.server.action_requests import CLIENT_ID, normalize_client_id, parse_action
from banmen.server.live.change_writers import ChangeWriter
from banmen.server.matches import Matches
from banmen.server.problems import ProblemError, convert_error
from banmen.server.sessions import Action, MatchSession
from banmen.server.store.database import ConflictError, StoreError
from banmen.server.validation_errors import describe_validation_error

log = logging.getLogger("banmen.server")
POLICY, GOING_AWAY, TRY_LATER, BROKEN = 1008, 1001, 1013, 1011  # reasons for closing a connection
MOST_WAITING: Final = 8  # actions that one connection may send ahead
LONGEST_ACTION: Final = 2000  # bytes
MOST_REPEATED: Final = 20  # events in the answer to an action on an outdated state


class Line(Protocol):
    """The other side of a connection."""

    @property
    def is_clogged(self) -> bool:
        """Whether much output is unsent; once it is sent, `PlayConnection.catch_up` is called."""

    def send(self, text: bytes) -> None:
        """Send a text."""

    def close(self, code: int) -> None:
        """Close the connection; `PlayConnection.end` is called."""


class PlayConnection:
    """A visitor's connection to a match."""

    def __init__(
        self,
        matches: Matches,
        session: MatchSession,
        since: int,
        writer: ChangeWriter,
        line: Line,
        person: str = "",
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Connect a visitor; `check` raises ProblemError for an action that comes too early."""
        self._check = check
        self.matches, self.session, self.writer, self.line, self.person = matches, session, writer, line, person
        self.seq = min(max(since, -1), session.match.seq)  # the last event that was sent
        self.thinking = session.thinking
        self.pending = ""  # the client id of the action that is being carried out
        self._waiting: deque[Action] = deque()
        self._busy = False  # whether an action is being carried out
        self._missed = False  # whether news that is not part of the match is still to be sent
        self.slow: asyncio.Task[None] | None = None  # its task, if it has to wait for something

    def begin(self) -> None:
        """Send the state of the match, and changes from now on."""
        session = self.session
        session.listeners.add(self)
        self._send_since(self.seq)
        if session.match.gathering:
            if session.presence.come(self.person):
                session.send_presence()
            else:
                self.line.send(session.write_presence())

    def end(self) -> None:
        """Send nothing more. Earlier requests are still carried out."""
        session = self.session
        here = self in session.listeners
        session.leave(self)
        plays = bool(session.match.list_seats_of(self.person))
        if here and session.match.gathering and session.presence.go(self.person, plays):
            session.send_presence()

    # Output.

    def changed(self) -> None:
        """Send the changes of the match; a failure does not concern other connections."""
        session = self.session
        try:
            if session.removed:
                self.line.close(GOING_AWAY if session.replaced else POLICY)
            elif self.line.is_clogged and self.pending not in session.match.by_client_id:
                return  # a client that waits for an answer gets it in any case
            elif session.match.seq > self.seq:
                self._send_since(self.seq)
            elif session.thinking != self.thinking:
                self.thinking = session.thinking
                self.line.send(orjson.dumps({"thinking": self.thinking}))
        except Exception:
            log.exception("a client could not be notified of match %s", session.match.id)
            self.line.close(BROKEN)

    def tell(self, text: bytes) -> None:
        """Send news that is not part of the match; clients that do not read can do without."""
        if self.line.is_clogged:
            self._missed = True
        else:
            self.line.send(text)

    def mute(self, players: frozenset[str]) -> None:
        """Stop showing what some players say, at once if there is room on the line."""
        self.writer = self.writer.mute(players)
        if not self.line.is_clogged and not self.session.removed:
            self._send_since(self.seq)

    def catch_up(self) -> None:
        """Go on sending once the line has room again, and with the actions that waited for it."""
        self.changed()
        if self._missed and not self.line.is_clogged:
            self._missed = False
            self.line.send(self.session.write_presence())  # in its current state
        self._go_on()

    def _send_since(self, seq: int) -> None:
        """Send the events after a sequence number; an event caused by this visitor's action is its answer.

        Very many go in several texts, each once the earlier ones have left: clients may connect and not read.
        """
        if part := self.writer.write_part(self.session, seq):
            text, self.seq = part
            self.line.send(text)
            asyncio.get_running_loop().call_soon(self._go_on_sending)
            return
        match = self.session.match
        done = match.by_client_id.get(self.pending)
        if done and done.seq <= seq:  # it was done before, and is answered separately
            done = None
        self.seq, self.thinking = match.seq, self.session.thinking
        self.pending = "" if done else self.pending
        text = self.writer.write(self.session, seq)
        self.line.send(_add_answer(text, done.client_id, done.seq) if done else text)

    def _go_on_sending(self) -> None:
        if self in self.session.listeners:  # the client may have left
            self.changed()

    # Actions of the visitor.

    def receive(self, text: bytes) -> None:
        """Take an action; it is carried out after those sent before it."""
        if len(self._waiting) >= MOST_WAITING or self.line.is_clogged:
            self.line.close(TRY_LATER)  # a client that does not read may not write either
            return
        try:
            action = read_action(text, self.person)
        except ProblemError as problem:
            self._refuse(problem, find_client_id(text))
            return
        try:
            self._check()
        except ProblemError as problem:
            self._refuse(problem, action.client_id)
            return
        self._waiting.append(action)
        self._go_on()

    def _go_on(self) -> None:
        """Carry out the next action, if none is being carried out and its answer could be sent."""
        while self._waiting and not self._busy and not self.line.is_clogged:
            action = self._waiting.popleft()
            self._busy, self.pending = True, action.client_id
            try:
                begun = self.matches.try_act(self.session, action, partial(self._finish, action))
            except Exception as error:  # whatever it is, the sender gets an answer and may go on
                self._refuse_action(error)
                self._busy, self.pending = False, ""
            else:
                if not begun:
                    self._act_slowly(action)

    def _finish(self, action: Action, error: Exception | None) -> None:
        """Go on after an action was stored; its answer has been sent, unless something went wrong."""
        if isinstance(error, ConflictError):
            self._act_slowly(action)
            return
        if error is not None:
            self._refuse_action(error)
        self._busy, self.pending = False, ""
        self._go_on()

    def _act_slowly(self, action: Action) -> None:
        self.slow = asyncio.get_running_loop().create_task(self._act(action))

    async def _act(self, action: Action) -> None:
        """Carry out an action that met an obstacle: it may have been sent before, or somebody else was faster."""
        try:
            events = await self.matches.act(self.session, action)
            if self.pending:  # nothing new happened
                self._answer(events)
        except Exception as error:  # whatever it is, the sender gets an answer and may go on
            self._refuse_action(error)
        self._busy, self.pending = False, ""
        self._go_on()

    def _refuse_action(self, error: Exception) -> None:
        """Send what is wrong with the current action."""
        if isinstance(error, StoreError):
            log.warning("an action in match %s could not be stored: %s", self.session.match.id, error)
            self.matches.metrics.failures.labels("store").inc()
            error = ProblemError("no_database")
        elif isinstance(error, BanmenError):
            error = convert_error(error)
        elif not isinstance(error, ProblemError):
            log.error("an action in match %s failed", self.session.match.id, exc_info=error)
            self.matches.metrics.failures.labels("request").inc()
            error = ProblemError("broken")
        self._refuse(error, self.pending)

    def _answer(self, events: Sequence[Event]) -> None:
        written = self.writer.write_again(self.session, events)
        self.line.send(_add_answer(written, self.pending, events[0].seq if events else None))

    def _refuse(self, problem: ProblemError, client_id: str) -> None:
        """Send a problem; after an action on an outdated state, with the latest events since, which were all sent before."""
        missed = problem.more.pop("events", None)
        text = orjson.dumps(problem.body(self.writer.lang))
        if missed is not None:
            last = self.session.match.seq
            since = min([self.seq, *(event.seq - 1 for event in missed[-MOST_REPEATED:])])
            if last - since > MOST_SENT:  # they are on their way
                since = last
            else:
                self.seq, self.thinking = last, self.session.thinking
            text = b"%s,%s" % (text[:-1], self.writer.write(self.session, since)[1:])
        self.line.send(_add_answer(text, client_id))


def read_action(text: bytes, person: str = "") -> Action:
    """Return a client's action, or raise ProblemError."""
    if len(text) > LONGEST_ACTION:
        raise ProblemError("too_large")
    try:
        return parse_action(text, person)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "json_invalid":
            raise ProblemError("malformed") from None
        raise ProblemError("invalid", what=describe_validation_error(first)) from None


def find_client_id(text: bytes) -> str:
    """Return the client id of an action that is invalid otherwise, so that its sender knows which one; empty if it has none.

    >>> find_client_id(b'{"seq": "two", "client_id": "01234567-89ab-cdef-0123-456789abcdef"}')
    '01234567-89ab-cdef-0123-456789abcdef'
    >>> find_client_id(b'{"client_id": "me"}'), find_client_id(b"[")
    ('', '')
    """
    try:
        given = orjson.loads(text) if len(text) <= LONGEST_ACTION else {}
    except ValueError:
        return ""
    client_id = given.get("client_id") if isinstance(given, dict) else None
    return normalize_client_id(client_id) if isinstance(client_id, str) and CLIENT_ID.fullmatch(client_id) else ""


def _add_answer(text: bytes, client_id: str | None, seq: int | None = None) -> bytes:
    """Add the client id of an action to its outcome, and the number of its event if there is one."""
    if not client_id:
        return text
    number = b"" if seq is None else b'"answered":%d,' % seq
    return b'{"answer":"%s",%s%s' % (client_id.encode(), number, text[1:])
