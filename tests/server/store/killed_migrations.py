"""A program for tests: migrations that are killed at every few statements, and several that start at once.

It loads everything once and forks, so that many real processes are started, and killed, in little time.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psycopg
import sqlalchemy.dialects.postgresql.psycopg
from sqlalchemy import Engine, event

from banmen.server.store.migrating import migrate


def fork(work: Callable[[], None]) -> int:
    """Run a function in another process and return its process id."""
    child = os.fork()
    if child:
        return child
    try:
        work()
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        os._exit(1)
    os._exit(0)


def kill_at(statement: int, address: Path | str) -> None:
    """Migrate, but be killed before a statement, or before the commit after the last one."""
    seen = 0

    def count(*_: object) -> None:
        nonlocal seen
        if seen == statement:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    migrate(address)


STEP = 5  # statements between two points at which a migration is killed


def kill_everywhere(addresses: list[Path | str]) -> list[str]:
    """Kill the first migration of each database at a different point, and migrate it again; return how each ended."""
    ended = []
    for point, address in enumerate(addresses):
        statement = STEP * point
        _, status = os.waitpid(fork(lambda number=statement, where=address: kill_at(number, where)), 0)  # type: ignore[misc]
        again = os.waitpid(fork(lambda where=address: migrate(where)), 0)[1]  # type: ignore[misc]
        how = "killed" if os.WIFSIGNALED(status) else f"ended {os.WEXITSTATUS(status)}"
        ended.append(how if again == 0 else f"{how}, not to be opened again")
    return ended


def begin_together(address: Path | str, number: int) -> list[int]:
    """Migrate a database with several processes that start at the same moment; return their exit codes."""
    waiting, starting = os.pipe()

    def begin() -> None:
        os.close(starting)
        os.read(waiting, 1)  # until the other end is closed
        migrate(address)

    children = [fork(begin) for _ in range(number)]
    os.close(starting)
    os.close(waiting)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def load_everything() -> None:
    """Migrate once here: modules imported only then would be imported by every fork."""
    assert psycopg
    assert sqlalchemy.dialects.postgresql.psycopg
    with tempfile.TemporaryDirectory() as folder:
        migrate(Path(folder) / "any.sqlite3")


def main() -> None:
    """Run the command given by the arguments and write down the result."""
    what, *texts = sys.argv[1:]
    load_everything()
    addresses: list[Path | str] = [text if "://" in text else Path(text) for text in texts]
    ended = kill_everywhere(addresses) if what == "kill" else [begin_together(address, 4) for address in addresses]
    sys.stdout.write(json.dumps(ended))


if __name__ == "__main__":
    main()
