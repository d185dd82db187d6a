"""Alembic's entry: it runs on the connection that ``Store.migrate`` has opened."""

from alembic import context

from webapp.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
