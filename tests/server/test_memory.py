"""Memory that the server has used for a moment goes back to the system."""

from __future__ import annotations

import subprocess
import sys

FREE_A_TABLE = """
from pathlib import Path
from banmen.server.memory import give_large_blocks_back

def read_kilobytes():
    return int(next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS")))

give_large_blocks_back()
table = b"x" * (20 << 20)
del table  # by itself the C library would keep all that is smaller from now on
before = read_kilobytes()
table = b"x" * (16 << 20)
later = b"y" * 100_000
del table
print(read_kilobytes() - before)
"""


def test_what_engines_have_thought_in_goes_back_to_the_system() -> None:
    answer = subprocess.run([sys.executable, "-c", FREE_A_TABLE], capture_output=True, text=True, check=True)
    assert int(answer.stdout) < 4096, "of 16 MiB"
