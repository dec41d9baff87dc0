"""The solver against brute force, against itself, and against many games played by its values."""

import random
import threading
from typing import Any

import pytest

import banmen
from banmen.core.game import Game, Position
from banmen.kernels.contract import CHANCE
from banmen.solve.holes58 import pair_solver
from banmen.solve.solve_errors import SolveError
from banmen.solve.solve_progress import Progress
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.value_iteration import iteration, move_table, solver
from banmen.solve.value_iteration.memory_plan import lay_out_values
from banmen.solve.value_iteration.move_table import build_move_table
from banmen.solve.value_iteration.solver import Solution, plan, solve
from banmen.solve.value_iteration.table_play import share_won
from tests.common.loops import some
from tests.contract.variants import random_game
from tests.solve import brute


@pytest.fixture(scope="module", params=["none", "ring", "any"])
def simple(request: pytest.FixtureRequest) -> tuple[Game, list[str], list[list[brute.Ends]]]:
    """Kariuchi with one piece, every position of it and its successors."""
    game = banmen.game("kariuchi", pieces=1, hit_bonus=request.param)
    return game, *brute.graph(game)


@pytest.fixture(scope="module")
def two() -> Solution:
    """Kariuchi with two pieces, solved."""
    return solve(banmen.game("kariuchi", pieces=2), bounded=False)


@pytest.mark.parametrize("p", [0.5, 0.3, 0.9])
def test_every_value_is_that_of_the_simple_way(simple: tuple[Game, list[str], list[list[brute.Ends]]], p: float) -> None:
    game, texts, throws = simple
    found = solve(game.with_options(p=p))
    table = ChanceTable.of(found)
    assert found.error is not None
    assert found.error < 1e-9
    for text, value in zip(texts, brute.values(throws, p), strict=True):
        assert table.value(table.game.position(text)) == pytest.approx(value, abs=1e-9, rel=0)


def test_both_orders_and_any_number_of_threads_agree(two: Solution) -> None:
    game = two.plan.moves.game
    other = solve(game, planned=plan(game, threads=1), rising=True, bounded=False)
    assert abs(other.values - two.values).max() < 1e-11
    assert other.error is None


def test_both_precisions_agree() -> None:
    game = banmen.game("kariuchi", pieces=1)
    fixed, exact = (solve(game, planned=plan(game, precision=precision)) for precision in ("fixed32", "float64"))
    assert fixed.error is not None
    assert 1e-11 < abs(fixed.values / (2**32 - 1) - exact.values).max() <= fixed.error < 1e-8


@pytest.mark.parametrize("tolerance", [1e-2, 1e-3, 1e-6])
def test_a_bound_holds_for_values_that_are_far_off(tolerance: float) -> None:
    game = banmen.game("kariuchi", pieces=1)
    exact, rough = solve(game), solve(game, tolerance=tolerance)
    assert rough.error is not None
    assert tolerance / 10 < abs(rough.values - exact.values).max() < rough.error < 1000 * tolerance


def test_values_keep_to_the_rules_as_the_friendly_layer_tells_them(two: Solution) -> None:
    table = ChanceTable.of(two)
    for seed in range(3):
        for position in some(random_game(table.game, seed)):
            if position.kind != CHANCE:
                continue
            best = sum(
                chance * max(known for _, known in table.move_values(position.throw(value)))
                for value, chance in position.throws()
            )
            assert table.value(position) == pytest.approx(best, abs=1e-12)


def test_games_end_as_foretold(two: Solution) -> None:
    game, games = two.plan.moves.game, 40_000
    table = ChanceTable.of(two)
    for number, position in enumerate([game.start(), game.position("5,A/12,30 1 -"), game.position("R,1/20b,H 2 -")]):
        value = table.value(position)
        assert abs(share_won(two, position, games, seed=number) - value) < 4 * (value * (1 - value) / games) ** 0.5
    assert share_won(two, game.start(), 2000, careless=(1,)) > 0.6
    assert share_won(two, game.start(), 2000, careless=(0,)) < 0.4


def test_moon_trek_for_two_is_kariuchi_with_its_bonus() -> None:
    for pieces, tolerance in ((1, 0.0), (2, 0.01)):
        ring, moon = banmen.game("kariuchi", pieces=pieces, hit_bonus="ring"), banmen.game("moontrek", players=2, pieces=pieces)
        one, other = (solve(game, planned=plan(game, threads=1), bounded=False, tolerance=tolerance) for game in (ring, moon))
        assert one.plan.layout == other.plan.layout
        assert (one.values == other.values).all()  # on one thread the same sums are added in the same order


