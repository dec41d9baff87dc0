"""Compiling in the background: a process of its own does it, so that the page stays quick, and the server reads the results."""

from __future__ import annotations

from banmen.server.shapes import WarmView


class Warming:
    """How far compiling has come."""

    def __init__(self) -> None:
        self.done, self.total, self.what = 0, 0, ""

    def view(self) -> WarmView:
        """Return how far it has come."""
        return {"done": self.done, "total": self.total, "what": self.what, "ready": self.done >= self.total}
