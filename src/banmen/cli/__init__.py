"""The command line: `banmen`. It may import every other room, and none of them imports it."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    try:  # Ctrl-C may come while the commands are still being imported
        from banmen.cli.app import main as run
    except KeyboardInterrupt:
        return 130
    return run(arguments)
