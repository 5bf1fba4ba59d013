"""What a database holds that no migration has made: triggers, views, and tables that are written otherwise."""

from functools import cache

from sqlalchemy import Connection, create_engine, text

from .opening import upgrade
from .schema import metadata

_OF_SQLITE = text("SELECT type, name, tbl_name, sql FROM sqlite_master")
_STATISTICS = ("sqlite_stat1", "sqlite_stat4")  # tables that ANALYZE makes
_OF_POSTGRESQL = text("""
SELECT 'trigger', t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables)
UNION ALL SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema() AND tablename = ANY(:tables)
""")


def foreign_objects(connection: Connection) -> list[str]:
    """Return what no migration has made, or what is missing: it could change what is written, or show what is not so.

    A SQLite file is compared with one that the migrations make now, word for word. In PostgreSQL, where others may have
    tables of their own, only what hangs on our tables counts.
    """
    if connection.dialect.name == "postgresql":
        found = {f"{kind} {name}" for kind, name in connection.execute(_OF_POSTGRESQL, {"tables": [*metadata.tables]})}
    else:
        found = {f"{kind} {name}" for kind, name, _table, _sql in _objects(connection) ^ _made_by_migrations()}
    return [" ".join(one.split())[:120] for one in sorted(found)]


def _objects(connection: Connection) -> frozenset[tuple[str, ...]]:
    rows = connection.execute(_OF_SQLITE)
    return frozenset(
        tuple(row) for row in rows if (row.type, row.name) not in [("table", name) for name in _STATISTICS]
    )


@cache
def _made_by_migrations() -> frozenset[tuple[str, ...]]:
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            upgrade(connection)
            return _objects(connection)
    finally:
        engine.dispose()
