"""What Alembic runs: the steps are made on the file that `banmen.server.store.migrate` names."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from banmen.server.store import metadata

_engine = create_engine(f"sqlite:///{context.config.attributes['file']}", poolclass=NullPool)
with _engine.connect() as _connection:
    context.configure(connection=_connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
_engine.dispose()
