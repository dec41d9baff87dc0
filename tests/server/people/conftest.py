from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.people.joining_in import hash_quickly, make_house
from tests.server.visiting import House


@pytest.fixture(autouse=True)
def _passphrases_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    hash_quickly(monkeypatch)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with make_house(tmp_path) as opened:
        yield opened
