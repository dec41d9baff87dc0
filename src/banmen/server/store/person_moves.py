"""Transferring everything from one person to another: what a device did before it was signed in belongs to the account."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Column, Connection, Table, and_, delete, insert, or_, select, update

from banmen.server.store import tables
from banmen.server.store.database import REWRITTEN, Store
from banmen.server.store.event_rewriting import rename, rewrite_match
from banmen.server.store.identity import digest_token, draw_token
from banmen.server.store.rating_rows import RatingRow

Combine = Callable[[RatingRow, RatingRow], RatingRow]  # merges two ratings of one person at one game
# Columns that name a person, and the columns that are unique together with them: a row that would collide is dropped.
PLACES: tuple[tuple[Table, str, tuple[str, ...]], ...] = (
    (tables.seats, "person", ()),
    (tables.traces, "person", ("match",)),
    (tables.challenges, "person", ()),
    (tables.challenges, "claimed_by", ()),
    (tables.tournaments, "owner", ()),
    (tables.entrants, "person", ()),
    (tables.bots, "owner", ()),
    (tables.rating_changes, "person", ("match",)),
    (tables.blocks, "person", ("other",)),
    (tables.blocks, "other", ("person",)),
    (tables.reports, "by", ("match", "player")),
    (tables.reports, "about", ()),
)


def list_matches(connection: Connection, person: str) -> list[str]:
    """Return all matches whose events may name a person, in the order in which all processes lock them."""
    own = select(tables.matches.c.id).where(tables.matches.c.owner == person)
    sitting = select(tables.seats.c.match).where(tables.seats.c.person == person)
    waiting = select(tables.challenges.c.match).where(tables.challenges.c.person == person)
    traced = select(tables.traces.c.match).where(tables.traces.c.person == person)
    return sorted({str(match) for wanted in (own, sitting, waiting, traced) for match in connection.scalars(wanted)})


def give_to(store: Store, connection: Connection, old: str, new: str, combine: Combine) -> list[str]:
    """Transfer everything from one person to another within a transaction; return the matches that were rewritten."""
    store.lock(connection, old)  # nobody creates another match in the meantime
    found = list_matches(connection, old)
    if found:
        connection.execute(
            select(tables.matches.c.id).where(tables.matches.c.id.in_(found)).order_by(tables.matches.c.id).with_for_update()
        ).all()
    for match in found:
        rewrite_match(connection, match, lambda _: lambda kind, data: rename(kind, data, old, new))
    _move_matches(connection, old, new)
    _withdraw_double_entries(connection, old, new)
    for table, column, together in PLACES:
        _drop_doubles(connection, table, table.c[column], together, old, new)
        connection.execute(update(table).where(table.c[column] == old).values({column: new}))
    connection.execute(delete(tables.blocks).where(tables.blocks.c.person == tables.blocks.c.other))
    connection.execute(delete(tables.reports).where(tables.reports.c.by == tables.reports.c.about))
    _move_ratings(store, connection, old, new, combine)
    store.notify(connection, [(match, REWRITTEN) for match in found])
    return found


def _move_matches(connection: Connection, old: str, new: str) -> None:
    """Transfer matches to another owner, who may have used the same client ids."""
    used = select(tables.matches.c.client_id).where(tables.matches.c.owner == new, tables.matches.c.client_id.is_not(None))
    twice = and_(tables.matches.c.owner == old, tables.matches.c.client_id.in_(list(connection.scalars(used))))
    connection.execute(update(tables.matches).where(twice).values(client_id=None))
    connection.execute(update(tables.matches).where(tables.matches.c.owner == old).values(owner=new))


def _drop_doubles(
    connection: Connection, table: Table, column: Column[str], together: tuple[str, ...], old: str, new: str
) -> None:
    if not together:
        return
    columns = [table.c[name] for name in together]
    known = {tuple(row) for row in connection.execute(select(*columns).where(column == new))}
    doubles = [row for row in map(tuple, connection.execute(select(*columns).where(column == old))) if row in known]
    for row in doubles:
        same = [one == value for one, value in zip(columns, row, strict=True)]
        connection.execute(delete(table).where(column == old, *same))


def _withdraw_double_entries(connection: Connection, old: str, new: str) -> None:
    """Withdraw one of two entries in the same tournament: nobody can play against themselves, and the rounds name both."""
    both = select(tables.entrants.c.tournament).where(tables.entrants.c.person == new)
    wanted = select(tables.entrants.c.tournament).where(tables.entrants.c.person == old, tables.entrants.c.tournament.in_(both))
    for tournament in connection.scalars(wanted).all():
        leave_tournament(connection, str(tournament), old)


def leave_tournament(connection: Connection, tournament: str, person: str, **more: str) -> None:
    """Replace a person in a tournament by nobody, as one who has left; the entry itself stays, since rounds refer to it."""
    here = (tables.entrants.c.tournament == tournament, tables.entrants.c.person == person)
    connection.execute(update(tables.entrants).where(*here).values(person=digest_token(draw_token()), gone=1, **more))


def _move_ratings(store: Store, connection: Connection, old: str, new: str, combine: Combine) -> None:
    both = select(tables.ratings).where(or_(tables.ratings.c.person == old, tables.ratings.c.person == new))
    games = sorted({str(game) for game in connection.scalars(both.with_only_columns(tables.ratings.c.game))})
    for game in games:
        store.lock(connection, f"ratings {game}")  # a result may be in the middle of being rated
        rows = {
            row["person"]: RatingRow(**row) for row in connection.execute(both.where(tables.ratings.c.game == game)).mappings()
        }
        if old not in rows:
            continue
        moved = replace(rows[old], person=new)
        row = combine(rows[new], moved) if new in rows else moved
        connection.execute(delete(tables.ratings).where(tables.ratings.c.game == game, tables.ratings.c.person.in_([old, new])))
        connection.execute(insert(tables.ratings).values(**row.__dict__))
