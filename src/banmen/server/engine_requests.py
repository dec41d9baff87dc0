"""Requests to an engine process."""

from __future__ import annotations

import base64
import pickle
from dataclasses import dataclass
from typing import Any, Literal

from banmen.core.game import Position
from banmen.engine.analysis.hints import Hint

STOP = "stop"


@dataclass(frozen=True)
class EngineRequest:
    """A request to an engine."""

    kind: Literal["move", "hint", "prepare"]
    position: Position
    who: str = ""
    seed: int = 0
    seconds: float = 0.0

    def encode(self, number: int) -> bytes:
        """Return the request as a line."""
        return b"%d %s\n" % (number, base64.b64encode(pickle.dumps(self)))


def encode_hint(hint: Hint) -> dict[str, Any]:
    """Return a hint as text for another process."""
    return {"move": hint.move.text, "chance": hint.chance, "settled": hint.settled}


def decode_hint(answer: dict[str, Any], position: Position) -> Hint:
    """Return a hint from the text of another process."""
    return Hint(position.find(answer["move"]), answer["chance"], answer["settled"])
