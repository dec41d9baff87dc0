"""Questions about people by matches and the lobby: whom to keep apart, and whose name may be shown. `people` answers them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol


class Blocks(Protocol):
    """Knows whom to keep apart."""

    async def list_apart(self, person: str, /) -> Collection[str]:
        """Return everybody whom a person must not meet, whichever of the two has blocked the other."""

    async def list_blocked(self, person: str, /) -> Collection[str]:
        """Return the people whom a person has blocked, and whose chat they do not see."""


class PublicNames(Protocol):
    """The names of people who have agreed to be named to strangers."""

    async def find_names(self, people: Collection[str], /) -> Mapping[str, str]:
        """Return the names of those people who may be named."""

    async def find_person(self, name: str, /) -> str | None:
        """Return the person with this name, if they may be named."""

    def make_key(self, name: str, /) -> str:
        """Return a key that is the same for names that look alike."""
