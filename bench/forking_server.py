"""A process with everything imported that forks servers: each is `banmen serve` in its own process, without the startup time.

Lines of JSON come in, each asking for a server; the number of its process goes out. Servers that have ended are not waited for.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import resource
import signal
import sys
import threading
from typing import Any

END_WITH_PARENT = 1  # Linux calls it PR_SET_PDEATHSIG


def main() -> None:
    """Fork as often as asked, until there is nothing more to read."""
    import_all()
    assert threading.active_count() == 1, "only the thread that forks lives on in the child"
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        asked = json.loads(line)
        process = os.fork()
        if process == 0:
            _serve(asked)
        sys.stdout.write(f"{process}\n")
        sys.stdout.flush()


def import_all() -> None:
    """Import what a server imports, and what it would import later."""
    import alembic.command
    import psycopg
    import uvicorn
    import uvicorn.protocols.websockets.websockets_sansio_impl

    import banmen
    import banmen.cli
    import banmen.cli.serve_command
    import banmen.server.http.application
    import banmen.server.http.connections

    for name in banmen.names():
        position = banmen.game(name).start()
        (position.throw(1) if position.throws() else position).svg()  # loads the parts of the game
    assert alembic.command
    assert psycopg
    assert uvicorn
    assert banmen


def _serve(asked: dict[str, Any]) -> None:
    """Be a server, and end with it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with contextlib.suppress(AttributeError):  # if the system supports it, no server outlives its parent
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    os.environ.update(asked["environment"])
    nothing = os.open(os.devnull, os.O_RDONLY)
    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for old, new in ((0, nothing), (1, log), (2, log)):
        os.dup2(new, old)
    if files := asked.get("most_files"):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    sys.argv = ["banmen", "serve", "--port", str(asked["port"]), "--data", asked["data"]]
    import banmen.cli

    try:
        banmen.cli.main()
    except SystemExit as ended:
        sys.stderr.flush()
        os._exit(ended.code if isinstance(ended.code, int) else 1)
    os._exit(0)


if __name__ == "__main__":
    main()
