"""Accounts and signed-in devices, blocks, and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables, and the number of times that a match has been rewritten."""
    op.add_column("matches", sa.Column("edition", sa.Integer(), nullable=False, server_default="0"))
    _add_accounts()
    op.create_table(
        "blocks",
        sa.Column("id", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("person", "other", "name", "game")),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_index("one_block_a_pair", "blocks", ["person", "other"], unique=True)
    op.create_index("blocks_of_other", "blocks", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("by", "about", "match", "game", "player", "name", "reason")),
    )
    op.create_index("one_report_a_seat", "reports", ["by", "match", "player"], unique=True)
    op.create_index("reports_by_time", "reports", ["at"])
    op.create_index("reports_of_person", "reports", ["about"])


def _add_accounts() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False, unique=True),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("public", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("id", sa.Text(), nullable=False, unique=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("accounts.person", ondelete="CASCADE"), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53), nullable=False),
    )
    op.create_index("devices_of_person", "devices", ["person", "created"])


def downgrade() -> None:
    """Remove the tables."""
    for table in ("reports", "blocks", "devices", "accounts"):
        op.drop_table(table)
    op.drop_column("matches", "edition")
