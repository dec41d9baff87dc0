"""The tables of the database: event rows that are only ever appended, and one row per match to find it by."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),  # the digest of the secret on the visitor's device
    Column("game", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("finished", Float(53)),
    Column("client_id", Text),  # the visitor's id for it, so that a repeated request creates one match
    Column("edition", Integer, nullable=False, server_default="0"),  # how often its rows have been rewritten
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
    Column("hidden", Integer, nullable=False, server_default="0"),  # whether it is hidden from the person's own list
    Index("seats_of_person", "person"),
)
traces = Table(  # people named in the events of a match: who sits there, has sat there, or has a reserved seat
    "traces",
    metadata,
    Column("person", Text, primary_key=True),
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Index("traces_of_match", "match"),
)
deadlines = Table(  # when the clock of a match is due, whether or not anybody is there
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
    *(Column(name, Text, nullable=False) for name in ("who", "name")),
    Column("gone", Integer, nullable=False, server_default="0"),  # whether they have left
    Index("one_entrant_a_person", "tournament", "person", unique=True),
)
meetings = Table(
    "meetings",
    metadata,
    Column("match", Text),  # none for a bye
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    *(Column(name, Integer, primary_key=True) for name in ("round", "board")),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    *(Column(name, Float(53)) for name in ("first_score", "second_score")),
    Column("created", Float(53), nullable=False),
)
challenges = Table(  # matches that anybody may join, until they begin
    "challenges",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("person", Text, nullable=False),  # who is waiting
    Column("rated", Integer, nullable=False),
    Column("mu", Float(53), nullable=False),  # their estimated strength
    Column("sigma", Float(53), nullable=False),  # and its uncertainty
    Column("games", Integer, nullable=False),  # their number of rated games
    Column("least", Integer),  # the shown ratings of those who may accept
    Column("most", Integer),
    Column("clock", Text, nullable=False),  # as JSON
    Column("options", Text, nullable=False),  # as JSON
    Column("places", Integer, nullable=False),  # seats for people, taken or not
    Column("quick", Integer, nullable=False),  # whether it was made by pairing
    Column("created", Float(53), nullable=False),
    Column("seen", Float(53), nullable=False),  # when the waiting person was last seen
    Column("claimed_by", Text),  # the person who is about to take a seat
    Column("claimed_until", Float(53)),
    Index("challenges_of_game", "game", "created"),
    Index("challenges_of_person", "person"),
)
ratings = Table(  # people's strengths in each game
    "ratings",
    metadata,
    Column("person", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("updated", Float(53), nullable=False),
    Index("ratings_of_game", "game", "mu"),
)
rated_matches = Table(  # rated matches; they stay when the match itself is removed
    "rated_matches",
    metadata,
    Column("match", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("settled", Float(53)),  # when its result was rated, which is done once
    Index("rated_matches_by_time", "settled"),
)
rating_changes = Table(  # how a match has changed ratings, one row per person
    "rating_changes",
    metadata,
    Column("match", Text, ForeignKey("rated_matches.match", ondelete="CASCADE"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("outcome", Text, nullable=False),  # win, loss or draw
    Column("mu", Float(53), nullable=False),  # the new rating
    Column("sigma", Float(53), nullable=False),
    Column("before", Float(53), nullable=False),  # the previous mu
    Index("rating_changes_of_person", "person", "game", "at"),
)
bots = Table(  # programs that play, each a person of its own that belongs to an owner
    "bots",
    metadata,
    Column("person", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),  # the same for names that look alike
    Column("games", Text, nullable=False),  # the games it plays, a list in JSON
    Column("open", Integer, nullable=False, server_default="0"),  # whether anybody may challenge it
    Column("created", Float(53), nullable=False),
    Index("bots_of_owner", "owner"),
)
bot_tokens = Table(  # which bots authenticate with; only their digests
    "bot_tokens",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("person", Text, ForeignKey("bots.person", ondelete="CASCADE"), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53)),
    Column("revoked", Float(53)),
    Index("tokens_of_bot", "person"),
)
bot_invitations = Table(  # seats reserved for bots that have not joined yet
    "bot_invitations",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Index("invitations_of_bot", "person", "at"),
)
accounts = Table(  # people with a name and a passphrase; everybody else is the device they use
    "accounts",
    metadata,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),  # the same for names that look alike
    Column("hash", Text, nullable=False),  # of the passphrase
    Column("public", Integer, nullable=False, server_default="0"),  # whether strangers may see the name
    Column("created", Float(53), nullable=False),
)
devices = Table(  # that a person has signed in on
    "devices",
    metadata,
    Column("digest", Text, primary_key=True),  # of the device's secret
    Column("id", Text, nullable=False, unique=True),  # its public id
    Column("person", Text, ForeignKey("accounts.person", ondelete="CASCADE"), nullable=False),
    Column("label", Text, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=False),
    Index("devices_of_person", "person", "created"),
)
blocks = Table(  # blocks between people
    "blocks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False),  # who has blocked
    Column("other", Text, nullable=False),
    Column("name", Text, nullable=False),  # of the blocked person
    Column("game", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Index("one_block_a_pair", "person", "other", unique=True),
    Index("blocks_of_other", "other"),
)
reports = Table(  # reports about people to the server's operator
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),  # of the reported person
    Column("reason", Text, nullable=False),
    Index("one_report_a_seat", "by", "match", "player", unique=True),
    Index("reports_by_time", "at"),
    Index("reports_of_person", "about"),
)
signs_of_life = Table(  # written to find out whether writes succeed
    "signs_of_life",
    metadata,
    Column("who", Text, primary_key=True),
    Column("at", Float(53), nullable=False),
)
