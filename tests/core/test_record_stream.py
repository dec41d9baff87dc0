"""Reading many games: one at a time, in little memory, and the same whether the kernels are compiled or not."""

import gc
import io
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import banmen
from banmen import Record, RecordError, read_records
from banmen.core import record_check
from tests.core.recording import GAMES, played


class Source:
    """Games without end, line by line; it counts the lines that were read."""

    def __init__(self, texts: list[str]) -> None:
        self.texts, self.given = texts, 0

    def __iter__(self) -> Iterator[str]:
        while True:
            for text in self.texts:
                for line in text.split("\n"):
                    self.given += 1
                    yield line + "\n"


def test_a_game_is_given_before_the_next_is_read() -> None:
    texts = [played("kariuchi", {}, seed).text for seed in range(3)]
    source = Source(texts)
    reading = read_records(source)
    assert source.given == 0
    lines = 0
    for number in range(9):
        record = next(reading)
        assert record.text == texts[number % 3]
        lines += texts[number % 3].count("\n") + 1
        assert source.given == lines - 1  # up to the result; the empty line after it is still to come


def test_an_open_file_is_read_as_it_goes() -> None:
    text = played("qubism", {}, 1).text
    file = io.StringIO("\n".join([text] * 50))
    reading = read_records(file)
    next(reading)
    assert file.tell() == len(text)
    assert sum(1 for _ in reading) == 49


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let compiled kernels check every record from the first step on."""
    monkeypatch.setenv("BANMEN_JIT", "1")
    monkeypatch.setattr(record_check, "PLAIN_STEPS", -1)


@pytest.mark.usefixtures("compiled")
def test_memory_does_not_grow_with_the_number_of_games() -> None:
    texts = [played("kariuchi", {"pieces": 2}, seed, 60).text for seed in range(20)]
    reading = read_records(Source(texts))
    for _ in range(100):
        next(reading)  # the kernels and every step are in memory now
    tracemalloc.start()
    try:
        for _ in range(3000):
            next(reading)
        peak = tracemalloc.get_traced_memory()[1]
        gc.collect()
        left = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert left < 50_000
    assert peak < 500_000


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", banmen.names())
def test_compiled_kernels_read_the_same(name: str) -> None:
    for case in GAMES:
        if case[0] == name:
            record = played(*case, 5)
            assert list(read_records(record.text)) == [record]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('[Game "kariuchi"]\n\n1. 3:R>4 *', (3, 6), "not legal"),
        ('[Game "kariuchi"]\n\n1. R>3 *', (3, 4), "the throw is missing"),
        ('[Game "kariuchi"]\n\n1. 3:R>3 3. 2:R>2 *', (3, 10), "this is turn 2"),
        ('[Game "holes58"]\n[Opening "4-2"]\n\n1. 3:1>4 *', (4, 4), "the pending throw is 2"),
        ('[Game "qubism"]\n\nc2 c4 c1 c5 c2 c4 c1 c5 c2 *', (3, 25), "already over"),
        ('[Game "qubism"]\n\nc2 c4 c1 c5 c2 c4 c1 c5 w', (3, 25), "its result is draw"),
    ],
)
def test_compiled_kernels_refuse_the_same(text: str, place: tuple[int, int], reason: str) -> None:
    with pytest.raises(RecordError, match=reason) as caught:
        list(read_records(text))
    assert (caught.value.line, caught.value.column) == place


def record_calls(function: Callable[..., Any], calls: list[str]) -> Callable[..., Any]:
    """Return a function that records its name each time it is called."""

    def calling(*given: Any) -> Any:
        calls.append(function.__name__)
        return function(*given)

    return calling


def test_many_games_are_left_to_compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "1")
    walks: list[str] = []
    for name in ("_follow_plain", "follow_compiled"):
        monkeypatch.setattr(record_check, name, record_calls(getattr(record_check, name), walks))
    record = played("kariuchi", {}, 1)
    needed = record_check.PLAIN_STEPS // len(record.steps) + 1
    assert all(read == record for read in read_records("\n".join([record.text] * (needed + 2))))
    assert walks == ["_follow_plain"] * (needed - 1) + ["follow_compiled"] * 3


def test_the_interpreter_is_enough_where_compiling_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")
    monkeypatch.setattr(record_check, "PLAIN_STEPS", -1)
    record = Record.begin(banmen.game("qubism"))
    for move in ["b3^", "d3v", *["c2", "c4", "c1", "c5"] * 2]:
        record = record.with_move(move)
    assert list(read_records(record.text)) == [record]
