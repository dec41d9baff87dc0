"""A pseudo-language made from the English catalogues: what is plain in it has not come from a catalogue."""

from __future__ import annotations

import re

LANG = "qps"  # the private code that is usual for pseudo-languages
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀćđéƒǵĥíĵķĺɱńóþɋŕśţúṽŵẋýźÀƁĆĐÉƑǴĤÍĴĶĹṀŃÓÞɊŔŚŢÚṼŴẊÝŹ"
TABLE = str.maketrans(PLAIN, ACCENTED)
GAP = re.compile(r"(\{[^{}]*\})")


def pseudo(text: str) -> str:
    """Return a text with every letter accented and brackets around it; the gaps stay as they are.

    >>> pseudo("move {steps}")
    '⟦ɱóṽé {steps}⟧'
    """
    if not any(letter.isalpha() for letter in GAP.sub("", text)):
        return text
    return "⟦" + "".join(part if GAP.fullmatch(part) else part.translate(TABLE) for part in GAP.split(text)) + "⟧"


def find_plain_words(text: str, data: str = "") -> list[str]:
    """Return the words of a text that no catalogue holds; `data` is a pattern of what need not be translated."""
    rest = re.sub(data, " ", text) if data else text
    return re.findall(r"[A-Za-z]{2,}|[ぁ-ヶ一-龠]+", rest)
