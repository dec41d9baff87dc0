"""Matches and their events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables; some may exist if an earlier version was killed while creating them."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("finished", sa.Float(53)),
        if_not_exists=True,
    )
    op.create_index("matches_of_owner", "matches", ["owner", "created"], if_not_exists=True)
    op.create_table(
        "events",
        sa.Column("match", sa.Text(), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text()),
        sa.UniqueConstraint("match", "client_id", name="one_event_a_client_id"),
        if_not_exists=True,
    )


def downgrade() -> None:
    """Remove the tables."""
    op.drop_table("events")
    op.drop_table("matches")
