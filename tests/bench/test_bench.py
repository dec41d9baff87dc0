"""The pure parts of the speed comparison: medians, ratios, reached targets, and the report."""

from __future__ import annotations

import json

import pytest

from bench import ours, peers, report, run, search, typed
from bench.measure import GAMES, LEAVES, NODES, SIMULATIONS, TYPED, Rate, Sample, Work, Workload, measure, summarise
from bench.peers import BACKGAMMON, MCTS_BACKGAMMON, MCTS_QUORIDOR, QUORIDOR
from bench.starts import Start
from bench.threads import Scaling, find_middle

RATES = (
    Rate("Kariuchi", "Banmen", GAMES, 300_000.0, 30_000_000.0),
    Rate("Kuniumi", "Banmen", GAMES, 900_000.0, 27_000_000.0),
    Rate("Kuniumi perft 8", "Banmen", LEAVES, 9_999_999.0),
    Rate(BACKGAMMON, "OpenSpiel", GAMES, 500.0, 50_000.0),
    Rate(QUORIDOR, "OpenSpiel", GAMES, 10_000.0, 600_000.0),
    Rate("RoyalUr Finkel", "RoyalUr", GAMES, note="not installed"),
    Rate("Kariuchi MCTS", "Banmen", SIMULATIONS, 250_000.0),
    Rate("Kuniumi MCTS", "Banmen", SIMULATIONS, 250_000.0),
    Rate("Moon Trek MCTS", "Banmen", SIMULATIONS, 250_000.0),
    Rate(MCTS_BACKGAMMON, "OpenSpiel", SIMULATIONS, 1_000.0),
    Rate(MCTS_QUORIDOR, "OpenSpiel", SIMULATIONS, 50_000.0),
    Rate("Kuniumi alpha-beta", "Banmen", NODES, 1_999_999.0),
    Rate("Qubism alpha-beta", "Banmen", NODES, 1_000_000.0),
    Rate("Kariuchi expectimax", "Banmen", NODES, 10.0),
)
RESULTS = report.Results(
    "2026-11-15",
    {"processor": "some | processor"},
    {"numba": "1"},
    RATES,
    (Scaling("Kariuchi", 1.9, 0.5), Scaling("Kuniumi", 1.2, 0.5), Scaling("Qubism", 1.2, 0.99)),
    (Start("Kariuchi", 5.1, 6.0, 0.4, 0.6),),
)


def rows() -> dict[tuple[str, str], report.Row]:
    return {(section.heading, row.name): row for section in report.arrange_sections(RESULTS) for row in section.rows}


def test_the_command_is_measured_as_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")
    done: list[str] = []
    (rate,) = typed.measure_commands(["qubism"], 1, done.append, games=3)
    assert done == [rate.name] == ["banmen playouts qubism"]
    assert rate.unit == TYPED
    assert rate.per_second
    assert rate.steps_per_second
    assert rate.steps_per_second > rate.per_second > 0


def test_a_rate_is_the_median_over_the_rounds() -> None:
    workload = Workload("x", "X", GAMES, lambda games: Work(games, 0))
    rate = summarise(workload, [Sample(100, 1000, 1.0), Sample(30, 400, 0.1), Sample(10, 90, 1.0)])
    assert (rate.per_second, rate.lowest, rate.highest, rate.steps_per_second) == (100, 10, 300, 1000)


def test_workloads_take_turns_and_the_first_round_is_not_measured() -> None:
    order: list[str] = []

    def counting(name: str) -> Workload:
        def work(games: int) -> Work:
            order.append(name)
            return Work(games, 3 * games)

        return Workload(name, "X", GAMES, work, 7)

    rates = measure([counting("a"), counting("b")], 2, 0.0, lambda name: None)
    assert order == ["a", "b"] * 3
    assert [rate.name for rate in rates] == ["a", "b"]
    assert rates[0].per_second
    assert rates[0].steps_per_second == pytest.approx(3 * rates[0].per_second)


def test_ratios_are_taken_against_the_named_peer() -> None:
    assert RESULTS.ratio("Kariuchi", BACKGAMMON) == 600
    assert RESULTS.ratio("Kuniumi", QUORIDOR) == 90
    assert RESULTS.ratio("Kuniumi", "RoyalUr Finkel") is None
    assert RESULTS.ratio("Moon Trek", BACKGAMMON) is None


def test_rounds_on_a_busy_machine_do_not_count_where_there_are_quiet_ones() -> None:
    busy, quiet, quieter = Scaling("x", 1.0, 0.5), Scaling("x", 1.8, 0.96), Scaling("x", 1.9, 1.0)
    assert find_middle([busy, quiet, quieter]).times == pytest.approx(1.85)
    assert find_middle([busy, busy]) == busy


