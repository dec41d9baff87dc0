"""WebSocket routes: watchers of a match or an analysis receive its events."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from banmen.match.match_views import events_view, match_view
from banmen.match.picture_format import PictureFormat, read_format
from banmen.server.analyses import Analyses
from banmen.server.matches import Matches
from banmen.server.metrics import Metrics
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.sessions import MatchSession
from banmen.server.visitors import choose_language, find_asker, find_visitor_id

router = APIRouter(prefix="/api")
POLICY, GOING_AWAY = 1008, 1001  # why a connection is closed
MOST_WATCHERS = 32  # of one match


@router.websocket("/matches/{match}/live")
async def watch(
    socket: WebSocket, match: str, since: Annotated[int, Query()] = -1, theme: str = "", side: str = "", tall: str = ""
) -> None:
    """Send the events of a match after `since`, and then every change."""
    await socket.accept()
    matches: Matches = socket.app.state.matches
    try:
        session = await matches.open(match[:40], find_asker(socket))
        if len(session.watchers) >= MOST_WATCHERS:
            raise ProblemError("too_busy")
    except ProblemError as problem:
        await _refuse(socket, problem)
        return
    metrics: Metrics = socket.app.state.metrics
    with metrics.watching.track_inprogress():
        await _Watcher(socket, session, since, read_format(theme, side, tall)).run()


@router.websocket("/analysis/{analysis}/live")
async def watch_analysis(socket: WebSocket, analysis: str) -> None:
    """Send how far an analysis has come until it ends."""
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


class _Watcher:
    """One open connection to a match."""

    def __init__(self, socket: WebSocket, session: MatchSession, since: int, form: PictureFormat) -> None:
        self.socket, self.session, self.form, self.lang = socket, session, form, choose_language(socket)
        self.seq = min(max(since, -1), session.match.seq)
        self.thinking: bool | None = None
        self.woken = asyncio.Event()

    async def run(self) -> None:
        """Send until either side goes away."""
        self.session.watchers.add(self.woken)
        listening = asyncio.create_task(_listen(self.socket))
        try:
            await self._send_all(listening)
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone while we were sending
        finally:
            self.session.watchers.discard(self.woken)
            await _end(listening)

    async def _send_all(self, listening: asyncio.Task[None]) -> None:
        first = True
        while not listening.done():
            self.woken.clear()
            if self.session.removed or self.socket.app.state.closing:
                await self.socket.close(POLICY if self.session.removed else GOING_AWAY)
                return
            await self._send_changes(first)
            first = False
            await _wait_for_either(self.woken, listening)

    async def _send_changes(self, first: bool) -> None:
        """Send what is new: events with the match as it stands after them, or only whether the computer thinks."""
        match, thinking = self.session.match, self.session.thinking
        if first or match.seq > self.seq:
            events = events_view(match, match.list_events_after(self.seq), self.lang)
            view = match_view(match, VISITOR_PLAYERS, self.lang, self.form, thinking)
            self.seq, self.thinking = match.seq, thinking
            await self.socket.send_text(_write_text({"events": events, "view": view}))
        elif thinking != self.thinking:
            self.thinking = thinking
            await self.socket.send_text(_write_text({"thinking": thinking}))


async def _refuse(socket: WebSocket, problem: ProblemError) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(_write_text(problem.body(choose_language(socket))))
        await socket.close(POLICY)


async def _wait_for_either(woken: asyncio.Event, listening: asyncio.Task[None]) -> None:
    """Wait until there is something to send, or the other side has gone away."""
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
    """Read and forget what the other side says, until it goes away."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _write_text(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
