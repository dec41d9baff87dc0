"""What Alembic runs: the steps are made on the database that `banmen.server.store.migrating.migrate` names."""

from __future__ import annotations

from alembic import context
from sqlalchemy import text

from banmen.server.store.address import Address, is_postgres, open_engine
from banmen.server.store.tables import metadata

LOCK = 8017  # what several processes of ours agree upon


def run(address: Address) -> None:
    """Bring a database up to date in one transaction, which other processes wait for: all steps or none."""
    engine = open_engine(address, pooled=False)
    with engine.connect() as connection, connection.begin():  # in SQLite nobody else may write from here on
        if is_postgres(engine.url):
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        context.configure(
            connection=connection, target_metadata=metadata, transactional_ddl=True, transaction_per_migration=False
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


if hasattr(context, "config"):  # so it is when Alembic runs this, and not when it is only imported
    run(context.config.attributes["address"])
