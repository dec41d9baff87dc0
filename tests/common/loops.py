"""Loops in tests that must run: a test that loops over nothing asserts nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
KEEPING = {"enumerate", "zip", "sorted", "list", "tuple", "set", "reversed", "product"}  # empty if their arguments are
VIEWS = {"items", "keys", "values"}


def some(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items, and fail at the end if there was none."""
    count = 0
    for count, item in enumerate(items, 1):  # noqa: B007
        yield item
    assert count, "there was nothing to loop over"


def find_idle_tests(text: str) -> list[str]:
    """Return the tests in a source that assert nothing if one of their loops happens to be empty."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            known = {argument.arg for argument in node.args.args} | _named_literals(node)
            checks = list(_checks(node, known, False))
            if checks and all(checks):
                found.append(node.name)
    return found


def _named_literals(function: ast.FunctionDef) -> set[str]:
    """Return the names to which a function assigns a literal list, tuple or the like."""
    assigned = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    return {
        target.id
        for node in assigned
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Tuple | ast.List | ast.Set | ast.Dict)
    }


def _checks(node: ast.AST, known: set[str], doubtful: bool) -> Iterator[bool]:
    """Yield for each possible check whether it is inside a loop that may be empty."""
    for child in ast.iter_child_nodes(node):
        inside = doubtful
        if isinstance(child, ast.For | ast.AsyncFor):
            if _is_call_of(child.iter, "some"):
                yield False  # its body may not run, but the loop was not empty
                continue
            inside = doubtful or not runs(child.iter, known)
        if isinstance(child, ast.Assert | ast.With) or (isinstance(child, ast.Expr) and isinstance(child.value, ast.Call)):
            yield inside
        yield from _checks(child, known, inside)


def _is_call_of(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def runs(iterable: ast.expr, known: set[str]) -> bool:
    """Tell whether a loop over this surely runs: over `some(...)`, a range, a constant, or a literal."""
    match iterable:
        case ast.Tuple() | ast.List() | ast.Set():
            return bool(iterable.elts)
        case ast.Dict():
            return bool(iterable.keys)
        case ast.Constant():
            return bool(iterable.value)
        case ast.Name():
            return iterable.id.isupper() or iterable.id in known
        case ast.Attribute():
            return iterable.attr.isupper() or iterable.attr in ("option_list", "players")
        case ast.Subscript():
            return not isinstance(iterable.slice, ast.Slice) and runs(iterable.value, known)
        case ast.BinOp():
            return runs(iterable.left, known) or runs(iterable.right, known)
        case ast.Call(func=ast.Name(id=name)):
            return name in ("some", "range") or (name in KEEPING and all(runs(each, known) for each in iterable.args))
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            return name == "names" or (name in VIEWS and runs(inner, known))
    return False
