"""Open challenges, and ratings with the changes by each match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    """Add the tables."""
    _add_challenges()
    op.create_table(
        "ratings",
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("games", "wins", "losses", "draws")),
        sa.Column("updated", sa.Float(53), nullable=False),
    )
    op.create_index("ratings_of_game", "ratings", ["game", "mu"])
    op.create_table(
        "rated_matches",
        sa.Column("match", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("settled", sa.Float(53)),
    )
    op.create_index("rated_matches_by_time", "rated_matches", ["settled"])
    op.create_table(
        "rating_changes",
        sa.Column("match", sa.Text(), sa.ForeignKey("rated_matches.match", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.Text(), primary_key=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("game", "outcome")),
        sa.Column("at", sa.Float(53), nullable=False),
        *(sa.Column(name, sa.Float(53), nullable=False) for name in ("mu", "sigma", "before")),
    )
    op.create_index("rating_changes_of_person", "rating_changes", ["person", "game", "at"])


def _add_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("match", sa.Text(), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("least", sa.Integer()),
        sa.Column("most", sa.Integer()),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("quick", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
        sa.Column("claimed_by", sa.Text()),
        sa.Column("claimed_until", sa.Float(53)),
    )
    op.create_index("challenges_of_game", "challenges", ["game", "created"])
    op.create_index("challenges_of_person", "challenges", ["person"])


def downgrade() -> None:
    """Remove the tables."""
    for name in ("rating_changes", "rated_matches", "ratings", "challenges"):
        op.drop_table(name)
