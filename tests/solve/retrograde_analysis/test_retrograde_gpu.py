"""The sweeps of the retrograde analysis on a GPU: compiled for one, and run on a simulated one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import banmen
from banmen.kernels import gpu
from banmen.kernels.kernel import GPU
from banmen.kernels.twins import bind
from banmen.solve.devices import Host
from banmen.solve.retrograde_analysis import retrograde_kernels
from banmen.solve.retrograde_analysis.retrograde import prepare_layers, solve

SIMULATED = """
import json, sys, banmen
from banmen.kernels import gpu
from banmen.solve.devices import Gpu
from banmen.solve.retrograde_analysis.retrograde import solve
gpu.THREADS = 8  # each is a thread of Python here
solved = solve(banmen.game("qubism", cubes=1, tip=sys.argv[1]), Gpu())
print(json.dumps([solved.sweep_counts, [bytes(layer).hex() for layer in solved.layers]]))
"""


@pytest.mark.parametrize("what", ["begin", "wins", "losses"])
def test_sweeps_compile_for_a_card(what: str) -> None:
    game = banmen.game("qubism", cubes=1)
    layer = prepare_layers(game, Host(1))[-1]
    assert ".visible .entry" in gpu.sweep_ptx(getattr(bind(retrograde_kernels, game.rules, GPU), what), layer)


@pytest.mark.parametrize("tip", ["cw", "either"])
def test_a_simulated_card_finds_what_the_processor_finds(tip: str) -> None:
    environment = {**os.environ, "BANMEN_JIT": "0", "NUMBA_ENABLE_CUDASIM": "1"}
    environment["PYTHONPATH"] = str(Path(banmen.__file__).parent.parent)
    command = [sys.executable, "-c", SIMULATED, tip]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120).stdout
    solved = solve(banmen.game("qubism", cubes=1, tip=tip))
    assert json.loads(told) == [solved.sweep_counts, [bytes(layer).hex() for layer in solved.layers]]
