"""What Alembic runs: the steps are made on the file that `banmen.server.store.database.migrate` names."""

from __future__ import annotations

from pathlib import Path

from alembic import context
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from banmen.server.store.database import metadata


def run(file: Path) -> None:
    """Bring a database up to date, all steps or none."""
    engine = create_engine(f"sqlite:///{file}", poolclass=NullPool)
    with engine.connect() as connection:
        context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


if hasattr(context, "config"):  # so it is when Alembic runs this, and not when it is only imported
    run(context.config.attributes["file"])
