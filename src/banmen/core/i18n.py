"""The languages that Banmen speaks, and what every language does in its own way: lists, counts and punctuation."""

from __future__ import annotations

from collections.abc import Iterable

from banmen.core.catalogues import languages
from banmen.core.messages import Catalogue, Words, join

__all__ = [
    "Words",
    "add_label",
    "add_note",
    "end_sentence",
    "format_percent",
    "join_and",
    "join_clauses",
    "join_commas",
    "join_or",
    "join_sentences",
    "languages",
    "write_count",
]

messages = Catalogue(__name__)


def write_count(number: int, lang: str) -> str:
    """Write how many pieces there are.

    >>> write_count(2, "en"), write_count(20, "en"), write_count(2, "ja")
    ('two', '20', '2個')
    """
    return messages.text("count.pieces", lang, count=number)


def join_and(items: Iterable[str], lang: str) -> str:
    """Join names to a list.

    >>> join_and(["rabbit", "frog", "wolf"], "en"), join_and(["ウサギ", "カエル"], "ja")
    ('rabbit, frog and wolf', 'ウサギとカエル')
    """
    return join(items, "list.and", lang)


def join_or(names: Iterable[str], lang: str) -> str:
    """Join names to a list of alternatives.

    >>> join_or(["8", "5c"], "en"), join_or(["8", "5c"], "ja")
    ('8 or 5c', '8か5c')
    """
    return join(dict.fromkeys(names), "list.or", lang)


def join_commas(items: Iterable[str], lang: str) -> str:
    """Join items with commas.

    >>> join_commas(["5", "8"], "en"), join_commas(["5", "8"], "ja")
    ('5, 8', '5、8')
    """
    return join(items, "list.comma", lang)


def join_clauses(clauses: Iterable[str], lang: str) -> str:
    """Join clauses to one phrase.

    >>> join_clauses(["one on 5", "two home"], "en"), join_clauses(["5に1個", "あがりに2個"], "ja")
    ('one on 5 and two home', '5に1個、あがりに2個')
    """
    return join(clauses, "list.clauses", lang)


def join_sentences(sentences: Iterable[str], lang: str) -> str:
    """Join whole sentences.

    >>> join_sentences(["One.", "Two."], "en"), join_sentences(["一。", "二。"], "ja")
    ('One. Two.', '一。二。')
    """
    return join(sentences, "list.sentences", lang)


def end_sentence(text: str, lang: str) -> str:
    """Make a sentence of a phrase.

    >>> end_sentence("Player 1 to move", "en"), end_sentence("先手の手番", "ja")
    ('Player 1 to move.', '先手の手番。')
    """
    return messages.text("punctuation.sentence", lang, text=text)


def add_label(name: str, text: str, lang: str) -> str:
    """Put a name before a text.

    >>> add_label("Qubism", "a draw", "en"), add_label("国産み", "引き分け", "ja")
    ('Qubism: a draw', '国産み：引き分け')
    """
    return messages.text("punctuation.label", lang, name=name, text=text)


def add_note(text: str, note: str, lang: str) -> str:
    """Put a note in brackets behind a text.

    >>> add_note("a1", "up", "en"), add_note("a1", "上", "ja")
    ('a1 (up)', 'a1（上）')
    """
    return messages.text("punctuation.note", lang, text=text, note=note)


def format_percent(share: float, lang: str, digits: int = 1) -> str:
    """Write a share of one as a percentage.

    >>> format_percent(0.5, "en"), format_percent(0.125, "ja", 0)
    ('50.0%', '12％')
    """
    return messages.text("punctuation.percent", lang, number=f"{100 * share:.{digits}f}")
