"""Who is behind a device: the account that it is signed in to, or itself.

Every request asks, so answers are cached for two seconds. A device that is signed out is forgotten at once in this process, and
its connections are closed; other processes are notified, and know after those two seconds at the latest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from typing import Final, Protocol

from banmen.server.store.account_rows import NOTICE, AccountRows
from banmen.server.store.database import StoreError
from banmen.server.store.listening import PersonHearing

log = logging.getLogger("banmen.server")
SIGNED_OUT: Final = 1001  # why a connection is closed: the page connects again, as somebody else
KEPT: Final = 2.0  # seconds that an answer is kept
MOST_KEPT: Final = 20_000
SEEN: Final = 3600.0  # seconds between notes of when a device was used


class DeviceLine(Protocol):
    """An open connection of a device."""

    def close(self, code: int) -> None:
        """Close the connection."""


class SignedInDevices:
    """The devices of one server, as one of its processes knows them."""

    def __init__(self, rows: AccountRows) -> None:
        self.rows = rows
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()  # until when, and who
        self._lines: dict[str, dict[str, set[DeviceLine]]] = {}  # by the person and the device
        self._tasks: set[asyncio.Task[None]] = set()
        self.hearing = PersonHearing(NOTICE, self.forget, lambda: self._lines)

    async def find_person(self, digest: str) -> str:
        """Return who is behind a device, or raise StoreError."""
        known, now = self._known.get(digest), time.monotonic()
        if known is not None and known[0] > now:
            return known[1]
        device = await self.rows.find_device(digest)
        person = device.person if device else digest
        self._remember(digest, person)
        if device and device.used < time.time() - SEEN:
            await self.rows.note_use(digest, time.time())
        return person

    def _remember(self, digest: str, person: str) -> None:
        self._known[digest] = time.monotonic() + KEPT, person
        self._known.move_to_end(digest)
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)

    # Open connections.

    def connect(self, digest: str, person: str, line: DeviceLine) -> None:
        """Note an open connection; those of devices that are signed in to nothing need not be known."""
        if person != digest:
            self._lines.setdefault(person, {}).setdefault(digest, set()).add(line)

    def leave(self, digest: str, person: str, line: DeviceLine) -> None:
        """Forget a connection."""
        lines = self._lines.get(person, {})
        lines.get(digest, set()).discard(line)
        if not lines.get(digest):
            lines.pop(digest, None)
        if not lines:
            self._lines.pop(person, None)

    def forget(self, person: str) -> None:
        """Ask the database again about the devices of somebody, and close the connections of those that are signed out."""
        for digest in [digest for digest, (_, who) in self._known.items() if who == person]:
            del self._known[digest]
        if person in self._lines:
            task = asyncio.get_running_loop().create_task(self._check([person]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def forget_device(self, digest: str) -> None:
        """Ask the database again about one device."""
        self._known.pop(digest, None)

    async def _check(self, people: list[str]) -> None:
        """Close the connections of devices that are not signed in any more: whoever is behind them connects anew."""
        lines = {digest: line for person in people for digest, line in self._lines.get(person, {}).items()}
        try:
            known = await self.rows.list_known(lines)
        except StoreError as error:
            log.warning("it is not known which devices were signed out: %s", error)
            known = set()  # who is still signed in connects again
        for digest in lines.keys() - known:
            for line in tuple(lines[digest]):
                line.close(SIGNED_OUT)

    async def close(self) -> None:
        """Wait for checks under way."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)