def test_58_holes_is_what_its_own_solver_finds() -> None:
    game = banmen.game("holes58", pieces=2, collect="one", p=0.4)
    table, solver = ChanceTable.of(solve(game, bounded=False)), pair_solver.PairSolver(game)
    found = {}
    for more, few in solver.list_strata():
        found[more, few] = solver.solve(more, few)
        solver.keep(found[more, few])
    rules: Any = game.plain
    rng = random.Random(4)
    for _ in range(2000):
        pieces = rng.choice((1, 2)), rng.choice((1, 2))
        mover, other = (rules.side_unrank(number, rng.randrange(rules.class_size(number))) for number in pieces)
        position = Position(game, rules.join_sides(mover, other, game.first_state()))
        known = found[max(pieces), min(pieces)].value(mover, other)
        assert table.value(position) == pytest.approx(known, abs=2e-8)


@pytest.mark.parametrize("p", [1e-6, 1 - 1e-6])
def test_sticks_that_nearly_always_fall_alike_are_solved_or_refused(p: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iteration, "MOST_SWEEPS", 300)
    game = banmen.game("kariuchi", pieces=1, p=p)
    found = solve(game)
    assert found.error is not None
    assert found.error < 1e-9
    assert ChanceTable.of(found).value(game.start()) > 0.99  # a player who throws nothing but 4 or 5 need not pass the turn
    with pytest.raises(SolveError, match="choose a less extreme p"):
        solve(banmen.game("holes58", pieces=1, p=p))


def test_the_interpreter_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = banmen.game("kariuchi", pieces=1, hit_bonus="ring")
    exact = ChanceTable.of(solve(game, bounded=False))
    monkeypatch.setenv("BANMEN_JIT", "0")
    rough = solve(game, planned=plan(game, threads=1), tolerance=0.05)
    assert rough.error is not None
    assert abs(ChanceTable.of(rough).value(game.start()) - exact.value(game.start())) < min(0.05, rough.error)


def test_work_can_be_stopped_and_tells_how_far_it_is() -> None:
    stop = threading.Event()
    heard: list[Progress] = []

    def hear(now: Progress) -> None:
        heard.append(now)
        if now.group == 2 and now.sweeps == 3:
            stop.set()

    found = solve(banmen.game("kariuchi", pieces=2), progress=hear, stop=stop, bounded=False)
    assert not found.complete
    assert len(found.reports) == 2
    assert heard[-1].group == 2
    assert [now.done for now in heard] == sorted(now.done for now in heard)
    with pytest.raises(SolveError, match="cannot be played"):
        share_won(found, found.plan.moves.game.start(), 10)


def test_what_does_not_fit_is_refused_before_anything_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "build_move_table", None)
    with pytest.raises(SolveError, match=r"319\.4 GiB of memory, but only 12\.0 are available; .* --opt pieces=3"):
        plan(banmen.game("kariuchi"), limit=12 * 2**30)
    with pytest.raises(SolveError, match="the precision must be auto, float64 or fixed32, not 'half'"):
        plan(banmen.game("kariuchi"), precision="half")


def test_memory_is_reckoned_and_decides_on_the_precision() -> None:
    game = banmen.game("kariuchi", pieces=2)
    wide = plan(game, threads=1)
    assert wide.precision == "float64"
    assert wide.memory.values == wide.layout.rows * 32 * 8
    narrow = plan(game, threads=1, limit=wide.memory.total - 1)
    assert narrow.precision == "fixed32"
    with pytest.raises(SolveError, match="allow more with --memory"):
        plan(game, threads=1, limit=narrow.memory.total - 1)


@pytest.mark.parametrize("name", ["qubism", "kuniumi", "moontrek"])
def test_what_is_no_meeting_of_two_sides_is_refused(name: str) -> None:
    with pytest.raises(SolveError, match=r"cannot be solved this way|only for two players"):
        solve(banmen.game(name))


def test_tables_that_do_not_keep_to_the_rules_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    follow = move_table._Search.follow

    def wrong(self: Any, entry: Any) -> None:
        follow(self, entry)
        entry.goals[1][7] += 1

    monkeypatch.setattr(move_table._Search, "follow", wrong)
    with pytest.raises(SolveError, match="not a two-sided game"):
        build_move_table(banmen.game("kariuchi", pieces=1))


def test_groups_come_after_all_they_lead_to() -> None:
    order = lay_out_values(build_move_table(banmen.game("kariuchi", pieces=3))).groups
    home = [1, 2, 3]  # pieces home, by class
    assert {(home[a], home[b]) for group in order for a, b in group} == {(a, b) for a in home for b in home}
    place = {stratum: number for number, group in enumerate(order) for stratum in group}
    assert all(place[b, a] == place[a, b] for a, b in place)
    assert all(place[a + 1, b] < place[a, b] for a, b in place if a < 2)
