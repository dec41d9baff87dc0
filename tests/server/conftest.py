from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.visiting import House, Visitor


@pytest.fixture(autouse=True)
def _nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let engines think in the interpreter: what they find is tested elsewhere."""
    monkeypatch.setenv("BANMEN_JIT", "0")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as opened:
        yield opened


@pytest.fixture
def visitor(house: House) -> Visitor:
    return house.visitor()
