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
    Column("edition", Integer, nullable=False, server_default="0"),  # how often what was stored of it has been rewritten
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
traces = Table(  # people of whom the events of a match tell: who sits there, has sat there, or has a seat kept
    "traces",
    metadata,
    Column("person", Text, primary_key=True),
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Index("traces_of_match", "match"),
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
challenges = Table(  # matches that anybody may come to, until they begin
    "challenges",
    metadata,
    Column("match", Text, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("person", Text, nullable=False),  # who waits
    Column("rated", Integer, nullable=False),
    Column("mu", Float(53), nullable=False),  # how strong they are taken to be
    Column("sigma", Float(53), nullable=False),  # and how sure that is
    Column("games", Integer, nullable=False),  # that they have played for rating
    Column("least", Integer),  # the shown ratings of those who may come
    Column("most", Integer),
    Column("clock", Text, nullable=False),  # as JSON
    Column("options", Text, nullable=False),  # as JSON
    Column("places", Integer, nullable=False),  # seats for people, taken or not
    Column("quick", Integer, nullable=False),  # whether it was made by pairing
    Column("created", Float(53), nullable=False),
    Column("seen", Float(53), nullable=False),  # when whoever waits was there last
    Column("claimed_by", Text),  # the person who is about to take a seat
    Column("claimed_until", Float(53)),
    Index("challenges_of_game", "game", "created"),
    Index("challenges_of_person", "person"),
)
ratings = Table(  # how strong people are in each game
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
rated_matches = Table(  # matches played for rating; they stay when the match itself is removed
    "rated_matches",
    metadata,
    Column("match", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("settled", Float(53)),  # when its result was taken into the ratings, which is done once
    Index("rated_matches_by_time", "settled"),
)
rating_changes = Table(  # what a match has changed, one row a person
    "rating_changes",
    metadata,
    Column("match", Text, ForeignKey("rated_matches.match", ondelete="CASCADE"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("outcome", Text, nullable=False),  # win, loss or draw
    Column("mu", Float(53), nullable=False),  # afterwards
    Column("sigma", Float(53), nullable=False),
    Column("before", Float(53), nullable=False),  # mu before
    Index("rating_changes_of_person", "person", "game", "at"),
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
accounts = Table(  # people who have chosen a name and a passphrase; everybody else is the device they use
    "accounts",
    metadata,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),  # the same for names that look alike
    Column("hash", Text, nullable=False),  # of the passphrase
    Column("public", Integer, nullable=False, server_default="0"),  # whether strangers may be told the name
    Column("created", Float(53), nullable=False),
)
devices = Table(  # that somebody has signed in on
    "devices",
    metadata,
    Column("digest", Text, primary_key=True),  # of what the device keeps
    Column("id", Text, nullable=False, unique=True),  # by which it is spoken of
    Column("person", Text, ForeignKey("accounts.person", ondelete="CASCADE"), nullable=False),
    Column("label", Text, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=False),
    Index("devices_of_person", "person", "created"),
)
blocks = Table(  # who does not want to meet whom
    "blocks",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, nullable=False),  # who wants it so
    Column("other", Text, nullable=False),
    Column("name", Text, nullable=False),  # that the other went by
    Column("game", Text, nullable=False),
    Column("at", Float(53), nullable=False),
    Index("one_block_a_pair", "person", "other", unique=True),
    Index("blocks_of_other", "other"),
)
reports = Table(  # what people have told whoever runs the server of others
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Float(53), nullable=False),
    Column("by", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("player", Text, nullable=False),
    Column("name", Text, nullable=False),  # that the reported person went by
    Column("reason", Text, nullable=False),
    Index("one_report_a_seat", "by", "match", "player", unique=True),
    Index("reports_by_time", "at"),
    Index("reports_of_person", "about"),
)
signs_of_life = Table(  # written to find out whether anything can be written
    "signs_of_life",
    metadata,
    Column("who", Text, primary_key=True),
    Column("at", Float(53), nullable=False),
)