@pytest.mark.parametrize(
    ("section", "name", "verdict"),
    [
        ("Random games per CPU second", "Kariuchi", report.REACHED),
        ("Random games per CPU second", "Kuniumi", report.MISSED),
        ("Random games per CPU second", BACKGAMMON, ""),
        ("Perft leaves per CPU second", "Kuniumi perft 8", report.MISSED),
        ("MCTS simulations per CPU second", "Kariuchi MCTS", report.REACHED),
        ("MCTS simulations per CPU second", "Kuniumi MCTS", report.MISSED),
        ("MCTS simulations per CPU second", "Moon Trek MCTS", ""),
        ("MCTS simulations per CPU second", MCTS_BACKGAMMON, ""),
        ("Search nodes per CPU second", "Kuniumi alpha-beta", report.MISSED),
        ("Search nodes per CPU second", "Qubism alpha-beta", report.REACHED),
        ("Search nodes per CPU second", "Kariuchi expectimax", ""),
        ("Two threads against one", "Kariuchi", report.REACHED),
        ("Two threads against one", "Kuniumi", report.UNKNOWN),
        ("Two threads against one", "Qubism", report.MISSED),
        ("Cold start, CPU time", "Kariuchi", report.MISSED),
        ("Warm start, CPU time", "Kariuchi", report.REACHED),
    ],
)
def test_verdicts(section: str, name: str, verdict: str) -> None:
    assert rows()[section, name].verdict == verdict


def test_a_game_without_its_peer_is_not_judged() -> None:
    alone = report.Results("", {}, {}, RATES[:1])
    assert report.list_verdicts(alone) == {"Random games per CPU second: Kariuchi": report.UNKNOWN}


def test_a_missing_peer_is_shown_as_not_installed() -> None:
    assert rows()["Random games per CPU second", "RoyalUr Finkel"].result == "not installed"


def test_a_row_tells_speed_length_and_ratio() -> None:
    row = rows()["Random games per CPU second", "Kariuchi"]
    assert (row.result, row.steps, row.nanoseconds, row.remark) == ("300,000", "100.0", "33", "600.0 × backgammon")


def test_simulations_are_compared_with_those_of_a_peer() -> None:
    assert rows()["MCTS simulations per CPU second", "Kuniumi MCTS"].remark == "5.0 × MCTS quoridor(5)"


def test_every_target_belongs_to_something_that_is_measured() -> None:
    names = {workload.name for workload in (*ours.list_workloads(), *search.list_workloads())}
    assert {name for name, _, _ in report.RATIOS} | set(report.COUNTS) <= names
    assert {peer for _, peer, _ in report.RATIOS} <= {name for name, *_ in peers.PEERS}


def test_a_search_counts_what_it_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")  # compiling takes far longer than so few nodes, and the counts are the same
    measured_here = {workload.name: workload for workload in search.list_workloads()}
    for name in ("Kariuchi MCTS", "Kuniumi MCTS"):
        assert measured_here[name].run(20).units == 20
    assert 500 <= measured_here["Qubism alpha-beta"].run(500).units <= 3 * 501  # three positions share them


def test_the_markdown_has_a_table_a_section_with_the_columns_it_uses() -> None:
    text = report.write_markdown(RESULTS)
    assert "| Kariuchi | 300,000 | 100.0 | 33 | 600.0 × backgammon | 500 × | reached |" in text
    assert "|  | result |  | target |  |\n| --- | --- | --- | --- | --- |\n| Kariuchi | 5.10 s | 6.00 s by the clock |" in text
    assert "- numba: 1\n" in text


def test_the_json_holds_numbers_and_verdicts() -> None:
    content = json.loads(report.as_json(RESULTS))
    assert content["rates"][0]["per_second"] == 300_000
    assert content["scalings"][1] == {"name": "Kuniumi", "times": 1.2, "share": 0.5}
    assert content["verdicts"]["Cold start, CPU time: Kariuchi"] == report.MISSED


def test_the_screen_shows_every_row() -> None:
    assert report.make_screen(RESULTS).row_count == len(rows()) + len(report.arrange_sections(RESULTS))


def test_only_what_is_asked_for_is_measured() -> None:
    assert run.is_wanted(None, "Kuniumi")
    assert run.is_wanted(["KUNI"], "Kuniumi", "Banmen")
    assert not run.is_wanted(["quoridor"], "Kuniumi", "Banmen")
