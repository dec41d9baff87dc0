"""A compact signature of a search, to be stored in tests: a change of behaviour changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import banmen
from banmen.engine.interface import Budget, Engine, SearchResult


def signature(result: SearchResult) -> tuple[Any, ...]:
    """Return nodes, depth, principal variation, chance of the best move, the sum of all chances, and how many are exact."""
    chances = [value.chance for value in result.moves]
    exact = sum(value.exact for value in result.moves)
    line = " ".join(move.text for move in result.line)
    return result.nodes, result.depth, line, round(result.chance, 6), round(sum(chances), 5), exact


def think(engine: Engine, position: banmen.Position, nodes: int) -> tuple[tuple[Any, ...], list[int]]:
    """Return the signature of a search, and the node counts at its progress reports."""
    reports: list[int] = []
    result = engine.think(position, Budget(nodes=nodes), counting(reports))
    assert {value.move for value in result.moves} == set(position.legal_moves())
    return signature(result), reports


def counting(reports: list[int]) -> Callable[[SearchResult], None]:
    """Return a function for `progress` that records the nodes of each report."""
    return lambda result: reports.append(result.nodes)
