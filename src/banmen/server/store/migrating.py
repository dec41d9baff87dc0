"""Migrating a database: all steps or none, however many processes start at once."""

from __future__ import annotations

from pathlib import Path

from banmen.server.store.address import Address


def migrate(address: Address) -> None:
    """Migrate a database to the current schema, creating it if it is new."""
    from alembic import command
    from alembic.config import Config

    if isinstance(address, Path):
        address.parent.mkdir(parents=True, exist_ok=True)
    config = Config()
    config.set_main_option("script_location", "banmen.server.store:migrations")
    config.attributes["address"] = address
    command.upgrade(config, "head")
