"""Views for a person of their own data: the account, the devices, blocked people, and bots."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import TypedDict

from banmen.presentation.about import name_game
from banmen.server.store.account_rows import AccountRow, DeviceRow
from banmen.server.store.block_rows import BlockRow
from banmen.server.store.bot_rows import BotRow


class AccountView(TypedDict):
    """Somebody's account."""

    name: str
    public: bool
    created: float


class DeviceView(TypedDict):
    """A device on which a person is signed in."""

    id: str
    label: str
    created: float
    used: float
    this: bool


class BlockView(TypedDict):
    """A blocked person, by the name and the game in which they were met."""

    id: str
    name: str
    game: str
    title: str
    at: float


class MeView(TypedDict):
    """The stored data of the person who asks."""

    account: AccountView | None
    devices: list[DeviceView]
    blocked: list[BlockView]
    bots: list[str]


class CountView(TypedDict):
    """A count."""

    count: int


def me_view(
    account: AccountRow | None,
    devices: Iterable[DeviceRow],
    here: str,
    blocked: Iterable[BlockRow],
    bots: Iterable[BotRow],
    lang: str,
) -> MeView:
    """Return a person's stored data; `here` is the digest of the device on which they ask."""
    return {
        "account": {"name": account.name, "public": account.public, "created": account.created} if account else None,
        "devices": [
            {"id": one.id, "label": one.label, "created": one.created, "used": one.used, "this": one.digest == here}
            for one in devices
        ],
        "blocked": [
            {"id": one.id, "name": one.name, "game": one.game, "title": name_game(one.game, lang), "at": one.at}
            for one in blocked
        ],
        "bots": [bot.name for bot in bots],
    }
