"""Matches of people on different devices, over several processes on one database, agree with a simple model.

A scripted tour covers everything that can happen, so that coverage does not depend on luck; Hypothesis does the rest.
"""

from __future__ import annotations

import uuid
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import banmen
from tests.server.clusters import AppCluster
from tests.server.gathering_machine import BEGINNINGS, Gatherings
from tests.server.gathering_model import GatheringModel, WantedAction
from tests.server.test_state_machine import drive


class Tour(Gatherings):
    """At least one of everything."""

    def do(self, model: GatheringModel, person: str, kind: str, **more: Any) -> WantedAction:
        """Let somebody act at one process after another."""
        self._follow_computers(model)
        name, seq = more.pop("client_id", str(uuid.uuid4())), more.pop("seq", model.seq)
        wish = WantedAction(person, kind, seq, name, tuple(more.items()))
        self._act(sum(self.seen.values()), model, wish)
        return wish

    def go_on(self, model: GatheringModel) -> WantedAction:
        """Let the player to move throw or move."""
        self._follow_computers(model)
        wish = self._make_action(model, 0)
        self._act(sum(self.seen.values()), model, wish)
        return wish

    def answer(self, model: GatheringModel, person: str, kind: str) -> None:
        """Answer a proposal."""
        assert model.proposal
        self.do(model, person, kind, to=model.proposal.seq)

    def play_and_agree(self) -> None:
        """Two people play, take back and draw; attempts in between are refused."""
        ann, bob, _ = self.people
        model = self._begin(0, ann, BEGINNINGS[0])
        self.do(model, ann, "throw")  # nobody is there
        self._come_all(1, model)
        self.do(model, bob, "move", move="c2")  # it is not his turn
        self.do(model, self.eve, "say", what="hello")
        said = self.do(model, bob, "say", what="hello")
        self.do(model, ann, "move", move="c2", client_id=said.client_id)
        self.do(model, ann, "propose", what="undo")  # there is nothing
        moved = self.go_on(model)
        self.do(model, bob, "move", move="c2", seq=0)
        self.do(model, ann, "undo")
        self.do(model, ann, "propose", what="undo")
        self.answer(model, ann, "agree")  # nobody agrees to their own proposal
        self.answer(model, bob, "agree")
        self._act(1, model, moved)  # an answer that was lost
        self.go_on(model)
        for kind in ("decline", "agree"):
            self.do(model, bob, "propose", what="draw")
            self.answer(model, ann, kind)
        self.do(model, ann, "move", move="c2")
        self.play_again(0, 1, self.models.index(model), 0)

    def leave_and_come_back(self) -> None:
        """Seats move to other devices and back, by links that work once."""
        ann, bob, cat = self.people
        model = self._begin(0, ann, BEGINNINGS[2])
        link = model.links["2"]
        self._come(0, model, bob, link, "Bob")
        for person, secret in ((cat, link), (cat, None), (self.eve, "x" * 32), (bob, link)):
            self._come(1, model, person, secret, "Bob")
        self._come(2, model, ann, None, "Ann")
        self.go_on(model)
        where = self.models.index(model)
        self.move_to_another_device(0, where, self.people.index(bob), 5)  # seat 2 to Cat
        self.do(model, bob, "say", what="hello")
        self.move_to_another_device(1, where, self.people.index(cat), 1)  # and back to Bob
        self.move_to_another_device(2, where, self.people.index(cat), 1)
        self.do(model, bob, "resign", player="1")
        self.do(model, bob, "resign")

    def hand_over_to_computers(self) -> None:
        """With three sides, a computer takes over for a player who leaves, and the others play on."""
        ann, bob, cat = self.people
        model = self._begin(0, ann, BEGINNINGS[3])
        self._come_all(0, model)
        self.do(model, ann, "propose", what="computer", player="B")  # who is there
        self.do(model, ann, "propose", what="computer", player="A", who="human")
        self.do(model, ann, "propose", what="computer", player="A", who="random")
        self.answer(model, bob, "agree")
        self.answer(model, cat, "agree")
        self.do(model, ann, "say", what="hello")
        gone = self.do(model, cat, "propose", what="computer", player="C", who="random")
        self.answer(model, bob, "agree")
        self._act(1, model, gone)
        while not self.seen["computer"]:
            self.go_on(model)
        self.do(model, bob, "propose", what="computer", player="B")  # then nobody would be left


def test_matches_of_people_elsewhere_are_what_the_model_says(database: Path | str, tmp_path: Path) -> None:
    cluster, seen = AppCluster(database, tmp_path, size=3), Counter[str]()
    try:
        tour = Tour(cluster, seen)
        tour.play_and_agree()
        tour.leave_and_come_back()
        tour.hand_over_to_computers()
        tour.race_for_a_seat(0, 1, 0, 0)
        for moment in (-40, 0, 90):
            tour.fall(0, 0, moment)
            tour.fall(1, 3, moment)
        tour.drop(0, False, 0)
        tour.teardown()
        seen += drive(cluster, examples=4, steps=20, machine=Gatherings)
    finally:
        cluster.close()
    assert set(seen) >= {"throw", "move", "resign", "say hello", "propose undo", "propose draw", "propose computer", "agree"}
    assert set(seen) >= {"not_your_seat", "not_your_turn", "not_begun", "stale", "client_id_reused", "ask_first", "match_over"}
    assert set(seen) >= {"no_proposal", "nothing_to_undo", "not_away", "bad_seat", "cannot_propose", "bad_link", "seat_taken"}
    assert set(seen) >= {"join", "another device", "decline", "computer", "rematch", "raced for a seat", "fallen", "dropped"}
    assert set(seen) >= {"by page", "by plain", "by socket", "watched", "notified"}


@pytest.mark.parametrize("change", ["seq", "data"])
def test_the_model_of_people_elsewhere_notices_what_is_wrong(change: str) -> None:
    model = GatheringModel("m", "ann", banmen.game("qubism"), {"w": "human", "b": "human"}, {}, {})
    model.come("ann", "w", "Ann", "0")
    assert model.come("bob", "b", "Bob", "1")
    model.begin({"nonces": ["0", "1"], "position": banmen.game("qubism").start().text})
    told: dict[str, Any] = {"seq": 4, "kind": "move", "data": {"move": "c2"}}
    told[change] = {"seq": 5, "data": {"move": "c3"}}[change]
    with pytest.raises(AssertionError):
        model.carry_out(WantedAction("ann", "move", 3, "x", (("move", "c2"),)), [told])
    assert model.seq == 3
