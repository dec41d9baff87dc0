"""The middleware around every request: identity, size, origin, and the headers of the answer."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from banmen.server.http.address_turns import AddressTurns
from banmen.server.http.host_names import is_own_host, list_own_names, shorten_address
from banmen.server.http.responses import list_problem_headers
from banmen.server.metrics import Metrics
from banmen.server.problems import ProblemError
from banmen.server.rate_limits import RateLimit
from banmen.server.settings import ServerSettings
from banmen.server.store.database import StoreError
from banmen.server.store.identity import digest_token, draw_token
from banmen.server.visitors import choose_language

FailureAnswer = Callable[[Request, Exception], Awaitable[Response]]
access = logging.getLogger("banmen.access")
COOKIE = "banmen_visitor"
KEPT = 400 * 24 * 3600  # browsers keep cookies no longer; those who return in time keep theirs
VISITOR = re.compile(r"[A-Za-z0-9_-]{20,64}")
SHARED = ("/static/", "/pictures/", "/healthz", "/readyz", "/metrics")  # where all visitors get the same answer
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = frozenset((*SAFE, "POST", "PUT", "PATCH", "DELETE"))  # that have counters of their own
# No page needs anything from other sites, nor inline scripts or styles.
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class VisitorMiddleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, settings: ServerSettings, answer_failure: FailureAnswer) -> None:
        self.app, self.metrics, self.settings, self.answer_failure = app, metrics, settings, answer_failure
        self.names = list_own_names(settings.hosts)
        self._failed = RateLimit(settings.most_joined)  # invalid tokens, by address
        self._turns = AddressTurns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        state = scope.setdefault("state", {})
        state["address"] = shorten_address(scope["client"][0]) if scope.get("client") else ""
        known = _read_token(headers.get("cookie", ""))
        bearer, problem = headers.get("authorization"), None
        if bearer is None:
            state["token"] = known or draw_token()  # which is private to the device
            state["visitor"] = state["device"] = digest_token(state["token"])
            if known and not scope["path"].startswith(SHARED):
                problem = await self._identify_person(scope)
        else:  # a program; no device would keep the cookie
            state["visitor"] = ""
            problem = await self._identify_bot(scope, bearer)
        if scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send, headers, problem)
        else:
            await self._serve_http(scope, receive, send, headers, new=known is None and bearer is None, problem=problem)

    async def _identify_person(self, scope: Scope) -> ProblemError | None:
        """Make the account that a device is signed in to the visitor; pages without a visitor can be read in any case."""
        state, devices = scope["state"], scope["app"].state.devices
        try:
            state["visitor"] = await devices.find_person(state["device"])
        except StoreError:
            return ProblemError("no_database") if scope["path"].startswith("/api/") else None
        return None

    async def _identify_bot(self, scope: Scope, bearer: str) -> ProblemError | None:
        """Make the bot the visitor of its requests, or return what is wrong with its token."""
        state, bots = scope["state"], scope["app"].state.bots
        kind, _, token = bearer.partition(" ")
        if not self._failed.may(state["address"]):
            return ProblemError("too_busy")
        try:
            found = await bots.identify(token.strip()) if kind.lower() == "bearer" else None
        except StoreError:
            return ProblemError("no_database")
        if found is None:
            self._failed.takes(state["address"])
            return ProblemError("bad_token")
        state["bot"], state["visitor"] = found, found.bot.person
        try:
            bots.find_limit(found.bot).check()
        except ProblemError as problem:
            return problem
        return None

    async def _serve_socket(
        self, scope: Scope, receive: Receive, send: Send, headers: Headers, problem: ProblemError | None
    ) -> None:
        if problem or _is_foreign(headers) or not self._is_for_us(headers) or _has_nul(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.app(scope, receive, send)

    async def _serve_http(
        self, scope: Scope, receive: Receive, send: Send, headers: Headers, new: bool, problem: ProblemError | None
    ) -> None:
        began, status, started = time.perf_counter(), 500, False
        bodiless = scope["method"] == "HEAD"
        if bodiless:
            scope = {**scope, "method": "GET"}  # the same answer, without its body
        problem = self._find_refusal(scope, headers) or problem
        new = new and problem is None  # a refused request has no visitor

        async def send_with_headers(message: Message) -> None:
            nonlocal status, started
            if bodiless and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                self._add_headers(scope, MutableHeaders(raw=message.setdefault("headers", [])), new)
            await send(message)

        try:
            if problem:
                await _answer(problem, scope, receive, send_with_headers)
            else:
                async with self._turns.take(scope["state"]["address"]):
                    limited = _limit_body(receive, self.settings.most_body, self.settings.request_seconds)
                    await self.app(scope, limited, send_with_headers)
        except Exception as error:
            if started:
                raise
            answer = await self.answer_failure(Request(scope), error)  # with the same headers as every other answer
            await answer(scope, receive, send_with_headers)
        finally:
            route = getattr(scope.get("route"), "path", "")
            method = scope["method"] if scope["method"] in METHODS else "?"
            taken = time.perf_counter() - began
            self.metrics.requests.labels(method, route, status).inc()
            self.metrics.seconds.labels(route).observe(taken)
            if access.isEnabledFor(logging.INFO):  # the route, not the path, which may contain a match's id
                facts = {"method": method, "route": route, "status": status, "milliseconds": round(1000 * taken, 1)}
                access.info("%(method)s %(route)s %(status)s %(milliseconds)s ms", facts, extra=facts)

    def _is_for_us(self, headers: Headers) -> bool:
        """Tell whether a request names this server, and only this one."""
        named = headers.getlist("host")
        return len(named) == 1 and is_own_host(named[0], self.names)

    def _find_refusal(self, scope: Scope, headers: Headers) -> ProblemError | None:
        if not self._is_for_us(headers):
            return ProblemError("unknown_host")
        if _has_nul(scope):
            return ProblemError("malformed")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:20]) > self.settings.most_body:
            return ProblemError("too_large")
        if scope["method"] not in SAFE and _is_foreign(headers):
            return ProblemError("cross_origin")
        return ProblemError("too_busy") if self._turns.is_crowded(scope["state"]["address"]) else None

    def _add_headers(self, scope: Scope, headers: MutableHeaders, new: bool) -> None:
        """Add the headers of every answer, and a cookie for a new visitor."""
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        path: str = scope["path"]
        if path.startswith("/api/"):
            headers.setdefault("cache-control", "no-store")
        shared = "public" in headers.get("cache-control", "") or path.startswith(SHARED)
        # Every page renews a visitor's cookie, so that it lasts as long as they keep coming back.
        renewed = new or scope["state"].get("renewed") or "text/html" in headers.get("content-type", "")
        if not shared and "token" in scope["state"] and renewed:
            place = self.settings.path_prefix or "/"
            cookie = f"{COOKIE}={scope['state']['token']}; Path={place}; Max-Age={KEPT}; HttpOnly; SameSite=Lax"
            headers.append("set-cookie", cookie + ("; Secure" if scope["scheme"] == "https" else ""))


def _read_token(cookies: str) -> str | None:
    """Return the secret in a Cookie header, if it is one of ours."""
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and VISITOR.fullmatch(value):
            return value
    return None


def _is_foreign(headers: Headers) -> bool:
    """Tell whether a browser says that a request comes from another site's page."""
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc != headers.get("host")
    except ValueError:  # it is not an address at all
        return True


def _has_nul(scope: Scope) -> bool:
    """Tell whether an address has a character that a PostgreSQL takes in no text: it would look as if there were none."""
    return "\0" in scope["path"] or b"%00" in scope["query_string"]


def _limit_body(receive: Receive, most: int, seconds: float) -> Receive:
    """Return a `receive` that raises for a body that is too long or arrives too late."""
    seen, deadline, whole = 0, time.monotonic() + seconds, False

    async def receive_limited() -> Message:
        nonlocal seen, whole
        if whole:  # what follows is the client's disconnection, which may take any time
            return await receive()
        try:
            async with asyncio.timeout(deadline - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise HTTPException(ProblemError("too_slow").status, headers={"connection": "close"}) from None
        whole = not message.get("more_body", False)
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(ProblemError("too_large").status)  # the framework lets no other exception through here
        return message

    return receive_limited


async def _answer(problem: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
    body = problem.body(choose_language(Request(scope)))
    await JSONResponse(body, problem.status, list_problem_headers(problem))(scope, receive, send)
