"""The command line: `banmen`. It may import every other room, and none of them imports it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:  # Ctrl-C may come while the commands are still being imported
        run = _import()
    except KeyboardInterrupt:
        return 130
    return run(arguments)


@functools.cache
def _import() -> Callable[[Sequence[str] | None], int]:
    from banmen.kernels import collecting

    with collecting.importing():
        from banmen.cli.app import main as run
    return run
