"""Work that is done again and again."""

import asyncio
from collections.abc import Callable

import pytest

from banmen.server.periodic import PeriodicTask


def test_it_is_done_again_after_something_went_wrong_and_ends_quietly(caplog: pytest.LogCaptureFixture) -> None:
    done = asyncio.Event()
    outcomes: list[Callable[[], object]] = [done.set, lambda: 1 // 0]

    async def work() -> None:
        outcomes.pop()()

    async def run() -> None:
        task = PeriodicTask(work, lambda: 0.0 if outcomes else 60.0)
        await asyncio.wait_for(done.wait(), 10)
        await task.close()

    asyncio.run(run())
    assert [record.levelname for record in caplog.records] == ["ERROR"]
