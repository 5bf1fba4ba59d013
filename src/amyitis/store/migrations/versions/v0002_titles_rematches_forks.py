"""Titles, rematches, how a game stands, games that go on from a position, a chosen first player, webhooks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; a game that went on from a record did not get its start from its seed."""
    op.add_column("games", sa.Column("title", sa.String(60), nullable=False, server_default=""))
    op.add_column("games", sa.Column("rematch", sa.String(32), nullable=True))
    op.add_column("games", sa.Column("standing", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("seeded_start", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("games", sa.Column("first", sa.String(1), nullable=True))
    op.add_column("people", sa.Column("webhook", sa.String(500), nullable=True))
    games = sa.table("games", sa.column("deals_from", sa.Integer), sa.column("seeded_start", sa.Boolean))
    op.execute(games.update().where(games.c.deals_from > 0).values(seeded_start=sa.false()))


def downgrade() -> None:
    """Games are never thrown away: there is no way back."""
    raise NotImplementedError("the log of games cannot be changed back by a migration")
