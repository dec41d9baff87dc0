"""Writing answers, and describing them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from starlette.requests import Request
from starlette.responses import Response

from banmen.server.fair_pool import Asker, FairPool
from banmen.server.http.schemas import ErrorView, StaleChange, StaleView
from banmen.server.problems import ProblemError, describe_problems

Answer = TypeVar("Answer")


class JsonResponse(Response):
    """An answer in JSON. It is serialised at once: the data is ours and need not be validated again."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the text."""
        return orjson.dumps(content)


def list_problem_headers(problem: ProblemError) -> dict[str, str]:
    """Return the headers that say what to do about a problem: when to retry, or how to authenticate.

    >>> list_problem_headers(ProblemError("bot_too_fast", retry_after=0.4))
    {'retry-after': '1'}
    """
    found = {"www-authenticate": "Bearer"} if problem.code == "bad_token" else {}
    if "retry_after" in problem.more:
        found["retry-after"] = str(math.ceil(problem.more["retry_after"]))
    return found


async def run_heavy(request: Request, asker: Asker, work: Callable[[], Answer]) -> Answer:
    """Run long work in one of a few threads, when it is this asker's turn."""
    pool: FairPool = request.app.state.heavy
    return await pool.run(asker, work)


class DescribedAnswer(dict[str, Any]):
    """The description of a route's answer, and its model, which is inspected only on demand."""

    def __init__(self, model: Any, **said: Any) -> None:
        super().__init__(said)
        self.model = model


def describe_responses(model: Any, status: int = 200, *codes: str) -> dict[int | str, dict[str, Any]]:
    """Return the answers of a route for the API description: its own, and those of its possible problems."""
    described: dict[int | str, dict[str, Any]] = {status: DescribedAnswer(model)}
    for code, problem in describe_problems("malformed", "invalid", "too_large", *codes).items():
        described[code] = DescribedAnswer(StaleView | StaleChange if code == 409 else ErrorView, **problem)
    return described


def answer_nothing(tag: str, *codes: str) -> dict[str, Any]:
    """Return the keywords of a route whose answer has no body, given its possible problems."""
    return {"status_code": 204, "responses": {**describe_responses(None, 204, *codes), 204: {}}, "tags": [tag]}
