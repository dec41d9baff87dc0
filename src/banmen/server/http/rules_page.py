"""The rules of a game as a page shows them: the positions they quote are drawn, and their moves can be played through.

A picture is referenced by address, so a page stays small and browsers load only what comes into view. An example is a link to
the analysis board, which a script may show on a small board beside the text instead (`data-position`, `data-move`).
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
from banmen.core.catalogues import find_base_language
from banmen.core.errors import require_whole_number
from banmen.core.game import Position
from banmen.core.i18n import languages
from banmen.core.messages import Catalogue
from banmen.presentation.about import about, read_look, read_rules
from banmen.presentation.motion import describe_move
from banmen.presentation.rules_examples import read_example
from banmen.presentation.svg import picture_throw

messages = Catalogue(__name__)

THEMES = ("light", "dark")
THROWS = ("1", "2", "3", "4", "5")


class RulesView(TypedDict):
    """The rules of a game."""

    markdown: str
    html: str
    credit: str


def rules_view(game: str, lang: str, theme: str = "", base: str = "") -> RulesView:
    """Return a game's rules as Markdown and as HTML, with its credits; without a theme, pictures follow the system's."""
    return _rules_view(game, lang, theme if theme in THEMES else "", base)


@functools.lru_cache(maxsize=64)
def _rules_view(game: str, lang: str, theme: str, base: str) -> RulesView:
    registry.family(game)
    text = read_rules(game, lang)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    pen, tokens = Pen(game, lang, theme, base), markdown.parse(text)
    folded = _find_section(tokens, messages.text("rules_page.for_programmers", lang))
    for index in range(1, len(tokens) - 1):
        before, token, after = tokens[index - 1 : index + 2]
        if token.type != "inline":
            continue
        if token.children and index not in folded:
            token.children = pen.illustrate(token.children)
        elif before.type == "th_open" and not token.children:
            before.tag = after.tag = "td"  # a heading without text
    if folded:
        tokens[folded.stop : folded.stop] = [_render_html("</details>\n")]
        tokens[folded.start : folded.start + 3] = [_render_html(pen.open_folded(tokens[folded.start + 1].content))]
    lead = next(index for index, token in enumerate(tokens) if token.type == "paragraph_close")
    tokens.insert(
        lead + 1, _render_html(f'<p class="rules-board">{pen.render_picture(registry.game(game).start(), names="1")}</p>\n')
    )
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return {"markdown": text, "html": html, "credit": str(about(game, lang)["credit"])}


def _find_section(tokens: Sequence[Token], title: str) -> range:
    """Return the range of a second-level section; an empty one if there is no section of this title."""
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2"]
    start = next((index for index in starts if tokens[index + 1].content == title), None)
    if start is None:
        return range(0)
    return range(start, next((index for index in starts if index > start), len(tokens)))


def draw_throw(game: str, value: int, theme: str, lang: str) -> str:
    """Return an SVG document of a game's throwing sticks showing a value."""
    require_whole_number(messages("rules_page.value"), value, 1, len(THROWS))
    spoken = lang if lang in languages() else languages()[0]
    return picture_throw(registry.game(game), value, theme, messages.text("rules_page.throw", spoken, value=value))


@functools.cache
def _measure_picture(game: str) -> tuple[int, int]:
    """Return the width and height of a game's pictures, so that the page reserves room for them."""
    found = re.search(r' width="([\d.]+)" height="([\d.]+)"', registry.game(game).start().svg())
    assert found, "every picture has a size"
    return round(float(found[1])), round(float(found[2]))


def _render_html(text: str) -> Token:
    return Token("html_inline", "", 0, content=text)


@dataclass(frozen=True)
class Pen:
    """Renders quoted positions for the page."""

    game: str
    lang: str
    theme: str
    base: str = ""  # the path prefix under which the server is reached

    def illustrate(self, tokens: list[Token]) -> list[Token]:
        """Return the tokens of a line; an example becomes pictures with a caption, and a throw its picture."""
        if len(tokens) == 1 and tokens[0].type == "code_inline" and tokens[0].content in THROWS:
            return [_render_html(self._render_throw(int(tokens[0].content)))]
        example = read_example([(token.type == "code_inline", token.content) for token in tokens])
        if example is None:
            return tokens
        before = registry.game(self.game).position(example.position)
        shown = self._show_move(before, example.move) if example.move else self._show_moves(before)
        breaks = [index for index, token in enumerate(tokens) if token.type == "softbreak"]
        if not breaks:
            return [_render_html(shown)]
        caption = [_render_html('<span class="example-caption">'), *tokens[breaks[0] + 1 :], _render_html("</span>")]
        return [_render_html(shown), *caption]

    def _show_move(self, before: Position, move: str) -> str:
        """Show one move: the position before it and the position after it."""
        after = before.play(move)
        names = self._choose_names()
        pictures = (
            f"{self.render_picture(before, **names)}"
            f'<span aria-hidden="true">→</span>{self.render_picture(after, last=move, **names)}'
        )
        words = describe_move(before, before.find(move), self.lang)
        label = messages.text("rules_page.play", self.lang, move=words.label or words.words or move)
        return self._render_link(before, move, pictures, label, "example-move")

    def _show_moves(self, before: Position) -> str:
        """Show a position with the targets of all its moves marked."""
        label = messages.text("rules_page.look", self.lang)
        return self._render_link(
            before, "", self.render_picture(before, targets="1", **self._choose_names()), label, "example-position"
        )

    def _choose_names(self) -> dict[str, str]:
        return {"names": "1"} if read_look(self.game).example_names else {}

    def open_folded(self, title: str) -> str:
        """Return the beginning of a section that readers can unfold."""
        return f'<details class="folded"><summary>{escape(title)}</summary>\n'

    def _render_throw(self, value: int) -> str:
        """Return a throw as a picture."""
        return self._render_image(
            f"{self.base}/pictures/{self.game}/throw-{value}.svg",
            {},
            messages.text("rules_page.throw", self.lang, value=value),
            (64, 64),
        )

    def render_picture(self, position: Position, **style: str) -> str:
        """Return a position as a picture with its description."""
        given = {"position": position.text, **style}
        alt = position.game.part("words").describe(position, self.lang)
        return self._render_image(f"{self.base}/pictures/{self.game}.svg", given, alt, _measure_picture(self.game))

    def _render_image(self, path: str, given: dict[str, str], alt: str, size: tuple[int, int]) -> str:
        query = {"lang": find_base_language(self.lang), **given}
        light, dark = (f"{path}?{urlencode({'theme': theme, **query})}" for theme in THEMES)
        own = dark if self.theme == "dark" else light
        other = "" if self.theme else f'<source media="screen and (prefers-color-scheme: dark)" srcset="{escape(dark)}">'
        width, height = size
        image = f'<img src="{escape(own)}" alt="{escape(alt)}" loading="lazy" width="{width}" height="{height}">'
        return f"<picture>{other}{image}</picture>"

    def _render_link(self, position: Position, move: str, shown: str, label: str, kind: str) -> str:
        address = f"{self.base}/board/{self.game}?{urlencode({'position': position.text})}"
        data_move = f' data-move="{escape(move)}"' if move else ""
        return (
            f'<a class="example {kind}" href="{escape(address)}" data-position="{escape(position.text)}"{data_move}'
            f' aria-label="{escape(label)}">{shown}</a>'
        )
