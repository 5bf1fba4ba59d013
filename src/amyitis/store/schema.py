"""The tables of the database, as the newest migration leaves them, and the dataclasses that their rows stand for.

Those of people and their devices stand in `people_tables.py`.

`log` is the game: one row per move, deal or undo, numbered without gaps, appended and never changed. `games.ply` is the
number of its last row; a row is only taken if it carries that number up by one, so no ply is ever taken twice.
`replays` and `reviews` can be made again from the log at any time.
Times are milliseconds since 1970.
"""

from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    RowMapping,
    String,
    Table,
    Text,
    text,
)

from amyitis.table import LogEntry, SeatMetadata

from . import people_tables

metadata = people_tables.metadata  # of all tables

RUNNING = text("due IS NOT NULL")  # the games in which a clock runs
PLANNED = text("plan <> ''")  # the seats with a turn that is planned ahead
COMPARED = text("NOT over AND likeness <> ''")  # the games in which people play against each other

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("title", String(60), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("box", String(80), nullable=False),
    Column("players", Integer, nullable=False),
    Column("switches", Text, nullable=False),  # the names of those that are on, with spaces between them
    Column("start", Text, nullable=False),
    Column("seeded_start", Boolean, nullable=False),
    Column("first", String(1), nullable=True),
    Column("deals_from", Integer, nullable=False),
    Column("seed", String(20), nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("secret", Text, nullable=False),
    Column("terms", Text, nullable=False),
    Column("shares", Text, nullable=False),
    Column("stage", String(7), nullable=True),
    Column("stage_until", BigInteger, nullable=True),
    Column("several_seats", Boolean, nullable=False),
    Column("closed", Boolean, nullable=False),
    Column("coach", String(6), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("seating", Integer, nullable=False),
    Column("decider", String(1), nullable=False),
    Column("over", Boolean, nullable=False),
    Column("result", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("likeness", Text, nullable=False),
    Column("rematch", String(32), nullable=True),
    Column("challenge", String(32), nullable=True),
    Column("deals_of", String(32), nullable=True),
    Column("clock", String(60), nullable=False),
    Column("due", BigInteger, nullable=True),
    Index("games_by_owner", "owner", "over"),
    Index("games_by_update", "over", "updated"),
    Index("games_by_challenge", "challenge"),
    Index("games_due", "due", sqlite_where=RUNNING, postgresql_where=RUNNING),
    Index("games_compared", "players", "updated", sqlite_where=COMPARED, postgresql_where=COMPARED),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("person", String(32), nullable=True),
    Column("bot", String(60), nullable=True),
    Column("key_hash", String(64), nullable=True),
    Column("invitation", Integer, nullable=False),
    Column("seal", String(64), nullable=True),
    Column("share", String(64), nullable=True),
    Column("former", String(32), nullable=True),
    Column("seen", BigInteger, nullable=False),
    Column("votes", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Index("seats_by_person", "person"),
    Index("seats_planned", "game_id", sqlite_where=PLANNED, postgresql_where=PLANNED),
)

# Addresses that are called when it is somebody's turn: of a person, or (with a game) of a table.
webhooks = Table(
    "webhooks",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("url", String(500), nullable=False),
    Column("shape", String(10), nullable=False),
    Column("language", String(5), nullable=False),
    Index("webhooks_by_game", "game_id"),
)

# Browsers that take push messages; the id is a hash of the endpoint.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("device", String(40), nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(5), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("push_subscriptions_by_person", "person"),
    Index("push_subscriptions_by_device", "device"),
)

# Where digests go by mail; `code` is the hash of what confirms and ends them, `sent` when the last one went.
mails = Table(
    "mails",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("language", String(5), nullable=False),
    Column("code", String(64), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("sent", BigInteger, nullable=False),
    Index("mails_by_code", "code", unique=True),
)

# When people are not called, in minutes of their day.
quiet_hours = Table(
    "quiet_hours",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("begin", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("zone", String(64), nullable=False),
)

# Who is to be called about which game, and when; without a person, the webhooks of the game are.
alerts = Table(
    "alerts",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game_id", String(32), primary_key=True),
    Column("reason", String(5), nullable=False),
    Column("due", BigInteger, nullable=False),
    Index("alerts_by_due", "due"),
)

# What people say at tables; without a seat they watch.
talk = Table(
    "talk",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game_id", String(32), nullable=False),
    Column("side", String(8), nullable=False),
    Column("person", String(32), nullable=False),
    Column("seat", String(1), nullable=False),
    Column("name", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("text", String(300), nullable=False),
    Index("talk_by_game", "game_id", "id"),
    Index("talk_by_person", "person"),
)

# Whom somebody does not want to hear.
talk_mutes = Table(
    "talk_mutes",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("muted", String(32), primary_key=True),
    Index("talk_mutes_by_muted", "muted"),
)

# Copies of what was reported (`said` is its number), for the operator.
talk_reports = Table(
    "talk_reports",
    metadata,
    Column("said", Integer, primary_key=True, autoincrement=False),
    Column("reporter", String(32), primary_key=True),
    Column("game_id", String(32), nullable=False),
    Column("person", String(32), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(300), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("talk_reports_by_person", "person"),
)

# What a command wrote into the SQLite file of a running server, for that server to notice.
notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("notice", Text, nullable=False),
)

log = Table(
    "log",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("kind", String(5), nullable=False),
    Column("seat", String(1), nullable=False),
    Column("token", String(40), nullable=False),
    Column("count", Integer, nullable=False),
    Column("actor", String(80), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
)

claims = Table(
    "claims",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("holder", String(40), nullable=False),
    Column("until", BigInteger, nullable=False),
)

# When each server that shares this database was last there, while clocks run; and when one of them was away.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("server", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("begun", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Index("outages_by_end", "ended"),
)

# Boxes of owners, as they were used here; those that came with a release are in the program.
boxes = Table(
    "boxes",
    metadata,
    Column("digest", String(12), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("made_by", String(64), nullable=False),
    Column("review", LargeBinary, nullable=False),
)

replays = Table(
    "replays",
    metadata,
    Column("game_id", String(32), ForeignKey("games.id"), primary_key=True),
    Column("made_by", String(64), nullable=False),
    Column("replay", LargeBinary, nullable=False),
)

# Who plays a challenge, in which game: one try for each person.
challenge_tries = Table(
    "challenge_tries",
    metadata,
    Column("challenge", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("game_id", String(32), ForeignKey("games.id"), nullable=False),
    Index("challenge_tries_by_game", "game_id"),
)

# People's attempts at puzzles; the wrong moves are tokens with spaces between them.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("wrong", Text, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("result", String(6), nullable=True),
    Column("change", Integer, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=True),
)

# Of people and of puzzles.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("kind", String(6), primary_key=True),
    Column("id", String(32), primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("played", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
)

ENTRY = [log.c[field.name] for field in fields(LogEntry)]  # in their order: a log is read as tuples


def seat_of(row: RowMapping) -> SeatMetadata:
    """Return the seat of a row."""
    return SeatMetadata(**{field.name: row[field.name] for field in fields(SeatMetadata)})


def of_game(game_id: str, part: SeatMetadata | LogEntry) -> dict[str, Any]:
    """Return the row of something that belongs to a game."""
    return {"game_id": game_id, **asdict(part)}
