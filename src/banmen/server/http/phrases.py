"""Line breaks in short Japanese labels, which have no spaces: not every browser detects phrases by itself."""

from __future__ import annotations

import re
from html import escape

# A phrase begins with letters of the other scripts and ends in hiragana.
BEGINNING = re.compile(r"(?<=[ぁ-ん])(?=[々一-鿿ァ-ヶ])")


def split_phrases(text: str) -> str:
    """Return a label as HTML that may be broken between its phrases; a label with spaces is broken only there.

    >>> split_phrases("なぜ動けない？")
    'なぜ<wbr>動けない？'
    """
    return "<wbr>".join(escape(phrase) for phrase in BEGINNING.split(text))
