"""Stored bots: their owners, the digests of their tokens, and the seats reserved for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import orjson
from sqlalchemy import Connection, Row, delete, func, insert, select, text, update

from banmen.server.store.database import Store
from banmen.server.store.tables import bot_invitations, bot_tokens, bots, matches, seats
from banmen.server.store.writer import ConflictError

REMEMBERED = 30 * 24 * 3600.0  # seconds for which a token is remembered after it was revoked
NOTICE = "bot."  # how a notice begins that is about a bot rather than a match
SEEN = 3600.0  # seconds between records of a token's use


@dataclass(frozen=True)
class BotRow:
    """A bot."""

    person: str
    owner: str
    name: str
    games: tuple[str, ...]  # the games it plays; empty for all
    open: bool  # whether anybody may challenge it
    created: float


@dataclass(frozen=True)
class KeptSeat:
    """A seat that is reserved for a bot, or that it has taken."""

    match: str
    player: str


class FullOfBotsError(Exception):
    """A person has reached the limit of bots."""


def make_name_key(name: str) -> str:
    """Return a key that look-alike names share.

    >>> make_name_key("R0bo_l"), make_name_key("robo-I")
    ('robo-i', 'robo-i')
    """
    return name.lower().translate(str.maketrans("01l_", "oii-"))


async def add_bot(store: Store, row: BotRow, digest: str, most: int) -> bool:
    """Add a bot with its first token; return False if its name is taken.

    Raises FullOfBotsError if its owner already has `most` bots.
    """

    def work(connection: Connection) -> None:
        if store.is_shared:  # two processes must not count at the same time
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtext(:owner))"), {"owner": "bots of " + row.owner})
        owned = select(func.count()).select_from(bots).where(bots.c.owner == row.owner)
        if int(connection.scalar(owned) or 0) >= most:
            raise FullOfBotsError
        values = {**row.__dict__, "games": orjson.dumps(row.games).decode(), "open": int(row.open)}
        connection.execute(insert(bots).values(name_key=make_name_key(row.name), **values))
        connection.execute(insert(bot_tokens).values(digest=digest, person=row.person, created=row.created))

    try:
        await store.writer.write(work)
    except ConflictError:
        return False
    return True


async def replace_token(store: Store, person: str, digest: str, now: float) -> None:
    """Revoke all tokens of a bot and give it a new one."""

    def work(connection: Connection) -> None:
        own = bot_tokens.c.person == person
        connection.execute(delete(bot_tokens).where(own, bot_tokens.c.revoked < now - REMEMBERED))
        connection.execute(update(bot_tokens).where(own, bot_tokens.c.revoked.is_(None)).values(revoked=now))
        connection.execute(insert(bot_tokens).values(digest=digest, person=person, created=now))
        store.notify(connection, [(NOTICE + person, 0)])

    await store.writer.write(work)


async def remove_bot(store: Store, person: str) -> None:
    """Remove a bot, its tokens and its invitations; its matches stay."""
    await store.writer.write(lambda connection: forget_bot(store, connection, person))


def forget_bot(store: Store, connection: Connection, person: str) -> None:
    """Remove a bot within a transaction."""
    connection.execute(delete(bot_invitations).where(bot_invitations.c.person == person))
    connection.execute(delete(bot_tokens).where(bot_tokens.c.person == person))
    connection.execute(delete(bots).where(bots.c.person == person))
    store.notify(connection, [(NOTICE + person, 0)])


async def note_use(store: Store, digest: str, now: float) -> None:
    """Record that a token was used, unless that was done recently."""

    def work(connection: Connection) -> None:
        connection.execute(update(bot_tokens).where(bot_tokens.c.digest == digest).values(used=now))

    await store.writer.write(work)


async def find_by_token(store: Store, digest: str) -> tuple[BotRow, float | None] | None:
    """Return the bot that a token belongs to and when its use was last recorded, unless it was revoked."""
    joined = bots.join(bot_tokens, bots.c.person == bot_tokens.c.person)
    wanted = select(bots, bot_tokens.c.used).select_from(joined)
    wanted = wanted.where(bot_tokens.c.digest == digest, bot_tokens.c.revoked.is_(None))
    row = await store.read(lambda connection: connection.execute(wanted).one_or_none())
    return (_read_bot(row), row.used) if row else None


async def find_by_name(store: Store, name: str) -> BotRow | None:
    """Return the bot with a name."""
    wanted = select(bots).where(bots.c.name_key == make_name_key(name))
    row = await store.read(lambda connection: connection.execute(wanted).one_or_none())
    return _read_bot(row) if row and row.name.lower() == name.lower() else None


async def list_bots(store: Store, owner: str) -> list[BotRow]:
    """Return a person's bots."""
    wanted = select(bots).where(bots.c.owner == owner).order_by(bots.c.created)
    return [_read_bot(row) for row in await store.read(lambda connection: connection.execute(wanted).all())]


async def list_open_bots(store: Store, since: float, most: int) -> list[BotRow]:
    """Return bots that anybody may challenge and that have come since a time, the latest first."""
    joined = bots.join(bot_tokens, bots.c.person == bot_tokens.c.person)
    wanted = select(bots).select_from(joined).where(bots.c.open == 1, bot_tokens.c.used > since, bot_tokens.c.revoked.is_(None))
    wanted = wanted.order_by(bot_tokens.c.used.desc()).limit(most)
    return [_read_bot(row) for row in await store.read(lambda connection: connection.execute(wanted).all())]


async def list_invitations(store: Store, person: str, most: int) -> list[KeptSeat]:
    """Return some of the seats that are reserved for a bot, the oldest first."""
    wanted = select(bot_invitations.c.match, bot_invitations.c.player).where(bot_invitations.c.person == person)
    wanted = wanted.order_by(bot_invitations.c.at).limit(most)
    return [KeptSeat(*row) for row in await store.read(lambda connection: connection.execute(wanted).all())]


async def list_playing(store: Store, person: str, most: int) -> list[KeptSeat]:
    """Return some of the seats that a bot has taken in matches in progress."""
    joined = seats.join(matches, seats.c.match == matches.c.id)
    wanted = select(seats.c.match, seats.c.player).select_from(joined)
    wanted = wanted.where(seats.c.person == person, matches.c.finished.is_(None)).limit(most)
    return [KeptSeat(*row) for row in await store.read(lambda connection: connection.execute(wanted).all())]


def invite_bots(store: Store, connection: Connection, match: str, reserved: Mapping[str, str], now: float) -> None:
    """Store the seats of a new match that are reserved for bots, within the transaction that creates it."""
    wanted = select(bots.c.person).where(bots.c.person.in_(set(reserved.values())))
    known = {str(person) for person in connection.scalars(wanted)}
    for player, person in reserved.items():
        if person in known:
            connection.execute(insert(bot_invitations).values(match=match, player=player, person=person, at=now))
    store.notify(connection, [(NOTICE + person, 0) for person in known])


async def forget_invitations(store: Store, kept: Sequence[KeptSeat]) -> None:
    """Delete invitations: the seat was declined, or the match no longer exists."""

    def work(connection: Connection) -> None:
        for one in kept:
            own = (bot_invitations.c.match == one.match, bot_invitations.c.player == one.player)
            connection.execute(delete(bot_invitations).where(*own))

    await store.writer.write(work)


def _read_bot(row: Row[tuple[object, ...]]) -> BotRow:
    return BotRow(row.person, row.owner, row.name, tuple(orjson.loads(row.games)), bool(row.open), row.created)
