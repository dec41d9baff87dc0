"""No second index of events.

The writer of an event has read all earlier events, and so knows all earlier client ids: the primary key alone decides
between two writers. The extra index of client ids took a third of the time of a write.
"""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Remove it."""
    with op.batch_alter_table("events") as events:
        events.drop_constraint("one_event_a_client_id", type_="unique")


def downgrade() -> None:
    """Create it again."""
    with op.batch_alter_table("events") as events:
        events.create_unique_constraint("one_event_a_client_id", ["match", "client_id"])
