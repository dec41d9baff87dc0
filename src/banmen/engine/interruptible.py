"""Work on a thread of its own, so that Ctrl-C is heard while something compiles or searches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

Found = TypeVar("Found")
POLL_SECONDS = 0.02  # how often Ctrl-C is looked for
GRACE = 1.0  # seconds that work is given to stop after Ctrl-C


def run_interruptibly(work: Callable[[], Found]) -> Found:
    """Return the result of work that may sit in compiled code for hours; Ctrl-C is heard meanwhile, and the work left alone."""
    return _await(begin_work(work))


def run_until_stopped(work: Callable[[threading.Event], Found], grace: float | None = None) -> tuple[Found, bool]:
    """Do work that Ctrl-C asks to stop; return its answer and whether it was asked. A second Ctrl-C does not wait for it.

    Work that has not stopped after `grace` seconds, because something compiles, is left alone: KeyboardInterrupt is raised.
    """
    stop = threading.Event()
    answer = begin_work(lambda: work(stop))
    try:
        return _await(answer), False
    except KeyboardInterrupt:
        stop.set()
        return _await(answer, grace), True


def is_left_alone() -> bool:
    """Return whether work goes on that nobody waits for any more."""
    return any(worker.is_alive() for worker in _workers)


_workers: list[threading.Thread] = []


def begin_work(work: Callable[[], Found]) -> Future[Found]:
    """Begin work on a thread of its own, which ends with the process if nobody waits for it.

    Python hears Ctrl-C on its first thread and between two instructions of its own only.
    """
    answer: Future[Found] = Future()

    def do() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:  # it is raised again where the answer is waited for
            answer.set_exception(error)

    _workers[:] = [worker for worker in _workers if worker.is_alive()]
    _workers.append(threading.Thread(target=do, daemon=True))
    _workers[-1].start()
    return answer


def _await(answer: Future[Found], longest: float | None = None) -> Found:
    """Wait for an answer; Ctrl-C is heard meanwhile, and raised after the longest wait."""
    began = time.monotonic()
    # Waiting without end would not do: where another thread is given the signal, this one sleeps on.
    while not wait([answer], POLL_SECONDS).done:
        if longest is not None and time.monotonic() - began > longest:
            raise KeyboardInterrupt
    return answer.result()
