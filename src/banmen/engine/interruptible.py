"""Runs work on a separate thread, so that Ctrl-C is handled while something compiles or searches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

Found = TypeVar("Found")
POLL_SECONDS = 0.02  # how often to check for Ctrl-C
GRACE = 1.0  # seconds that work is given to stop after Ctrl-C


def run_interruptibly(work: Callable[[], Found]) -> Found:
    """Return the result of work that may run in compiled code for hours; Ctrl-C interrupts the wait and abandons the work."""
    return _await(begin_work(work))


def run_until_stopped(work: Callable[[threading.Event], Found], grace: float | None = None) -> tuple[Found, bool]:
    """Run work that Ctrl-C asks to stop; return its result and whether it was interrupted. A second Ctrl-C does not wait.

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
    """Return whether abandoned work is still running."""
    return any(worker.is_alive() for worker in _workers)


_workers: list[threading.Thread] = []


def begin_work(work: Callable[[], Found]) -> Future[Found]:
    """Start work on a daemon thread, which ends with the process.

    Python handles Ctrl-C only on the main thread, between two bytecode instructions.
    """
    answer: Future[Found] = Future()

    def do() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:  # re-raised in the waiting thread
            answer.set_exception(error)

    _workers[:] = [worker for worker in _workers if worker.is_alive()]
    _workers.append(threading.Thread(target=do, daemon=True))
    _workers[-1].start()
    return answer


def _await(answer: Future[Found], longest: float | None = None) -> Found:
    """Wait for a result; Ctrl-C is handled meanwhile, and raised at the latest after the longest wait."""
    began = time.monotonic()
    # Wait with a timeout: if another thread receives the signal, an unlimited wait would sleep on.
    while not wait([answer], POLL_SECONDS).done:
        if longest is not None and time.monotonic() - began > longest:
            raise KeyboardInterrupt
    return answer.result()
