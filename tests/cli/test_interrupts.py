"""Ctrl-C ends a command at once, also while something compiles: no traceback, exit code 130."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

INTERRUPTED = 130
COMMANDS = {
    "analyse": ["analyse", "qubism", "start", "--seconds", "60"],
    "playouts": ["playouts", "kuniumi", "-n", "1000000"],
    "tournament": ["tournament", "qubism", "alphabeta:500", "mcts:500", "-n", "1000"],
    "tournament on one process": ["tournament", "qubism", "alphabeta:500", "mcts:500", "-n", "1000", "--jobs", "1"],
    "warm": ["warm", "qubism"],
    "play": ["play", "qubism", "--player", "w=level:8", "--player", "b=human"],
}


def begin(arguments: list[str], cache: Path) -> subprocess.Popen[str]:
    """Start a command that has to compile everything it needs."""
    environment = {**os.environ, "BANMEN_CACHE": str(cache), "LANG": "C.UTF-8", "BANMEN_JIT": "1"}
    command = [sys.executable, "-m", "banmen.cli", *arguments]
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_compiler(process: subprocess.Popen[str], cache: Path) -> None:
    """Wait until numba has begun to fill the cache: the folder is made when the first kernel is about to be compiled."""
    for _ in range(6000):
        if process.poll() is not None or any(cache.rglob("*.nb?")):
            return
        time.sleep(0.01)
    pytest.fail("nothing was compiled within a minute")


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_a_command_while_it_compiles(name: str, tmp_path: Path) -> None:
    process = begin(COMMANDS[name], tmp_path)
    wait_for_compiler(process, tmp_path)
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    assert "Traceback" not in err
    assert process.returncode == INTERRUPTED


def test_random_play_tells_what_was_played() -> None:
    command = [sys.executable, "-m", "banmen.cli", "playouts", "kariuchi", "-n", "1000000", "--json"]
    environment = {**os.environ, "BANMEN_JIT": "0"}  # slow enough to be interrupted, and done with some games soon
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in err
    if out:  # on a machine so slow that no game was over there is nothing to tell
        assert 0 < json.loads(out)["games"] < 1_000_000
        assert "Stopped after" in err
