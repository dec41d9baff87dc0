"""The bots of a server: creating them, identifying them by tokens, and waking their connections."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from banmen.core import registry
from banmen.server.bots.bot_limits import BurstLimit
from banmen.server.problems import ProblemError
from banmen.server.settings import ServerSettings
from banmen.server.store.bot_rows import (
    NOTICE,
    SEEN,
    BotRow,
    FullOfBotsError,
    add_bot,
    find_by_name,
    find_by_token,
    list_bots,
    list_invitations,
    list_open_bots,
    list_playing,
    note_use,
    remove_bot,
    replace_token,
)
from banmen.server.store.database import Store
from banmen.server.store.identity import digest_token, draw_token
from banmen.server.store.listening import PersonHearing

SEAT: Final = "bot:"  # how a seat refers to its bot
MOST_KNOWN: Final = 2000  # bots whose rate limit is kept in memory
LONGEST_TOKEN: Final = 64
LATELY: Final = 7 * 24 * 3600.0  # seconds in which a bot has come that is offered to everybody
MOST_OFFERED: Final = 8  # bots of others


class BotConnection(Protocol):
    """An open connection of a bot."""

    def wake(self) -> None:
        """Look for news; the token may have been revoked."""


@dataclass(frozen=True)
class Identified:
    """A bot, and the digest of the token it used."""

    bot: BotRow
    digest: str


@dataclass
class _Known:
    """The rate limit and the connections of an active bot."""

    limit: BurstLimit
    connections: set[BotConnection] = field(default_factory=set)


class Bots:
    """The bots of one server, as seen by one of its processes."""

    def __init__(self, store: Store, settings: ServerSettings) -> None:
        self.store, self.settings = store, settings
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self.hearing = PersonHearing(NOTICE, self.wake, lambda: self._known)

    # Owners.

    async def create(self, owner: str, name: str, games: Iterable[str], is_open: bool) -> tuple[BotRow, str]:
        """Create a bot; return it with its token, which is shown only this once."""
        chosen = tuple(dict.fromkeys(games))
        for game in chosen:
            registry.family(game)
        token = draw_token()
        row = BotRow(digest_token(draw_token()), owner, name, chosen, is_open, time.time())
        try:
            added = await add_bot(self.store, row, digest_token(token), self.settings.most_bots)
        except FullOfBotsError:
            raise ProblemError("too_many_bots") from None
        if not added:
            raise ProblemError("name_taken")
        return row, token

    async def list_owned(self, owner: str) -> list[BotRow]:
        """Return a person's bots."""
        return await list_bots(self.store, owner)

    async def find_owned(self, owner: str, name: str) -> BotRow:
        """Return a person's bot by name, or raise ProblemError."""
        found = await find_by_name(self.store, name)
        if found is None or found.owner != owner:
            raise ProblemError("no_bot")
        return found

    async def renew(self, owner: str, name: str) -> str:
        """Return a new token for a bot; earlier ones no longer work."""
        bot, token = await self.find_owned(owner, name), draw_token()
        await replace_token(self.store, bot.person, digest_token(token), time.time())
        self.wake(bot.person)
        return token

    async def remove(self, owner: str, name: str) -> None:
        """Remove a bot."""
        bot = await self.find_owned(owner, name)
        await remove_bot(self.store, bot.person)
        self.wake(bot.person)

    async def find_challenged(self, name: str, asking: str, game: str) -> BotRow:
        """Return the bot for a seat in somebody's match, or raise ProblemError."""
        found = await find_by_name(self.store, name)
        if found is None or (found.owner != asking and not found.open):
            raise ProblemError("no_bot")
        if found.games and game not in found.games:
            raise ProblemError("bot_plays_other_games")
        most = self.settings.most_bot_matches
        waiting = await list_invitations(self.store, found.person, most)
        if len(waiting) + len(await list_playing(self.store, found.person, most)) >= most:
            raise ProblemError("bot_busy")
        return found

    async def list_offered(self, asking: str, game: str) -> list[BotRow]:
        """Return the bots that somebody may ask to play a game: their own, and those of others that have come lately."""
        others = await list_open_bots(self.store, time.time() - LATELY, MOST_OFFERED)
        found = {bot.person: bot for bot in (*await self.list_owned(asking), *others)}
        return [bot for bot in found.values() if not bot.games or game in bot.games]

    async def refuse_if_busy(self, bot: BotRow) -> None:
        """Raise ProblemError if a bot already plays as many matches as it may."""
        most = self.settings.most_bot_matches
        if len(await list_playing(self.store, bot.person, most)) >= most:
            raise ProblemError("bot_busy")

    # Tokens.

    async def identify(self, token: str) -> Identified | None:
        """Return the bot that a token belongs to. It is looked up by its digest, so timing reveals nothing."""
        if not 0 < len(token) <= LONGEST_TOKEN:
            return None
        digest = digest_token(token)
        found = await find_by_token(self.store, digest)
        if found is None:
            return None
        bot, used = found
        if used is None or used < time.time() - SEEN:
            await note_use(self.store, digest, time.time())
        return Identified(bot, digest)

    async def is_known(self, identified: Identified) -> bool:
        """Tell whether a token is still valid."""
        return await find_by_token(self.store, identified.digest) is not None

    def find_limit(self, bot: BotRow) -> BurstLimit:
        """Return a bot's rate limit, which covers all its connections and requests to this process."""
        return self._remember(bot.person).limit

    def _remember(self, person: str) -> _Known:
        if person not in self._known:
            self._known[person] = _Known(BurstLimit(self.settings.bot_rate, self.settings.bot_burst))
            for other in list(self._known)[: max(0, len(self._known) - MOST_KNOWN)]:
                if not self._known[other].connections:
                    del self._known[other]
        self._known.move_to_end(person)
        return self._known[person]

    # Connections.

    def connect(self, bot: BotRow, connection: BotConnection) -> None:
        """Add a connection of a bot; raise ProblemError if it has too many."""
        known = self._remember(bot.person)
        if len(known.connections) >= self.settings.most_bot_connections:
            raise ProblemError("bot_busy")
        known.connections.add(connection)

    def leave(self, bot: BotRow, connection: BotConnection) -> None:
        """Remove a connection."""
        if known := self._known.get(bot.person):
            known.connections.discard(connection)

    def wake(self, person: str) -> None:
        """Wake all connections of a bot to look for news."""
        if known := self._known.get(person):
            for connection in tuple(known.connections):
                connection.wake()
