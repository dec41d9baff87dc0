"""The OpenAPI description of the API, made on demand.

Inspecting the hundreds of response models would take half of the server's start-up time.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.utils import create_model_field

from banmen.server.http.responses import DescribedAnswer


class DescribedApi(FastAPI):
    """An application that inspects its response models only for its description."""

    def openapi(self) -> dict[str, Any]:
        """Return the description."""
        if not self.openapi_schema:
            shared: dict[type, Any] = {}  # each class is described once and referenced
            for route in self.router.routes:
                if isinstance(route, APIRoute):
                    _look_into_answers(route, shared)
        return super().openapi()


def _look_into_answers(route: APIRoute, shared: dict[type, Any]) -> None:
    for status, answer in route.responses.items():
        if isinstance(answer, DescribedAnswer) and answer.model and status not in route.response_fields:
            field = shared.get(answer.model) or create_model_field(
                name=f"Response_{status}_{route.unique_id}", type_=answer.model, mode="serialization"
            )
            if isinstance(answer.model, type):
                shared[answer.model] = field
            route.response_fields[status] = field
