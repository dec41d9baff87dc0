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
    "solve": ["solve", "kariuchi", "--opt", "pieces=1", "--keep", "nothing"],
    "play": ["play", "qubism", "--player", "w=level:8", "--player", "b=human"],
}


def begin(arguments: list[str], cache: Path) -> subprocess.Popen[str]:
    """Start a command that has to compile everything it needs."""
    environment = {**os.environ, "BANMEN_CACHE": str(cache), "LANG": "C.UTF-8", "BANMEN_JIT": "1"}
    command = [sys.executable, "-m", "banmen", *arguments]
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_for_compiler(process: subprocess.Popen[str], cache: Path) -> None:
    """Wait until numba starts to fill the cache: the folder is created when the first kernel is about to be compiled."""
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


# The command with Ctrl-C as soon as some games are over; even on a slow machine the rest is waited for.
INTERRUPTED_PLAY = """
import contextlib, os, signal, sys
from banmen.cli import main, playouts_command

@contextlib.contextmanager
def interrupt(what, total):
    signals = iter([signal.SIGINT])
    yield lambda games, doing: [os.kill(os.getpid(), one) for one in signals]

playouts_command.track_progress, playouts_command.GRACE = interrupt, None
sys.exit(main(sys.argv[1:]))
"""
# The command with Ctrl-C as soon as the counting thread has started.
INTERRUPTED_COUNT = """
import os, signal, sys
from banmen.cli import main, position_commands

def interrupt(work, run=position_commands.run_interruptibly):
    return run(lambda: os.kill(os.getpid(), signal.SIGINT) or work())

position_commands.run_interruptibly = interrupt
sys.exit(main(sys.argv[1:]))
"""


def run_script(script: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_random_play_tells_what_was_played() -> None:
    done = run_script(INTERRUPTED_PLAY, "playouts", "kariuchi", "-n", "1000000", "--json", BANMEN_JIT="0")
    assert done.returncode == INTERRUPTED
    played = json.loads(done.stdout)["games"]
    assert 0 < played < 1_000_000
    assert done.stderr == f"Stopped after {played:,} of 1,000,000 games.\n"


def test_a_deep_count_can_be_interrupted() -> None:
    done = run_script(INTERRUPTED_COUNT, "perft", "qubism", "start", "9")
    assert (done.returncode, done.stdout) == (INTERRUPTED, "")
    assert "Traceback" not in done.stderr
