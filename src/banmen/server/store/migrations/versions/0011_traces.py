"""The people named in the events of a match; before this, all texts had to be searched for a person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from banmen.server.store.traces import trace_all

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the table, and fill it from the events."""
    person, match = sa.Column("person", sa.Text(), primary_key=True), sa.Column("match", sa.Text(), primary_key=True)
    op.create_table("traces", person, match, sa.ForeignKeyConstraint(["match"], ["matches.id"], ondelete="CASCADE"))
    op.create_index("traces_of_match", "traces", ["match"])
    trace_all(op.get_bind())


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("traces")
