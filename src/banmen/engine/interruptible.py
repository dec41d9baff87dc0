"""Runs work on a separate thread, so that Ctrl-C is handled while something compiles or searches."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from typing import TypeVar

Found = TypeVar("Found")
POLL_SECONDS = 0.02  # how often to check for Ctrl-C
GRACE = 1.0  # seconds that work is given to stop after Ctrl-C
RAISE = signal.default_int_handler


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
    with _record_interrupt() as interrupted:
        # Wait with a timeout: if another thread receives the signal, an unlimited wait would sleep on.
        while not wait([answer], POLL_SECONDS).done and not interrupted.is_set():
            if longest is not None and time.monotonic() - began > longest:
                raise KeyboardInterrupt
    if interrupted.is_set():
        raise KeyboardInterrupt
    return answer.result()


@contextmanager
def _record_interrupt() -> Iterator[threading.Event]:
    """Let Ctrl-C set an event instead of raising KeyboardInterrupt, which is lost if a destructor happens to be running."""
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not RAISE:
        yield interrupted
        return
    signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, RAISE)
