"""Deleting a person: games played alone go entirely, games shared with others stay without the name."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, select, update

from banmen.server.store.account_rows import NOTICE
from banmen.server.store.bot_rows import forget_bot
from banmen.server.store.database import REWRITTEN, Store
from banmen.server.store.event_rewriting import EventData, Rewrite, forget, list_held, list_players, rewrite_match
from banmen.server.store.identity import digest_token, draw_token
from banmen.server.store.person_moves import leave_tournament, list_matches
from banmen.server.store.tables import (
    accounts,
    blocks,
    bots,
    challenges,
    devices,
    entrants,
    matches,
    rating_changes,
    ratings,
    reports,
    seats,
    tournaments,
    traces,
)


@dataclass(frozen=True)
class Removal:
    """What deleting a person has changed: the matches removed, and those that stay without them."""

    erased: list[str]
    rewritten: list[str]
    bots: list[str]


def forget_person(store: Store, connection: Connection, person: str) -> Removal:
    """Remove everything about a person within a transaction."""
    store.lock(connection, person)  # nobody creates another match in the meantime
    found = list_matches(connection, person)
    if found:
        connection.execute(select(matches.c.id).where(matches.c.id.in_(found)).order_by(matches.c.id).with_for_update()).all()
    shared = _list_shared(connection, found, person)
    for match in found:
        if match in shared:
            _leave_match(connection, match, person)
        else:
            store.erase(connection, match)
    _forget_elsewhere(connection, person)
    owned = [str(bot) for bot in connection.scalars(select(bots.c.person).where(bots.c.owner == person))]
    for bot in owned:
        forget_bot(store, connection, bot)
    rewritten = [match for match in found if match in shared]
    store.notify(connection, [*((match, REWRITTEN) for match in rewritten), (NOTICE + person, 0)])
    return Removal([match for match in found if match not in shared], rewritten, owned)


def _list_shared(connection: Connection, found: list[str], person: str) -> set[str]:
    """Return those of some matches that somebody else, other than the person's bots, has created or sits in."""
    own = select(bots.c.person).where(bots.c.owner == person)
    sitting = select(seats.c.match).where(seats.c.match.in_(found), seats.c.person != person, seats.c.person.not_in(own))
    begun = select(matches.c.id).where(matches.c.id.in_(found), matches.c.owner.not_in([person, ""]))
    return {str(match) for wanted in (sitting, begun) for match in connection.scalars(wanted)}


def _leave_match(connection: Connection, match: str, person: str) -> None:
    """Take a person out of a match that stays for the others."""
    nobody = digest_token(draw_token())  # a different one in each match, so that they cannot be linked

    def make(rows: list[tuple[str, EventData]]) -> Rewrite:
        players, held = list_players(rows, person), list_held(rows, person)
        return lambda kind, data: forget(kind, data, person, nobody, players, held)

    rewrite_match(connection, match, make)
    for table in (seats, traces):
        connection.execute(delete(table).where(table.c.match == match, table.c.person == person))
    connection.execute(delete(challenges).where(challenges.c.match == match, challenges.c.person == person))
    connection.execute(update(matches).where(matches.c.id == match, matches.c.owner == person).values(owner=""))


def _forget_elsewhere(connection: Connection, person: str) -> None:
    """Remove what is stored about a person besides matches; other people's tables and tournaments keep a nameless entry."""
    connection.execute(update(challenges).where(challenges.c.claimed_by == person).values(claimed_by=None))
    connection.execute(update(tournaments).where(tournaments.c.owner == person).values(owner=""))
    entered = select(entrants.c.tournament).where(entrants.c.person == person)
    for tournament in connection.scalars(entered).all():
        leave_tournament(connection, str(tournament), person, name="–")
    for table in (ratings, rating_changes):
        connection.execute(delete(table).where(table.c.person == person))
    connection.execute(delete(blocks).where((blocks.c.person == person) | (blocks.c.other == person)))
    connection.execute(update(reports).where(reports.c.by == person).values(by=digest_token(draw_token())))
    connection.execute(update(reports).where(reports.c.about == person).values(about="", name=""))
    connection.execute(delete(devices).where(devices.c.person == person))
    connection.execute(delete(accounts).where(accounts.c.person == person))
