"""Every engine in the interpreter: it gives the same results as compiled code, and NumPy scalars from arrays do no harm."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.interface import Budget
from banmen.engine.levels import level
from banmen.engine.planning import PlannerSearch
from banmen.engine.search.alphabeta import AlphaBeta
from banmen.engine.search.expectimax import Expectimax
from banmen.engine.search.proof import shortest_win, wins_within
from banmen.games.kuniumi.setup_planner import choose_faction, improve_setup, place_piece
from banmen.kernels.contract import DECIDE
from tests.contract.variants import random_game

Found = TypeVar("Found")
UNFAIR = "6/6/6/ls4/S1l3/1Ls3 choose -"  # player 1 wins with either faction


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Found]], tuple[Found, Found]]:
    """Return the result of a function when compiled and when not."""

    def asked(work: Callable[[], Found]) -> tuple[Found, Found]:
        compiled = work()
        with monkeypatch.context() as changed:
            changed.setenv("BANMEN_JIT", "0")
            return compiled, work()

    return asked


Both = Callable[[Callable[[], object]], tuple[object, object]]


def middle(name: str, **options: Any) -> Position:
    """Return a position in the middle of a random game, with a move to choose."""
    game = banmen.game(name, **options)
    positions = [one for one in random_game(game, 5) if one.kind == DECIDE and len(one.legal_codes()) > 1]
    return positions[len(positions) // 2]


@pytest.mark.parametrize("name", ["kuniumi", "qubism"])
@pytest.mark.parametrize("every", [False, True])
def test_alpha_beta_search(name: str, every: bool, both: Both) -> None:
    position = middle(name)
    compiled, interpreted = both(lambda: AlphaBeta(memory=1, every=every).think(position, Budget(nodes=600)).moves)
    assert compiled == interpreted


def test_proofs_of_kuniumi(both: Both) -> None:
    position = banmen.game("kuniumi").position(UNFAIR)
    assert both(lambda: wins_within(position.play("land"), 5, Budget(nodes=20_000), memory=1)) == (True, True)
    assert both(lambda: wins_within(position.play("sea"), 5, Budget(nodes=20_000), memory=1)) == (True, True)


def test_proofs_of_qubism(both: Both) -> None:
    position = banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w")
    compiled, interpreted = both(lambda: shortest_win(position, 5, Budget(nodes=20_000), memory=1))
    assert compiled == interpreted
    assert compiled is not None


@pytest.mark.parametrize(
    ("name", "options"), [("kariuchi", {}), ("holes58", {}), ("moontrek", {"players": 2}), ("moontrek", {"players": 3})]
)
def test_expectimax_search(name: str, options: dict[str, Any], both: Both) -> None:
    position = middle(name, **options)
    compiled, interpreted = both(lambda: Expectimax(memory=1, depth=2).think(position, Budget(nodes=20_000)).moves)
    assert [value.move for value in compiled] == [value.move for value in interpreted]  # type: ignore[attr-defined]
    chances, again = ([value.chance for value in moves] for moves in (compiled, interpreted))  # type: ignore[attr-defined]
    assert chances == pytest.approx(again)


def test_setting_up_kuniumi(both: Both) -> None:
    game = banmen.game("kuniumi")
    position = game.position(UNFAIR)
    budget = Budget(nodes=300)
    compiled, interpreted = both(lambda: place_piece(game.start(), PlannerSearch(budget)))
    assert compiled == interpreted
    compiled, interpreted = both(lambda: choose_faction(position, PlannerSearch(budget)))
    assert compiled == interpreted
    compiled, interpreted = both(lambda: improve_setup(game, (18, 17), random.Random(1), PlannerSearch(Budget(nodes=1))))
    assert compiled == interpreted


@pytest.mark.parametrize("name", banmen.names())
@pytest.mark.parametrize("number", [1, 4])
def test_levels(name: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")
    position = middle(name)
    assert level(position.game, number).player(seed=1).choose(position) in position.legal_moves()
