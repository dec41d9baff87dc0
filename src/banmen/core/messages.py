"""Sentences that can be said in every language of `core.i18n`: an English text that carries its Japanese along.

Errors are raised deep below whoever knows the reader. So what they say is told in both languages where it is found out, and
whoever shows it picks one. In the interpreter's eyes it is the English text, as Python programmers expect of an error.
"""

from __future__ import annotations

from collections.abc import Iterable

from banmen.core.i18n import any_of


class Message(str):
    """A text in English that knows its Japanese.

    >>> missing = Told("the move is missing", "手が書かれていません")
    >>> missing, missing.ja
    ('the move is missing', '手が書かれていません')
    """

    ja: str

    def __new__(cls, text: str, ja: str = "") -> Message:
        """Take both; the Japanese is left out only when a copy is made, which sets it afterwards."""
        told = super().__new__(cls, text)
        told.ja = ja
        return told


def message(english: str, japanese: str, /, **gaps: object) -> Message:
    """Return a sentence with its gaps filled; what fills them may itself be told in both languages.

    >>> tell("there is no {thing}", "{thing}はありません", thing=Told("cube", "キューブ")).ja
    'キューブはありません'
    """
    own = {name: value.ja if isinstance(value, Message) else value for name, value in gaps.items()}
    return Message(english.format(**gaps), japanese.format(**own))


def one_of(values: Iterable[object]) -> Message:
    """Return some values of which one can be had.

    >>> one_of("lsx"), one_of("lsx").ja
    ('l, s or x', 'lかsかx')
    """
    names = list(map(str, values))
    return Message(any_of(names, "en"), any_of(names, "ja"))


def all_of(values: Iterable[object]) -> Message:
    """Return a list of values.

    >>> all_of("ls"), all_of("ls").ja
    ('l, s', 'l、s')
    """
    names = list(map(str, values))
    return Message(", ".join(names), "、".join(names))


def localize(text: str, lang: str) -> str:
    """Return a text in a language; what was never told in it is left out.

    >>> said(Told("no", "いいえ"), "ja"), said("no", "ja"), said("no", "en")
    ('いいえ', '', 'no')
    """
    if lang == "en":
        return str(text)
    return text.ja if isinstance(text, Message) else ""
