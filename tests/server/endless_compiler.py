"""The compiler of a server, for a test: it says which process it is and is never done."""

import os
import sys
import time

from banmen.server import compile_worker


def compile_endlessly(name: str) -> None:
    """Do what takes longer than any test."""
    del name
    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdout.flush()
    time.sleep(3600)


if __name__ == "__main__":
    compile_worker.compile_game = compile_endlessly
    compile_worker.main()
