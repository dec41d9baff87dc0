"""What is stored of accounts: who goes by which name, and the devices on which they are signed in.

Whoever has no account is the device they use: the digest of what it keeps is the person. A device that is signed in is a row
here, and everything done from it belongs to the account.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from banmen.server.store.database import Store
from banmen.server.store.tables import accounts, devices
from banmen.server.store.writer import ConflictError

NOTICE = "person."  # how a notice begins that is about a person's devices, and about no match


@dataclass(frozen=True)
class AccountRow:
    """Somebody with a name and a passphrase."""

    person: str
    name: str
    name_key: str
    hash: str
    public: bool
    created: float


@dataclass(frozen=True)
class DeviceRow:
    """A device on which somebody is signed in."""

    digest: str
    id: str
    person: str
    label: str
    created: float
    used: float


Also = Callable[[Connection], object]  # what is written in the same transaction


class AccountRows:
    """The accounts of one database."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # Writing.

    async def add(self, row: AccountRow, device: DeviceRow, also: Also) -> bool:
        """Add an account with its first device; return False where somebody goes by such a name."""

        def work(connection: Connection) -> None:
            connection.execute(insert(accounts).values(**row.__dict__ | {"public": int(row.public)}))
            connection.execute(insert(devices).values(**device.__dict__))
            also(connection)

        return await self._try(work)

    async def change_name(self, person: str, name: str, name_key: str) -> bool:
        """Let somebody go by another name; return False where it is taken."""
        work = update(accounts).where(accounts.c.person == person).values(name=name, name_key=name_key)
        return await self._try(lambda connection: connection.execute(work).rowcount)

    async def _try(self, work: Also) -> bool:
        try:
            await self.store.writer.write(work)
        except ConflictError:
            return False
        return True

    async def set_public(self, person: str, public: bool) -> None:
        """Note whether strangers may be told somebody's name."""
        work = update(accounts).where(accounts.c.person == person).values(public=int(public))
        await self.store.writer.write(lambda connection: connection.execute(work).rowcount)

    async def sign_in(self, device: DeviceRow, before: str, most: int, also: Also) -> bool:
        """Add a device in place of what it was before; return False where the account is gone meanwhile.

        Of more than `most` devices those that were used least lately are signed out.
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
        """Sign out some of somebody's devices by their ids; return how many that were."""

        def work(connection: Connection) -> int:
            own = delete(devices).where(devices.c.person == person, devices.c.id.in_(list(wanted)))
            self._announce(connection, person)
            return connection.execute(own).rowcount

        return int(await self.store.writer.write(work))

    async def change_hash(self, person: str, hashed: str) -> None:
        """Store a passphrase in another form."""
        work = update(accounts).where(accounts.c.person == person).values(hash=hashed)
        await self.store.writer.write(lambda connection: connection.execute(work).rowcount)

    async def change_passphrase(self, person: str, hashed: str, device: DeviceRow) -> None:
        """Store another passphrase: one device stays signed in, as if it were new."""

        def work(connection: Connection) -> None:
            connection.execute(update(accounts).where(accounts.c.person == person).values(hash=hashed))
            connection.execute(delete(devices).where(devices.c.person == person))
            connection.execute(insert(devices).values(**device.__dict__))
            self._announce(connection, person)

        await self.store.writer.write(work)

    async def note_use(self, digest: str, now: float) -> None:
        """Note that a device was used."""
        work = update(devices).where(devices.c.digest == digest).values(used=now)
        await self.store.writer.write(lambda connection: connection.execute(work).rowcount)

    def _announce(self, connection: Connection, person: str) -> None:
        self.store.notify(connection, [(NOTICE + person, 0)])

    # Reading.

    async def find_device(self, digest: str) -> DeviceRow | None:
        """Return a device that is signed in."""
        wanted = select(devices).where(devices.c.digest == digest)
        row = await self.store.read(lambda connection: connection.execute(wanted).one_or_none())
        return DeviceRow(*row) if row else None

    async def list_known(self, digests: Collection[str]) -> set[str]:
        """Return those of some devices that are signed in."""
        wanted = select(devices.c.digest).where(devices.c.digest.in_(list(digests)))
        return {str(digest) for digest in await self.store.read(lambda connection: connection.scalars(wanted).all())}

    async def list_devices(self, person: str) -> list[DeviceRow]:
        """Return the devices on which somebody is signed in."""
        wanted = select(devices).where(devices.c.person == person).order_by(devices.c.created)
        return [DeviceRow(*row) for row in await self.store.read(lambda connection: connection.execute(wanted).all())]

    async def find(self, person: str) -> AccountRow | None:
        """Return somebody's account."""
        return await self._find(accounts.c.person == person)

    async def find_by_key(self, name_key: str) -> AccountRow | None:
        """Return the account of whoever goes by such a name."""
        return await self._find(accounts.c.name_key == name_key)

    async def _find(self, condition: object) -> AccountRow | None:
        wanted = select(accounts).where(condition)  # type: ignore[arg-type]
        row = await self.store.read(lambda connection: connection.execute(wanted).one_or_none())
        return AccountRow(row.person, row.name, row.name_key, row.hash, bool(row.public), row.created) if row else None

    async def list_public_names(self, people: Collection[str]) -> dict[str, str]:
        """Return the names of those among some people who have agreed to be named."""
        wanted = select(accounts.c.person, accounts.c.name).where(accounts.c.public != 0, accounts.c.person.in_(list(people)))
        rows = await self.store.read(lambda connection: connection.execute(wanted).all())
        return {str(person): str(name) for person, name in rows}
