"""Kernels run interpreted here: their logic is tested, and nothing has to be compiled for a handful of nodes."""

import pytest


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")
