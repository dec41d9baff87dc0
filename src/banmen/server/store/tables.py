"""The tables of the database: rows of events that are only ever added, and one row a match to find it by."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),  # the digest of what the visitor's device keeps
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
seats = Table(  # who plays in matches that people play from different devices
    "seats",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("hidden", Integer, nullable=False, server_default="0"),  # whether it is left out of the person's own list
    Index("seats_of_person", "person"),
)
deadlines = Table(  # when to look at the clock of a match, whether or not anybody is there
    "deadlines",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("at", Float(53), nullable=False),
    Index("deadlines_by_time", "at"),
)
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("terms", Text, nullable=False),  # kind, rounds, clock and options, as JSON
    Column("state", Text, nullable=False),  # open, running or over
    Column("round", Integer, nullable=False),
    Column("created", Float(53), nullable=False),
    Index("tournaments_by_state", "state", "created"),
)
entrants = Table(
    "entrants",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", Text),  # none for a computer
    Column("who", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("gone", Integer, nullable=False, server_default="0"),  # whether they have left
    Index("one_entrant_a_person", "tournament", "person", unique=True),
)
meetings = Table(
    "meetings",
    metadata,
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("match", Text),
    Column("first_score", Float(53)),
    Column("second_score", Float(53)),
    Column("created", Float(53), nullable=False),
)
bots = Table(  # programs that play, each a person of its own that belongs to somebody
    "bots",
    metadata,
    Column("person", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),  # the same for names that look alike
    Column("games", Text, nullable=False),  # that it plays, a list in JSON
    Column("open", Integer, nullable=False, server_default="0"),  # whether anybody may challenge it
    Column("created", Float(53), nullable=False),
    Index("bots_of_owner", "owner"),
)
bot_tokens = Table(  # by which bots are known; their digests alone
    "bot_tokens",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("person", Text, ForeignKey("bots.person", ondelete="CASCADE"), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53)),
    Column("revoked", Float(53)),
    Index("tokens_of_bot", "person"),
)
bot_invitations = Table(  # seats that are kept for bots which have not come yet
    "bot_invitations",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Index("invitations_of_bot", "person", "at"),
)
signs_of_life = Table(  # written to find out whether anything can be written
    "signs_of_life",
    metadata,
    Column("who", Text, primary_key=True),
    Column("at", Float(53), nullable=False),
)
