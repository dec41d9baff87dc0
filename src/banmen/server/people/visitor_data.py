"""A visitor's data: exporting it as one file, and deleting it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from typing import Final

import orjson

from banmen.server.people.signed_in_devices import SignedInDevices
from banmen.server.sessions import Sessions
from banmen.server.store.export_rows import list_all_matches, read_match, read_person
from banmen.server.store.person_removal import Removal, forget_person

FORMAT: Final = "banmen-visitor"
VERSION: Final = 1


class VisitorData:
    """Exports and deletes the data of one server's visitors."""

    def __init__(self, sessions: Sessions, devices: SignedInDevices, on_forgotten: Callable[[str], object]) -> None:
        """`on_forgotten` is called with each deleted person and bot."""
        self.sessions, self.store, self.devices, self.on_forgotten = sessions, sessions.store, devices, on_forgotten

    async def export(self, person: str) -> AsyncIterator[bytes]:
        """Yield a person's data as one JSON text, in parts: there may be many matches."""
        head = {"format": FORMAT, "version": VERSION, "written": time.time(), **await read_person(self.store, person)}
        yield orjson.dumps(head)[:-1] + b',"matches":['
        first = True
        for name in await list_all_matches(self.store, person):
            match = await read_match(self.store, name, person)
            if match is not None:
                yield (b"" if first else b",") + orjson.dumps(match)
                first = False
        yield b"]}"

    async def forget(self, person: str) -> Removal:
        """Delete a person's data: from the database in one step, then from memory."""
        removal: Removal = await self.store.writer.write(lambda connection: forget_person(self.store, connection, person))
        self.devices.forget(person)
        self.devices.forget_device(person)
        for match in removal.erased:
            if match in self.sessions:
                self.sessions.forget(self.sessions[match])
        for match in removal.rewritten:
            self.sessions.replace(match)
        for one in (person, *removal.bots):
            self.on_forgotten(one)
        return removal
