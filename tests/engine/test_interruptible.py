import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import Future, wait
from typing import Any

import pytest

from banmen.engine import interruptible


class Interrupting:
    """Garbage whose destructor is running when Ctrl-C comes."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)


@pytest.fixture(autouse=True)
def _interrupted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    garbage = [Interrupting()]

    def wait_and_collect(answers: Sequence[Future[Any]], timeout: float) -> Any:
        garbage.clear()
        return wait(answers, timeout)

    monkeypatch.setattr(interruptible, "wait", wait_and_collect)


def test_ctrl_c_is_not_lost_while_a_destructor_runs() -> None:
    with pytest.raises(KeyboardInterrupt):
        interruptible.run_interruptibly(lambda: time.sleep(0.2))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_asks_work_to_stop_all_the_same() -> None:
    assert interruptible.run_until_stopped(lambda stop: stop.wait(5)) == (True, True)
