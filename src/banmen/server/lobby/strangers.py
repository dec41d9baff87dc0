"""What the lobby needs to know about people: whom to keep apart, and whose name may be shown.

`banmen.server.people` provides it; by default everybody may meet and nobody is named.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol


class Blocks(Protocol):
    """Knows whom to keep apart."""

    async def list_apart(self, person: str, /) -> Collection[str]:
        """Return everybody whom a person must not meet, whichever of the two has blocked the other."""


class PublicNames(Protocol):
    """The names of people who have agreed to be named to strangers."""

    async def find_names(self, people: Collection[str], /) -> Mapping[str, str]:
        """Return the names of those among some people who may be named."""

    async def find_person(self, name: str, /) -> str | None:
        """Return the person who goes by a name and may be named."""


class NobodyIsBlocked:
    """Lets everybody meet."""

    async def list_apart(self, _person: str, /) -> Collection[str]:
        """Return nobody."""
        return ()


class NobodyIsNamed:
    """Names nobody."""

    async def find_names(self, _people: Collection[str], /) -> Mapping[str, str]:
        """Return no name."""
        return {}

    async def find_person(self, _name: str, /) -> str | None:
        """Return nobody."""
        return None
