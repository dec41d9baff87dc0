"""The person behind a device: the account that it is signed in to, or the device itself.

Every request asks, so answers are cached for two seconds. A device that is signed out is dropped at once in this process, and
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
SIGNED_OUT: Final = 1001  # reason for closing a connection: the page reconnects, as another person
KEPT: Final = 2.0  # seconds for which an answer is cached
MOST_KEPT: Final = 20_000
SEEN: Final = 3600.0  # seconds between records of a device's use


class DeviceLine(Protocol):
    """An open connection of a device."""

    def close(self, code: int) -> None:
        """Close the connection."""


class SignedInDevices:
    """The devices of one server, as seen by one of its processes."""

    def __init__(self, rows: AccountRows) -> None:
        self.rows = rows
        self._known: OrderedDict[str, tuple[float, str]] = OrderedDict()  # until when, and the person
        self._lines: dict[str, dict[str, set[DeviceLine]]] = {}  # by person and device
        self._tasks: set[asyncio.Task[None]] = set()
        self.hearing = PersonHearing(NOTICE, self.forget, lambda: self._lines)

    async def find_person(self, digest: str) -> str:
        """Return the person behind a device, or raise StoreError."""
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
        """Add an open connection; devices that are not signed in need not be tracked."""
        if person != digest:
            self._lines.setdefault(person, {}).setdefault(digest, set()).add(line)

    def leave(self, digest: str, person: str, line: DeviceLine) -> None:
        """Remove a connection."""
        lines = self._lines.get(person, {})
        lines.get(digest, set()).discard(line)
        if not lines.get(digest):
            lines.pop(digest, None)
        if not lines:
            self._lines.pop(person, None)

    def forget(self, person: str) -> None:
        """Drop the cached devices of a person, and close the connections of those that are signed out."""
        for digest in [digest for digest, (_, who) in self._known.items() if who == person]:
            del self._known[digest]
        if person in self._lines:
            task = asyncio.get_running_loop().create_task(self._check([person]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def forget_device(self, digest: str) -> None:
        """Drop one cached device."""
        self._known.pop(digest, None)

    async def _check(self, people: list[str]) -> None:
        """Close the connections of devices that are no longer signed in: their users reconnect as other people."""
        lines = {digest: line for person in people for digest, line in self._lines.get(person, {}).items()}
        try:
            known = await self.rows.list_known(lines)
        except StoreError as error:
            log.warning("signed-out devices could not be checked: %s", error)
            known = set()  # those who are still signed in reconnect
        for digest in lines.keys() - known:
            for line in tuple(lines[digest]):
                line.close(SIGNED_OUT)

    async def close(self) -> None:
        """Wait for checks in progress."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)
