"""Kernels in the interpreter, and where they run by default."""

import pytest

from banmen.kernels import kernel
from tests.kernels.processes import run

PERFT = "import banmen; print(banmen.game('kariuchi').position('Rx3,5/Rx4 1 4').perft(3))"


def test_bits_in_plain_python() -> None:
    assert kernel.popcount(0b10110) == 3
    assert kernel.lowest(0b10100) == 2
    assert [kernel.kth_bit(0b1011010, k) for k in range(4)] == [1, 3, 4, 6]


def test_kernels_stay_ordinary_functions_until_they_are_loaded() -> None:
    code = (
        "import banmen, sys; banmen.game('qubism').start().legal_moves(); print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    assert run(code) == "False False"


def test_the_interpreter_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")
    assert kernel.choose_default_target() == kernel.PLAIN
    monkeypatch.setenv("BANMEN_JIT", "1")
    assert kernel.choose_default_target() == kernel.CPU


def test_numbas_own_switch_is_heeded() -> None:
    assert run(PERFT, NUMBA_DISABLE_JIT="1") == "485"
