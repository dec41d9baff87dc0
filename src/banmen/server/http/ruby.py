"""Readings above the kanji of a rendered page, as `<ruby>`; scripts do the same for the text they write (`readings.js`)."""

from __future__ import annotations

from html import escape, unescape
from html.parser import HTMLParser

from banmen.presentation.readings import find_readings, write_kana

# Elements that can hold no markup, hold no text for people, or are in another language.
LEFT_OUT = frozenset({"script", "style", "title", "textarea", "svg", "code", "kbd", "ruby"})
KANA_ONLY = frozenset({"option"})  # whose content is shown without markup
EMPTY = frozenset({"meta", "link", "img", "input", "br", "hr", "source", "wbr"})
UNSEEN = frozenset({"unseen", "mark"})  # text that is only read aloud, and the page's logo


def add_ruby(html: str, lang: str) -> str:
    """Return a page with readings above all words that have one."""
    annotator = _Annotator(lang)
    annotator.feed(html)
    annotator.close()
    return "".join(annotator.written)


def write_ruby(text: str, lang: str) -> str:
    """Return a text as HTML with its readings, which are hidden from screen readers.

    >>> write_ruby("手番 & 目", "ja")
    '<ruby>手番<rt aria-hidden="true">てばん</rt></ruby> &amp; <ruby>目<rt aria-hidden="true">め</rt></ruby>'
    """
    return "".join(
        f'<ruby>{escape(letters, quote=False)}<rt aria-hidden="true">{reading}</rt></ruby>'
        if reading
        else escape(letters, quote=False)
        for letters, reading in find_readings(text, lang)
    )


class _Annotator(HTMLParser):
    """Rewrites a page while parsing it."""

    def __init__(self, lang: str) -> None:
        super().__init__(convert_charrefs=False)
        self.lang, self.written = lang, [""]
        self.text: list[str] = []
        self.open: list[tuple[str, str]] = []  # the enclosing elements, each with how its text is written

    @property
    def way(self) -> str:
        return self.open[-1][1] if self.open else "ruby"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._write(self.get_starttag_text() or "")
        if tag not in EMPTY:
            self.open.append((tag, self._choose_way(tag, dict(attrs))))

    def _choose_way(self, tag: str, attributes: dict[str, str | None]) -> str:
        foreign = tag != "html" and attributes.get("lang")
        if self.way == "plain" or tag in LEFT_OUT or foreign or UNSEEN & set((attributes.get("class") or "").split()):
            return "plain"
        return "kana" if tag in KANA_ONLY else self.way

    def handle_startendtag(self, _tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self._write(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        self._write(f"</{tag}>")
        while any(name == tag for name, _ in self.open) and self.open.pop()[0] != tag:
            pass  # elements without an end tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_entityref(self, name: str) -> None:
        self.text.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.text.append(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._write(f"<!{decl}>")

    def handle_comment(self, data: str) -> None:
        self._write(f"<!--{data}-->")

    def close(self) -> None:
        super().close()
        self._write("")

    def _write(self, markup: str) -> None:
        """Write the text before some markup, then the markup."""
        text, way = "".join(self.text), self.way
        self.text.clear()
        if way == "plain":
            self.written.append(text)
        elif way == "kana":
            self.written.append(escape(write_kana(unescape(text), self.lang), quote=False))
        else:
            self.written.append(_hold_together(write_ruby(unescape(text), self.lang)))
        self.written.append(markup)


def _hold_together(html: str) -> str:
    """Return a text with readings as a single element, so that a flex or grid container does not split it."""
    return f'<span class="read">{html}</span>' if "<ruby>" in html else html
