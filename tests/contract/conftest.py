"""The contract is tested compiled; `make interpreted` repeats in the interpreter the tests that run other code there."""

from __future__ import annotations

import pytest

from banmen.kernels import kernel


@pytest.fixture(autouse=True)
def _say_what_compiles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test that asks where kernels run fail unless it is marked: it has to be repeated where the answer is another."""

    def refuse() -> str:
        raise AssertionError("this depends on BANMEN_JIT: mark it with pytest.mark.compiles")

    if not request.node.get_closest_marker("compiles"):
        monkeypatch.setattr(kernel, "choose_default_target", refuse)
