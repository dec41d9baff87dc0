"""Accounts: a name and a passphrase that give people their games and ratings on any device.

A device is identified by a secret that it keeps. It gets a new one whenever it is signed in or out, so that a secret captured
earlier is useless.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from banmen.server.fair_pool import Asker
from banmen.server.people.attempt_limits import AttemptLimits
from banmen.server.people.passphrases import Passphrases, check_passphrase
from banmen.server.people.person_names import check_name, make_name_key
from banmen.server.people.signed_in_devices import SignedInDevices
from banmen.server.problems import ProblemError
from banmen.server.sessions import Sessions
from banmen.server.store.account_rows import AccountRow, DeviceRow
from banmen.server.store.identity import digest_token, draw_token
from banmen.server.store.person_moves import Combine, give_to

MOST_DEVICES: Final = 20  # of one account


@dataclass(frozen=True)
class Caller:
    """The person asking about their own account: the address and person, the device, and its label."""

    asker: Asker
    device: str  # the digest of its secret
    label: str = ""

    @property
    def is_signed_in(self) -> bool:
        """Whether the device is signed in to an account."""
        return self.asker.visitor != self.device


class Accounts:
    """The accounts of one server."""

    def __init__(
        self, sessions: Sessions, devices: SignedInDevices, passphrases: Passphrases, combine: Combine, a_minute: int
    ) -> None:
        """`combine` merges two ratings; `a_minute` attempts are allowed from one address."""
        self.sessions, self.store, self.devices, self.rows = sessions, sessions.store, devices, devices.rows
        self.passphrases, self._combine = passphrases, combine
        self._limits = AttemptLimits(a_minute)

    # Signing in and out. These functions return the secret that the device keeps from now on.

    async def create(self, caller: Caller, name: str, passphrase: str, public: bool) -> str:
        """Create an account, which takes over what the device has done so far."""
        if caller.is_signed_in:
            raise ProblemError("signed_in")
        self._limit(caller)
        name = check_name(name)
        check_passphrase(passphrase, name)
        hashed = await self.passphrases.hash(caller.asker, passphrase)
        person, token = digest_token(draw_token()), draw_token()
        row = AccountRow(person, name, make_name_key(name), hashed, public, time.time())
        moved, also = self._plan_move(caller.device, person)
        if not await self.rows.add(row, _make_device(caller, person, token), also):
            raise ProblemError("name_taken")
        self._forget(caller, moved)
        return token

    async def sign_in(self, caller: Caller, name: str, passphrase: str) -> str:
        """Sign in a device; what it did before, unless that belongs to another account, is added to this one."""
        key = make_name_key(name)
        self._limit(caller)
        account = await self.rows.find_by_key(key)
        await self._check(caller, key, passphrase, account)
        assert account is not None
        token = draw_token()
        moved, also = ([], _nothing) if caller.is_signed_in else self._plan_move(caller.device, account.person)
        device = _make_device(caller, account.person, token)
        if not await self.rows.sign_in(device, caller.device, MOST_DEVICES, also):
            raise ProblemError("wrong_passphrase")  # the account was deleted in the meantime
        if self.passphrases.is_outdated(account.hash):
            await self.rows.change_hash(account.person, await self.passphrases.hash(caller.asker, passphrase))
        self._forget(caller, moved)
        return token

    async def sign_out(self, caller: Caller) -> str:
        """Sign out this device, which becomes a new visitor."""
        await self._sign_out(caller, [one.id for one in await self._list_devices(caller) if one.digest == caller.device])
        return draw_token()

    async def sign_out_others(self, caller: Caller) -> int:
        """Sign out all other devices; return how many there were."""
        return await self._sign_out(caller, [one.id for one in await self._list_devices(caller) if one.digest != caller.device])

    async def sign_out_device(self, caller: Caller, device: str) -> None:
        """Sign out one device by its id."""
        if not await self._sign_out(caller, [device]):
            raise ProblemError("no_device")

    async def _list_devices(self, caller: Caller) -> list[DeviceRow]:
        await self.find(caller)
        return await self.rows.list_devices(caller.asker.visitor)

    async def _sign_out(self, caller: Caller, wanted: Collection[str]) -> int:
        count = await self.rows.sign_out(caller.asker.visitor, wanted)
        self._forget(caller, [])
        return count

    async def change_passphrase(self, caller: Caller, old: str, new: str) -> str:
        """Change the passphrase, and sign out all other devices."""
        account = await self.confirm(caller, old)
        check_passphrase(new, account.name)
        hashed, token = await self.passphrases.hash(caller.asker, new), draw_token()
        await self.rows.change_passphrase(account.person, hashed, _make_device(caller, account.person, token))
        self._forget(caller, [])
        return token

    async def confirm(self, caller: Caller, passphrase: str) -> AccountRow:
        """Return a person's account if they know its passphrase, or raise ProblemError."""
        account = await self.find(caller)
        self._limit(caller)
        await self._check(caller, account.name_key, passphrase, account)
        return account

    async def _check(self, caller: Caller, key: str, passphrase: str, account: AccountRow | None) -> None:
        """Raise ProblemError for a wrong passphrase. Neither the error nor its timing reveals whether the name exists."""
        is_own = account is not None and account.person == caller.asker.visitor
        if not self._limits.takes_name(caller.asker.address, key, is_own):
            raise ProblemError("too_many_attempts")
        if not await self.passphrases.verify(caller.asker, passphrase, account.hash if account else None):
            raise ProblemError("wrong_passphrase")

    def _limit(self, caller: Caller) -> None:
        if not self._limits.takes(caller.asker.address):
            raise ProblemError("too_many_attempts")

    def _plan_move(self, old: str, new: str) -> tuple[list[str], Callable[[Connection], object]]:
        """Return the database work that gives one person's matches to another, and the list that it fills with them."""
        moved: list[str] = []

        def work(connection: Connection) -> None:
            moved[:] = give_to(self.store, connection, old, new, self._combine)

        return moved, work

    def _forget(self, caller: Caller, moved: Collection[str]) -> None:
        """Drop what is cached about the device, the person and the matches that moved."""
        self.devices.forget_device(caller.device)
        self.devices.forget(caller.asker.visitor)
        for match in moved:
            self.sessions.replace(match)

    # Names.

    async def find(self, caller: Caller) -> AccountRow:
        """Return the account of the person who asks, or raise ProblemError."""
        account = await self.rows.find(caller.asker.visitor)
        if account is None:
            raise ProblemError("no_account")
        return account

    async def change_name(self, caller: Caller, name: str) -> None:
        """Change the account's name."""
        account = await self.find(caller)
        self._limit(caller)
        name = check_name(name)
        if not await self.rows.change_name(account.person, name, make_name_key(name)):
            raise ProblemError("name_taken")

    async def set_public(self, caller: Caller, public: bool) -> None:
        """Set whether strangers may see the name."""
        await self.rows.set_public((await self.find(caller)).person, public)

    async def find_names(self, people: Collection[str], /) -> Mapping[str, str]:
        """Return the names of those people who have agreed to be named to strangers."""
        return await self.rows.list_public_names(people) if people else {}

    async def find_person(self, name: str, /) -> str | None:
        """Return the person with this name, if they have agreed to be named."""
        account = await self.rows.find_by_key(make_name_key(name))
        return account.person if account and account.public else None

    def make_key(self, name: str, /) -> str:
        """Return a key that is the same for names that look alike."""
        return make_name_key(name)


def _make_device(caller: Caller, person: str, token: str) -> DeviceRow:
    now = time.time()
    return DeviceRow(digest_token(token), secrets.token_urlsafe(9), person, caller.label, now, now)


def _nothing(_connection: Connection) -> None:
    """Write nothing in addition."""
