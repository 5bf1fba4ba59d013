"""Tables with a coach."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has agreed to a coach in games of old."""
    op.add_column("games", sa.Column("coach", sa.String(6), nullable=False, server_default="off"))


def downgrade() -> None:
    """Games go on without their coach."""
    op.drop_column("games", "coach")
