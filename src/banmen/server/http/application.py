"""The application, assembled from its parts."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, RedirectResponse, Response

import banmen
from banmen.core.errors import BanmenError
from banmen.server.analyses import Analyses
from banmen.server.background_compile import BackgroundCompiler
from banmen.server.bots.bot_registry import Bots
from banmen.server.computer import Computer
from banmen.server.fair_pool import FairPool
from banmen.server.gatherings import Gatherings
from banmen.server.health import Health
from banmen.server.http import (
    bot_routes,
    game_routes,
    gathering_routes,
    lesson_routes,
    lobby_routes,
    match_routes,
    network_routes,
    pages,
    people_routes,
    position_routes,
    schemas,
    tournament_routes,
)
from banmen.server.http.api_description import DescribedApi
from banmen.server.http.api_docs import render_api_docs
from banmen.server.http.forwarding import ForwardingMiddleware
from banmen.server.http.log_filters import install_log_filters
from banmen.server.http.middleware import VisitorMiddleware
from banmen.server.http.page_rendering import render_error_page
from banmen.server.http.proxies import Proxies, ProxyMiddleware
from banmen.server.http.responses import JsonResponse, list_problem_headers
from banmen.server.http.route_finding import find_address_without_slash, find_routes
from banmen.server.live import inviting, watching
from banmen.server.lobby.challenges import Lobby
from banmen.server.lobby.ratings import Ratings, combine_rows
from banmen.server.matches import Matches
from banmen.server.metrics import TYPE, Metrics
from banmen.server.peers import FOLDER as PEERS
from banmen.server.people.blocking import Blocking
from banmen.server.people.people_desk import People
from banmen.server.problems import ProblemError, convert_error
from banmen.server.rate_limits import RateLimit
from banmen.server.retention import Retention
from banmen.server.settings import ServerSettings
from banmen.server.store.database import Store, StoreError
from banmen.server.store.listening import HearingTogether, Listener
from banmen.server.store.migrating import migrate
from banmen.server.store.tournament_rows import TournamentStore
from banmen.server.tournaments.tournament_service import Tournaments
from banmen.server.validation_errors import describe_validation_error
from banmen.server.visitors import choose_language

log = logging.getLogger("banmen.server")
WORTH_PACKING = 1000  # bytes
HEAVY, MOST_HEAVY, MOST_HEAVY_EACH = 2, 64, 16  # long answers in progress, waiting, and waiting of one address
TOURNAMENTS_A_MINUTE = 2 / 60  # per address in the long run
EXPORTS = 6  # exports of a person's data, per minute from one address or by one person
REMOVALS = 12  # removals of a person's data, per minute from one address: they search through a lot
HEALTH_SECONDS = 5.0  # within which a write must have succeeded
ROUTED = (
    *(game_routes, match_routes, gathering_routes, bot_routes, lobby_routes, tournament_routes),
    *(lesson_routes, position_routes, network_routes, people_routes, watching, inviting),
)
ROUTERS = tuple(one.router for one in ROUTED)


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """Return the application; it opens its database when it starts."""
    chosen = settings or ServerSettings()
    install_log_filters()
    app = DescribedApi(
        title="Banmen",
        version=banmen.__version__,
        summary="Board games: matches, positions, analysis.",
        docs_url=None,
        redoc_url=None,
        lifespan=_run_lifespan,
        redirect_slashes=False,  # it would ignore the prefix; `find_address_without_slash` does not
        servers=[{"url": chosen.path_prefix}] if chosen.path_prefix else None,
    )
    app.state.settings, app.state.metrics = chosen, Metrics()
    app.state.closing = app.state.draining = False
    app.state.door = None  # set by a server that listens
    app.state.begun, app.state.joined = RateLimit(chosen.most_begun), RateLimit(chosen.most_joined)
    app.state.set_up = RateLimit(TOURNAMENTS_A_MINUTE, max(1, chosen.most_begun // 3))
    app.state.sought, app.state.sought_each = RateLimit(chosen.most_sought), RateLimit(chosen.most_sought)
    app.state.exported, app.state.forgotten = RateLimit(EXPORTS), RateLimit(REMOVALS)
    app.state.warming = BackgroundCompiler(chosen.warm)
    for router in ROUTERS:
        app.router.routes.extend(router.routes)  # as they are: including them would build each a second time
    app.add_api_route("/healthz", _healthz, responses={200: {"model": schemas.HealthView}}, tags=["server"])
    app.add_api_route("/readyz", _readyz, responses={200: {"model": schemas.HealthView}}, tags=["server"])
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    app.add_api_route("/docs", _docs, include_in_schema=False)
    for kind, answer in (
        (ProblemError, _answer_problem),
        (BanmenError, _answer_problem),
        (StoreError, _answer_store_error),
        (RequestValidationError, _answer_invalid),
    ):
        app.add_exception_handler(kind, answer)
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(Exception, _answer_failure)
    pages.install(app)
    if os.environ.get(PEERS):
        app.add_middleware(ForwardingMiddleware)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=4)
    app.add_middleware(VisitorMiddleware, metrics=app.state.metrics, settings=chosen, answer_failure=_answer_failure)
    if chosen.trusted_proxies or chosen.path_prefix:
        app.add_middleware(ProxyMiddleware, trusted=Proxies(chosen.trusted_proxies), prefix=chosen.path_prefix)
    return app


@asynccontextmanager
async def _run_lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings, metrics = app.state.settings, app.state.metrics
    await asyncio.to_thread(migrate, settings.database)
    loop = asyncio.get_running_loop()
    # Each is called when another process has written; matches can be refreshed only once `Matches` exists.
    store = Store(settings.database, lambda: loop.call_soon_threadsafe(hearing.refresh_all))
    computer, heavy = Computer(settings, metrics, app.state.warming), FairPool("heavy", HEAVY, MOST_HEAVY, MOST_HEAVY_EACH)
    blocking, bots = Blocking(store), Bots(store, settings)
    matches = Matches(store, computer, heavy, settings, metrics, blocking)
    people = People(matches.sessions, blocking, combine_rows, settings.most_signed_in, bots.wake)
    app.state.bots, app.state.people, app.state.devices = bots, people, people.devices
    hearing = HearingTogether(matches.sessions, bots.hearing, people.devices.hearing)
    listener = Listener(settings.database, hearing) if store.is_shared else None
    app.state.heavy, app.state.health = heavy, Health(settings.database, lambda: store.check_writable())
    analyses = Analyses(settings, metrics, app.state.warming)
    app.state.store, app.state.computer, app.state.matches, app.state.analyses = store, computer, matches, analyses
    app.state.listener, app.state.gatherings = listener, Gatherings(matches, people.accounts, bots.wake)
    app.state.tournaments = Tournaments(TournamentStore(store), app.state.gatherings)
    ratings = Ratings(matches.sessions)
    app.state.lobby = Lobby(app.state.gatherings, ratings)
    app.state.retention = Retention(matches.sessions, settings.retention_days)
    try:
        app.state.warming.start()
        await computer.start()
        yield
    finally:
        app.state.closing = True
        await app.state.tournaments.close()
        await app.state.retention.close()
        await app.state.lobby.close()
        await people.close()
        await ratings.close()
        await app.state.warming.close()
        await matches.close()
        await analyses.close()
        await computer.close()
        heavy.close()
        if listener:
            await listener.close()
        await store.close()


async def _healthz(request: Request) -> Response:
    """Whether the server is healthy: whether writes succeed."""
    return await _answer_health(request)


async def _readyz(request: Request) -> Response:
    """Whether to send visitors here: the database is available and up to date, and the server is not shutting down."""
    return await _answer_health(request, closing=request.app.state.closing or request.app.state.draining)


async def _answer_health(request: Request, closing: bool = False) -> Response:
    status = "closing" if closing else "ok"
    if not closing:
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await request.app.state.health.check()
        except (StoreError, TimeoutError) as error:
            status = "no database"
            log.warning("the database cannot be written: %s", str(error).partition("\n")[0] or "it does not answer")
    code = HTTPStatus.OK if status == "ok" else HTTPStatus.SERVICE_UNAVAILABLE
    return JsonResponse({"status": status, "version": banmen.__version__, "process": os.getpid()}, code)


async def _metrics(request: Request) -> Response:
    """The server's counters, for Prometheus."""
    return Response(request.app.state.metrics.text(), media_type=TYPE)


