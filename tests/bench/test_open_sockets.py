"""A measurement that would open more sockets than the system allows says so before it starts."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from bench.open_sockets import OTHERS, SHARE, check_sockets

LIMITED = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({0}, {0})); import runpy, sys; "


def test_a_limit_is_told_with_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 1024))
    check_sockets((1024 - OTHERS) // SHARE)
    with pytest.raises(SystemExit, match=r"5000 sockets, but the limit of open files is 1024\. Raise it to 10200"):
        check_sockets(5000)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    check_sockets(5000)


def test_nothing_is_begun_where_there_are_too_few_files() -> None:
    program = LIMITED.format(512) + "sys.argv[1:] = ['--together', '2']; runpy.run_module('bench.load', run_name='__main__')"
    ended = subprocess.run([sys.executable, "-c", program], text=True, capture_output=True, check=False, timeout=120)
    assert ended.returncode == 1
    assert ended.stderr.startswith("This would open ")
    assert ended.stdout == ""
