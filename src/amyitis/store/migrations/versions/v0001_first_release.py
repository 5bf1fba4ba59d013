"""The first schema: that of `store/schema.py`, as long as no later step follows.

Before the second step is written, this one is frozen, with `store/schema.py` and `store/people_tables.py` as they were
released. Until then every new database would get both, and `tests/releases` fails.
"""

from alembic import op

from amyitis.store.schema import metadata

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    metadata.create_all(op.get_bind(), checkfirst=False)


def downgrade() -> None:
    """Games are never thrown away: there is no way back."""
    raise NotImplementedError("games cannot be removed by a migration")
