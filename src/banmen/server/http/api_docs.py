"""The API's description as a plain page, made here so that browsers load nothing from other sites."""

from __future__ import annotations

from html import escape
from typing import Any

METHODS = ("get", "post", "delete")


def render_api_docs(described: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description.

    >>> "<h1>Banmen 1</h1>" in render_api_docs({"info": {"title": "Banmen", "version": "1"}, "paths": {}})
    True
    """
    info = described["info"]
    parts = [
        _render_route(path, method, methods[method])
        for path, methods in described["paths"].items()
        for method in METHODS
        if method in methods
    ]
    name = escape(f"{info['title']} {info['version']}")
    under = "".join(f"All paths are below {_format_code(server['url'])}. " for server in described.get("servers", []))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}: API</title>'
        f'<meta name="viewport" content="width=device-width"></head><body><main><h1>{name}</h1>'
        f'<p>{under}For programs: <a href="openapi.json">openapi.json</a>. Live updates come over the WebSockets '
        "<code>/api/matches/{match}/live?since=SEQ</code> and <code>/api/analysis/{analysis}/live</code>.</p>"
        f"{''.join(parts)}</main></body></html>"
    )


def _render_route(path: str, method: str, route: dict[str, Any]) -> str:
    inputs = [
        f"<li>{_format_code(one['name'])} ({escape(one['in'])}) {escape(one.get('description', ''))}</li>"
        for one in route.get("parameters", [])
    ]
    body = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body:
        inputs.append(f"<li>body: {_describe_type(body)}</li>")
    answers = [f"<li>{status}: {_answer(answer)}</li>" for status, answer in route["responses"].items()]
    return (
        f"<section><h2>{_format_code(f'{method.upper()} {path}')}</h2><p>{escape(route.get('description', ''))}</p>"
        f"<ul>{''.join(inputs)}</ul><ul>{''.join(answers)}</ul></section>"
    )


def _answer(answer: dict[str, Any]) -> str:
    for kind, content in answer.get("content", {}).items():
        return (
            f"{_describe_type(content['schema'])} {escape(answer['description'])}"
            if "schema" in content
            else _format_code(kind)
        )
    return escape(answer["description"])


def _describe_type(schema: dict[str, Any]) -> str:
    if "items" in schema:
        return f"list of {_describe_type(schema['items'])}"
    return _format_code(schema.get("$ref", schema.get("type", "")).rpartition("/")[2])


def _format_code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
