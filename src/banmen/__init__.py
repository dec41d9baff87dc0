"""Banmen 盤面: play, understand and solve five board games.

>>> import banmen
>>> game = banmen.game("kariuchi", pieces=4)
>>> position = game.position("Rx2,5,A/Rx3,12 1 3")
>>> [str(move) for move in position.legal_moves()]
['R>3', '5>8', '5>5c', 'A>20a', 'A>25a', 'A>30a']
>>> position.play("5>5c").text
'Rx2,5c,A/Rx3,12 2 -'

`game` and `names` find games; `Record` and `read_record` keep them; `analyse`, the engines and `player` think about them;
`play_random_games` and `play_tournament` play many. Every error that a caller can cause is a `BanmenError`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from banmen.core.board import Board, Piece
from banmen.core.errors import (
    BanmenError,
    DataFileError,
    IllegalMoveError,
    MoveTextError,
    NotationError,
    OptionError,
    RecordError,
    UnknownGameError,
)
from banmen.core.game import Game, Opening, Position
from banmen.core.move import Move, NoActionsError
from banmen.core.registry import game, names

if TYPE_CHECKING:
    from banmen.core.drawing_style import ChartStyle, DrawingStyle
    from banmen.core.record import Record, Step
    from banmen.core.record_text import read_record, read_records, write_record
    from banmen.engine.analysis.analyse import GameAnalysis, PositionAnalysis, analyse
    from banmen.engine.baselines import Greedy, RandomEngine
    from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, SearchResult
    from banmen.engine.players import player
    from banmen.engine.playouts import Playouts
    from banmen.engine.playouts import play as play_random_games
    from banmen.engine.search.alphabeta import AlphaBeta
    from banmen.engine.search.expectimax import Expectimax
    from banmen.engine.search.mcts import Mcts
    from banmen.engine.search.network_engine import NetworkEngine
    from banmen.engine.search.table_engine import TableEngine
    from banmen.lab.elo import Sprt, StatisticsError
    from banmen.lab.journal import JournalError
    from banmen.lab.scores import Tournament, TournamentError
    from banmen.lab.tournament import TournamentSettings as TournamentSettings
    from banmen.lab.tournament import play as play_tournament
    from banmen.lab.worker_pool import WorkerError
    from banmen.solve.solve_errors import TableError

__version__ = "0.1.0"
__all__ = [
    "AlphaBeta",
    "BanmenError",
    "Board",
    "Budget",
    "ChartStyle",
    "DataFileError",
    "DrawingStyle",
    "Engine",
    "EngineError",
    "Expectimax",
    "Game",
    "GameAnalysis",
    "Greedy",
    "IllegalMoveError",
    "JournalError",
    "Mcts",
    "Move",
    "MoveTextError",
    "MoveValue",
    "NetworkEngine",
    "NoActionsError",
    "NotationError",
    "Opening",
    "OptionError",
    "Piece",
    "Playouts",
    "Position",
    "PositionAnalysis",
    "RandomEngine",
    "Record",
    "RecordError",
    "SearchResult",
    "Sprt",
    "StatisticsError",
    "Step",
    "TableEngine",
    "TableError",
    "Tournament",
    "TournamentError",
    "TournamentSettings",
    "UnknownGameError",
    "WorkerError",
    "analyse",
    "game",
    "names",
    "play_random_games",
    "play_tournament",
    "player",
    "read_record",
    "read_records",
    "write_record",
]
# Loaded when they are first asked for: whoever keeps no records and wants no engine need not wait for them.
_LATER = {
    "AlphaBeta": "banmen.engine.search.alphabeta",
    "Budget": "banmen.engine.interface",
    "ChartStyle": "banmen.core.drawing_style",
    "DrawingStyle": "banmen.core.drawing_style",
    "Engine": "banmen.engine.interface",
    "EngineError": "banmen.engine.interface",
    "Expectimax": "banmen.engine.search.expectimax",
    "GameAnalysis": "banmen.engine.analysis.analyse",
    "Greedy": "banmen.engine.baselines",
    "JournalError": "banmen.lab.journal",
    "Mcts": "banmen.engine.search.mcts",
    "MoveValue": "banmen.engine.interface",
    "NetworkEngine": "banmen.engine.search.network_engine",
    "Playouts": "banmen.engine.playouts",
    "PositionAnalysis": "banmen.engine.analysis.analyse",
    "RandomEngine": "banmen.engine.baselines",
    "Record": "banmen.core.record",
    "SearchResult": "banmen.engine.interface",
    "Sprt": "banmen.lab.elo",
    "StatisticsError": "banmen.lab.elo",
    "Step": "banmen.core.record",
    "TableEngine": "banmen.engine.search.table_engine",
    "TableError": "banmen.solve.solve_errors",
    "Tournament": "banmen.lab.scores",
    "TournamentError": "banmen.lab.scores",
    "TournamentSettings": "banmen.lab.tournament",
    "WorkerError": "banmen.lab.worker_pool",
    "analyse": "banmen.engine.analysis.analyse",
    "play_random_games": "banmen.engine.playouts:play",
    "play_tournament": "banmen.lab.tournament:play",
    "player": "banmen.engine.players",
    "read_record": "banmen.core.record_text",
    "read_records": "banmen.core.record_text",
    "write_record": "banmen.core.record_text",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'banmen' has no attribute {name!r}")
    module, _, other_name = _LATER[name].partition(":")
    value = globals()[name] = getattr(importlib.import_module(module), other_name or name)
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
