"""What is asked of a process that engines think in."""

from __future__ import annotations

import base64
import pickle
from dataclasses import dataclass
from typing import Literal

from banmen.core.game import Position

STOP = "stop"


@dataclass(frozen=True)
class EngineRequest:
    """What is asked of an engine."""

    kind: Literal["move", "hint", "prepare"]
    position: Position
    who: str = ""
    seed: int = 0
    seconds: float = 0.0

    def encode(self, number: int) -> bytes:
        """Return the line that asks for it."""
        return b"%d %s\n" % (number, base64.b64encode(pickle.dumps(self)))
