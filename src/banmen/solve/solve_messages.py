"""Texts about a solution, in English and Japanese."""

from __future__ import annotations

from banmen.core.messages import Catalogue

messages = Catalogue(__name__)


def translate(key: str, lang: str, **values: object) -> str:
    """Return a text in a language."""
    return messages.text(f"words.{key}", lang, **values)
