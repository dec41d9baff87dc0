"""A hint, the analysis board, the command and the terminal judge a position alike when given the same search."""

from __future__ import annotations

import json
import threading

import pytest

import banmen
from banmen.core.game import Position
from banmen.engine.analysis.hints import find_hint
from banmen.engine.interface import Budget
from banmen.server import analysis_reports, engine_worker, interpreter_worker
from banmen.server.engine_requests import EngineRequest
from banmen.terminal import opponents
from tests.cli.calling import call

NODES = 200
POSITIONS = [
    ("kariuchi", {}, "Rx2,5,A/Rx3,12 1 3"),
    ("kariuchi", {"pieces": 3}, "Rx2,5/Rx2,12 1 3"),  # for which no network was trained
    ("holes58", {}, "1,8,14,20;1;0/3,10,28;0;2 1 1"),
    ("moontrek", {"players": 2}, "10:A 3,4 0,0 A|B A 2"),
    ("moontrek", {}, "3:A,5:B 3,3,4,4 0,0,0,0 A|B|C|D A 3"),
    ("kuniumi", {}, "6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l"),
    ("qubism", {}, "2B1v/5/vv^v1/5/2W2 4 w"),
]


@pytest.mark.parametrize(("game", "options", "text"), POSITIONS)
def test_all_judgements_of_a_position_agree(
    monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, int], text: str
) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")  # nothing is compiled for such a short search
    for door in (analysis_reports, engine_worker, interpreter_worker, opponents):
        monkeypatch.setattr(door, "Budget", lambda **_: Budget(nodes=NODES))
    position: Position = banmen.game(game, **options).position(text)
    chosen = [f"--opt={name}={value}" for name, value in options.items()]
    told = json.loads(call("analyse", game, text, *chosen, "--nodes", str(NODES), "--json").out)
    board = analysis_reports.analyse_with_reports(position, 1.0, threading.Event(), lambda *_: None)
    assert board["moves"] == told["moves"]
    best = (told["moves"][0]["move"], told["moves"][0]["chance"])
    hints = [
        engine_worker.answer_request(EngineRequest("hint", position), threading.Event()),
        interpreter_worker.answer_request(interpreter_worker.encode_request("hint", position, 0)),
    ]
    assert [(hint["move"], round(hint["chance"], 6)) for hint in hints] == [(best[0], round(best[1], 6))] * 2
    assert opponents.ask_for_hint(position).move.text == best[0]


def test_a_hint_says_whether_more_thinking_could_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "0")
    few = Budget(nodes=50)
    assert find_hint(banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3"), few).settled  # by the network
    assert not find_hint(banmen.game("qubism").position("2B1v/5/vv^v1/5/2W2 4 w"), few).settled
    won = find_hint(banmen.game("qubism").position("B4/2W2/5/5/5 9 w"), few)
    assert (won.settled, won.chance) == (True, 1.0)
