"""Client ids of matches, and a table for testing whether writes succeed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add them."""
    op.add_column("matches", sa.Column("client_id", sa.Text()))
    op.create_index("one_match_a_client_id", "matches", ["owner", "client_id"], unique=True)
    op.create_table(
        "signs_of_life",
        sa.Column("who", sa.Text(), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("signs_of_life")
    op.drop_index("one_match_a_client_id", "matches")
    op.drop_column("matches", "client_id")
