"""What people have made of puzzles, and the ratings of both."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; nobody has tried anything yet."""
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
    """Nobody has tried anything."""
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_tries")
