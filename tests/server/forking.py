"""A program for tests: it imports all that `banmen serve` needs and forks servers, each of which is ready at once.

Each incoming message requests a server, with its two output files, or asks how one has ended. A server is the command
itself, or a program that starts one with other settings.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import socket
import sys
import threading
from typing import Any

from bench.forking_server import import_all

LONGEST = 1 << 20  # bytes of a message


def main() -> None:
    """Fork on request until the parent is gone; be a server in each fork."""
    import_all()
    assert threading.active_count() == 1, "only the thread that forks lives on in the child"
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as link:
        while True:
            told, files, *_ = socket.recv_fds(link, LONGEST, 2)
            if not told:
                return
            asked: dict[str, Any] = json.loads(told)
            if "ended" in asked:
                answer, status = os.waitpid(asked["ended"], os.WNOHANG)
                link.send(json.dumps(os.waitstatus_to_exitcode(status) if answer else None).encode())
                continue
            process = os.fork()
            if process == 0:
                break
            for file in files:
                os.close(file)
            link.send(json.dumps(process).encode())
    _become_server(asked, *files)


def _become_server(asked: dict[str, Any], output: int, complaints: int) -> None:
    """Do what a new process would do: run the command, and exit as it does."""
    os.environ.clear()
    os.environ.update(asked["environment"])
    for old, new in ((0, os.open(os.devnull, os.O_RDONLY)), (1, output), (2, complaints)):
        os.dup2(new, old)
        os.close(new)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace")
    if asked["files"]:
        resource.setrlimit(resource.RLIMIT_NOFILE, (asked["files"], asked["files"]))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = asked["command"]
    if asked["program"]:
        exec(compile(asked["program"], "<a server>", "exec"), {"__name__": "__main__"})
        sys.exit()
    from banmen.cli import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
