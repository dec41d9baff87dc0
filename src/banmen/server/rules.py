"""The rules of a game as the page shows them."""

from __future__ import annotations

import functools

from markdown_it import MarkdownIt

from banmen.core import registry
from banmen.core.about import about, rules_text
from banmen.server.shapes import RulesView


@functools.lru_cache(maxsize=64)
def rules_view(game: str, lang: str) -> RulesView:
    """Return a game's rules as Markdown and as HTML, and whose game it is."""
    registry.family(game)
    text = rules_text(game, lang)
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return {"markdown": text, "html": html, "credit": str(about(game, lang)["credit"])}
