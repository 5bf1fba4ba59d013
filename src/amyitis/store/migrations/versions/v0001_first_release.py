"""The schema of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("webhook", sa.String(500), nullable=True),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("box", sa.String(80), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("switches", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("seeded_start", sa.Boolean, nullable=False),
        sa.Column("first", sa.String(1), nullable=True),
        sa.Column("deals_from", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("shares", sa.Text, nullable=False),
        sa.Column("stage", sa.String(7), nullable=True),
        sa.Column("stage_until", sa.BigInteger, nullable=True),
        sa.Column("several_seats", sa.Boolean, nullable=False),
        sa.Column("coach", sa.String(6), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seating", sa.Integer, nullable=False),
        sa.Column("decider", sa.String(1), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("likeness", sa.Text, nullable=False),
        sa.Column("rematch", sa.String(32), nullable=True),
        sa.Column("challenge", sa.String(32), nullable=True),
        sa.Column("deals_of", sa.String(32), nullable=True),
    )
    op.create_index("games_by_owner", "games", ["owner", "over"])
    op.create_index("games_by_update", "games", ["over", "updated"])
    op.create_index("games_by_challenge", "games", ["challenge"])
    compared = sa.text("NOT over AND likeness <> ''")
    op.create_index("games_compared", "games", ["players", "updated"], sqlite_where=compared, postgresql_where=compared)
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.String(1), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("bot", sa.String(60), nullable=True),
        sa.Column("key_hash", sa.String(64), nullable=True),
        sa.Column("invitation", sa.Integer, nullable=False),
        sa.Column("seal", sa.String(64), nullable=True),
        sa.Column("share", sa.String(64), nullable=True),
        sa.Column("former", sa.String(32), nullable=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("votes", sa.Text, nullable=False),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger, nullable=True),
    )
    op.create_index("devices_by_person", "devices", ["person", "revoked"])
    op.create_index("devices_by_revocation", "devices", ["revoked"])
    op.create_table(
        "links",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("links_by_person", "links", ["person"])
    op.create_table(
        "log",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("actor", sa.String(80), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "claims",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "boxes",
        sa.Column("digest", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("made_by", sa.String(64), nullable=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "replays",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("made_by", sa.String(64), nullable=False),
        sa.Column("replay", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "challenge_tries",
        sa.Column("challenge", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
    )
    op.create_index("challenge_tries_by_game", "challenge_tries", ["game_id"])
    op.create_table(
        "puzzle_tries",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("wrong", sa.Text, nullable=False),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("result", sa.String(6), nullable=True),
        sa.Column("change", sa.Integer, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("kind", sa.String(6), primary_key=True),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Games are never thrown away: there is no way back."""
    raise NotImplementedError("games cannot be removed by a migration")
