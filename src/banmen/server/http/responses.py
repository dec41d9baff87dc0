"""How answers are written, and how they are described."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from starlette.requests import Request
from starlette.responses import Response

from banmen.server.fair_pool import Asker, FairPool
from banmen.server.http.schemas import ErrorView, StaleChange, StaleView
from banmen.server.problems import describe_problems

Answer = TypeVar("Answer")


class JsonResponse(Response):
    """An answer in JSON. It is written here and now: what is sent is ours and need not be checked once more."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the text."""
        return orjson.dumps(content)


async def run_heavy(request: Request, asker: Asker, work: Callable[[], Answer]) -> Answer:
    """Do work that may take long in one of a few threads, when it is this asker's turn."""
    pool: FairPool = request.app.state.heavy
    return await pool.run(asker, work)


def describe_responses(model: Any, status: int = 200, *codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the answers of a route for its description: its own, and those of problems that may occur."""
    described: dict[int | str, dict[str, Any]] = {status: {"model": model}}
    for code, problem in describe_problems("malformed", "invalid", "too_large", *codes).items():
        described[code] = {**problem, "model": StaleView | StaleChange if code == 409 else ErrorView}
    return described
