"""What stands in danger in a game that does not say what its dangers are."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.i18n import Words
from banmen.presentation.dangers import Dangers

UNKNOWN: Words = {
    "en": "This game does not point out dangers.",
    "ja": "このゲームでは、あぶないところは示されません。",
}


def threats(_position: Position, lang: str) -> Dangers:
    """Return no places, and that none are known."""
    return Dangers((), UNKNOWN[lang])
