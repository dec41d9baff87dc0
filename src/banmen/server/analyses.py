"""Running analyses: a bounded number, each in a thread; stopped when nobody watches, and discarded some time after they end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from typing_extensions import TypedDict

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.record import Record
from banmen.server.analysis_reports import AnalysisData, analyse_with_reports
from banmen.server.background_compile import LOOK, BackgroundCompiler, WarmView
from banmen.server.fair_pool import Asker, FairPool
from banmen.server.metrics import Metrics
from banmen.server.peers import mark_name
from banmen.server.problems import ProblemError
from banmen.server.settings import ServerSettings

messages = Catalogue(__name__)

AnalysisState = Literal["waiting", "running", "done", "stopped", "failed"]
log = logging.getLogger("banmen.server")
POSITION_SECONDS, STEP_SECONDS = 5.0, 1.0  # seconds by default, and the most that may be requested
RECORD_SECONDS = 600.0  # the most for a whole record
# Time for a whole record unless other seconds per step are requested. Games with sticks are longer, and with several players
# everybody's chances have to be computed.
SKILL_GOAL, CHANCE_GOAL = 4.5, 27.0
MOST_STEPS = 2000
PATIENCE = 3.0  # seconds that a server waits when it shuts down


class AnalysisView(TypedDict):
    """How far an analysis has come, and its results so far."""

    id: str
    state: AnalysisState
    kind: Literal["position", "record"]
    progress: float
    result: dict[str, Any] | None
    preparing: WarmView | None  # what is being compiled before it can start


@dataclass(eq=False)
class Analysis:
    """An analysis: how far it has come, and who watches it."""

    id: str
    asker: Asker
    subject: Position | Record
    seconds: float
    within: float | None
    state: AnalysisState = "waiting"
    progress: float = 0.0
    result: AnalysisData | None = None
    preparing: WarmView | None = None
    ended: float | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    watchers: set[asyncio.Event] = field(default_factory=set)
    last_look: float = field(default_factory=time.monotonic)

    def view(self) -> AnalysisView:
        """Return how far it has come."""
        return {
            "id": self.id,
            "state": self.state,
            "kind": "record" if isinstance(self.subject, Record) else "position",
            "progress": round(self.progress, 4),
            "result": self.result,
            "preparing": self.preparing,
        }

    def prepare(self, preparing: WarmView | None) -> None:
        """Store what has to be compiled first, and wake the watchers if that has changed."""
        if preparing != self.preparing:
            self.preparing = preparing
            self._wake()

    def change(self, state: AnalysisState, progress: float, result: AnalysisData | None) -> None:
        """Store the analysis so far, and wake its watchers."""
        if self.ended is not None:
            return
        self.state, self.progress = state, progress
        self.result = result if result is not None else self.result
        if state in ("done", "stopped", "failed"):
            self.ended, self.preparing = time.monotonic(), None
        self._wake()

    def _wake(self) -> None:
        for watcher in self.watchers:
            watcher.set()


class Analyses:
    """The analyses of one server."""

    def __init__(self, settings: ServerSettings, metrics: Metrics, warming: BackgroundCompiler) -> None:
        self.settings, self.metrics, self.warming = settings, metrics, warming
        self._kept: dict[str, Analysis] = {}
        self._pool = FairPool("analyst", settings.analysts, settings.most_analyses, settings.most_analyses_address)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, asker: Asker, subject: Position | Record, seconds: float | None) -> Analysis:
        """Start an analysis; raise ProblemError if there is nothing to analyse or too many are running.

        A game that the same visitor had analysed recently is not analysed again: the result would differ slightly each time.
        """
        self._refuse_if_empty(subject)
        self._clear()
        if isinstance(subject, Record) and (known := self._find_same(asker, subject, choose_time(subject, seconds))):
            return known
        under_way = [one.asker for one in self._kept.values() if one.ended is None]
        if (
            len(self._kept) >= self.settings.most_analyses
            or under_way.count(asker) >= self.settings.most_analyses_each
            or sum(other.address == asker.address for other in under_way) >= self.settings.most_analyses_address
        ):
            raise ProblemError("too_many_analyses")
        started = Analysis(mark_name(secrets.token_urlsafe(12)), asker, subject, *choose_time(subject, seconds))
        self._kept[started.id] = started
        self.metrics.analyses.set(len(self._kept))
        task = asyncio.create_task(self._run(started))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return started

    def _find_same(self, asker: Asker, subject: Record, times: tuple[float, float | None]) -> Analysis | None:
        """Return a finished analysis of the same game with the same times, if the visitor has one."""
        same = (
            one
            for one in self._kept.values()
            if one.state == "done" and one.asker.visitor == asker.visitor and (one.seconds, one.within) == times
        )
        played = replace(subject, tags={})  # whatever else a record contains, such as its dice, the game is the same
        return next((one for one in same if isinstance(one.subject, Record) and replace(one.subject, tags={}) == played), None)

    def find(self, name: str, owner: str) -> Analysis:
        """Return a visitor's analysis, or raise ProblemError."""
        self._clear()
        found = self._kept.get(name)
        if found is None or found.asker.visitor != owner:
            raise ProblemError("no_analysis")
        found.last_look = time.monotonic()
        return found

    def cancel(self, analysis: Analysis) -> None:
        """Stop an analysis; its results stay for a while."""
        analysis.stop.set()
        analysis.change("stopped", analysis.progress, None)

    async def close(self) -> None:
        """Stop all analyses."""
        for analysis in self._kept.values():
            self.cancel(analysis)
        self._pool.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE)

    def _refuse_if_empty(self, subject: Position | Record) -> None:
        if isinstance(subject, Position) and subject.over:
            raise ProblemError("position_over")
        if isinstance(subject, Record) and not 0 < len(subject.steps) <= MOST_STEPS:
            raise ProblemError(
                "bad_record",
                what=messages("analysis.wrong_length", number=len(subject.steps), most=MOST_STEPS),
            )

    async def _run(self, analysis: Analysis) -> None:
        loop = asyncio.get_running_loop()

        def report(progress: float, found: AnalysisData) -> None:
            loop.call_soon_threadsafe(analysis.change, "running", progress, found)

        def work() -> AnalysisData | None:
            if analysis.stop.is_set():
                return None
            loop.call_soon_threadsafe(analysis.change, "running", 0.0, None)
            return analyse_with_reports(analysis.subject, analysis.seconds, analysis.stop, report, analysis.within)

        try:
            await self._prepare(analysis)
            working = asyncio.create_task(self._pool.run(analysis.asker, work))
            await self._watch(analysis, working)
            analysis.change("done", 1.0, await working)
        except asyncio.CancelledError:
            analysis.change("stopped", analysis.progress, None)
        except Exception:
            log.exception("an analysis failed")
            self.metrics.failures.labels("analysis").inc()
            analysis.change("failed", analysis.progress, None)

    async def _watch(self, analysis: Analysis, working: asyncio.Task[AnalysisData | None]) -> None:
        """Wait for the work; an analysis that is stopped leaves the queue."""
        while not working.done():
            await asyncio.wait((working,), timeout=LOOK)
            self._stop_unwatched(analysis)
            if analysis.ended is not None:
                working.cancel()

    def _stop_unwatched(self, analysis: Analysis) -> None:
        """Stop an analysis that nobody has watched for some time."""
        now = time.monotonic()
        if analysis.watchers:
            analysis.last_look = now
        elif now - analysis.last_look > self.settings.analysis_unwatched:
            self.cancel(analysis)

    async def _prepare(self, analysis: Analysis) -> None:
        """Wait until the game is compiled, which another process does next, and report the progress."""
        game = analysis.subject.game.name
        self.warming.hurry(game)
        while not self.warming.is_ready(game) and not analysis.stop.is_set():
            analysis.prepare(self.warming.view(game))
            await asyncio.sleep(LOOK)
            self._stop_unwatched(analysis)
        analysis.prepare(None)

    def _clear(self) -> None:
        """Discard analyses that ended some time ago; if there are too many, those that ended first."""
        now = time.monotonic()
        ended = sorted((one.ended, one.id) for one in self._kept.values() if one.ended is not None)
        spare = len(self._kept) - self.settings.most_analyses + 1
        for number, (at, name) in enumerate(ended):
            if now - at > self.settings.analysis_kept or number < spare:
                del self._kept[name]
        self.metrics.analyses.set(len(self._kept))


def choose_time(subject: Position | Record, seconds: float | None) -> tuple[float, float | None]:
    """Return the time limits: for a position or each step of a record, and for the whole record."""
    if isinstance(subject, Position):
        return seconds or POSITION_SECONDS, None
    if seconds:
        return min(seconds, RECORD_SECONDS / len(subject.steps)), None
    return STEP_SECONDS, CHANCE_GOAL if subject.game.has_chance else SKILL_GOAL
