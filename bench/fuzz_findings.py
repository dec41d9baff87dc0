"""What fuzzing finds: what must not have happened, and the slowest of each kind."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

SHOWN = 300  # characters of what was sent
MOST_SHOWN = 50
TOO_SLOW = 1.0  # seconds


def leave_out_slow(wrong: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what is wrong however busy the machine is: how long something takes is no matter for a test."""
    return [one for one in wrong if not one["why"].startswith("took ")]


@dataclass
class Findings:
    """Outcomes by kind. Several threads may add to them."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, str]] = field(default_factory=dict)
    wrong: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, outcome: str, seconds: float, sent: object, number: int) -> None:
        """Note what came of something; more than a second is too slow."""
        with self.lock:
            self.outcomes[f"{kind}: {outcome}"] += 1
            if seconds > self.slowest.get(kind, (-1.0, ""))[0]:
                self.slowest[kind] = (seconds, shorten(sent))
        if seconds > TOO_SLOW:
            self.complain(kind, f"took {seconds:.2f} s", sent, number)

    def complain(self, kind: str, why: str, sent: object, number: int) -> None:
        """Note what must not have happened."""
        with self.lock:
            self.wrong.append({"kind": kind, "number": number, "why": why[:SHOWN], "sent": shorten(sent)})

    def summarise(self) -> dict[str, Any]:
        """Return what is kept."""
        return {
            "outcomes": dict(sorted(self.outcomes.items())),
            "slowest": {kind: {"seconds": round(seconds, 4), "sent": sent} for kind, (seconds, sent) in self.slowest.items()},
            "wrong": self.wrong[:MOST_SHOWN],
            "wrong_in_all": len(self.wrong),
        }


def shorten(sent: object) -> str:
    """Return the beginning of what was sent, as it can be shown, and its length.

    >>> shorten("x" * 1000)[-20:]
    "xxxxx'... (1000 long)"
    """
    if isinstance(sent, (str, bytes)):
        return ascii(sent[:SHOWN]) + (f"... ({len(sent)} long)" if len(sent) > SHOWN else "")
    return ascii(sent)[:SHOWN]
