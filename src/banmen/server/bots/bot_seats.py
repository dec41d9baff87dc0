"""The seats of a bot: those reserved for it, and those in which it plays."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from banmen.match.match_state import Match
from banmen.server.bots.bot_registry import Bots
from banmen.server.problems import ProblemError
from banmen.server.sessions import Sessions
from banmen.server.store.bot_rows import BotRow, KeptSeat, forget_invitations, list_invitations, list_playing


class BotSeatView(TypedDict):
    """A seat in a match, as a bot sees it."""

    match: str
    game: str
    options: dict[str, Any]
    player: str
    people: list[str]  # the names of the people who have joined
    clock: dict[str, Any] | None
    rated: bool


class BotDesk(TypedDict):
    """A bot's invitations and matches."""

    name: str
    games: list[str]
    invitations: list[BotSeatView]
    playing: list[BotSeatView]


def view_seat(match: Match, player: str) -> BotSeatView:
    """Return a bot's view of a seat in a match that people play from different devices."""
    gathering = match.gathering
    assert gathering is not None
    return {
        "match": match.id,
        "game": match.game.name,
        "options": dict(match.game.changed_options),
        "player": player,
        "people": [seat.name for seat in match.seats.values() if seat.name and seat.person],
        "clock": gathering.clock.rule.to_json() if gathering.clock else None,
        "rated": gathering.rated,
    }


async def find_kept_seats(bots: Bots, sessions: Sessions, bot: BotRow) -> list[BotSeatView]:
    """Return the seats that are reserved for a bot; outdated invitations are deleted."""
    kept = await list_invitations(bots.store, bot.person, bots.settings.most_bot_matches)
    found, gone = [], []
    for one in kept:
        match = await _find_match(sessions, one)
        player = match.find_player(one.player) if match else None
        if match is None or player is None or match.over or match.seats[player].reserved != bot.person:
            gone.append(one)
        else:
            found.append(view_seat(match, one.player))
    if gone:
        await forget_invitations(bots.store, gone)
    return found


async def find_desk(bots: Bots, sessions: Sessions, bot: BotRow) -> BotDesk:
    """Return a bot's invitations and matches."""
    playing = []
    for one in await list_playing(bots.store, bot.person, bots.settings.most_bot_matches):
        match = await _find_match(sessions, one)
        if match is not None and not match.over:
            playing.append(view_seat(match, one.player))
    kept = await find_kept_seats(bots, sessions, bot)
    return {"name": bot.name, "games": list(bot.games), "invitations": kept, "playing": playing}


async def _find_match(sessions: Sessions, seat: KeptSeat) -> Match | None:
    try:
        session = await sessions.find(seat.match)
    except ProblemError:  # the match cannot be read
        return None
    return session.match if session and not session.removed and session.match.gathering else None
