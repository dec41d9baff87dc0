"""Dangers of a game that does not provide any."""

from __future__ import annotations

from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.presentation.dangers import Dangers

messages = Catalogue(__name__)


def find_dangers(_position: Position, lang: str) -> Dangers:
    """Return no places, and that none are known."""
    return Dangers((), messages.text("default_dangers.unknown", lang))