async def _docs(request: Request) -> Response:
    """The API reference, for people."""
    return HTMLResponse(render_api_docs(request.app.openapi()))


async def _answer_problem(request: Request, error: Exception) -> Response:
    problem = error if isinstance(error, ProblemError) else convert_error(error)  # type: ignore[arg-type]
    return JsonResponse(problem.body(choose_language(request)), problem.status, list_problem_headers(problem))


async def _answer_store_error(request: Request, error: Exception) -> Response:
    log.warning("%s %s could not be stored: %s", request.method, request.url.path, error)
    request.app.state.metrics.failures.labels("store").inc()
    return await _answer_problem(request, ProblemError("no_database"))


async def _answer_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return await _answer_problem(request, ProblemError("malformed"))
    return await _answer_problem(request, ProblemError("invalid", what=describe_validation_error(first)))


async def _answer_http_error(request: Request, error: Exception) -> Response:
    """Answer errors of the framework: with HTML for pages, with JSON for programs."""
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND and (address := find_address_without_slash(request)):
        return RedirectResponse(address)
    code = {400: "malformed", 404: "not_found", 405: "method", 408: "too_slow", 413: "too_large"}.get(
        error.status_code, "invalid"
    )
    if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
        return render_error_page(request, error.status_code)
    answer = await _answer_problem(request, ProblemError(code))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        answer.headers["allow"] = ", ".join(sorted(_find_methods(request)))
    return answer


def _find_methods(request: Request) -> set[str]:
    """Return the methods of an address; the framework only knows those of the first route."""
    return {method for route in find_routes(request, request.scope["path"]) for method in route.methods or ()}


async def _answer_failure(request: Request, error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    request.app.state.metrics.failures.labels("request").inc()
    return await _answer_problem(request, ProblemError("broken"))
