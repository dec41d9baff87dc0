"""Making bad texts, bytes and JSON out of good ones."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

SIGNS = "0123456789abcdefxRAHLSlsWBCD^v<>/,;:|-{}[]()\"'\\%&=?# choosetup１²٣あ\0\n\r\t\x7f\x85\u2028\ufeff\U0001f3b2"
LONGEST = 150_000
DEPTHS = (3, 40, 1000, 20_000)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 5, 2**31, 2**31 + 1, 2**53, 2**63, 2**64, -(2**63), 10**30, 10**400),
    *(0.5, -0.0, 1e308, float("nan"), float("inf"), 1e-320),
    *("", " ", "0", "human", "level:3", "level:999", "greedy", "null", "\0", "\n", "\ud800", "\udfff", "a" * 5000, "あ" * 100),
    *("../../etc/passwd", "{match}", "<script>alert(1)</script>", "' OR 1=1 --", "%00", "\u202e", "e\u0301", "１"),
    *([], [[]], {}, {"": ""}, {"a": {"b": {}}}, [None] * 1000, {"__proto__": 1}),
)


def mangle_text(text: str, rng: random.Random) -> str:
    """Delete, insert, replace, double or swap a few characters; sometimes repeat a part very often."""
    signs = list(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        place, other = rng.randrange(len(signs) + 1), rng.randrange(len(signs) + 1)
        what = rng.randrange(6)
        if what == 0:
            del signs[place : place + rng.choice((1, 1, 1, 2, 20))]
        elif what == 1:
            signs.insert(place, rng.choice(SIGNS))
        elif what == 2 and place < len(signs):
            signs[place] = rng.choice(SIGNS)
        elif what == 3:
            signs[place:place] = signs[other : other + rng.randrange(6)]
        elif what == 4 and max(place, other) < len(signs):
            signs[place], signs[other] = signs[other], signs[place]
        elif rng.random() < 0.02 and signs:
            part = signs[other : other + rng.randrange(1, 30)]
            signs[place:place] = part * rng.randrange(1, 1 + (LONGEST - len(signs)) // max(1, len(part)))
    return "".join(signs)[:LONGEST]


def mangle_bytes(content: bytes, rng: random.Random) -> bytes:
    """Change, insert or delete some bytes."""
    found = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 5, 30))):
        place = rng.randrange(len(found) + 1)
        what = rng.randrange(4)
        if what == 0:
            del found[place : place + rng.choice((1, 1, 10))]
        elif what == 1:
            found[place:place] = rng.randbytes(rng.choice((1, 1, 4, 100)))
        elif what == 2 and place < len(found):
            found[place] = rng.randrange(256)
        else:
            found[place:place] = rng.choice((b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\0", b"\r\n", b"\r\n\r\n", b"%"))
    return bytes(found)


def mangle_json(value: Any, rng: random.Random) -> Any:
    """Put other values in some places of a value, take keys away or add some."""
    changed = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 2, 4))):
        changed = _change_part(changed, rng)
    return changed


def _change_part(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        what = rng.randrange(8)
        if what == 0:
            del value[key]
        elif what == 1:
            value[rng.choice(("x", "", "__class__", "あ", "a" * 300, key + " "))] = rng.choice(VALUES)
        else:
            value[key] = _change_part(value[key], rng)
        return value
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        value[place] = _change_part(value[place], rng)
        return value
    if isinstance(value, str) and rng.random() < 0.6:
        return mangle_text(value, rng)
    return copy.deepcopy(rng.choice(VALUES))


def write_json(value: Any, rng: random.Random) -> bytes:
    """Write a value as JSON, sometimes unexpectedly: deeply nested, with duplicate keys, in another encoding, truncated."""
    text = json.dumps(value)
    what = rng.randrange(24)
    if what == 0:
        depth = rng.choice(DEPTHS)
        text = rng.choice(("[", '{"a":')) * depth + text + rng.choice(("]", "}", "")) * depth
    elif what == 1:
        text = text.replace("{", '{"game":1,"seq":[],', 1)
    elif what == 2:
        return text.encode(rng.choice(("utf-16", "utf-32", "utf-8-sig", "utf-7")))
    elif what == 3:
        text = text[: rng.randrange(len(text) + 1)]
    elif what == 4:
        text += rng.choice((text, "]", "\0", " " * 10_000))
    elif what == 5:
        return mangle_bytes(text.encode(), rng)
    return text.encode("utf-8", "surrogatepass")
