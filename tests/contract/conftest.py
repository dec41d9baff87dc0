"""The contract is tested compiled; `make interpreted` repeats those tests in the interpreter that run different code there."""

from __future__ import annotations

import pytest

from banmen.kernels import kernel


@pytest.fixture(autouse=True)
def _say_what_compiles(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail an unmarked test that asks where kernels run: it must be repeated where the answer differs."""

    def refuse() -> str:
        raise AssertionError("this depends on BANMEN_JIT: mark it with pytest.mark.compiles")

    if not request.node.get_closest_marker("compiles"):
        monkeypatch.setattr(kernel, "choose_default_target", refuse)
