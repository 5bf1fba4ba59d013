"""Films of finished games, so that a replay is there at once."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; the films of games of old are made when a server has time."""
    op.create_table(
        "films",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("made_by", sa.String(64), nullable=False),
        sa.Column("film", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Films can be made again."""
    op.drop_table("films")
