"""What is wrong with a request that is not as the API describes it, in the reader's language.

The framework finds it out and says it in English, by kinds that are stable; here each kind has a sentence of ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from banmen.core.messages import Message, message, one_of

MOVE_ALONE: Final = "move_alone"
MOVE_OR_THROW: Final = "move_or_throw"
RECORD_OR_GAME: Final = "record_or_game"
WRONG = "{where} cannot be used", "{where}は使えません"
TEXT = "{where} must be a text", "{where}は文字で書いてください"
WHOLE = "{where} must be a whole number", "{where}は整数にしてください"
NUMBER = "{where} must be a number", "{where}は数にしてください"
YES_NO = "{where} must be true or false", "{where}はtrueかfalseにしてください"
OBJECT = "{where} must be an object with names and values", "{where}は名前と値の組にしてください"
# The framework's kinds, and what they mean for one thing that was asked. Gaps are filled from what the framework knows of it.
KINDS: Final[dict[str, tuple[str, str]]] = {
    "missing": ("{where} is missing", "{where}が書かれていません"),
    "extra_forbidden": (
        "{where} is not known here; check how it is spelt",
        "{where}は知らない名前です。つづりを確かめてください",
    ),
    "string_type": TEXT,
    "string_too_short": ("{where} must not be empty", "{where}は空にはできません"),
    "string_too_long": ("{where} must have at most {max_length} characters", "{where}は{max_length}文字までにしてください"),
    "string_pattern_mismatch": ("{where} has a character that cannot be used", "{where}に使えない文字が入っています"),
    "string_unicode": ("{where} has a character that cannot be used", "{where}に使えない文字が入っています"),
    "too_long": ("{where} must have at most {max_length} entries", "{where}は{max_length}個までにしてください"),
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "int_parsing_size": ("{where} is too large a number", "{where}は大きすぎます"),
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "bool_type": YES_NO,
    "bool_parsing": YES_NO,
    "greater_than": ("{where} must be above {gt}", "{where}は{gt}より大きくしてください"),
    "greater_than_equal": ("{where} must be at least {ge}", "{where}は{ge}以上にしてください"),
    "less_than_equal": ("{where} must be at most {le}", "{where}は{le}以下にしてください"),
    "literal_error": ("{where} must be {expected}", "{where}は{expected}にしてください"),
    "uuid_type": ("{where} must be a UUID", "{where}はUUIDにしてください"),
    "uuid_parsing": ("{where} must be a UUID", "{where}はUUIDにしてください"),
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
}
# What is wrong between several things that were asked; no single one of them is to be named.
TOGETHER: Final[dict[str, Message]] = {
    MOVE_ALONE: message("give `move` with the type move, and with no other", "moveは、typeがmoveのときだけ書いてください"),
    MOVE_OR_THROW: message("give either `move` or `throw`", "moveかthrowの、どちらか一方を書いてください"),
    RECORD_OR_GAME: message("give either `record` or `game`", "recordかgameの、どちらか一方を書いてください"),
}
LONGEST = 60  # characters of a name
# What visitors may have typed or pasted themselves, and the whole of a request; the rest is for programs.
NAMES: Final[dict[str, Message]] = {
    "": message("the request", "送られたもの"),
    "position": message("the position", "局面"),
    "start": message("the position", "局面"),
    "record": message("the record", "棋譜"),
    "move": message("the move", "手"),
}
PARTS = ("body", "query", "path", "header", "cookie")  # of a request; which one it is need not be said


def describe_validation_error(found: Mapping[str, Any]) -> Message:
    """Return what is wrong by the first of the framework's errors.

    >>> found = describe_validation_error({"type": "missing", "loc": ("body", "game"), "msg": "Field required"})
    >>> found, found.ja
    ('game is missing', 'gameが書かれていません')
    """
    kind = found["type"]
    if kind in TOGETHER:
        return TOGETHER[kind]
    english, japanese = KINDS.get(kind, WRONG)
    known = dict(found.get("ctx") or {})
    if "expected" in known:
        known["expected"] = one_of(re.findall("'([^']*)'", known["expected"]))
    return message(english, japanese, **known | {"where": _place(found["loc"])})


def _place(parts: Sequence[object]) -> Message:
    """Return what a place in a request is called."""
    where = ".".join(str(part) for part in parts if part not in PARTS and not _is_kind(part))[:LONGEST]
    return NAMES.get(where) or Message(where, where)


def _is_kind(part: object) -> bool:
    """Tell whether part of a place is one of the kinds of value that were tried there, and no name of anything asked."""
    return part in ("str", "int", "float", "bool") or (isinstance(part, str) and "[" in part)
