"""Finding the routes of an address, and the address meant by one with a trailing slash."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import Request
from starlette.routing import Match, Route

from banmen.server.http.page_rendering import find_base


def find_routes(request: Request, path: str) -> list[Route]:
    """Return the routes of a path, whatever their methods."""
    scope = {**request.scope, "path": path}
    return [route for route in request.app.routes if isinstance(route, Route) and route.matches(scope)[0] != Match.NONE]


def find_address_without_slash(request: Request) -> str | None:
    """Return the intended address if one with a trailing slash leads nowhere, as a proxy shows it."""
    path: str = request.scope["path"]
    bare = path.rstrip("/")
    if bare == path or not find_routes(request, bare):
        return None
    query = request.scope["query_string"].decode("latin-1")
    return find_base(request) + quote(bare) + (f"?{query}" if query else "")
