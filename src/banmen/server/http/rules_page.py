"""The rules of a game as the page shows them: the positions they quote are drawn, and their moves can be played through.

A picture is an address, so a page stays small and a browser asks for what comes into sight. An example is a link to the
analysis board, which a script may show on a small board beside the text instead (`data-position`, `data-move`).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from markdown_it import MarkdownIt
from markdown_it.token import Token
from typing_extensions import TypedDict

from banmen.core import registry
from banmen.core.game import Position
from banmen.core.i18n import add_note
from banmen.core.messages import Catalogue
from banmen.presentation.about import about, read_rules
from banmen.presentation.motion import describe_move

messages = Catalogue(__name__)

THEMES = ("light", "dark")
PLAYED, LISTED = " → ", " ⇒ "  # between a position and its move, or all its moves


class RulesView(TypedDict):
    """The rules of a game."""

    markdown: str
    html: str
    credit: str


def rules_view(game: str, lang: str, theme: str = "") -> RulesView:
    """Return a game's rules as Markdown and as HTML, and whose game it is; without a theme pictures follow the system's."""
    return _rules_view(game, lang, theme if theme in THEMES else "")


@functools.lru_cache(maxsize=64)
def _rules_view(game: str, lang: str, theme: str) -> RulesView:
    registry.family(game)
    text = read_rules(game, lang)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    pen, tokens = Pen(game, lang, theme), markdown.parse(text)
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.type == "inline" and token.children:
            token.children = pen.illustrate(token.children)
        elif token.type == "inline" and before.type == "th_open":
            before.tag = after.tag = "td"  # a heading without words heads nothing
    lead = next(index for index, token in enumerate(tokens) if token.type == "paragraph_close")
    tokens.insert(
        lead + 1, _render_html(f'<p class="rules-board">{pen.render_picture(registry.game(game).start(), names="1")}</p>\n')
    )
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return {"markdown": text, "html": html, "credit": str(about(game, lang)["credit"])}


@functools.cache
def _measure_picture(game: str) -> tuple[int, int]:
    """Return how wide and how high a game's pictures are, so that the page keeps their room free."""
    found = re.search(r' width="([\d.]+)" height="([\d.]+)"', registry.game(game).start().svg())
    assert found, "every picture has a size"
    return round(float(found[1])), round(float(found[2]))


def _render_html(text: str) -> Token:
    return Token("html_inline", "", 0, content=text)


@dataclass(frozen=True)
class Pen:
    """Writes what a quoted position becomes on the page."""

    game: str
    lang: str
    theme: str

    def illustrate(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens of a line; one that quotes an example gets pictures and links."""
        codes = [token.content for token in tokens if token.type == "code_inline"]
        mark = tokens[1].content if len(tokens) > 2 and tokens[0].type == "code_inline" else ""
        if mark not in (PLAYED, LISTED):
            return tokens
        before = registry.game(self.game).position(codes[0])
        if mark == PLAYED:
            return [_render_html(self._show_move(before, codes[1])), *tokens[5:]]
        return [_render_html(self._show_moves(before, codes[1:]))]

    def _show_move(self, before: Position, move: str) -> str:
        """Show one move: the position before it, the move, and the position after it."""
        after = before.play(move)
        pictures = f'{self.render_picture(before)}<span aria-hidden="true">→</span>{self.render_picture(after, last=move)}'
        line = f"{self._render_code(before)} → {self._move(before, move)} → {self._render_code(after)}"
        return self._render_example(before, move, pictures, line)

    def _show_moves(self, before: Position, moves: Sequence[str]) -> str:
        """Show a position with all its moves."""
        line = f"{self._render_code(before)} ⇒ {' '.join(self._move(before, move) for move in moves)}"
        return self._render_example(before, "", self.render_picture(before), line)

    def _render_example(self, before: Position, move: str, pictures: str, line: str) -> str:
        data_move = f' data-move="{escape(move)}"' if move else ""
        shown = f'<span class="example-pictures" data-position="{escape(before.text)}"{data_move}>{pictures}</span>'
        return f'<span class="example">{shown}<span class="example-line">{line}</span></span>'

    def render_picture(self, position: Position, **style: str) -> str:
        """Return a position as a picture with its description."""
        given = {"position": position.text, "lang": self.lang, **style}
        light, dark = (f"/pictures/{self.game}.svg?{urlencode({'theme': theme, **given})}" for theme in THEMES)
        own = dark if self.theme == "dark" else light
        other = "" if self.theme else f'<source media="screen and (prefers-color-scheme: dark)" srcset="{escape(dark)}">'
        alt = escape(position.game.part("words").describe(position, self.lang))
        width, height = _measure_picture(self.game)
        return (
            f'<picture>{other}<img src="{escape(own)}" alt="{alt}" loading="lazy" width="{width}" height="{height}"></picture>'
        )

    def _render_code(self, position: Position) -> str:
        label = messages.text("rules_page.look", self.lang, position=position.text)
        return self._render_link(position, "", position.text, label, "example-position")

    def _move(self, position: Position, move: str) -> str:
        label = messages.text("rules_page.play", self.lang, move=move)
        words = describe_move(position, position.find(move), self.lang).words
        if words:
            label = add_note(label, words, self.lang)
        return self._render_link(position, move, move, label, "example-move")

    def _render_link(self, position: Position, move: str, shown: str, label: str, kind: str) -> str:
        address = f"/board/{self.game}?{urlencode({'position': position.text})}"
        data_move = f' data-move="{escape(move)}"' if move else ""
        return (
            f'<a class="{kind}" href="{escape(address)}" data-position="{escape(position.text)}"{data_move}'
            f' aria-label="{escape(label)}"><code>{escape(shown)}</code></a>'
        )
