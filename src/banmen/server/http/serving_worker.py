"""One of several processes that serve at one address, started by `supervisor`. It prints a line when it is ready."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from banmen.kernels import collecting
from banmen.server.worker_process import LOOK, PARENT

READY = "ready"


def main() -> None:
    """Serve at the given address until told to stop or until the parent process is gone."""
    with collecting.importing():
        from banmen.server.http.listening_sockets import bind_socket
        from banmen.server.http.serving import serve_here
        from banmen.server.settings import read_settings

    host, port = sys.argv[1], int(sys.argv[2])
    _close_with_parent()
    serve_here(read_settings(os.environ), bind_socket(host, port, shared=True, reserved=True), _tell)


def _tell() -> None:
    sys.stdout.write(READY + "\n")
    sys.stdout.flush()


def _close_with_parent() -> None:
    parent = os.environ.get(PARENT)

    def watch() -> None:
        while str(os.getppid()) == parent:
            time.sleep(LOOK)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True, name="parent-watch").start()


if __name__ == "__main__":
    main()
