"""An engine stays within its memory limit, whatever it searches."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.interface import MEBIBYTE, Budget, EngineError
from banmen.engine.search.alphabeta import AMPLE, AlphaBeta
from banmen.engine.search.expectimax import Expectimax
from banmen.engine.search.mcts import Mcts
from banmen.engine.search.proof import wins_within
from banmen.kernels.contract import DECIDE
from tests.contract.variants import random_game

SIZES = (1, 2, 4, 16)
BESIDES = 200_000  # bytes for searches, threads and Python itself
Work = Callable[[Position, int], object]
WORKS: dict[str, Work] = {
    "alphabeta": lambda position, memory: AlphaBeta(memory=memory).think(position, Budget(nodes=AMPLE)),
    "alphabeta every": lambda position, memory: AlphaBeta(memory=memory, every=True).think(position, Budget(nodes=5000)),
    "expectimax": lambda position, memory: Expectimax(memory=memory).think(position, Budget(nodes=20_000)),
    "mcts": lambda position, memory: Mcts(memory=memory).think(position, Budget(nodes=2000)),
    "proof": lambda position, memory: wins_within(position, 9, Budget(nodes=20_000), memory=memory),
}


def cases() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for name in ("kuniumi", "qubism"):
        for engine in ("alphabeta", "alphabeta every", "mcts", "proof"):
            yield engine, name, {}
    for name in ("kariuchi", "holes58", "moontrek"):
        yield "mcts", name, {}
        yield "expectimax", name, {}
    yield "expectimax", "moontrek", {"players": 2}


def late_position(name: str, options: dict[str, Any]) -> Position:
    """Return a position near the end of a random game, where Kuniumi is searched to its end."""
    positions = [one for one in random_game(banmen.game(name, **options), 3) if one.kind == DECIDE]
    return positions[-8]


@pytest.mark.parametrize(("engine", "name", "options"), list(cases()))
def test_no_search_takes_more_than_it_was_given(engine: str, name: str, options: dict[str, Any]) -> None:
    position = late_position(name, options)
    for memory in SIZES:
        WORKS[engine](position, memory)  # everything is loaded before memory is measured
        tracemalloc.start()
        try:
            WORKS[engine](position, memory)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most <= memory * MEBIBYTE + BESIDES, memory


@pytest.mark.parametrize("memory", [0, -1, 1.5, True, "64", 2**20 + 1])
@pytest.mark.parametrize("engine", [AlphaBeta, Expectimax, Mcts])
def test_what_is_no_amount_of_memory_is_refused(engine: Callable[..., object], memory: object) -> None:
    with pytest.raises(EngineError, match="memory"):
        engine(memory=memory)
