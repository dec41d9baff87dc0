"""The tables of the database: rows of events that are only ever added, and one row a match to find it by."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("finished", Float(53)),
    Column("client_id", Text),  # what the visitor called it, so that asking twice begins one match
    Index("matches_of_owner", "owner", "created"),
    Index("one_match_a_client_id", "owner", "client_id", unique=True),
)
events = Table(
    "events",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("client_id", Text),
)
signs_of_life = Table(  # written to find out whether anything can be written
    "signs_of_life",
    metadata,
    Column("who", Text, primary_key=True),
    Column("at", Float(53), nullable=False),
)
