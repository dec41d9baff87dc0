"""No module imports itself through others, be it in a function or for the type checker only."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"


def modules() -> dict[str, Path]:
    """Return all modules of the package by their dotted names."""
    found = {}
    for path in sorted((SOURCE / "banmen").rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(text: str, known: set[str]) -> set[str]:
    """Return the modules that a source imports anywhere in it: `from a import b` means a.b where that is a module, else a."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                found.add(inner if inner in known else node.module)
    return found & known


def cycles(graph: dict[str, set[str]]) -> set[tuple[str, ...]]:
    """Return the sets of modules that reach each other, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = set()

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1 or node in graph[node]:
                found.add(tuple(sorted(group)))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def test_there_are_no_import_cycles() -> None:
    known = modules()
    graph = {name: imports(path.read_text(encoding="utf-8"), set(known)) for name, path in known.items()}
    assert cycles(graph) == set()


def test_cycles_are_found_wherever_the_import_stands() -> None:
    texts = {
        "a": "def late():\n    from b import thing\n",
        "b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import c\n",
        "c": "import a\nimport d\n",
        "d": "",
    }
    graph = {name: imports(text, set(texts)) for name, text in texts.items()}
    assert cycles(graph) == {("a", "b", "c")}
