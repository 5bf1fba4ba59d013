"""The boxes of owners, so that their games can be opened for ever; and house rules."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of boxes; games of old have no house rules."""
    op.create_table(
        "boxes",
        sa.Column("digest", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    for name in ("full_lap", "unlimited_noble"):
        op.add_column("games", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Boxes are lost, and games with house rules would be played without them."""
    for name in ("full_lap", "unlimited_noble"):
        op.drop_column("games", name)
    op.drop_table("boxes")
