"""Owners as digests of their devices' secrets, and who sits where in matches that are played from different devices.

Before this the database held the secrets themselves: anyone who had read it could have impersonated any visitor.
"""

from __future__ import annotations

import base64
import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Replace the secrets, and add the tables of seats and of clocks."""
    connection = op.get_bind()
    owners = connection.execute(sa.text("SELECT DISTINCT owner FROM matches")).scalars().all()
    for owner in owners:
        digest = base64.urlsafe_b64encode(hashlib.sha256(owner.encode()).digest()).decode().rstrip("=")
        connection.execute(sa.text("UPDATE matches SET owner = :new WHERE owner = :old"), {"new": digest, "old": owner})
    op.create_table(
        "seats",
        sa.Column("match", sa.Text(), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("hidden", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("seats_of_person", "seats", ["person"])
    op.create_table(
        "deadlines",
        sa.Column("match", sa.Text(), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_index("deadlines_by_time", "deadlines", ["at"])


def downgrade() -> None:
    """Remove the tables; digests cannot be reversed."""
    op.drop_table("deadlines")
    op.drop_table("seats")
