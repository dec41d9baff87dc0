"""Matches of people on different devices, over several processes on one database, against a simple model.

As in `test_state_machine`, the drawn values are numbers, which each rule interprets.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

import banmen
from tests.server.acting_machine import NUMBER, PROCESS, ActingMachine
from tests.server.clusters import AppCluster, Cluster, ClusterAction, ClusterAnswer, ClusterRequest
from tests.server.gathering_model import OFTEN, GatheringModel, WantedAction, list_rows
from tests.server.process import PATIENCE
from tests.server.visiting import NEARLY_WON, PEOPLE

THREE = {"game": "moontrek", "options": {"players": 3, "pieces": 1}, "seats": dict.fromkeys("ABC", "human")}
BEGINNINGS: list[dict[str, Any]] = [
    {"game": "qubism", "seats": PEOPLE["qubism"]},
    {"game": "qubism", "seats": PEOPLE["qubism"], "start": NEARLY_WON},
    {"game": "kariuchi", "seats": PEOPLE["kariuchi"], "options": {"pieces": 1}},
    THREE,
]
DAYS = {"kind": "days", "seconds": 14 * 24 * 3600}
SOON = {"kind": "move", "seconds": 5}
PERSON = st.integers(0, 2**8)
# Mostly actions that advance the match.
TYPES = (*("go",) * 14, "propose", "propose", "answer", "answer", "say", "undo", "resign", "seal", "throw", "wrong")
SUBJECTS = ("undo", "draw", "computer", "nonsense")


class Gatherings(ActingMachine):
    """Three people and a spectator, with several matches, and processes that come and go."""

    def __init__(self, cluster: Cluster, seen: Counter[str]) -> None:
        super().__init__()
        self.cluster, self.seen = cluster, seen
        self.people = [secrets.token_urlsafe(24) for _ in range(3)]
        self.eve = secrets.token_urlsafe(24)
        self.models: list[GatheringModel] = []
        self.used: list[str] = [secrets.token_urlsafe(24)]  # secrets of links that are used up, or were made up

    # Requests.

    def _ask(self, process: int, person: str, path: str, body: Any = None, method: str = "POST") -> ClusterAnswer:
        return self.cluster.ask(ClusterRequest(process % self.cluster.size, person, method, path, body))[0]

    def _to_act(self, process: int, model: GatheringModel, wish: WantedAction) -> ClusterAction:
        at, way = self._find_way(process)
        return ClusterAction(at, wish.person, model.id, wish.body(), way)

    def _to_come(self, process: int, model: GatheringModel, person: str, body: dict[str, Any]) -> ClusterRequest:
        return ClusterRequest(process % self.cluster.size, person, "POST", f"/api/matches/{model.id}/join", body)

    def _choose(self, number: int) -> GatheringModel:
        model = self.models[number % len(self.models)]
        self._follow_computers(model)
        return model

    def _make_action(
        self, model: GatheringModel, number: int, person: str = "", seq: int | None = None, name: str = ""
    ) -> WantedAction:
        """Return an action by a number: one that advances the match, mostly of the player to move, or another."""
        kind, which = TYPES[number % len(TYPES)], number // len(TYPES)
        person = person or model.people.get(model.turn) or self.people[which % 3]
        if kind != "go" and which % 3:
            person = [*self.people, self.eve][which % 4]
        more: dict[str, Any] = {}
        moves = [move.text for move in model.position.legal_moves()] if model.position else []
        if kind == "go":
            kind = "seal" if model.over else "move" if moves else "throw"
        if kind == "answer":
            kind = "agree" if which % 4 else "decline"
            more["to"] = model.proposal.seq if model.proposal and which % 7 else model.seq
        if kind == "propose":
            more["what"] = SUBJECTS[which % len(SUBJECTS)]
            if more["what"] == "computer":
                more |= {"player": list(model.who)[which % len(model.who)], "who": "human" if which % 5 == 0 else "random"}
        if kind == "say":
            more["what"] = "hello" if which % 5 else "nonsense"
        if kind in ("move", "wrong"):
            more["move"] = moves[which % len(moves)] if moves and kind == "move" else "z9"
            kind = "move"
        known = model.seq if seq is None else seq
        return WantedAction(person, kind, known, name or str(uuid.uuid4()), tuple(more.items()))

    # Expected answers.

    def _act(self, process: int, model: GatheringModel, wish: WantedAction) -> None:
        self._check(model, wish, self.cluster.ask(self._to_act(process, model, wish))[0], [model.foretell(wish)])

    def _check(self, model: GatheringModel, wish: WantedAction, answer: ClusterAnswer, codes: list[str]) -> None:
        """Check the answer to an action against the model, and apply it to the model."""
        if answer.code == "too_often":
            assert model.count_said(wish.person) >= OFTEN
            return
        if answer.has_both_answers(codes[0]):
            self.seen["answered twice"] += 1
            return
        if answer.code == "not_your_seat" and not model.list_own(wish.person):
            return  # where the match is watched, spectators are refused without a query, even if they played before
        assert answer.code in codes, (wish, answer, model.events)
        self.seen[answer.code or f"{wish.type} {wish['what'] or ''}".strip()] += 1
        if not answer.code:
            model.carry_out(wish, answer.body["events"])
        alone = "human" not in model.who.values() or set(model.who.values()) == {"human"}
        if answer.code == "stale":
            rows, expected = list_rows(answer.body["events"]), model.list_missed(wish.seq, answer.known)
            assert rows[: len(expected)] == expected[: len(rows)]  # a computer may have played on meanwhile
            assert len(rows) == len(expected) or not alone
        if alone and len(codes) == 1 and answer.code in ("", "stale"):
            model.compare_answer(answer.body, wish.person)

    def _read_events(self, process: int, model: GatheringModel) -> list[tuple[str, dict[str, Any]]]:
        """Return all events of a match in progress, as a process sends them to a client that is behind."""
        wish = WantedAction(next(iter(model.people.values())), "throw", 0, str(uuid.uuid4()))
        asked = ClusterAction(process % self.cluster.size, wish.person, model.id, wish.body(), "page")
        answer = self.cluster.ask(asked)[0]
        assert answer.code == "stale", answer.body
        return list_rows(answer.body["events"])

    def _follow_computers(self, model: GatheringModel) -> None:
        """Wait until computers have played, and apply their events to the model."""
        late, process = time.monotonic() + PATIENCE, 0
        while model.waits_for_computer:
            assert time.monotonic() < late
            self._ask(process, next(iter(model.people.values())), f"/api/matches/{model.id}", method="GET")  # which wakes them
            rows = self._read_events(process, model)
            assert rows[: model.seq] == model.events
            for row in rows[model.seq :]:
                model.take_in(row)
                self.seen["computer"] += 1
            process += not rows[model.seq :]
            process %= self.cluster.size

    # Creating and joining.

    @initialize(process=PROCESS, number=NUMBER)
    def begin_first(self, process: int, number: int) -> None:
        self.begin(process, number, number, False)

    @rule(process=PROCESS, number=NUMBER, who=PERSON, waiting=st.booleans())
    def begin(self, process: int, number: int, who: int, waiting: bool) -> None:
        """Create a match; mostly everybody joins."""
        asked = BEGINNINGS[number % len(BEGINNINGS)]
        model = self._begin(process, self.people[who % 3], {**asked, "clock": DAYS if number % 2 else None})
        if not waiting:
            self._come_all(process, model)

    def _begin(self, process: int, host: str, asked: dict[str, Any]) -> GatheringModel:
        first, *_ = asked["seats"]
        answer = self._ask(process, host, "/api/gatherings", {**asked, "own": [first]})
        assert answer.status == 201, answer.body
        game = banmen.game(asked["game"], **asked.get("options", {}))
        model = GatheringModel(
            answer.body["view"]["id"], host, game, dict(asked["seats"]), {first: host}, dict(answer.body["links"])
        )
        self.models.append(model)
        self._watch(process + 1, self.eve, model.id)
        return model

    def _come_all(self, process: int, model: GatheringModel) -> None:
        self._come(process, model, model.host, None, "Host")
        others = [person for person in self.people if person != model.host]
        for number, (player, link) in enumerate(list(model.links.items())):
            self._come(process + number, model, others[number % 2], link, f"Guest {player}")

    def _come(self, process: int, model: GatheringModel, person: str, link: str | None, name: str) -> None:
        body = {"nonce": secrets.token_hex(16), "name": name, **({} if link is None else {"link": link})}
        self._check_coming(process, model, person, body, self.cluster.ask(self._to_come(process, model, person, body))[0])

    def _check_coming(
        self, process: int, model: GatheringModel, person: str, body: dict[str, Any], answer: ClusterAnswer
    ) -> None:
        player, code = model.find_seat(person, body.get("link"))
        known = (model.people.get(player), model.names.get(player)) == (person, body["name"])
        if code == "match_over" and known and not answer.code:
            return  # nothing is written for somebody who is there already, so a process may not know yet
        assert answer.code == code, (answer.body, model)
        self.seen[code or "join"] += 1
        if code:
            return
        assert answer.body["player"] == player
        self._let_processes_know(model, person)
        self.used += [model.links[player]] if player in model.links else []
        begins = model.come(person, player, body["name"], body["nonce"])
        if begins:
            kind, data = self._read_events(process, model)[model.seq]
            assert kind == "begin"
            model.begin(data)

    def _let_processes_know(self, model: GatheringModel, person: str) -> None:
        """Look at the match wherever it is watched: there a spectator's actions are refused for a while without a query."""
        for process in self.cluster.sockets.list_processes(model.id):
            assert self._ask(process, person, f"/api/matches/{model.id}", method="GET").status == 200

    @rule(process=PROCESS, which=NUMBER, who=PERSON)
    def watch(self, process: int, which: int, who: int) -> None:
        self._watch(process, [*self.people, self.eve][who % 4], self._choose(which).id)

    @rule(process=PROCESS, which=NUMBER, who=PERSON, number=NUMBER)
    def come(self, process: int, which: int, who: int, number: int) -> None:
        """Take a seat: by its link, by a used or made-up one, or because it is one's own."""
        model, person = self._choose(which), [*self.people, self.eve][who % 4]
        links = [None, self.used[number % len(self.used)], *model.links.values()]
        self._come(process, model, person, links[number % len(links)], f"Somebody {who % 4}{' else' if number % 2 else ''}")

    @rule(one=PROCESS, two=PROCESS, number=NUMBER, who=PERSON)
    def race_for_a_seat(self, one: int, two: int, number: int, who: int) -> None:
        """Let two people open the same link at the same moment; one of them gets the seat."""
        asked = BEGINNINGS[number % len(BEGINNINGS)]
        model = self._begin(one, self.people[who % 3], asked)
        link = next(iter(model.links.values()))
        bodies = [{"nonce": secrets.token_hex(16), "name": f"{number}", "link": link} for _ in range(2)]
        people = [self.people[(who + 1) % 3], self.people[(who + 2) % 3]]
        sent = [self._to_come((one, two)[turn], model, people[turn], bodies[turn]) for turn in range(2)]
        told = list(zip(people, bodies, self.cluster.ask(*sent), strict=True))
        assert sorted(answer.status for _, _, answer in told) == [200, 404]
        for person, body, answer in sorted(told, key=lambda each: each[2].status):
            self._check_coming(one, model, person, body, answer)
        self.seen["raced for a seat"] += 1

    @rule(process=PROCESS, which=NUMBER, who=PERSON, number=NUMBER)
    def move_to_another_device(self, process: int, which: int, who: int, number: int) -> None:
        """Request a link to a seat, and open it elsewhere if it was given: the earlier device loses the seat."""
        model, person = self._choose(which), [*self.people, self.eve][who % 4]
        player = list(model.who)[number % len(model.who)]
        answer = self._ask(process, person, f"/api/matches/{model.id}/invite", {"player": player})
        if not model.may_invite(person, player):
            assert answer.code == "not_your_seat"
            self.seen["not_your_seat"] += 1
            return
        old = model.links.get(player)
        self.used += [] if old is None else [old]
        model.invite(person, player, answer.body["link"])
        self._come(process + 1, model, self.people[number % 3], answer.body["link"], f"Another device {number % 3}")
        self.seen["another device"] += 1

    # Acting.

    @rule(process=PROCESS, which=NUMBER, number=NUMBER, back=st.integers(1, 12), who=PERSON)
    def act_in_a_stale_tab(self, process: int, which: int, number: int, back: int, who: int) -> None:
        model = self._choose(which)
        self._act(process, model, self._make_action(model, number, self.people[who % 3], seq=max(0, model.seq - back)))

    @rule(process=PROCESS, which=NUMBER, number=NUMBER, who=PERSON)
    def act_for_another(self, process: int, which: int, number: int, who: int) -> None:
        """Try an action of somebody else."""
        model = self._choose(which)
        self._act(process, model, self._make_action(model, number - number % len(TYPES), [*self.people, self.eve][who % 4]))

    @rule(process=PROCESS, which=NUMBER, number=NUMBER, other=NUMBER)
    def repeat(self, process: int, which: int, number: int, other: int) -> None:
        """Send an old action again, or something else under its client id."""
        model = self._choose(which)
        if model.done:
            wish, _ = list(model.done.values())[number % len(model.done)]
            self._act(process, model, wish)
            self.seen["repeated"] += 1
            self._act(process, model, self._make_action(model, other, name=wish.client_id))

    @rule(process=PROCESS, which=NUMBER, who=PERSON, number=NUMBER)
    def agree(self, process: int, which: int, who: int, number: int) -> None:
        """Propose something and let everybody answer, mostly agreeing."""
        model, person = self._choose(which), self.people[who % 3]
        more: dict[str, Any] = {"what": SUBJECTS[number % 3]}
        own = model.list_own(person)
        if more["what"] == "computer" and own:
            more |= {"player": own[0], "who": "random"}
        self._act(process, model, WantedAction(person, "propose", model.seq, str(uuid.uuid4()), tuple(more.items())))
        for step, other in enumerate(self.people):
            self._follow_computers(model)
            kind = "decline" if (number + step) % 8 == 0 else "agree"
            to = model.proposal.seq if model.proposal else model.seq
            self._act(process + step, model, WantedAction(other, kind, model.seq, str(uuid.uuid4()), (("to", to),)))

    @rule(one=PROCESS, two=PROCESS, which=NUMBER, numbers=st.tuples(NUMBER, NUMBER), who=PERSON)
    def race(self, one: int, two: int, which: int, numbers: tuple[int, int], who: int) -> None:
        """Let two people act at the same moment, or one of them twice; the first one counts."""
        model = self._choose(which)
        if set(model.who.values()) != {"human"}:
            return  # a computer would be the third
        wishes = [self._make_action(model, numbers[0]), self._make_action(model, numbers[1], self.people[who % 3])]
        answers = self.cluster.ask(*(self._to_act(at, model, wish) for at, wish in zip((one, two), wishes, strict=True)))
        before = [model.foretell(wish) for wish in wishes]
        told = list(zip(wishes, answers, before, strict=True))
        told.sort(key=lambda each: (bool(each[1].code), each[1].code or [event["seq"] for event in each[1].body["events"]]))
        for wish, answer, code in told:
            self._check(model, wish, answer, [model.foretell(wish), code or model.foretell(wish)])
        self.seen["raced"] += 1

    # Watching, rematches, clocks, and processes that end.

    @rule(process=PROCESS, which=NUMBER)
    def look(self, process: int, which: int) -> None:
        model = self._choose(which)
        for person in (*self.people, self.eve):
            model.compare(self._ask(process, person, f"/api/matches/{model.id}", method="GET").body, person)

    @rule(one=PROCESS, two=PROCESS, which=NUMBER, who=PERSON)
    def play_again(self, one: int, two: int, which: int, who: int) -> None:
        """Let two people request a rematch at the same moment: both get the same."""
        model = self._choose(which)
        people = [[*self.people, self.eve][who % 4], self.people[(who + 1) % 3]]
        path = f"/api/matches/{model.id}/again"
        answers = self.cluster.ask(
            *(
                ClusterRequest(at % self.cluster.size, person, "POST", path)
                for at, person in zip((one, two), people, strict=True)
            )
        )
        for person, answer in zip(people, answers, strict=True):
            own = model.list_own(person)
            assert answer.code == ("" if own and model.over else "not_over" if own else "not_your_seat")
            if not answer.code:
                self._note_rematch(one, model, answer.body["match"])

    def _note_rematch(self, process: int, model: GatheringModel, match: str) -> None:
        if model.rematch is None:
            kind, data = self._read_events(process, model)[model.seq]
            assert (kind, data["match"]) == ("rematch", match)
            model.note_rematch(data)
            self.seen["rematch"] += 1
        assert model.rematch == match

    @rule(process=PROCESS, number=NUMBER, moment=st.integers(-20, 90))
    def fall(self, process: int, number: int, moment: int) -> None:
        """Move at the very moment the time runs out, while everybody watches: there is one outcome on every screen."""
        if not isinstance(self.cluster, AppCluster):
            return  # real processes have real clocks
        asked = BEGINNINGS[number % len(BEGINNINGS)]
        model = self._begin(process, self.people[0], {**asked, "clock": SOON})
        self._come_all(process, model)
        mover, path = model.people[model.turn], f"/api/matches/{model.id}"
        wish = self._make_action(model, number - number % len(TYPES), mover)
        clock = self._ask(process, mover, path, method="GET").body["together"]["clock"]
        self.cluster.wait_until(clock["since"] + clock["left"][model.turn] + moment / 1000)
        looks = [ClusterRequest(at, person, "GET", path) for at in range(self.cluster.size) for person in self.people]
        answer, *_ = self.cluster.ask(self._to_act(process, model, wish), *looks)
        assert answer.code in ("", "time_over", "match_over", "not_your_seat", "stale")
        if not answer.code:
            model.carry_out(wish, answer.body["events"])
        else:
            self._await_fall(process, model)
        self.seen["moved in time" if not answer.code else "fallen"] += 1
        self.models.remove(model)  # its clocks go on

    def _await_fall(self, process: int, model: GatheringModel) -> None:
        expected, late = model.leave(model.turn, "time"), time.monotonic() + PATIENCE
        reader = next(person for player, person in model.people.items() if player != model.turn)
        told: list[Any] = []
        while len(told) < model.seq + len(expected):
            assert time.monotonic() < late
            self._ask(process, reader, f"/api/matches/{model.id}", method="GET")
            wish = WantedAction(reader, "throw", 0, str(uuid.uuid4()))
            asked = ClusterAction(process % self.cluster.size, reader, model.id, wish.body(), "page")
            told = list_rows(self.cluster.ask(asked)[0].body["events"])
        assert told[: model.seq] == model.events
        assert told[model.seq :][: len(expected)] == expected

    @rule(process=PROCESS, gently=st.booleans(), surely=st.integers(0, 2))
    def drop(self, process: int, gently: bool, surely: int) -> None:
        if not surely:
            self.cluster.drop(process % self.cluster.size, gently)
            self.seen["dropped"] += 1

    def teardown(self) -> None:
        """All processes show the same of every match to everybody, event by event, and all who watch have received it."""
        for model in self.models:
            self._follow_computers(model)
            if self.cluster.hears:
                self._check_watchers(model)
            for process in range(self.cluster.size):
                view = self._ask(process, self.eve, f"/api/matches/{model.id}", method="GET").body
                model.compare(view, self.eve)
                if model.position is not None and model.people:
                    assert self._read_events(process, model) == model.events
            self._check_watchers(model)
        self.cluster.run(self.cluster.sockets.forget())

    def _check_watchers(self, model: GatheringModel) -> None:
        self.seen["notified"] += self.cluster.run(self.cluster.sockets.check_events(model.id, model.events))
