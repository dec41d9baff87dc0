"""The command line: `banmen`."""

from banmen.cli.app import main

__all__ = ["main"]
