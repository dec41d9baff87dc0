"""What holds for all tests."""

import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).parent / "web"


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep tables and matches of whoever runs the tests out of them: engines play by the tables they find."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BANMEN_DATA", str(folder))
        yield folder


@pytest.hookimpl(wrapper=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    """Let one process run each file, so that what it compiles or serves is made once; and one the page, from the start.

    Tests of the page wait a lot and share one server and one browser; the other processes keep the processor busy meanwhile.
    """
    for item in items:
        item.add_marker(pytest.mark.xdist_group("page" if PAGE in item.path.parents else str(item.path)))
    items.sort(key=lambda item: PAGE not in item.path.parents)
    return (yield)


def pytest_configure() -> None:
    """Heed interrupts even where the tests run as a job in the background, whose children would be deaf to them as well."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
