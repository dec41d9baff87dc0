"""Tournaments: their entrants and meetings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("owner", "name", "game", "terms", "state")),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("tournaments_by_state", "tournaments", ["state", "created"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.Text(), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("person", sa.Text()),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("who", "name")),
        sa.Column("gone", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("one_entrant_a_person", "entrants", ["tournament", "person"], unique=True)
    op.create_table(
        "meetings",
        sa.Column("tournament", sa.Text(), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        *(sa.Column(name, sa.Integer(), primary_key=True) for name in ("round", "board")),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer()),
        sa.Column("match", sa.Text()),
        *(sa.Column(name, sa.Float(53)) for name in ("first_score", "second_score")),
        sa.Column("created", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    for table in ("meetings", "entrants", "tournaments"):
        op.drop_table(table)
