"""The API against its own description: for any request, the response is a described one and never a server error."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from banmen.server.http.application import create_app
from banmen.server.settings import ServerSettings
from tests.server.process import Process

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
DESCRIPTION = schemathesis.openapi.from_dict(create_app(ServerSettings(data=Path("nowhere"), warm=False)).openapi())
OPERATIONS: list[Any] = [found.ok() for found in DESCRIPTION.get_all_operations()]  # type: ignore[union-attr]


class OpenMatch:
    """A real match and a real analysis, so that requests get beyond "there is no such match"."""

    def __init__(self, server: Process) -> None:
        self.server = server
        self.client = server.client()
        view = self.client.post("/api/matches", json={"game": "qubism", "seats": {"w": "human", "b": "human"}}).json()
        self.match = view["id"]
        self.analysis = self.client.post("/api/analysis", json={"game": "qubism", "seconds": 0.01}).json()["id"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenMatch]:
    server = Process(tmp_path_factory.mktemp("described") / "data")
    laid = OpenMatch(server)
    yield laid
    laid.client.close()
    complaints = server.close()
    assert "Traceback" not in complaints


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_a_described_one(operation: Any, table: OpenMatch) -> None:
    number = 1 if operation.label.endswith("/hint") else 10  # which thinks for a second each time

    @settings(max_examples=number, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def asked(case: Any) -> None:
        if case.operation.method.upper() != "DELETE":
            for name, value in (("match", table.match), ("analysis", table.analysis)):
                if name in case.path_parameters:
                    case.path_parameters[name] = value
        case.call_and_validate(base_url=table.server.url, checks=CHECKS, cookies=dict(table.client.cookies))

    asked()


PARTS: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None, exclude_categories=()), max_size=20),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=8), parts, max_size=3),
    max_leaves=5,
)
KEYS = ("game", "options", "seats", "names", "start", "type", "seq", "client_id", "move", "position", "record", "seconds")


PATHS = (
    "/api/matches",
    "/api/matches/{match}/actions",
    "/api/positions",
    "/api/positions/play",
    "/api/replay",
    "/api/analysis",
)
KNOWN = {"game": st.sampled_from(("kariuchi", "qubism")), "type": st.sampled_from(("throw", "move", "undo", "resign"))}


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(PATHS), body=st.fixed_dictionaries({}, optional={key: KNOWN.get(key, PARTS) | PARTS for key in KEYS})
)
def test_bodies_of_any_kind_are_answered(path: str, body: dict[str, Any], table: OpenMatch) -> None:
    content = json.dumps(body, ensure_ascii=True)  # with anything JSON parsers accept: infinities and lone surrogates
    answer = table.client.post(path.format(match=table.match), content=content, headers={"content-type": "application/json"})
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer.json()["error"]["message"]
