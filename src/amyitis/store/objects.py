"""What a database holds that no migration has made: triggers, views, tables that are written otherwise, odd values."""

from functools import cache
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Column, ColumnElement, Connection, Table, create_engine, func, select, text

from .opening import upgrade
from .schema import metadata

_OF_SQLITE = text("SELECT type, name, tbl_name, sql FROM sqlite_master")
_STATISTICS = ("sqlite_stat1", "sqlite_stat4")  # tables that ANALYZE makes
# How SQLite keeps values of Python's types.
_TYPES: dict[type, tuple[str, ...]] = {
    str: ("text",),
    int: ("integer",),
    bool: ("integer",),
    float: ("real", "integer"),
    bytes: ("blob",),
}
# What could change or hide rows. Functions and operators count if they could be taken for PostgreSQL's own; those of
# extensions do not.
_OF_POSTGRESQL = text("""
WITH ours AS (
    SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(:tables)
), of_extensions AS (
    SELECT objid FROM pg_depend WHERE deptype = 'e'
)
SELECT 'trigger', tgname FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
UNION ALL SELECT 'event trigger', evtname FROM pg_event_trigger WHERE oid NOT IN (SELECT objid FROM of_extensions)
UNION ALL SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema() AND tablename = ANY(:tables)
UNION ALL SELECT 'policy', polname FROM pg_policy JOIN ours ON ours.oid = polrelid
UNION ALL SELECT 'row security of table', relname FROM ours WHERE relrowsecurity
UNION ALL SELECT 'no ordinary table', relname FROM ours WHERE relkind <> 'r' OR relpersistence <> 'p'
UNION ALL SELECT 'inheritance of table', relname FROM pg_inherits JOIN ours ON ours.oid IN (inhrelid, inhparent)
UNION ALL SELECT 'constraint', conname FROM pg_constraint JOIN ours ON ours.oid = conrelid
    WHERE contype NOT IN ('p', 'f', 'u', 'n')
UNION ALL SELECT 'generated column', relname || '.' || attname FROM pg_attribute JOIN ours ON ours.oid = attrelid
    WHERE attgenerated <> '' OR attidentity <> ''
UNION ALL SELECT 'function', p.proname FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
    AND p.oid NOT IN (SELECT objid FROM of_extensions)
    AND EXISTS (SELECT FROM pg_proc own WHERE own.pronamespace = 'pg_catalog'::regnamespace AND own.proname = p.proname)
UNION ALL SELECT 'operator', oprname FROM pg_operator WHERE oprnamespace = current_schema()::regnamespace
    AND oid NOT IN (SELECT objid FROM of_extensions)
""")


def foreign_objects(connection: Connection) -> list[str]:
    """Return what no migration has made, or what is missing: it could change what is written, or show what is not so.

    A SQLite file is compared with one that the migrations make now, word for word. In PostgreSQL, where others may have
    tables of their own, only what hangs on our tables counts, and what could be taken for PostgreSQL's own.
    """
    if connection.dialect.name == "postgresql":
        foreign = {
            f"{kind} {name}" for kind, name in connection.execute(_OF_POSTGRESQL, {"tables": [*metadata.tables]})
        }
        foreign.update(_differences(connection))
    else:
        foreign = {f"{kind} {name}" for kind, name, _table, _sql in _objects(connection) ^ _made_by_migrations()}
    return [" ".join(words.split())[:120] for words in sorted(foreign)]


def foreign_values(connection: Connection) -> list[str]:
    """Return the columns of a SQLite file that hold values of another type: SQLite itself takes any, anywhere."""
    if connection.dialect.name != "sqlite":
        return []
    columns = list[str]()
    for table in metadata.sorted_tables:
        row = connection.execute(select(*(func.max(_is_odd(column)) for column in table.columns))).one()
        columns += [f"column {column}" for column, odd in zip(table.columns, row, strict=True) if odd]
    return columns


def _is_odd(column: Column[Any]) -> ColumnElement[bool]:
    """Whether a value is of another type than its column."""
    usual = _TYPES[column.type.python_type]
    return func.typeof(column).not_in((*usual, "null") if column.nullable else usual)


def _differences(connection: Connection) -> list[str]:
    """Return the tables of ours whose columns, types, defaults, keys or indexes are others than the program's."""

    def is_ours(name: str | None, kind: str, _parents: Any) -> bool:
        return kind != "table" or name in metadata.tables

    options = {"compare_type": True, "compare_server_default": True, "include_name": is_ours}
    differences = compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
    return [
        " ".join(_words(difference[0] if isinstance(difference, list) else difference)) for difference in differences
    ]


def _words(difference: tuple[Any, ...]) -> tuple[str, str]:
    """Return what differs, and where."""
    what, *of = difference
    if what.startswith("modify"):
        return what.replace("_", " "), f"{of[1]}.{of[2]}"
    thing = next(part for part in reversed(of) if hasattr(part, "name"))
    table = thing if isinstance(thing, Table) else thing.table
    return what.replace("_", " "), table.name if thing.name in (None, table.name) else f"{table.name}.{thing.name}"


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
