"""The steps by which a database comes to the newest schema (Alembic)."""
