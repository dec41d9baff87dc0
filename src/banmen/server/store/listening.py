"""Listening for writes of other processes to PostgreSQL: notices that contain only match ids and sequence numbers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from typing import Protocol

from banmen.server.store.address import CONNECTION, Address, read_url
from banmen.server.store.database import CHANNEL, Changes, read_notice

log = logging.getLogger("banmen.server")
AGAIN = 0.5  # seconds before a lost connection is retried


class Hearing(Protocol):
    """A receiver of notices."""

    def hear(self, changes: Changes) -> None:
        """Process writes to some matches."""

    def refresh_all(self) -> None:
        """Process anything that may have been written."""


class HearingTogether:
    """Several receivers as one."""

    def __init__(self, *hearing: Hearing) -> None:
        self._hearing = hearing

    def hear(self, changes: Changes) -> None:
        """Pass the notice on to all."""
        for one in self._hearing:
            one.hear(changes)

    def refresh_all(self) -> None:
        """Tell all that anything may have been written."""
        for one in self._hearing:
            one.refresh_all()


class PersonHearing:
    """A receiver of notices about people: their names share a prefix, followed by the person."""

    def __init__(self, beginning: str, tell: Callable[[str], object], list_known: Callable[[], Iterable[str]]) -> None:
        """`tell` is called with each person in a notice; `list_known` returns all who matter here."""
        self._beginning, self._tell, self._list_known = beginning, tell, list_known

    def hear(self, changes: Changes) -> None:
        """Process notices of other processes."""
        for person in {name.removeprefix(self._beginning) for name, _ in changes if name.startswith(self._beginning)}:
            self._tell(person)

    def refresh_all(self) -> None:
        """Report everybody known here: anything may have been written elsewhere."""
        for person in tuple(self._list_known()):
            self._tell(person)


class Listener:
    """A listening connection. After it was lost anything may have changed, and that is reported too."""

    def __init__(self, address: Address, hearing: Hearing) -> None:
        self._address = read_url(address).set(drivername="postgresql").render_as_string(hide_password=False)
        self._hearing = hearing
        self.listening = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        import psycopg

        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True, **CONNECTION)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.listening.set()
                    self._hearing.refresh_all()  # notices may have been missed
                    async for notice in connection.notifies():
                        self._hearing.hear(read_notice(notice.payload))
            except psycopg.Error as error:
                log.warning("no notices from the database for now: %s", str(error).partition("\n")[0])
            except Exception:  # otherwise no later notice would ever be received
                log.exception("a notice from the database could not be processed")
            self.listening.clear()
            await asyncio.sleep(AGAIN)
