"""WebSocket routes: playing or watching a match, and following an analysis."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable
from typing import Any, Final

import orjson
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from banmen.match.picture_format import read_format
from banmen.match.readers import Reader
from banmen.server.analyses import Analyses
from banmen.server.bots.bot_registry import Bots, Identified
from banmen.server.crowding import refuse_long
from banmen.server.fair_pool import Asker
from banmen.server.live.change_writers import ChangeWriter, KeepingPageWriter, PageWriter, PlainWriter
from banmen.server.live.inviting import guard
from banmen.server.live.play_connection import POLICY, PlayConnection
from banmen.server.live.socket_lines import TAKE_OVER, AsgiLine, SocketLine
from banmen.server.matches import Matches
from banmen.server.people.signed_in_devices import SignedInDevices
from banmen.server.problems import ProblemError
from banmen.server.sessions import MatchSession
from banmen.server.store.database import StoreError
from banmen.server.validation_errors import describe_validation_error
from banmen.server.visitors import choose_language, find_asker, find_device, find_visitor_id

router = APIRouter(prefix="/api")
MOST_OWN: Final = 20  # connections to one match of one person who plays in it


@router.websocket("/matches/{match}/live")
async def play_on_page(
    socket: WebSocket,
    match: str,
    since: str = "-1",
    theme: str = "",
    side: str = "",
    tall: str = "",
    keeping: str = "",
) -> None:
    """Send the events of a match after `since` and then every change, with words and pictures; accept actions.

    A page that is `keeping` what it receives is sent everything once, and then only changes.
    """
    lang, form = choose_language(socket), read_format(theme, side, tall)
    make = KeepingPageWriter if keeping == "true" else PageWriter
    await _serve(socket, match, since, lambda reader: make(reader, form), lang)


@router.websocket("/matches/{match}/play")
async def play(socket: WebSocket, match: str, since: str = "-1") -> None:
    """Send the events of a match after `since` and then every change, in the form for programs; accept actions."""
    lang = choose_language(socket)
    await _serve(socket, match, since, lambda _: PlainWriter(lang), lang)


async def _serve(socket: WebSocket, match: str, since: str, make_writer: Callable[[Reader], ChangeWriter], lang: str) -> None:
    line = await open_line(socket)
    matches: Matches = socket.app.state.matches
    metrics = socket.app.state.metrics
    metrics.watching.inc()
    line.on_end(metrics.watching.dec)
    try:
        asker = find_asker(socket)
        session, reader = await open_held(matches, match[:40], asker, lang)
        refuse_if_crowded(session, asker.visitor, matches.settings.most_watchers)
        refuse_long(matches.sessions, session.match)
        writer, check = make_writer(reader), _admit_bot(socket, line)
        connection = PlayConnection(matches, session, read_since(since), writer, line, asker.visitor, check)
    except (ProblemError, StoreError) as error:
        problem = error if isinstance(error, ProblemError) else ProblemError("no_database")
        line.send(orjson.dumps(problem.body(choose_language(socket))))
        line.close(POLICY)
    else:
        if not line.ended:
            _note_device(socket, line)
            line.connect(connection)
            connection.begin()
    await line.run()


def read_since(text: str) -> int:
    """Return the last event that a client knows; raise ProblemError: the framework would refuse the socket without a word.

    >>> read_since("-1"), read_since("12")
    (-1, 12)
    """
    if re.fullmatch(r"-1|[0-9]{1,10}", text, re.ASCII) is None:
        raise ProblemError("invalid", what=describe_validation_error({"type": "int_parsing", "loc": ("query", "since")}))
    return int(text)


async def open_held(matches: Matches, match: str, asker: Asker, lang: str) -> tuple[MatchSession, Reader]:
    """Return a match in memory, and its reader: one dropped from memory while its reader was made would get no more news."""
    while True:
        session = await matches.open(match, asker)
        reader = await matches.make_reader(session, lang, asker.visitor)
        if matches.sessions.holds(session):
            return session, reader


def _admit_bot(socket: WebSocket, line: SocketLine) -> Callable[[], None]:
    """Return the check before each action of a client: bots are rate-limited, people are not."""
    identified: Identified | None = socket.scope["state"].get("bot")
    if identified is None:
        return lambda: None
    bots: Bots = socket.app.state.bots
    guard(bots, identified, line)
    return bots.find_limit(identified.bot).check


def _note_device(socket: WebSocket, line: SocketLine) -> None:
    """Close a connection when its device is signed out."""
    devices: SignedInDevices = socket.app.state.devices
    device, person = find_device(socket), find_visitor_id(socket)
    if device:
        devices.connect(device, person, line)
        line.on_end(lambda: devices.leave(device, person, line))


def refuse_if_crowded(session: MatchSession, person: str, most: int) -> None:
    """Raise ProblemError if too many are watching already; players have connections of their own."""
    match = session.match
    playing = {seat.person for seat in match.seats.values()} if match.gathering else {session.owner}
    if person in playing:
        crowd = sum(listener.person == person for listener in session.listeners)
        most = most if match.gathering is None else MOST_OWN
    else:
        crowd = sum(listener.person not in playing for listener in session.listeners)
    if crowd >= most:
        raise ProblemError("too_busy")


async def open_line(socket: WebSocket) -> SocketLine:
    """Accept a connection: if the server offers it, by taking over its socket, which is several times cheaper."""
    take_over = socket.scope.get("extensions", {}).get(TAKE_OVER)
    if take_over is not None:
        line: SocketLine = take_over()
        return line
    await socket.accept()
    return AsgiLine(socket)


@router.websocket("/analysis/{analysis}/live")
async def watch_analysis(socket: WebSocket, analysis: str) -> None:
    """Send the progress of an analysis until it ends."""
    await socket.accept()
    analyses: Analyses = socket.app.state.analyses
    try:
        found = analyses.find(analysis, find_visitor_id(socket))
    except ProblemError as problem:
        await _refuse(socket, problem)
        return
    woken = asyncio.Event()
    found.watchers.add(woken)
    listening = asyncio.create_task(_listen(socket))
    with socket.app.state.metrics.watching.track_inprogress(), contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while not listening.done():
            woken.clear()
            await socket.send_text(_write_text(found.view()))
            if found.ended is not None:
                await socket.close()
                break
            await _wait_for_either(woken, listening)
    found.watchers.discard(woken)
    await _end(listening)


async def _refuse(socket: WebSocket, problem: ProblemError) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(_write_text(problem.body(choose_language(socket))))
        await socket.close(POLICY)


async def _wait_for_either(woken: asyncio.Event, listening: asyncio.Task[None]) -> None:
    """Wait until there is something to send, or the client has disconnected."""
    waiting = asyncio.create_task(woken.wait())
    try:
        await asyncio.wait((waiting, listening), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()


async def _end(listening: asyncio.Task[None]) -> None:
    listening.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await listening


async def _listen(socket: WebSocket) -> None:
    """Read and discard messages until the client disconnects."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _write_text(content: Any) -> str:
    return orjson.dumps(content).decode()
