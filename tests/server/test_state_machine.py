"""Whole matches over several processes on one database, against a simple model of a match.

The drawn values are numbers in fixed ranges, which each rule interprets: so the choices do not depend on which of
two requests was faster.
"""

from __future__ import annotations

import secrets
import uuid
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

import banmen
from tests.common.postgres import Postgres
from tests.server.acting_machine import NUMBER, PROCESS, ActingMachine
from tests.server.clusters import AppCluster, Cluster, ClusterAction, ClusterAnswer, ClusterRequest, ProcessCluster
from tests.server.gathering_machine import Gatherings
from tests.server.match_model import MatchModel, WantedAction
from tests.server.visiting import NEARLY_WON, PEOPLE

# Short games.
BEGINNINGS: list[dict[str, Any]] = [
    {"game": "qubism", "start": NEARLY_WON},
    {"game": "kariuchi", "options": {"pieces": 1}},
    {"game": "holes58", "options": {"pieces": 1}},
    {"game": "kuniumi"},
]
# Mostly actions that advance the match.
TYPES = (*("go",) * 12, "undo", "undo", "resign", "seal", "throw", "move", "wrong")
Machine = Callable[[Cluster, Counter[str]], RuleBasedStateMachine]


class Matches(ActingMachine):
    """A visitor with several matches and several tabs, a stranger, and processes that come and go."""

    def __init__(self, cluster: Cluster, seen: Counter[str]) -> None:
        super().__init__()
        self.cluster, self.seen = cluster, seen
        self.owner, self.stranger = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.models: list[MatchModel] = []
        self.begun: list[tuple[dict[str, Any], str]] = []  # the request, and the match it created

    # Requests.

    def _ask(self, process: int, method: str, path: str, body: Any = None, visitor: str = "") -> ClusterAnswer:
        return self.cluster.ask(self._request(process, method, path, body, visitor))[0]

    def _request(self, process: int, method: str, path: str, body: Any = None, visitor: str = "") -> ClusterRequest:
        return ClusterRequest(process % self.cluster.size, visitor or self.owner, method, path, body)

    def _asked_to_act(self, process: int, model: MatchModel, wanted: WantedAction) -> ClusterAction:
        at, way = self._find_way(process)
        return ClusterAction(at, self.owner, model.id, wanted.body(), way)

    def _choose(self, number: int) -> MatchModel:
        return self.models[number % len(self.models)]

    def _make_action(self, model: MatchModel, number: int, seq: int | None = None, client_id: str = "") -> WantedAction:
        """Return an action by a number: one that advances the match, or another."""
        kind, which = TYPES[number % len(TYPES)], number // len(TYPES)
        moves = [move.text for move in model.position.legal_moves()]
        if kind == "go":
            ending = "seal" if which % 3 == 0 else "undo"
            kind = ending if model.over else "move" if moves else "throw"
        move = None
        if kind in ("move", "wrong"):
            move = moves[which % len(moves)] if moves and kind == "move" else "z9"
            kind = "move"
        return WantedAction(kind, model.seq if seq is None else seq, client_id or str(uuid.uuid4()), move)

    # Expected answers.

    def _act(self, process: int, model: MatchModel, wanted: WantedAction) -> None:
        self._check(model, wanted, self.cluster.ask(self._asked_to_act(process, model, wanted))[0])

    def _check(self, model: MatchModel, wanted: WantedAction, answer: ClusterAnswer) -> None:
        """Check the answer to an action against the model, and apply it to the model."""
        code = model.foretell(wanted)
        if answer.has_both_answers(code):
            self.seen["answered twice"] += 1
            return
        assert answer.code == code, (wanted, model.events)
        self.seen[code or wanted.type] += 1
        if not code:
            model.carry_out(wanted, answer.body["events"])
        if not code or code == "stale":
            model.compare_answer(answer.body)
        if code == "stale":
            self._check_missed(model, wanted, answer)

    def _check_missed(self, model: MatchModel, wanted: WantedAction, answer: ClusterAnswer) -> None:
        """Check the events in the answer to an action that is outdated."""
        rows = [(event["kind"], event["data"]) for event in answer.body["events"]]
        assert rows == model.list_missed(wanted.seq, answer.known)

    # Rules.

    @initialize(process=PROCESS, number=NUMBER)
    def begin_first(self, process: int, number: int) -> None:
        """Create a match that goes on, and send a different request with the same id."""
        self.begin(process, number)
        self.act(process, 0, 0)
        known = next(iter(self.models[0].done.values()))[0]
        self._act(process + 1, self.models[0], WantedAction("undo", known.seq + 1, known.client_id))

    @rule(process=PROCESS, number=NUMBER)
    def begin(self, process: int, number: int) -> None:
        beginning = BEGINNINGS[number % len(BEGINNINGS)]
        asked = {**beginning, "seats": PEOPLE[beginning["game"]], "client_id": str(uuid.uuid4())}
        view = self._begin(process, asked)
        game = banmen.game(beginning["game"], **beginning.get("options", {}))
        start = game.position(view["position"])
        self.models.append(MatchModel(view["id"], self.owner, start))
        self._watch(process + 1, self.owner, view["id"])
        self.begun.append((asked, view["id"]))

    def _begin(self, process: int, asked: dict[str, Any]) -> dict[str, Any]:
        answer = self._ask(process, "POST", "/api/matches", asked)
        assert answer.status == 201, answer.body
        return dict(answer.body)

    @rule(process=PROCESS, number=NUMBER)
    def begin_again(self, process: int, number: int) -> None:
        """Request an existing match again, as after a lost answer."""
        asked, match = self.begun[number % len(self.begun)]
        if not next(model for model in self.models if model.id == match).removed:
            assert self._begin(process, asked)["id"] == match

    @rule(process=PROCESS, which=NUMBER, number=NUMBER, back=st.integers(1, 12))
    def act_in_a_stale_tab(self, process: int, which: int, number: int, back: int) -> None:
        model = self._choose(which)
        self._act(process, model, self._make_action(model, number, seq=max(0, model.seq - back)))

    @rule(process=PROCESS, which=NUMBER, number=NUMBER)
    def repeat(self, process: int, which: int, number: int) -> None:
        """Repeat an old action unchanged."""
        model = self._choose(which)
        if model.done:
            wanted, _ = list(model.done.values())[number % len(model.done)]
            self._act(process, model, wanted)
            self.seen["repeated"] += not model.removed

    @rule(process=PROCESS, which=NUMBER, number=NUMBER, other=NUMBER)
    def reuse(self, process: int, which: int, number: int, other: int) -> None:
        """Send a different action with an old client id."""
        model = self._choose(which)
        if model.done:
            self._act(process, model, self._make_action(model, number, client_id=list(model.done)[other % len(model.done)]))

    @rule(one=PROCESS, two=PROCESS, which=NUMBER, numbers=st.tuples(NUMBER, NUMBER), same=st.booleans())
    def race(self, one: int, two: int, which: int, numbers: tuple[int, int], same: bool) -> None:
        """Send two actions for one turn at the same time, or the same one twice; the first one counts."""
        model = self._choose(which)
        first = self._make_action(model, numbers[0])
        second = first if same else self._make_action(model, numbers[1])
        answers = self.cluster.ask(self._asked_to_act(one, model, first), self._asked_to_act(two, model, second))
        told = list(zip((first, second), answers, strict=True))
        if answers[0].status >= 400:  # then the other was first, if either was
            told.reverse()
        before = model.seq
        for wanted, answer in told:
            self._check_in_race(model, wanted, answer, before)
        self.seen["raced"] += 1

    def _check_in_race(self, model: MatchModel, wanted: WantedAction, answer: ClusterAnswer, before: int) -> None:
        """Check as always; but a refusal may be the one that was right before the other action."""
        code = model.foretell(wanted)
        if code == "stale" and answer.code != "stale" and wanted.seq == before:
            assert answer.status >= 400  # it was not carried out, and its sender knows why
            return
        if answer.code == "stale" == code:
            self._check_missed(model, wanted, answer)
            return
        if answer.has_both_answers(code):
            return
        assert answer.code == code, (wanted, model.events)
        if not code:
            model.carry_out(wanted, answer.body["events"])

    @rule(process=PROCESS, which=NUMBER, number=NUMBER)
    def try_as_a_stranger(self, process: int, which: int, number: int) -> None:
        model = self._choose(which)
        path = f"/api/matches/{model.id}"
        body = self._make_action(model, number).body()
        for method, where, sent in (("GET", path, None), ("DELETE", path, None), ("POST", f"{path}/actions", body)):
            answer = self._ask(process, method, where, sent, visitor=self.stranger)
            assert (answer.status, answer.code) == (404, "no_match")
        (answer,) = self.cluster.ask(ClusterAction(process % self.cluster.size, self.stranger, model.id, body, "socket"))
        assert (answer.status, answer.code) == (404, "no_match")

    @rule(process=PROCESS, which=NUMBER)
    def watch(self, process: int, which: int) -> None:
        self._watch(process, self.owner, self._choose(which).id)

    @rule(process=PROCESS, which=NUMBER)
    def look(self, process: int, which: int) -> None:
        self._look(process, self._choose(which))

    def _look(self, process: int, model: MatchModel) -> None:
        answer = self._ask(process, "GET", f"/api/matches/{model.id}")
        if model.removed:
            assert (answer.status, answer.code) == (404, "no_match")
        else:
            model.compare(answer.body)

    @rule(process=PROCESS, which=NUMBER, surely=st.integers(0, 2))
    def finish(self, process: int, which: int, surely: int) -> None:
        """Give up, and reveal the dice."""
        model = self._choose(which)
        for step, kind in enumerate(() if surely else ("resign", "seal")):
            self._act(process + step, model, WantedAction(kind, model.seq, str(uuid.uuid4())))

    @rule(process=PROCESS, which=NUMBER, surely=st.integers(0, 3))
    def remove(self, process: int, which: int, surely: int) -> None:
        model = self._choose(which)
        if surely:  # matches should live for a while
            return
        answer = self._ask(process, "DELETE", f"/api/matches/{model.id}")
        assert answer.status == (404 if model.removed else 204)
        model.removed = True
        self.seen["removed"] += 1

    @rule(process=PROCESS, gently=st.booleans(), surely=st.integers(0, 2))
    def drop(self, process: int, gently: bool, surely: int) -> None:
        if not surely:
            self.cluster.drop(process % self.cluster.size, gently)
            self.seen["dropped"] += 1

    def teardown(self) -> None:
        """All processes show the same of every match, event by event, and all who watch have received it."""
        for model in self.models:
            if self.cluster.hears:
                self._check_watchers(model)
            for process in range(self.cluster.size):
                self._look(process, model)
                if not model.removed and model.seq:
                    self._act(process, model, WantedAction("throw", 0, str(uuid.uuid4())))
            self._check_watchers(model)
        self.cluster.run(self.cluster.sockets.forget())

    def _check_watchers(self, model: MatchModel) -> None:
        self.seen["notified"] += self.cluster.run(self.cluster.sockets.check_events(model.id, model.events, model.removed))


