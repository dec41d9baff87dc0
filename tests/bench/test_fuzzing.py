"""Judging slow answers to malformed requests on a busy machine."""

from __future__ import annotations

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from bench import fuzz, fuzz_requests
from bench.fuzz_findings import TOO_SLOW
from bench.fuzz_requests import Mangled, Turns, send
from bench.processor_use import ProcessorUse, read_use
from bench.raw_http import RawAnswer

GOOD = RawAnswer(200, {}, b"")


class Machine:
    """A server and a client on a busy machine: each answer takes some time, part of it used and part spent waiting."""

    server = type("Target", (), {"process": 7})

    def __init__(self, patch: pytest.MonkeyPatch, *answers: tuple[float, float, float]) -> None:
        self.answers, self.sent = iter(answers), 0
        self.use = ProcessorUse(0.0, 0.0)
        patch.setattr(fuzz_requests, "send_once", self.send_once)
        patch.setattr(fuzz_requests, "read_use", lambda process, _thread: self.use if process == 7 else ProcessorUse(0, 0))

    def send_once(self, _target: object, _mangled: Mangled) -> tuple[RawAnswer, float]:
        """Answer."""
        seconds, used, waited = next(self.answers)
        self.use = ProcessorUse(self.use.used + used, self.use.waited + waited)
        self.sent += 1
        return GOOD, seconds

    def judge(self) -> float:
        """Return the time that a request is reported to have taken."""
        target: Any = self
        return send(target, Mangled("json", b""), Turns(2))[1]


def test_an_answer_that_other_programs_delayed_is_not_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, (4.0, 0.1, 3.8), (3.0, 0.1, 2.7))
    assert machine.judge() == pytest.approx(0.3)
    assert machine.sent == 2


def test_one_that_the_server_works_or_sleeps_for_is(monkeypatch: pytest.MonkeyPatch) -> None:
    works = (4.0, 2.0, 5.0)  # several threads waited at the same time
    assert Machine(monkeypatch, *[works] * 4).judge() == 2.0
    sleeps = (4.0, 0.1, 0.0)
    machine = Machine(monkeypatch, *[sleeps] * 4)
    assert machine.judge() == 4.0 > TOO_SLOW
    assert machine.sent == 4


def test_a_quick_answer_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(monkeypatch, (0.1, 0.1, 0.0))
    assert machine.judge() == 0.1
    assert machine.sent == 1


def test_a_single_client_waits_for_all_other_work() -> None:
    turns, entered, done = Turns(2), threading.Event(), []

    def go_alone() -> None:
        entered.set()
        with turns.alone():
            done.append("alone")

    with turns.together():
        thread = threading.Thread(target=go_alone)
        thread.start()
        entered.wait()
        thread.join(0.05)
        done.append("together")
    thread.join()
    with turns.together(), turns.together():
        assert done == ["together", "alone"]


def test_what_a_process_uses_is_read() -> None:
    before = read_use(os.getpid(), threading.get_native_id())
    while (spent := read_use(os.getpid(), threading.get_native_id()) - before).used < 0.005:
        sum(range(1000))
    assert spent.waited >= 0
    assert read_use(os.getpid()).used > before.used


def test_what_was_found_before_is_kept_beside_what_is_new(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    output = tmp_path / "fuzz.json"
    monkeypatch.setattr(fuzz, "run_requests", lambda times, *_, **__: {"requests": times, "wrong": []})
    monkeypatch.setattr(fuzz, "run_texts", lambda times, _seed: {"texts": times, "wrong": ["a text"]})
    for requests, texts, code in ((0, 3, 1), (2, 0, 0)):
        arguments = ["fuzz", "--requests", str(requests), "--texts", str(texts), "--output", str(output)]
        monkeypatch.setattr(sys, "argv", arguments)
        assert fuzz.main() == code
    found = json.loads(output.read_text())
    assert (found["of_requests"]["requests"], found["of_texts"]["texts"]) == (2, 3)
