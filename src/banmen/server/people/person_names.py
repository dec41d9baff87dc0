"""Rules for names: short, visible, in one script, and not to be mistaken for another."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from banmen.server.people.look_alikes import SINGLE, TOGETHER
from banmen.server.problems import ProblemError

SHORTEST, LONGEST = 2, 24  # characters
MOST_MARKS: Final = 2  # combining marks on one letter
BETWEEN: Final = " -_.'’・"  # allowed within a name
JAPANESE: Final = frozenset(("LATIN", "HIRAGANA", "KATAKANA", "CJK"))
# Scripts that are written together.
COMPANIONS: Final = (
    JAPANESE,
    frozenset(("LATIN", "CJK", "HANGUL")),
    frozenset(("LATIN", "CJK", "BOPOMOFO")),
)
COMMON: Final = frozenset("々〆ー")  # letters of all Japanese scripts
BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")  # invisible letters and marks
VOICED: Final = "\u3099\u309a"  # which make a different kana


def check_name(name: str) -> str:
    """Return a name as it is stored, or raise ProblemError if it breaks a rule.

    >>> check_name("  Ada "), check_name("さくら99")
    ('Ada', 'さくら99')
    """
    written = unicodedata.normalize("NFC", name.strip())
    if not SHORTEST <= len(written) <= LONGEST or not all(map(_is_visible, written)) or not _is_well_formed(written):
        raise ProblemError("bad_name")
    if not _is_one_script(written):
        raise ProblemError("mixed_name")
    return written


def is_readable(name: str) -> bool:
    r"""Tell whether a name used in one match has neither invisible letters nor stacked-up accents.

    >>> [is_readable(name) for name in ("Ann ♥", "", "A\u200bnn", "\u3164")]
    [True, True, False, False]
    """
    written = unicodedata.normalize("NFC", name)
    hidden = any(char in BLANK or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for char in written)
    return not hidden and not _has_stacked_marks(written)


def make_name_key(name: str) -> str:
    """Return a key that is the same for names that look alike.

    >>> make_name_key("Mario") == make_name_key("mari0") == make_name_key("Маrіо") == make_name_key("ＭＡＲＩＯ")
    True
    >>> make_name_key("か") == make_name_key("が")
    False
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    plain = "".join(char for char in unicodedata.normalize("NFD", folded) if _is_significant(char))
    read = unicodedata.normalize("NFC", plain).translate(SINGLE)
    for pair, one in TOGETHER:
        read = read.replace(pair, one)
    return read


def imitates_bot(name: str) -> bool:
    """Tell whether a person's name has the mark behind it that the names of bots have, or one that looks like it.

    >>> [imitates_bot(name) for name in ("robo (bot)", "Ann［Ｂ０Ｔ］♥", "アン（ボット）", "Bot", "Ann Abbot (55)")]
    [True, True, True, False, False]
    """
    return BOT_MARK.search(make_name_key(name)) is not None


def _is_significant(char: str) -> bool:
    """Tell whether a character distinguishes names: accents, spaces and punctuation do not."""
    return char in VOICED or (char not in BETWEEN and unicodedata.category(char) != "Mn")


def _is_visible(char: str) -> bool:
    if char in BETWEEN:
        return True
    return char not in BLANK and not _is_selector(char) and unicodedata.category(char)[0] in "LM" + "N"


def _is_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0000" <= char <= "\U000e0fff"


def _is_well_formed(name: str) -> bool:
    """Tell whether a name begins and ends with a letter or digit and has no two separators in a row."""
    ends = all(char not in BETWEEN for char in (name[0], name[-1])) and unicodedata.category(name[0])[0] != "M"
    twice = re.search(f"[{re.escape(BETWEEN)}]{{2}}", name)
    lettered = any(unicodedata.category(char)[0] == "L" for char in name)
    return ends and lettered and twice is None and not _has_stacked_marks(name)


def _has_stacked_marks(name: str) -> bool:
    """Tell whether a letter carries more marks than occur in any script."""
    marks = "".join("m" if unicodedata.category(char)[0] == "M" else "-" for char in unicodedata.normalize("NFD", name))
    return "m" * (MOST_MARKS + 1) in marks


def _is_one_script(name: str) -> bool:
    scripts = {_find_script(char) for char in unicodedata.normalize("NFKC", name)} - {""}
    return len(scripts) <= 1 or any(scripts <= together for together in COMPANIONS)


def _find_script(char: str) -> str:
    """Return the script of a letter by its Unicode name; none for characters that all scripts share."""
    if unicodedata.category(char)[0] != "L" or char in COMMON:
        return ""
    return unicodedata.name(char, "?").split()[0]


# Behind a name, after a bracket or another sign.
BOT_MARK: Final = re.compile(rf"\W({'|'.join(map(make_name_key, ('bot', 'ボット')))})\W*$")
