"""Mangled positions, moves, records and options for the library: each must give a result or an error of Banmen's."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import banmen
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.testing import random_game
from bench.fuzz_findings import Findings
from bench.mangling import mangle_json, mangle_text

Read = Callable[[Any], str]
SHARES = {"position": 45, "move": 40, "record": 10, "record_json": 4, "options": 1}  # of a hundred
GAMES_PLAYED = 4  # of each game, from which good texts come
STEPS = 30  # of a record
WORTH_A_LOOK = 0.05  # seconds after which a text is read again


class Corpus:
    """Good texts of all games."""

    def __init__(self, seed: int) -> None:
        self.positions: list[banmen.Position] = []
        self.records: list[Record] = []
        for name in banmen.names():
            game = banmen.game(name)
            for number in range(GAMES_PLAYED):
                self.positions += random_game(game, seed * GAMES_PLAYED + number)
                self.records.append(play_record(game, random.Random(f"{name} {seed} {number}")))
        self.by_game = {name: [one for one in self.positions if one.game.name == name] for name in banmen.names()}
        self.texts = [record.text for record in self.records]
        self.values = [record.to_json() for record in self.records]

    def make(self, rng: random.Random) -> tuple[str, Any, Read]:
        """Return mangled input: its kind, the value, and its reader."""
        (kind,) = rng.choices(list(SHARES), list(SHARES.values()))
        if kind == "record":
            return kind, mangle_text(rng.choice(self.texts), rng), _read_record
        if kind == "record_json":
            return kind, mangle_json(rng.choice(self.values), rng), lambda value: Record.from_json(value).text
        if kind == "options":
            game = rng.choice(self.positions).game
            options = mangle_json(dict(game.options), rng)
            return kind, (game.name, options), lambda asked: repr(banmen.game(asked[0], **_name_options(asked[1])))
        position = rng.choice(self.by_game[rng.choice(banmen.names())])
        if kind == "position":
            return kind, mangle_text(position.text, rng), lambda text: _read_position(position.game, text)
        moves = [move.text for move in position.legal_moves()] or [""]
        return kind, mangle_text(rng.choice(moves), rng), lambda text: position.play(text).text


def play_record(game: banmen.Game, rng: random.Random) -> Record:
    """Return a record of some steps, with comments here and there."""
    record = Record.begin(game, game.opening(rng).rounds if game.opens_by_throw else None)
    for step in range(STEPS):
        if record.result is not None:
            break
        if record.final.throws():
            record = record.with_throw(rng.randint(1, 5))
        record = record.with_move(rng.choice(record.final.legal_moves()), f"step {step}" if step % 7 == 0 else "")
    return record


def _read_record(text: str) -> str:
    return read_record(text).text


def _read_position(game: banmen.Game, text: str) -> str:
    position = game.position(text)
    assert position.text == text, "what is accepted is canonical"
    position.legal_moves()
    return text


def _name_options(options: Any) -> dict[str, Any]:
    return {str(key): value for key, value in options.items()} if isinstance(options, dict) else {"p": options}


def fuzz_texts(times: int, seed: int, findings: Findings) -> None:
    """Read so many mangled texts. Times are of this thread's processor, which other programs do not change.

    Slow input is read again: the first time something may have been compiled.
    """
    corpus = Corpus(seed)
    for number in range(times):
        kind, made, read = corpus.make(random.Random(f"{seed} {number}"))
        outcome, seconds = try_text(kind, made, read, findings, number)
        if seconds > WORTH_A_LOOK:
            seconds = min(seconds, try_text(kind, made, read, Findings(), number)[1])
        findings.note(kind, outcome, seconds, made, number)


def try_text(kind: str, made: Any, read: Read, findings: Findings, number: int) -> tuple[str, float]:
    """Read a text once; return the outcome and the seconds it took."""
    began = time.thread_time()
    try:
        read(made)
        outcome = "read"
    except banmen.BanmenError as error:
        outcome = f"refused, {error.code}"
        if not str(error):
            findings.complain(kind, "refused without a word", made, number)
    except Exception as error:
        outcome = f"failed, {type(error).__name__}"
        findings.complain(kind, repr(error), made, number)
    return outcome, time.thread_time() - began
