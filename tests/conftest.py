"""What holds for all tests."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

# Kernels are compiled from the source at hand, whether or not `make shipped` has made some; their own tests ask for those.
os.environ["BANMEN_SHIPPED"] = "0"


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep tables and matches of whoever runs the tests out of them: engines play by the tables they find."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BANMEN_DATA", str(folder))
        yield folder


def pytest_configure() -> None:
    """Heed interrupts even where the tests run as a job in the background, whose children would be deaf to them as well."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Look through all objects seldom: there are so many of tests and libraries that a tenth of the time would go there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
