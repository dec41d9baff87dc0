"""Banmen 盤面: play, understand and solve five board games.

>>> import banmen
>>> game = banmen.game("kariuchi", pieces=4)
>>> position = game.position("Rx2,5,A/Rx3,12 1 3")
>>> [str(move) for move in position.legal_moves()]
['R>3', '5>8', '5>5c', 'A>20a', 'A>25a', 'A>30a']
>>> position.play("5>5c").text
'Rx2,5c,A/Rx3,12 2 -'
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from banmen.core.errors import (
    BanmenError,
    IllegalMoveError,
    MoveTextError,
    NotationError,
    OptionError,
    RecordError,
    UnknownGameError,
)
from banmen.core.game import Game, Opening, Position
from banmen.core.move import Move
from banmen.core.registry import game, names

if TYPE_CHECKING:
    from banmen.core.record import Record, Step
    from banmen.core.record_text import read_record, read_records, write_record
    from banmen.engine.analysis.analyse import analyse

__version__ = "0.1.0"
__all__ = [
    "BanmenError",
    "Game",
    "IllegalMoveError",
    "Move",
    "MoveTextError",
    "NotationError",
    "Opening",
    "OptionError",
    "Position",
    "Record",
    "RecordError",
    "Step",
    "UnknownGameError",
    "analyse",
    "game",
    "names",
    "read_record",
    "read_records",
    "write_record",
]
# Loaded when they are first asked for: whoever keeps no records and wants no analysis need not wait for them.
LATER = {
    "analyse": "banmen.engine.analysis.analyse",
    "Record": "banmen.core.record",
    "Step": "banmen.core.record",
    "read_record": "banmen.core.record_text",
    "read_records": "banmen.core.record_text",
    "write_record": "banmen.core.record_text",
}


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module 'banmen' has no attribute {name!r}")
    return getattr(importlib.import_module(LATER[name]), name)
