import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.common.postgres import Postgres, open_postgres
from tests.server.visiting import House, Visitor


@pytest.fixture(autouse=True)
def _nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let engines run in the interpreter: their results are tested elsewhere."""
    monkeypatch.setenv("BANMEN_JIT", "0")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as opened:
        yield opened


@pytest.fixture
def visitor(house: House) -> Visitor:
    return house.visitor()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this process; each makes a database of its own in it."""
    with open_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield tmp_path / "banmen.sqlite3"
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.database(f"test_{secrets.token_hex(6)}") as url:
        yield url
