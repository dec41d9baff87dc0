"""The types of the page scripts against what they describe: the API's description, and the pages' templates."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import banmen.web
from banmen.server.http.application import create_app
from banmen.server.settings import ServerSettings

WEB = Path(banmen.web.__file__).parent
INTERFACE = re.compile(r"^interface (\w+)(?: extends (\w+))? \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r'^  "?([\w-]+)"?(\??): (.+);$', re.MULTILINE)
TYPES = (WEB / "types.d.ts").read_text(encoding="utf-8")
SCHEMAS: dict[str, Any] = create_app(ServerSettings(data=Path("nowhere"), warm=False)).openapi()["components"]["schemas"]
# Made by the pages themselves, or not described by the API.
OWN = {
    *(
        "AnalysisResult",
        "BoardListener",
        "BoardMark",
        "Chance",
        "Company",
        "LiveChange",
        "LiveMessage",
        "LiveNews",
        "MoveValue",
        "PageElements",
    ),
    *("PassingElements", "Spoken", "TurningPoint"),
    *("PageSettings", "Place", "PlayerTotal", "Point", "StepAnalysis", "ThrowValue", "StandingView"),
}
PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def interfaces() -> dict[str, dict[str, tuple[bool, str]]]:
    """Return every interface with its fields, inherited ones included: whether a field is optional, and its type."""
    found: dict[str, dict[str, tuple[bool, str]]] = {}
    for name, above, body in INTERFACE.findall(TYPES):
        own = {field: (bool(optional), told) for field, optional, told in FIELD.findall(body)}
        found[name] = {**found.get(above, {}), **own}
    return found


INTERFACES = interfaces()
TOLD_BY_API = sorted(set(INTERFACES) - OWN)


def written(schema: dict[str, Any]) -> set[str]:
    """Return a schema as the types would write it, as a set of alternatives."""
    if "$ref" in schema:
        return {schema["$ref"].rpartition("/")[2]}
    if "enum" in schema:
        return {f'"{value}"' for value in schema["enum"]}
    if "anyOf" in schema:
        return {name for one in schema["anyOf"] for name in written(one)}
    if schema["type"] == "array":
        return {f"{'|'.join(sorted(written(schema['items'])))}[]"}
    return {PLAIN.get(schema["type"], "object")}


@pytest.mark.parametrize("name", TOLD_BY_API)
def test_types_say_what_the_api_sends(name: str) -> None:
    schema = SCHEMAS[name]
    fields = INTERFACES[name]
    assert set(fields) == set(schema["properties"])
    assert {field for field, (optional, _) in fields.items() if not optional} == set(schema.get("required", ()))
    for field, (_, told) in fields.items():
        alternatives = written(schema["properties"][field])
        named = {one.strip() for one in told.split("|")}
        if any("object" in one for one in alternatives):
            known = {"Options", "Record<string, unknown>", "Record<string, number>", "Record<string, string>", "AnalysisResult"}
            assert named - {"null"} <= known, field
        else:
            assert named == alternatives, field


def test_all_that_the_pages_ask_for_is_compared() -> None:
    assert {"MatchView", "MoveView", "EventView", "PositionView", "ReplayView", "AnalysisView", "LessonStepView"} <= set(
        TOLD_BY_API
    )
    assert set(INTERFACES) >= OWN


def test_every_promised_element_stands_in_a_template() -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in (WEB / "templates").glob("*.html"))
    promised = INTERFACES["PageElements"]
    assert len(promised) > 50
    buttons = set(re.findall(r'\b(?:tool|scrub)\("([\w-]+)"', templates))  # made by macros
    fields = set(re.findall(r'\bfield\("([\w-]+)"', templates))
    named = set(re.findall(r'\bid="([\w-]+)"', templates)) | buttons | fields
    assert {promised[name][1] for name in fields if name in promised} == {"HTMLInputElement"}
    assert {promised[name][1] for name in buttons if name in promised} == {"HTMLButtonElement"}
    assert [name for name in promised if name not in named] == []
    tags = {"button": "Button", "input": "Input", "dialog": "Dialog", "select": "Select", "a": "Anchor", "form": "Form"}
    for tag, name in re.findall(r'<(\w+)[^>]*\bid="([\w-]+)"', templates):
        if name in promised and tag in tags:
            assert promised[name][1] == f"HTML{tags[tag]}Element", name
