"""The languages that Banmen speaks, and the small words that sentences about positions are built from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

LANGUAGES = ("en", "ja")
Words = Mapping[str, str]  # one text for each language

_SMALL = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def counted(number: int, lang: str) -> str:
    """Write how many pieces there are.

    >>> counted(2, "en"), counted(2, "ja")
    ('two', '2個')
    """
    if lang == "ja":
        return f"{number}個"
    return _SMALL[number] if number < len(_SMALL) else str(number)


def listed(items: Iterable[str], lang: str) -> str:
    """Join names to a list.

    >>> listed(["rabbit", "frog", "wolf"], "en"), listed(["ウサギ", "カエル"], "ja")
    ('rabbit, frog and wolf', 'ウサギとカエル')
    """
    names = list(items)
    if lang == "ja":
        return "と".join(names) if len(names) < 3 else "、".join(names)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def any_of(names: Iterable[str], lang: str) -> str:
    """Join names of which one can be had.

    >>> any_of(["8", "5c"], "en"), any_of(["8", "5c"], "ja")
    ('8 or 5c', '8か5c')
    """
    found = list(dict.fromkeys(names))
    if lang == "ja":
        return "か".join(found)
    return " or ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)
