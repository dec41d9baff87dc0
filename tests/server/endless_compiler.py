"""A server's compiler, for a test: it reports its process id and never finishes."""

import os
import sys
import time

from banmen.server import compile_worker


def compile_endlessly(name: str) -> None:
    """Take longer than any test."""
    del name
    sys.stdout.write(f"{os.getpid()}\n")
    sys.stdout.flush()
    time.sleep(3600)


if __name__ == "__main__":
    compile_worker.compile_game = compile_endlessly
    compile_worker.main()
