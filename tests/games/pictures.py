"""Parsing pictures: shared by the tests of boards that are not rings."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import banmen

PLAIN = {"svg", "title", "desc", "metadata", "g", "circle", "ellipse", "rect", "line", "path", "text"}


def drawn(position: banmen.Position, **style: Any) -> Element:
    """Return the parsed picture of a position."""
    return ElementTree.fromstring(position.svg(**style))


def layer(root: Element, name: str) -> Element:
    """Return the element with an id."""
    found = [element for element in root.iter() if element.get("id") == name]
    assert len(found) == 1, f"{len(found)} elements are called {name}"
    return found[0]


def values(root: Element, name: str) -> list[str]:
    """Return all values of an attribute, in order."""
    return [value for element in root.iter() if (value := element.get(name)) is not None]


def targets(root: Element) -> dict[str, list[str]]:
    """Return the moves of each marked target."""
    return {
        target: str(element.get("data-move")).split(" ") for element in root.iter() if (target := element.get("data-target"))
    }


def check_plain(position: banmen.Position, **style: Any) -> None:
    """Check that a picture has its own unique ids and only plain elements, and is the same each time."""
    text = position.svg(**style)
    assert text == position.svg(**style)
    root = ElementTree.fromstring(text)
    ids = values(root, "id")
    assert len(ids) == len(set(ids))
    assert all(name.startswith(position.game.name + "-") for name in ids)
    assert {element.tag.partition("}")[2] for element in root.iter()} <= PLAIN
    assert not any(word in text for word in ("style=", "url(", "href", "nan"))


def words_of(position: banmen.Position, lang: str) -> tuple[str, str]:
    """Return the title and the description in a picture."""
    root = drawn(position, lang=lang)
    return str(root[0].text), str(root[1].text)
