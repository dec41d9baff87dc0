"""What is wrong with an invalid request, in the reader's language.

The framework reports errors in English, with stable types; each type has a message of Banmen's here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from banmen.core.messages import Catalogue, Message, join_alternatives

messages = Catalogue(__name__)

MOVE_ALONE: Final = "move_alone"
MOVE_OR_THROW: Final = "move_or_throw"
RECORD_OR_GAME: Final = "record_or_game"
WRONG = "request.unusable"
TEXT = "request.not_text"
WHOLE = "request.not_whole_number"
NUMBER = "request.not_number"
YES_NO = "request.not_boolean"
OBJECT = "request.not_object"
# The framework's types, and the messages about a single field. Placeholders are filled from the framework's error.
KINDS: Final[dict[str, str]] = {
    "missing": "request.missing",
    "extra_forbidden": "request.unknown",
    "string_type": TEXT,
    "string_too_short": "request.empty",
    "string_too_long": "request.too_long",
    "string_pattern_mismatch": "request.bad_character",
    "string_unicode": "request.bad_character",
    "too_long": "request.too_many",
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "int_parsing_size": "request.too_large",
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "bool_type": YES_NO,
    "bool_parsing": YES_NO,
    "greater_than": "request.not_above",
    "greater_than_equal": "request.too_small",
    "less_than_equal": "request.above_most",
    "literal_error": "request.not_one_of",
    "uuid_type": "request.not_uuid",
    "uuid_parsing": "request.not_uuid",
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
}
# What is wrong between several fields; no single one of them is to be named.
TOGETHER: Final[dict[str, Message]] = {
    MOVE_ALONE: messages("request.move_type"),
    MOVE_OR_THROW: messages("request.move_or_throw"),
    RECORD_OR_GAME: messages("request.record_or_game"),
}
LONGEST = 60  # characters of a name
# What visitors may have typed or pasted themselves, and the whole request; the rest is for programs.
NAMES: Final[dict[str, Message]] = {
    "": messages("request.itself"),
    "position": messages("request.position"),
    "start": messages("request.position"),
    "record": messages("request.record"),
    "move": messages("request.move"),
}
PARTS = ("body", "query", "path", "header", "cookie")  # the part of a request; which one it is need not be said


def describe_validation_error(found: Mapping[str, Any]) -> Message:
    """Describe one of the framework's errors.

    >>> found = describe_validation_error({"type": "missing", "loc": ("body", "game"), "msg": "Field required"})
    >>> found, found.render("ja")
    ('game is missing', 'gameが書かれていません')
    """
    kind = found["type"]
    if kind in TOGETHER:
        return TOGETHER[kind]
    key = KINDS.get(kind, WRONG)
    known = dict(found.get("ctx") or {})
    if "expected" in known:
        known["expected"] = join_alternatives(re.findall("'([^']*)'", known["expected"]))
    return messages(key, **known | {"where": _place(found["loc"])})


def _place(parts: Sequence[object]) -> Message:
    """Return the name of a field in a request."""
    where = ".".join(str(part) for part in parts if part not in PARTS and not _is_kind(part))[:LONGEST]
    return NAMES.get(where) or messages("request.part", name=where)


def _is_kind(part: object) -> bool:
    """Tell whether part of a location is one of the types that were tried there, rather than a field's name."""
    return part in ("str", "int", "float", "bool") or (isinstance(part, str) and "[" in part)
