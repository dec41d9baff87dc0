"""Stored accounts: their names, and the devices that are signed in to them.

A person without an account is the device they use: the digest of its secret identifies the person. A signed-in device is a row
here, and everything done on it belongs to the account.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from banmen.server.store.database import Store
from banmen.server.store.tables import accounts, devices
from banmen.server.store.writer import ConflictError

NOTICE = "person."  # how a notice begins that is about a person's devices rather than a match


@dataclass(frozen=True)
class AccountRow:
    """A person with a name and a passphrase."""

    person: str
    name: str
    name_key: str
    hash: str
    public: bool
    created: float


@dataclass(frozen=True)
class DeviceRow:
    """A device on which a person is signed in."""

    digest: str
    id: str
    person: str
    label: str
    created: float
    used: float


Also = Callable[[Connection], object]  # writes in the same transaction


class AccountRows:
    """The accounts of one database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Writing.

    async def add(self, row: AccountRow, device: DeviceRow, also: Also) -> bool:
        """Add an account with its first device; return False if a look-alike name exists."""

        def work(connection: Connection) -> None:
            connection.execute(insert(accounts).values(**row.__dict__ | {"public": int(row.public)}))
            connection.execute(insert(devices).values(**device.__dict__))
            also(connection)

        return await self._try(work)

    async def change_name(self, person: str, name: str, name_key: str) -> bool:
        """Change a person's name; return False if it is taken."""
        work = update(accounts).where(accounts.c.person == person).values(name=name, name_key=name_key)
        return await self._try(lambda connection: connection.execute(work).rowcount)

    async def _try(self, work: Also) -> bool:
        try:
            await self.store.writer.write(work)
        except ConflictError:
            return False
        return True

    async def set_public(self, person: str, public: bool) -> None:
        """Set whether strangers may see a person's name."""
        work = update(accounts).where(accounts.c.person == person).values(public=int(public))
        await self.store.writer.write(lambda connection: connection.execute(work).rowcount)

    async def sign_in(self, device: DeviceRow, before: str, most: int, also: Also) -> bool:
        """Add a device in place of its previous identity; return False if the account has been deleted in the meantime.

        Beyond `most` devices, the least recently used ones are signed out.
        """

        def work(connection: Connection) -> None:
            connection.execute(delete(devices).where(devices.c.digest == before))
            connection.execute(insert(devices).values(**device.__dict__))
            own = select(devices.c.digest).where(devices.c.person == device.person).order_by(devices.c.used.desc())
            surplus = [str(digest) for digest in connection.scalars(own.offset(most))]
            connection.execute(delete(devices).where(devices.c.digest.in_(surplus)))
            also(connection)
            self._announce(connection, device.person)

        return await self._try(work)

    async def sign_out(self, person: str, wanted: Collection[str]) -> int:
        """Sign out some of a person's devices by their ids; return how many."""

        def work(connection: Connection) -> int:
            own = delete(devices).where(devices.c.person == person, devices.c.id.in_(list(wanted)))
            self._announce(connection, person)
            return connection.execute(own).rowcount

        return int(await self.store.writer.write(work))

    async def change_hash(self, person: str, hashed: str) -> None:
        """Store a new hash of the same passphrase."""
        work = update(accounts).where(accounts.c.person == person).values(hash=hashed)
        await self.store.writer.write(lambda connection: connection.execute(work).rowcount)

    async def change_passphrase(self, person: str, hashed: str, device: DeviceRow) -> None:
        """Store a new passphrase: one device stays signed in, with a new secret."""

        def work(connection: Connection) -> None:
            connection.execute(update(accounts).where(accounts.c.person == person).values(hash=hashed))
            connection.execute(delete(devices).where(devices.c.person == person))
            connection.execute(insert(devices).values(**device.__dict__))
            self._announce(connection, person)

        await self.store.writer.write(work)

    async def note_use(self, digest: str, now: float) -> None:
        """Record that a device was used."""
        work = update(devices).where(devices.c.digest == digest).values(used=now)
        await self.store.writer.write(lambda connection: connection.execute(work).rowcount)

    def _announce(self, connection: Connection, person: str) -> None:
        self.store.notify(connection, [(NOTICE + person, 0)])

    # Reading.

    async def find_device(self, digest: str) -> DeviceRow | None:
        """Return a signed-in device."""
        wanted = select(devices).where(devices.c.digest == digest)
        row = await self.store.read(lambda connection: connection.execute(wanted).one_or_none())
        return DeviceRow(*row) if row else None

    async def list_known(self, digests: Collection[str]) -> set[str]:
        """Return those of some devices that are signed in."""
        wanted = select(devices.c.digest).where(devices.c.digest.in_(list(digests)))
        return {str(digest) for digest in await self.store.read(lambda connection: connection.scalars(wanted).all())}

    async def list_devices(self, person: str) -> list[DeviceRow]:
        """Return the devices on which a person is signed in."""
        wanted = select(devices).where(devices.c.person == person).order_by(devices.c.created)
        return [DeviceRow(*row) for row in await self.store.read(lambda connection: connection.execute(wanted).all())]

    async def find(self, person: str) -> AccountRow | None:
        """Return a person's account."""
        return await self._find(accounts.c.person == person)

    async def find_by_key(self, name_key: str) -> AccountRow | None:
        """Return the account with a name of this key."""
        return await self._find(accounts.c.name_key == name_key)

    async def _find(self, condition: object) -> AccountRow | None:
        wanted = select(accounts).where(condition)  # type: ignore[arg-type]
        row = await self.store.read(lambda connection: connection.execute(wanted).one_or_none())
        return AccountRow(row.person, row.name, row.name_key, row.hash, bool(row.public), row.created) if row else None

    async def list_public_names(self, people: Collection[str]) -> dict[str, str]:
        """Return the names of those people who have agreed to be named."""
        wanted = select(accounts.c.person, accounts.c.name).where(accounts.c.public != 0, accounts.c.person.in_(list(people)))
        rows = await self.store.read(lambda connection: connection.execute(wanted).all())
        return {str(person): str(name) for person, name in rows}
