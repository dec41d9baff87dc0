"""The throws of a match: all fixed by a seed, so that they cannot be chosen, and a throw taken back falls the same again.

A match is given its dice. `CommittedDice` are for people who need not trust each other: the seed's digest is shown when the
match begins and the seed when it has ended for good, and whoever has both can check every throw (`banmen.match.dice_check`).
Numbers of the players, said after the digest is known, have a share in the throws where each has a device of their own, so
that the server alone cannot choose them either. `SeededDice` are for people at one keyboard: a number that they can type fixes
everything.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import itertools
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from banmen.core.game import Game, Opening, Position
from banmen.core.sticks import STICKS, throw_opening_rounds, throw_sticks

SEED_BYTES = 32
MOST_SEED = 2**53
HASH_BLOCK = 64  # bytes that SHA-256 takes at a time
DIGEST_BITS = 256


class Dice(Protocol):
    """Where chance comes from in a match. The same question always has the same answer."""

    @property
    def seed(self) -> str | int:
        """What everything follows from."""

    @property
    def commitment(self) -> str | None:
        """What binds to the seed without telling it, if anything does."""

    def open(self, game: Game) -> Opening:
        """Carry out the opening of a game: the throws for the beginning, or what is drawn by lot."""

    def throw(self, start: Position, number: int) -> int:
        """Return a throw of a match that began at a position, by how many throws were made before."""

    def derive_computer_seed(self, events: int, steps: int) -> int:
        """Return the seed of a computer's choice, by how many events count and how many steps the record has."""

    def with_nonces(self, nonces: Sequence[str]) -> Dice:
        """Return dice in which people have a share by their numbers."""


@dataclass(frozen=True)
class CommittedDice:
    """Throws by HMAC from a secret seed of which a digest is shown beforehand, and from the numbers of the players, if any.

    >>> CommittedDice("00").commitment[:16]
    '6e340b9cffb37a98'
    >>> CommittedDice("00").key, CommittedDice("00", ("11", "22")).key[:16]
    ('00', '0191289300b3ed35')
    """

    seed: str
    nonces: tuple[str, ...] = ()  # of the seats that people take, in the order of the seats

    @property
    def commitment(self) -> str:
        """The digest that commits to the seed without revealing it."""
        return commit_to(self.seed)

    @property
    def scheme(self) -> int:
        """How throws are derived from the seed: from the seed alone, or from the seed and the players' numbers."""
        return 2 if self.nonces else 1

    @functools.cached_property
    def key(self) -> str:
        """What the throws follow from."""
        return mix_nonces(self.seed, self.nonces) if self.nonces else self.seed

    def open(self, game: Game) -> Opening:
        """Throw for the first turn, or draw lots where the game does so."""
        if not game.opens_by_throw:
            return game.opening(random.Random(derive_number(self.key, "lot", 0)))
        numbers = itertools.count()
        rounds = throw_opening_rounds(
            len(game.players), game.rules.OPENING, lambda: throw_by_seed(self.key, "opening", next(numbers), game.p)
        )
        return Opening(rounds, game.opened(rounds))

    def throw(self, start: Position, number: int) -> int:
        """Return a throw by its number."""
        return throw_by_seed(self.key, "throw", number, start.game.p)

    def derive_computer_seed(self, events: int, steps: int) -> int:  # noqa: ARG002
        """Return a number that reveals nothing about the seed."""
        return derive_number(self.key, "computer", events)

    def with_nonces(self, nonces: Sequence[str]) -> CommittedDice:
        """Return dice with the same seed in which people have a share by their numbers."""
        return CommittedDice(self.seed, tuple(nonces))


