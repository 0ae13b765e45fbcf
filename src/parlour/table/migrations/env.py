"""Alembic runs this to apply migrations; `store.migrate` hands in the connection."""

from alembic import context

from parlour.table.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,  # all or nothing: a start that is cut off leaves no half of a database
)
with context.begin_transaction():
    context.run_migrations()
