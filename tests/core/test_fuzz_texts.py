"""A sample of mangled positions, moves, records and options; `python -m bench.fuzz` reads a million."""

import pytest

import banmen
from bench import fuzz_texts
from bench.fuzz import run_texts
from bench.fuzz_findings import Findings, leave_out_slow
from bench.fuzz_texts import SHARES


def test_nonsense_is_read_or_refused_in_words() -> None:
    found = run_texts(6000, seed=5)
    assert leave_out_slow(found["wrong"]) == []
    assert {outcome.partition(":")[0] for outcome in found["outcomes"]} == set(SHARES)
    assert {"position: read", "position: refused, bad_notation", "record: refused, bad_record"} <= set(found["outcomes"])


def test_other_errors_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: banmen.Position, _move: str) -> banmen.Position:
        raise KeyError("oops")

    corpus = fuzz_texts.Corpus(1)
    monkeypatch.setattr(fuzz_texts, "Corpus", lambda _seed: corpus)
    monkeypatch.setattr(banmen.Position, "play", fail)
    findings = Findings()
    fuzz_texts.fuzz_texts(50, 1, findings)
    assert {(wrong["kind"], wrong["why"]) for wrong in leave_out_slow(findings.wrong)} == {("move", "KeyError('oops')")}


def test_what_is_slow_only_once_is_not_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first text may trigger a compilation; one that is slow every time is noticed."""
    corpus = fuzz_texts.Corpus(1)
    seconds = iter([2.0, 0.01, 3.0, 2.5])
    monkeypatch.setattr(fuzz_texts, "Corpus", lambda _seed: corpus)
    monkeypatch.setattr(fuzz_texts, "try_text", lambda *_: ("read", next(seconds)))
    findings = Findings()
    fuzz_texts.fuzz_texts(2, 1, findings)
    assert [(wrong["number"], wrong["why"]) for wrong in findings.wrong] == [(1, "took 2.50 s")]
