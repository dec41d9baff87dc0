"""A pseudo-language made from the English catalogues: any plain text did not come from a catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import banmen
from banmen.engine.levels import levels
from banmen.presentation.about import about

LANG = "qps"  # the usual private code for pseudo-languages
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀćđéƒǵĥíĵķĺɱńóþɋŕśţúṽŵẋýźÀƁĆĐÉƑǴĤÍĴĶĹṀŃÓÞɊŔŚŢÚṼŴẊÝŹ"
TABLE = str.maketrans(PLAIN, ACCENTED)
GAP = re.compile(r"(\{[^{}]*\})")


def pseudo(text: str) -> str:
    """Return a text with every letter accented and brackets around it; placeholders stay as they are.

    >>> pseudo("move {steps}")
    '⟦ɱóṽé {steps}⟧'
    """
    if not any(letter.isalpha() for letter in GAP.sub("", text)):
        return text
    return "⟦" + "".join(part if GAP.fullmatch(part) else part.translate(TABLE) for part in GAP.split(text)) + "⟧"


def find_plain_words(text: str, data: str = "") -> list[str]:
    """Return the words of a text that are in no catalogue; `data` is a pattern of what need not be translated."""
    rest = re.sub(data, " ", text) if data else text
    return re.findall(r"[A-Za-z]{2,}|[ぁ-ヶ一-龠]+", rest)


def game_texts() -> str:
    """Return a pattern of the texts in the games' data files, in which English replaces a missing language."""
    found = {text for name in banmen.names() for text in _strings(about(name, "en"))}
    found |= {words["en"] for name in banmen.names() for at in levels(banmen.game(name)) for words in (at.name, at.character)}
    return "|".join(re.escape(text) for text in sorted(filter(None, found), key=len, reverse=True))


def _strings(value: Any) -> Iterator[str]:
    for one in value.values() if isinstance(value, dict) else ():
        yield from _strings(one)
    if isinstance(value, str):
        yield value
