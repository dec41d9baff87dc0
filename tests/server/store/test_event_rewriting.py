"""What is forgotten of a person within events, and what stays of the others."""

from banmen.match.events import CREATED, SAY
from banmen.server.store.event_rewriting import forget


def test_what_others_have_written_stays() -> None:
    said = {"player": "B", "text": "good game"}
    assert forget(SAY, said, "x", "gone", ["A"]) is said
    phrase = {"player": "A", "phrase": "hello"}
    assert forget(SAY, phrase, "x", "gone", ["A"]) is phrase


def test_the_name_at_a_seat_that_was_held_last_is_forgotten_although_it_was_kept_for_nobody() -> None:
    seats = [{"player": "A", "name": "Ann"}, {"player": "B", "name": "Bob"}]
    data = {"seats": seats, "private": {"reserved": {}}}
    left = forget(CREATED, data, "x", "gone", ["A"], ["A"])
    assert left["seats"] == [{"player": "A", "name": None}, {"player": "B", "name": "Bob"}]
    assert forget(CREATED, data, "x", "gone", []) is data
