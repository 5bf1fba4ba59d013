"""Alembic's entry: run the steps on the connection that `store/opening.py` hands over."""

from alembic import context

from amyitis.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
