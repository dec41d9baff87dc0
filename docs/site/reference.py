"""Fill the reference with signatures and docstrings from the code."""

from __future__ import annotations

import enum
import functools
import importlib
import inspect
import re
from typing import Any

HEADING = re.compile(r"^### `([\w.]+)`$", re.MULTILINE)


def fill(text: str) -> str:
    """Return the page with the docstring after each heading that is a public name."""
    return HEADING.sub(lambda found: f"{found[0]}\n\n{describe(found[1])}", text)


def look_up(name: str) -> Any:
    """Return the object of a dotted name.

    >>> look_up("banmen.game").__name__
    'game'
    """
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        return functools.reduce(getattr, parts[length:], found)
    raise AttributeError(name)


def describe(name: str) -> str:
    """Return the signature, the docstring and, for a class, the members of a public name."""
    value = look_up(name)
    short = name.rpartition(".")[2]
    parts = [signature(short, value), prose(inspect.getdoc(value))]
    if inspect.isclass(value):
        parts += [member(short, one, vars(value)[one]) for one in vars(value) if told(value, one)]
    return "\n\n".join(part for part in parts if part)


def told(value: type, name: str) -> bool:
    """Return whether a member of a class belongs in the reference."""
    found = vars(value)[name]
    callable_ = inspect.isfunction(found) or isinstance(
        found, property | functools.cached_property | classmethod | staticmethod
    )
    return not name.startswith("_") and callable_ and not issubclass(value, enum.Enum)


def member(owner: str, name: str, found: Any) -> str:
    """Return a member of a class as an entry of a list."""
    if isinstance(found, property | functools.cached_property):
        function = found.fget if isinstance(found, property) else found.func
        head = f"`{owner.lower()}.{name}`"
    else:
        function = getattr(found, "__func__", found)
        head = f"`{owner.lower()}.{name}{parameters(function)}`"
    words = prose(inspect.getdoc(function)).replace("\n", "\n  ")
    return f"- {head}: {words}"


def signature(name: str, value: Any) -> str:
    """Return how something is called, as a block of code."""
    if inspect.isclass(value) and issubclass(value, Exception):
        return f"```python\nclass {name}({value.__mro__[1].__name__})\n```"
    return f"```python\n{'class ' if inspect.isclass(value) else ''}{name}{parameters(value)}\n```"


def parameters(value: Any) -> str:
    """Return the parameters of a callable; empty if they are unknown.

    >>> parameters(signature)
    '(name: str, value: Any) -> str'
    """
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    kept = [one for one in found.parameters.values() if one.name not in ("self", "cls")]
    if inspect.isclass(value):
        found = found.replace(return_annotation=inspect.Signature.empty)
    return str(found.replace(parameters=kept)).replace("'", "")


def prose(text: str | None) -> str:
    r"""Return a docstring as Markdown: its examples become blocks of code.

    >>> prose("Say it.\n\n>>> 1 + 1\n2")
    'Say it.\n\n```pycon\n>>> 1 + 1\n2\n```'
    """
    paragraphs = (text or "").split("\n\n")
    return "\n\n".join(f"```pycon\n{one}\n```" if one.lstrip().startswith(">>>") else one for one in paragraphs)
