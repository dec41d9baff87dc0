"""Accounts, devices, blocks and personal data of one server, assembled."""

from __future__ import annotations

from collections.abc import Callable

from banmen.server.people.accounts import Accounts
from banmen.server.people.blocking import Blocking
from banmen.server.people.passphrases import Passphrases
from banmen.server.people.signed_in_devices import SignedInDevices
from banmen.server.people.visitor_data import VisitorData
from banmen.server.sessions import Sessions
from banmen.server.store.account_rows import AccountRows
from banmen.server.store.person_moves import Combine


class People:
    """The people of one server."""

    def __init__(
        self,
        sessions: Sessions,
        blocking: Blocking,
        combine: Combine,
        a_minute: int,
        on_forgotten: Callable[[str], object],
    ) -> None:
        """`combine` merges two ratings; `a_minute` attempts are allowed from one address; see `VisitorData` for the last."""
        self.devices, self.passphrases = SignedInDevices(AccountRows(sessions.store)), Passphrases()
        self.accounts = Accounts(sessions, self.devices, self.passphrases, combine, a_minute)
        self.blocking = blocking
        self.data = VisitorData(sessions, self.devices, on_forgotten)

    async def close(self) -> None:
        """Finish work in progress."""
        self.passphrases.close()
        await self.devices.close()