def drive(cluster: Cluster, examples: int, steps: int, machine: Machine | None = None) -> Counter[str]:
    """Let Hypothesis drive matches, and return how often each outcome occurred."""
    seen: Counter[str] = Counter()
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate,),  # shrinking would take minutes
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(lambda: (machine or Matches)(cluster, seen), settings=chosen)  # type: ignore[arg-type]
    return seen


def test_matches_over_several_processes_are_what_the_model_says(database: Path | str, tmp_path: Path) -> None:
    cluster = AppCluster(database, tmp_path, size=3)
    try:
        seen = drive(cluster, examples=9, steps=25)
    finally:
        cluster.close()
    assert set(seen) >= {"throw", "move", "undo", "resign", "seal", "stale", "client_id_reused", "no_match"}
    assert set(seen) >= {"raced", "repeated", "removed", "dropped"}
    assert set(seen) >= {"by page", "by plain", "by socket", "watched", "notified"}


def test_matches_over_real_processes_are_what_the_model_says(postgres: Postgres, tmp_path: Path) -> None:
    with postgres.database(f"test_{secrets.token_hex(6)}") as url:
        cluster = ProcessCluster(url, tmp_path, size=2)
        try:
            seen = drive(cluster, examples=3, steps=20) + drive(cluster, examples=3, steps=15, machine=Gatherings)
        finally:
            cluster.close()
    assert set(seen) >= {"move", "raced", "join", "dropped"}, seen


@pytest.mark.parametrize("change", ["seq", "data"])
def test_the_model_notices_what_is_wrong(change: str) -> None:
    model = MatchModel("m", "o", banmen.game("qubism").start())
    told: dict[str, Any] = {"seq": 1, "kind": "move", "data": {"move": "c2"}}
    told[change] = {"seq": 2, "data": {"move": "c3"}}[change]
    with pytest.raises(AssertionError):
        model.carry_out(WantedAction("move", 0, "x", "c2"), [told])
    assert model.events == []
