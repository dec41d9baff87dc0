"""Passphrases: hashed with argon2id, in threads of their own.

A single verification deliberately takes tens of milliseconds and tens of megabytes, so only a few run at a time. For an unknown
name a passphrase that nobody has is verified, so that the response time does not reveal which names exist.
"""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from banmen.server.fair_pool import Asker, FairPool
from banmen.server.people.person_names import make_name_key
from banmen.server.problems import ProblemError

SHORTEST, LONGEST = 10, 200  # characters
FEWEST_GUESSES: Final = 8  # characters that an attacker has to guess one by one
ROWS: Final = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz", "0123456789")
WORDS: Final = ("password", "passphrase", "banmen")  # the first ones to try
SHORTEST_RUN: Final = 3
THREADS_EACH, MOST_WAITING, MOST_EACH = 1, 32, 4  # running for one address, waiting in all, and waiting for one address
HASHER: Final = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1, type=Type.ID)


def check_passphrase(passphrase: str, name: str) -> None:
    """Raise ProblemError for a passphrase that is easy to guess."""
    plain = _normalize(passphrase).casefold()
    nameless = make_name_key(plain).replace(make_name_key(name), "")
    for word in WORDS:
        plain, nameless = plain.replace(word, ""), nameless.replace(make_name_key(word), "")
    if len(_normalize(passphrase)) < SHORTEST or min(map(count_guesses, (plain, nameless))) < FEWEST_GUESSES:
        raise ProblemError("weak_passphrase")


def count_guesses(text: str) -> int:
    """Return how many characters of a lower-case text do not follow from those before.

    A run of keys, of the alphabet or of one letter counts as two, and repetitions count once.

    >>> [count_guesses(text) for text in ("1234567890", "aaaaaaaaaa", "pom pom pom ", "zyx and 111", "a lamp")]
    [2, 1, 4, 9, 6]
    """
    unit = _find_repeated(text)
    count = start = 0
    while start < len(unit):
        end = _find_end_of_run(unit, start)
        count += 2 if end - start >= SHORTEST_RUN else 1
        start = end if end - start >= SHORTEST_RUN else start + 1
    return count


def _find_repeated(text: str) -> str:
    """Return the shortest prefix that yields the whole text when repeated; the last repetition may be cut off."""
    return next((text[:size] for size in range(1, len(text)) if text[size:] == text[:-size]), text)


def _find_end_of_run(text: str, start: int) -> int:
    """Return the end of the longest run from an index: of one letter, or of neighbours in a row in either direction."""
    rows = (text[start] * len(text), *ROWS, *(row[::-1] for row in ROWS))
    ends = [start + 1]
    for row in rows:
        at, end = row.find(text[start]), start
        while at >= 0 and end < len(text) and at < len(row) and row[at] == text[end]:
            at, end = at + 1, end + 1
        ends.append(end)
    return max(ends)


class Passphrases:
    """Hashes and verifies passphrases in a few threads."""

    def __init__(self, hasher: PasswordHasher = HASHER) -> None:
        self._hasher = hasher
        self._pool = FairPool("passphrases", THREADS_EACH, MOST_WAITING, MOST_EACH)
        self._dummy: str | None = None

    async def hash(self, asker: Asker, passphrase: str) -> str:
        """Return the hash that is stored for a passphrase."""
        plain = _normalize(passphrase)
        return await self._pool.run(asker, lambda: self._hasher.hash(plain))

    async def verify(self, asker: Asker, passphrase: str, hashed: str | None) -> bool:
        """Tell whether a passphrase is right; without a hash it is wrong, after the same amount of work."""
        plain = _normalize(passphrase)
        matches = await self._pool.run(asker, lambda: self._compare(plain, hashed or self._make_dummy()))
        return matches and hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Tell whether a hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(hashed)

    def close(self) -> None:
        """Stop the threads."""
        self._pool.close()

    def _compare(self, plain: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, plain)
        except (VerificationError, InvalidHashError):
            return False

    def _make_dummy(self) -> str:
        if self._dummy is None:
            self._dummy = self._hasher.hash(secrets.token_urlsafe())
        return self._dummy


def _normalize(passphrase: str) -> str:
    """Return a passphrase in a normal form, whatever keyboard was used."""
    return unicodedata.normalize("NFKC", passphrase)
