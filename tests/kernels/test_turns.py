"""If several processes want the same kernel, one of them compiles it."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from banmen.kernels import turns
from banmen.kernels.turns import Turn
from tests.kernels.test_compile_cache import PACKAGE, write_plug_in

HOLD = """
import sys
from pathlib import Path
from banmen.kernels.turns import Turn
print(Turn(Path(sys.argv[1])).take(), flush=True)
sys.stdin.read()
"""
# Prints how many kernels this process has compiled, once all processes are ready to start.
COUNT = """
import sys
import numpy
from banmen.kernels import compiler, kernel, perft, twins
from heaps.subtraction import rules
numba = compiler.import_numba()
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, one):
        compiled.append(one.data["dispatcher"].py_func.__qualname__)
    def on_end(self, one): ...
compiler.recall_working_changes()
event.register("numba:compile", Listener())
print("ready", flush=True)
sys.stdin.readline()
zero = 0
buffers = numpy.zeros((9, rules.MOST), numpy.int64)
lines = twins.bind(perft, rules, kernel.CPU).perft((20,), 4, buffers, numpy.zeros((9, 1), numpy.int64), zero, zero)
print(lines, *compiled)
"""


def begin(program: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdin=pipe, stdout=pipe, text=True, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("killed", [False, True])
def test_a_turn_ends_with_its_process(tmp_path: Path, killed: bool) -> None:
    with begin(HOLD, str(tmp_path / "one.lock")) as other:
        assert other.stdout
        assert other.stdin
        assert other.stdout.readline() == "False\n"
        threading.Timer(0.2, other.kill if killed else other.stdin.close).start()
        mine = Turn(tmp_path / "one.lock")
        assert mine.take(), "it was the other's turn"
        mine.end()
        assert not Turn(tmp_path / "one.lock").take()


def test_patience_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.1)
    with begin(HOLD, str(tmp_path / "one.lock")) as other:
        assert other.stdout
        other.stdout.readline()
        assert Turn(tmp_path / "one.lock").take()
        assert other.poll() is None, "it has its turn still"
        other.kill()


def test_without_a_folder_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("this is no folder")
    turn = Turn(tmp_path / "occupied" / "one.lock")
    assert not turn.take()
    turn.end()


def test_processes_that_want_the_same_kernels_compile_each_once(tmp_path: Path) -> None:
    (write_plug_in(tmp_path).parent / "__init__.py").write_text("")
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    environment = {"PYTHONPATH": path, "BANMEN_CACHE": str(tmp_path / "cache"), "BANMEN_JIT": "1"}
    processes = [begin(COUNT, **environment) for _ in range(2)]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    told = [process.communicate()[0].split() for process in processes]
    assert [lines for lines, *_ in told] == ["81", "81"]
    compiled = [name for _, *names in told for name in names]
    assert len(compiled) == len(set(compiled)) > 3, compiled
