"""Configuration of all tests."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from _pytest.doctest import DoctestModule

# The slowest files, slowest first: started last, one of them would still run when all others are done.
LONGEST = (
    *("solve/kariuchi/test_packed_solver", "contract/test_new_game", "server/test_faults", "contract/test_contract"),
    *("engine/search/test_expectimax", "solve/value_iteration/test_solver", "server/test_several_processes"),
    *("training/test_td_dice", "training/test_proof_learning", "test_public_errors", "cli/test_solve_command"),
    *("engine/search/test_mcts", "solve/retrograde_analysis/test_retrograde", "cli/test_play_command"),
    *("kernels/test_compile_cache", "solve/holes58/test_pair_gpu_solver", "training/test_exact_labels", "server/test_fuzz"),
    *("server/store/test_migrating", "training/test_self_play", "cli/test_app", "cli/test_interrupts", "kernels/test_gpu"),
    *("server/test_state_machine", "kernels/test_compiler", "terminal/test_boards", "server/store/test_backup"),
    *("test_vectors", "engine/test_levels", "test_error_messages", "solve/tables/test_tablefile", "server/test_problems"),
)

# Kernels are compiled from this source, whether or not `make shipped` has built some; their own tests use those.
os.environ["BANMEN_SHIPPED"] = "0"


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep the user's own tables and matches out of the tests: engines use the tables they find."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BANMEN_DATA", str(folder))
        yield folder


class Examples:
    """Collects doctests only from docstrings that contain examples: looking at every object takes a third of collection."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        return [one for one in found if not isinstance(one, DoctestModule) or b">>>" in file_path.read_bytes()]


def pytest_configure(config: pytest.Config) -> None:
    """Handle interrupts even if the tests run as a background job, whose children would ignore them as well."""
    config.pluginmanager.register(Examples())
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Rewrite the assertions of all tests before several processes start, each of which would do it again."""
    config = session.config
    if sys.dont_write_bytecode or not config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        return
    state, ignored = config.stash[rewrite.assertstate_key], [Path(path).absolute() for path in config.getoption("ignore") or ()]
    for path in sorted({path for place in config.args for path in Path(place).absolute().rglob("test_*.py")}):
        kept = rewrite.get_cache_dir(path) / (path.stem + rewrite.PYC_TAIL)
        if not any(map(path.is_relative_to, ignored)) and rewrite._read_pyc(path, kept) is None:
            rewrite.try_makedirs(kept.parent)
            source, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(state, code, source, kept)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Pause the garbage collector during collection: there is hardly any garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the slowest tests."""
    rank = {f"tests/{name}.py": number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.nodeid.partition("::")[0], len(rank)))


def pytest_collection_finish() -> None:
    """Let the garbage collector run rarely: tests and libraries have so many objects that it would take a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
