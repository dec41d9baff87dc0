"""Changes of a match as programs get them."""

from __future__ import annotations

import pytest

from banmen.match.changes import change_view
from tests.match.gathered import come, invite
from tests.match.test_actions import begin


@pytest.mark.parametrize(("mover", "yours"), [("human", True), ("random", False)])
def test_moves_are_told_where_a_person_is_to_move(mover: str, yours: bool) -> None:
    match = begin("qubism", {"w": mover, "b": "human"})
    told = change_view(match, match.events, thinking=not yours)
    assert (told["yours"], told["waits_for"], told["turn"]) == (yours, "move", "w")
    assert told["moves"] == (list(match.legal) if yours else [])
    assert (told["thinking"], told["winners"], told["thrown"], told["seq"]) == (not yours, None, None, 0)
    assert [event["kind"] for event in told["events"]] == ["created"]


def test_nothing_is_to_be_done_before_all_have_come() -> None:
    match = invite("kariuchi")
    assert change_view(match, [], thinking=False)["waits_for"] == "nothing"
    come(match, "ann", "bob")
    told = change_view(match, match.events[1:], thinking=False)
    assert told["waits_for"] in ("throw", "move")
    assert all("private" not in event["data"] for event in told["events"])


def test_a_new_page_is_sent_everything() -> None:
    match = come(invite("qubism"), "ann", "bob")
    everything = match.events
    assert len(everything) > 2
    assert [match.list_events_after(seq) for seq in (-7, -1, 0, match.seq)] == [everything, everything, everything[1:], []]
