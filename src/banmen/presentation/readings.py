"""Readings: how words are read whose letters a child may not know yet, to be written over them (furigana).

The words stand in `readings.ja.txt`, those of a game beside its rules, parted by spaces: each with its reading in brackets
behind the letters that it belongs to, as in 投[な]げ. Where one letter is read in several ways, a longer entry tells which: the
longest that fits is taken. `#` stands for any digit, in the first place of an entry or everywhere in it; a reading goes back to
`|` where it belongs to more than kanji, as in |2人[ふたり].
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from importlib import resources

from banmen.core import registry
from banmen.core.catalogues import find_base_language

KANJI = re.compile(r"[\u3005\u4e00-\u9fff]")
PART = re.compile(r"\|?(?P<base>(?<=\|)[^\[|]+|[\u3005\u4e00-\u9fff]+)\[(?P<reading>[^\]]+)\]")
DIGIT = re.compile("[0-9]")
ANY_DIGIT = "#"

Segment = tuple[str, str]  # letters and their reading, empty where they need none


@functools.cache
def list_entries(lang: str) -> tuple[str, ...]:
    """Return the entries of a language: the common words, then those of each game; empty if it needs none."""
    name = f"readings.{find_base_language(lang)}.txt"
    common = resources.files(__package__).joinpath(name)
    files = [
        common if common.is_file() else None,
        *(registry.family(game).resource("about", name) for game in registry.names()),
    ]
    return tuple(dict.fromkeys(entry for file in files if file for entry in file.read_text("utf-8").split()))


def read_entry(entry: str) -> tuple[str, tuple[Segment, ...]]:
    """Return the letters of an entry, and its segments.

    >>> read_entry("投[な]げ")
    ('投げ', (('投', 'な'), ('げ', '')))
    >>> read_entry("|2人[ふたり]用[よう]")
    ('2人用', (('2人', 'ふたり'), ('用', 'よう')))
    """
    segments: list[Segment] = []
    end = 0
    for part in PART.finditer(entry):
        if plain := entry[end : part.start()]:
            segments.append((plain, ""))
        segments.append((part["base"], part["reading"]))
        end = part.end()
    if rest := entry[end:]:
        segments.append((rest, ""))
    return "".join(letters for letters, _ in segments), tuple(segments)


@functools.cache
def _load_table(lang: str) -> Mapping[str, tuple[Segment, ...]]:
    return dict(read_entry(entry) for entry in list_entries(lang))


@functools.cache
def _find_longest(lang: str) -> int:
    return max(map(len, _load_table(lang)), default=0)


def find_readings(text: str, lang: str) -> list[Segment]:
    """Return a text in segments, with readings where they are known.

    >>> find_readings("4本を投げる", "ja")
    [('4', ''), ('本', 'ほん'), ('を', ''), ('投', 'な'), ('げる', '')]
    """
    segments: list[Segment] = []
    for letters, reading in _split(text, lang):
        if not reading and segments and not segments[-1][1]:
            segments[-1] = (segments[-1][0] + letters, "")
        else:
            segments.append((letters, reading))
    return segments


def _split(text: str, lang: str) -> Iterator[Segment]:
    table, longest, counted = _load_table(lang), _find_longest(lang), DIGIT.sub(ANY_DIGIT, text)
    start = 0
    while start < len(text):
        for end in range(min(start + longest, len(text)), start, -1):
            found = table.get(text[start:end])
            if not found and counted[start] == ANY_DIGIT:
                found = table.get(counted[start:end]) or table.get(ANY_DIGIT + text[start + 1 : end])
            if found:
                yield from _take_letters(found, text[start:end])
                start = end
                break
        else:
            yield text[start], ""
            start += 1


def _take_letters(segments: tuple[Segment, ...], text: str) -> Iterator[Segment]:
    """Yield segments with the letters that the text has: a digit in place of the sign for any."""
    start = 0
    for letters, reading in segments:
        yield text[start : start + len(letters)], reading
        start += len(letters)


def write_kana(text: str, lang: str) -> str:
    """Return a text with its readings in place of what they are the readings of.

    >>> write_kana("4本を投げる", "ja")
    '4ほんをなげる'
    """
    return "".join(reading or letters for letters, reading in find_readings(text, lang))
