"""The solver of a game on a device."""

import pytest

import banmen
from banmen.solve.devices import Device, Host, find_device
from banmen.solve.solve_errors import SolveError
from banmen.solve.solvers import RETROGRADE, STRATA, VALUE_ITERATION, choose_solver, count_positions


class PretendedGpu(Host):
    """The processor in place of a GPU."""

    name = "gpu"


@pytest.mark.parametrize(
    ("name", "device", "solver"),
    [
        ("kariuchi", Host(), VALUE_ITERATION),
        ("moontrek", Host(), VALUE_ITERATION),
        ("qubism", Host(), RETROGRADE),
        ("qubism", PretendedGpu(), RETROGRADE),
        ("kariuchi", PretendedGpu(), STRATA),
        ("holes58", PretendedGpu(), STRATA),
    ],
)
def test_a_game_has_a_solver_for_a_device(name: str, device: Device, solver: str) -> None:
    assert choose_solver(banmen.game(name), device) == solver


def test_what_no_gpu_solves_is_refused() -> None:
    with pytest.raises(SolveError, match="no GPU solver for moontrek"):
        choose_solver(banmen.game("moontrek", players=2), PretendedGpu())


def test_positions_are_as_many_as_the_docs_say() -> None:
    assert count_positions(banmen.game("holes58")) == 46_842_810_624
    assert count_positions(banmen.game("kariuchi")) == 75_143_989_804


def test_devices_have_names() -> None:
    assert find_device("cpu", 3).describe().endswith("3 threads")
    with pytest.raises(SolveError, match="the device must be cpu or gpu, not 'card'"):
        find_device("card")


def test_a_game_whose_positions_have_no_numbers_has_no_solver() -> None:
    with pytest.raises(SolveError, match="kuniumi cannot be solved yet; the games that can are holes58, kariuchi, moontrek"):
        choose_solver(banmen.game("kuniumi"), Host())
