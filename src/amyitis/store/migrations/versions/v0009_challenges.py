"""Challenges: the same deal played by several people."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No game of old was a challenge."""
    for name in ("challenge", "deals_of"):
        op.add_column("games", sa.Column(name, sa.String(32), nullable=True))
    op.create_index("games_by_challenge", "games", ["challenge"])


def downgrade() -> None:
    """Games with the deals of another could not be verified any more: there is no way back."""
    raise NotImplementedError("games with the deals of another cannot go back")
