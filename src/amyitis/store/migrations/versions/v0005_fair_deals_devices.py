"""The second edition of fair deals, seats that others may free, and the devices of people."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables; games of old go on with the deals that they were begun with (`deals` 1)."""
    op.add_column("games", sa.Column("deals", sa.Integer, nullable=False, server_default="1"))
    for name in ("secret", "terms", "shares"):
        op.add_column("games", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("stage", sa.String(6), nullable=True))
    op.add_column("games", sa.Column("stage_until", sa.BigInteger, nullable=True))
    op.add_column("games", sa.Column("several_seats", sa.Boolean, nullable=False, server_default=sa.true()))
    for name in ("seal", "share"):
        op.add_column("seats", sa.Column(name, sa.String(64), nullable=True))
    op.add_column("seats", sa.Column("former", sa.String(32), nullable=True))
    op.add_column("seats", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("votes", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "devices",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_index("devices_by_person", "devices", ["person", "revoked"])
    op.create_table(
        "links",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Games of the second edition could not be dealt any more: there is no way back."""
    raise NotImplementedError("games that deal by the second edition cannot go back to the first")
