"""Kernels in the interpreter and compiled, and the compile cache."""

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import banmen
from banmen.kernels import gpu, kernel, playout, prng

PACKAGE = Path(banmen.__file__).parent
PERFT = "import banmen; print(banmen.game('kariuchi').position('Rx3,5/Rx4 1 4').perft(3))"


def run(code: str, **environment: str) -> str:
    """Run code in a process of its own and return what it prints."""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}, check=True
    )
    return result.stdout.strip()


def test_bits_in_plain_python() -> None:
    assert kernel.popcount(0b10110) == 3
    assert kernel.lowest(0b10100) == 2
    assert [kernel.kth_bit(0b1011010, k) for k in range(4)] == [1, 3, 4, 6]


def test_kernels_stay_ordinary_functions_until_they_are_loaded() -> None:
    code = (
        "import banmen, sys; banmen.game('qubism').start().legal_moves(); print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    assert run(code) == "False False"


def test_the_interpreter_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")
    assert kernel.default_target() == kernel.PLAIN
    monkeypatch.setenv("BANMEN_JIT", "1")
    assert kernel.default_target() == kernel.CPU


def test_twins_of_two_games_do_not_mix() -> None:
    one, other = (kernel.bind(playout, banmen.game(name).rules, kernel.PLAIN) for name in ("kariuchi", "qubism"))
    assert one.rules.WORDS == 1
    assert other.rules.WORDS == 2
    assert one.tally is not other.tally


def test_a_table_is_an_array_in_compiled_code() -> None:
    rules = banmen.game("kariuchi").rules
    assert isinstance(rules.TARGET, tuple)
    assert kernel.load(rules, kernel.CPU).TARGET.tolist() == list(rules.TARGET)


def test_the_cache_is_keyed_by_what_kernels_depend_on(tmp_path: Path) -> None:
    copy = tmp_path / "banmen"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = kernel.source_digest(copy)
    data = ("games/kariuchi/data/manifest.toml", "games/kariuchi/data/network-ring.npz")
    for harmless in ("games/kariuchi/notation.py", "core/record.py", "__init__.py", *data):
        with (copy / harmless).open("a") as file:
            file.write("# a remark\n")
    assert kernel.source_digest(copy) == before
    for source in ("games/kariuchi/board.py", "kernels/prng.py", "games/qubism/rules.py", "games/qubism/data/weights.i16.gz"):
        with (copy / source).open("a") as file:
            file.write("# a remark\n")
        after = kernel.source_digest(copy)
        assert after != before
        before = after


def test_all_kernel_files_are_found() -> None:
    found = {str(path.relative_to(PACKAGE)) for path in kernel.kernel_sources(PACKAGE)}
    for name in banmen.names():
        assert f"games/{name}/rules.py" in found
    assert {"games/kariuchi/board.py", "games/holes58/board.py", "kernels/kernel.py", "core/sticks.py"} <= found


def test_an_edit_in_another_file_is_noticed(tmp_path: Path) -> None:
    """The table of ways stands in board.py, the kernels compiled from it in rules.py and perft.py."""
    shutil.copytree(PACKAGE, tmp_path / "banmen", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"PYTHONPATH": str(tmp_path), "BANMEN_CACHE": str(tmp_path / "cache"), "BANMEN_JIT": "1"}
    before = run(PERFT, **environment)
    assert before == "485"
    board = tmp_path / "banmen" / "games" / "kariuchi" / "board.py"
    board.write_text(board.read_text(encoding="utf-8").replace("INWARD = (5, 10, 15)", "INWARD = (10, 15)"), encoding="utf-8")
    assert int(run(PERFT, **environment)) < 485


def test_code_loaded_from_the_cache_counts_the_same(tmp_path: Path) -> None:
    code = "import banmen; print(banmen.game('holes58').start().perft(3))"
    environment = {"BANMEN_CACHE": str(tmp_path), "BANMEN_JIT": "1"}
    first = run(code, **environment)
    assert any(tmp_path.rglob("*.nbi"))
    assert run(code, **environment) == first == run(code, BANMEN_JIT="0")


def test_old_caches_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, recent = tmp_path / "banmen" / "kernels-old", tmp_path / "banmen" / "kernels-recent"
    for folder in (old, recent):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    monkeypatch.setenv("BANMEN_CACHE", str(tmp_path))
    kernel.cache_folder.cache_clear()
    try:
        assert kernel.cache_folder().parent == tmp_path / "banmen"
    finally:
        kernel.cache_folder.cache_clear()
    assert recent.exists()
    assert not old.exists()


@pytest.mark.parametrize("name", banmen.names())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_random_play_compiles_for_the_gpu(name: str) -> None:
    text = gpu.ptx(banmen.game(name).rules)
    assert ".visible .entry" in text
    assert ".target sm_90" in text


def test_playing_on_a_gpu_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(gpu.NoGpuError, match="no CUDA device"):
        gpu.tally(banmen.game("kariuchi").rules, (0,), 0, 0, 0, 1, (0, 0, 0, 0), False)


def test_the_random_stream_is_even() -> None:
    counts = [0] * 7
    state = prng.stream(99, 3)
    for _ in range(70_000):
        state = prng.following(state)
        assert 0 <= state < 2**62
        counts[prng.below(state, 7)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts)


def test_streams_differ_from_each_other() -> None:
    states = {prng.stream(seed, index) for seed in range(200) for index in range(200)}
    assert len(states) == 40_000
    first = [prng.below(prng.following(prng.stream(5, index)), 1 << 16) for index in range(20_000)]
    assert abs(sum(first) / len(first) - 32_768) < 800
    agreeing = sum(a == b for a, b in itertools.pairwise(first))
    assert agreeing < 5


def test_seeds_and_games_far_apart_stay_within_range() -> None:
    for seed in (0, 1, 2**31, 2**61):
        for index in (0, 1, 2**31, 2**40):
            assert 0 < prng.stream(seed, index) < 2**62


@pytest.fixture(scope="module")
def filled_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with what counting Kariuchi needs."""
    folder = tmp_path_factory.mktemp("cache")
    assert run(PERFT, BANMEN_CACHE=str(folder), BANMEN_JIT="1") == "485"
    return folder


@pytest.mark.parametrize("damage", [b"", b"junk", b"\x80\x05"])
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_cache_is_made_anew(tmp_path: Path, filled_cache: Path, suffix: str, damage: bytes) -> None:
    environment = {"BANMEN_CACHE": str(tmp_path), "BANMEN_JIT": "1"}
    shutil.copytree(filled_cache, tmp_path, dirs_exist_ok=True)
    files = list(tmp_path.rglob(f"*.{suffix}"))
    assert files
    for path in files:
        path.write_bytes(damage)
    assert run(PERFT, **environment) == "485"
    assert run(PERFT, **environment) == "485"
    assert any(path.read_bytes() != damage for path in files)


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    occupied = tmp_path / "occupied"
    occupied.write_text("this is no folder")
    assert run(PERFT, BANMEN_CACHE=str(occupied), BANMEN_JIT="1") == "485"
    assert occupied.read_text() == "this is no folder"


def test_numbas_own_switch_is_heeded() -> None:
    assert run(PERFT, NUMBA_DISABLE_JIT="1") == "485"
