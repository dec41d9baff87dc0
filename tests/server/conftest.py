from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.visiting import House, Visitor


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as opened:
        yield opened


@pytest.fixture
def visitor(house: House) -> Visitor:
    return house.visitor()
