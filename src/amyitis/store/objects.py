"""What a database holds beside our tables and indexes: triggers, views and the like, which nobody here has made."""

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from .schema import metadata

VERSION_TABLE = "alembic_version"

_OF_SQLITE = text("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'")
_OF_POSTGRESQL = text("""
SELECT 'trigger', t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables)
UNION ALL SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema() AND tablename = ANY(:tables)
""")


def foreign_objects(connection: Connection) -> list[str]:
    """What no migration has made: it could change what is written, or show what is not so; empty if all is ours.

    In PostgreSQL, where others may have tables of their own, only what hangs on our tables counts.
    """
    tables = {VERSION_TABLE, *metadata.tables}
    if connection.dialect.name == "postgresql":
        found = [f"{kind} {name}" for kind, name in connection.execute(_OF_POSTGRESQL, {"tables": sorted(tables)})]
    else:
        indexes = {str(index.name) for table in metadata.tables.values() for index in table.indexes}
        known = {"table": tables, "index": indexes}
        found = [
            f"{kind} {name}"
            for kind, name, sql in connection.execute(_OF_SQLITE)
            if name not in known.get(kind, set()) or "VIRTUAL" in sql.split("(")[0].upper()
        ]
    return [" ".join(one.split())[:120] for one in sorted(found) + _differences(connection)]


def _differences(connection: Connection) -> list[str]:
    """Where our own tables are other than the migrations make them."""
    context = MigrationContext.configure(connection, opts={"include_name": _is_ours})
    found = []
    for difference in compare_metadata(context, metadata):
        kind, *what = difference[0] if isinstance(difference, list) else difference
        named = [str(getattr(part, "name", part)) for part in what if part is not None]
        found.append(f"{kind.replace('_', ' ')} {' '.join(named)}")
    return found


def _is_ours(name: str | None, kind: str, _parents: object) -> bool:
    return kind != "table" or name in metadata.tables
