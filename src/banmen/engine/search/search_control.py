"""What a search reports while it runs and afterwards."""

from __future__ import annotations

from typing import Any

from banmen.engine.stop_flag import NODES, STOP


class SearchControl:
    """A search with a control array, whose words `stop_flag` names."""

    control: Any

    @property
    def nodes(self) -> int:
        """The number of nodes visited."""
        return int(self.control[NODES])

    @property
    def stopped(self) -> bool:
        """Whether the last search was stopped before its end."""
        return bool(self.control[STOP])
