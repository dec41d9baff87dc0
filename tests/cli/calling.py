"""Running the command line inside the test, and in a process of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any
from unittest import mock

from banmen.cli import main


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        assert self.code == 0, self.err
        return self.out.splitlines()


def call(*arguments: str, lines: str = "", locale: str = "C") -> Answer:
    """Run a command in this process, with lines for its standard input, under a locale."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "stdin", io.StringIO(lines)),
        mock.patch.dict(os.environ, {"LC_ALL": locale}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main(arguments)
    return Answer(code, out.getvalue(), err.getvalue())


def run(*arguments: str, lines: str = "", **environment: str) -> Answer:
    """Run a command as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "banmen", *arguments],
        input=lines,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)
