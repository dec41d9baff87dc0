"""Bots: programs that play, the digests of their tokens, and the seats reserved for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "bot_invitations",
        sa.Column("match", sa.Text(), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "bots",
        sa.Column("person", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("owner", "name", "games")),
        sa.Column("name_key", sa.Text(), nullable=False, unique=True),
        sa.Column("open", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_table(
        "bot_tokens",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), sa.ForeignKey("bots.person", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        *(sa.Column(name, sa.Float(53)) for name in ("used", "revoked")),
    )
    op.create_index("invitations_of_bot", "bot_invitations", ["person", "at"])
    op.create_index("bots_of_owner", "bots", ["owner"])
    op.create_index("tokens_of_bot", "bot_tokens", ["person"])


def downgrade() -> None:
    """Remove the tables."""
    for table in ("bot_invitations", "bot_tokens", "bots"):
        op.drop_table(table)