@dataclass(frozen=True)
class SeededDice:
    """Throws by Python's own generator from a number.

    >>> import banmen
    >>> [SeededDice(7).throw(banmen.game("kariuchi").start(), number) for number in range(8)]
    [3, 2, 2, 2, 5, 1, 1, 4]
    """

    seed: int
    commitment: None = None

    def open(self, game: Game) -> Opening:
        """Carry out the opening procedure of the game."""
        return game.opening(random.Random(f"{self.seed} opening"))

    def throw(self, start: Position, number: int) -> int:
        """Return a throw by its number; one that the match began with counts as the first."""
        number += start.thrown is not None
        return throw_sticks(random.Random(f"{self.seed} throw {number}"), start.game.p)

    def derive_computer_seed(self, events: int, steps: int) -> int:  # noqa: ARG002
        """Return a number for each step."""
        return random.Random(f"{self.seed} move {steps}").randrange(MOST_SEED)

    def with_nonces(self, nonces: Sequence[str]) -> SeededDice:  # noqa: ARG002
        """Return the same dice: people at one keyboard trust the number that they typed."""
        return self


def draw_seed() -> str:
    """Return a seed for `CommittedDice` that cannot be guessed."""
    return secrets.token_hex(SEED_BYTES)


def draw_small_seed() -> int:
    """Return a seed for `SeededDice`."""
    return secrets.randbelow(MOST_SEED)


def commit_to(seed: str) -> str:
    """Return the digest that binds to a seed without telling it."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def mix_nonces(seed: str, nonces: Sequence[str]) -> str:
    """Return the key of throws in which players had a hand."""
    return hmac.digest(bytes.fromhex(seed), f"nonces {' '.join(nonces)}".encode(), "sha256").hex()


def throw_by_seed(seed: str, what: str, number: int, p: float) -> int:
    """Return the throw of a name and number: how many of four sticks show the counted side, or 5 if none does.

    Each shows it with a chance of exactly p. Any float is a whole number over a power of two; as many random bits as that
    power has are below it with chance p. So nothing has to be rounded, and nothing rejected.

    >>> [throw_by_seed("00", "throw", number, 0.5) for number in range(8)]
    [1, 2, 3, 3, 2, 3, 3, 2]
    """
    low, of = p.as_integer_ratio()
    bits = of.bit_length() - 1
    counted = 0
    for stick in range(STICKS):
        counted += _draw_bits(seed, f"{what} {number} {stick}", bits) < low
    return counted or 5


def derive_number(seed: str, what: str, number: int) -> int:
    """Return a number below 2**53 for code that must not know the seed, such as an engine."""
    return _draw_bits(seed, f"{what} {number}", 53)


def _draw_bits(seed: str, name: str, number: int) -> int:
    """Return a random whole number of so many bits."""
    drawn, bits = int.from_bytes(_digest(seed, f"{name} 0")), DIGEST_BITS
    while bits < number:
        drawn = drawn << DIGEST_BITS | int.from_bytes(_digest(seed, f"{name} {bits // DIGEST_BITS}"))
        bits += DIGEST_BITS
    return drawn >> (bits - number)


def _digest(seed: str, text: str) -> bytes:
    """Return the HMAC of a text."""
    begun_inside, begun_outside = _begin_hmac(seed)
    inside, outside = begun_inside.copy(), begun_outside.copy()
    inside.update(text.encode())
    outside.update(inside.digest())
    digest: bytes = outside.digest()
    return digest


@functools.lru_cache(maxsize=4096)
def _begin_hmac(seed: str) -> tuple[Any, Any]:
    r"""Return the two hashes of an HMAC after its key, which is the same for all throws of a match.

    Two hashes that are copied cost half of an object of `hmac` that is copied.

    >>> inside, outside = (begun.copy() for begun in _begin_hmac("00"))
    >>> inside.update(b"throw")
    >>> outside.update(inside.digest())
    >>> outside.digest() == hmac.digest(b"\0", b"throw", "sha256")
    True
    """
    key = bytes.fromhex(seed)
    block = (hashlib.sha256(key).digest() if len(key) > HASH_BLOCK else key).ljust(HASH_BLOCK, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in block)) for pad in (0x36, 0x5C))
    return inner, outer
