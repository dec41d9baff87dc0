"""Alembic's environment: the steps are applied to the database given by `banmen.server.store.migrating.migrate`."""

from __future__ import annotations

from alembic import context
from sqlalchemy import text

from banmen.server.store.address import Address, is_postgres, open_engine
from banmen.server.store.tables import metadata

LOCK = 8017  # the key of our processes' lock


def run(address: Address) -> None:
    """Migrate a database in one transaction, for which other processes wait: all steps or none."""
    engine = open_engine(address, pooled=False)
    with engine.connect() as connection, connection.begin():  # in SQLite nobody else can write from here on
        if is_postgres(engine.url):
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        context.configure(
            connection=connection, target_metadata=metadata, transactional_ddl=True, transaction_per_migration=False
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


if hasattr(context, "config"):  # run by Alembic, not merely imported
    run(context.config.attributes["address"])
