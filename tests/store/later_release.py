"""The migrations of a release that has one step more, for tests of what a database of today becomes."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from amyitis.store import opening

VALUE = "a value for games of before"
STEP = f'''"""A step of a later release."""

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "later", "{opening.newest_revision()}", None, None


def upgrade() -> None:
    op.add_column("games", sa.Column("later", sa.Text, nullable=False, server_default="{VALUE}"))
'''


@contextmanager
def later_release(folder: Path) -> Iterator[None]:
    """Be that release."""
    migrations = folder / "migrations"
    shutil.copytree(opening.MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    (migrations / "versions" / "later.py").write_text(STEP, encoding="utf-8")
    with pytest.MonkeyPatch.context() as later:
        later.setattr(opening, "MIGRATIONS", migrations)
        opening._steps.cache_clear()
        try:
            yield
        finally:
            opening._steps.cache_clear()


async def later_values(url: str) -> set[str]:
    """What that release brought into the games of a database, which it brings up to date."""
    await opening.bring_up_to_date(url)
    engine = opening.open_engine(url)
    async with engine.connect() as connection:
        found = {str(row[0]) for row in await connection.exec_driver_sql("SELECT later FROM games")}
    await engine.dispose()
    return found
