"""A connection to a match, without a socket: its output, and how messages are handled."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from banmen.match.actions import plan_move
from banmen.match.events import number_events
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.server.live.change_writers import PageWriter
from banmen.server.live.play_connection import (
    LONGEST_ACTION,
    MOST_WAITING,
    POLICY,
    TRY_LATER,
)
from banmen.server.matches import Matches
from banmen.server.sessions import MatchSession
from banmen.server.store.writer import StoreError
from tests.server.live.connected_seat import ASKER, Seat, play
from tests.server.visiting import House


def test_new_connections_are_sent_the_state_of_the_match(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        (first,) = seat.line.sent
        assert [event["kind"] for event in first["events"]] == ["created"]
        assert (first["seq"], first["turn"], first["waits_for"], first["yours"]) == (0, "1", "move", True)
        assert first["moves"] == [move.text for move in session.match.position.legal_moves()]
        assert (first["winners"], first["thinking"], first["thrown"]) == (None, False, None)
        assert Seat(matches, session, since=0).last["events"] == []
        assert Seat(matches, session, since=99).last["events"] == []  # nobody can know more events than there are

    play(house, scene)


def test_the_mover_gets_an_answer_and_all_others_the_same_change(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        mover, other, third = (Seat(matches, session) for _ in range(3))
        answer = await mover.done(type="move", move="L@c3")
        assert [event["data"] for event in answer["events"]] == [{"move": "L@c3"}]
        assert (answer["events"][0]["player"], answer["seq"]) == ("1", 1)
        assert answer.pop("answered") == 1
        del answer["answer"]
        assert other.last == third.last == answer
        assert len(mover.line.sent) == 2, "the answer and the news are one message"
        assert [event.data.get("move") for event in await matches.store.list_events_after(session.match.id, 0)] == ["L@c3"]

    play(house, scene)


def test_an_action_that_was_done_before_is_answered_by_its_own_event_whatever_happens_meanwhile(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        one = Seat(matches, session)
        name = one.say(type="move", move="L@c3")
        await one.quiet()
        again = Seat(matches, session, since=1)  # its connection was lost, and the answer with it
        move = plan_move(session.match, next(iter(session.match.legal)))
        await matches.store.append(session.match.id, number_events(move, 2, 0.0), None, False)  # by another process
        again.say(type="move", move="L@c3", seq=0, client_id=name)
        await again.quiet()
        news = next(sent for sent in again.line.sent if sent["seq"] == 2)
        assert ("answer" in news, [event["seq"] for event in news["events"]]) == (False, [2])
        (answer,) = [sent for sent in again.line.sent if "answer" in sent]
        assert (answer["answer"], answer["answered"]) == (name, 1)
        assert [event["data"] for event in answer["events"]] == [{"move": "L@c3"}]

    play(house, scene)


def test_a_throw_and_a_move_by_it(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        thrown = await seat.done(type="throw")
        assert thrown["waits_for"] == "move"
        assert thrown["thrown"] == thrown["events"][0]["data"]["value"] == session.match.position.thrown
        moved = await seat.done(type="move", move=thrown["moves"][0])
        assert (moved["thrown"], moved["events"][0]["kind"]) == (None, "move")

    play(house, scene, "kariuchi", start="Rx4/Rx4 1 -")


def test_the_end_is_sent_with_the_winners(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat, other = Seat(matches, session), Seat(matches, session)
        ended = await seat.done(type="resign")
        assert [event["kind"] for event in ended["events"]] == ["resign", "finished"]
        assert (ended["winners"], ended["waits_for"], ended["moves"]) == (["2"], "nothing", [])
        assert other.last["winners"] == ["2"]

    play(house, scene)


def test_the_same_action_twice_happens_once_and_is_answered_twice(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        asked = {"type": "move", "move": "L@c3", "seq": 0, "client_id": str(uuid.uuid4())}
        first = await seat.done(**asked)
        seat.line.sent.clear()
        again = await seat.done(**asked)
        assert (again["events"], again["seq"]) == (first["events"], 1)
        assert session.match.seq == 1

    play(house, scene)


def test_stale_actions_get_the_missed_events(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat, late = Seat(matches, session), Seat(matches, session)
        await seat.done(type="move", move="L@c3")
        refused = await late.done(type="move", move="L@d4", seq=0)
        assert refused["error"]["code"] == "stale"
        assert [event["data"]["move"] for event in refused["events"]] == ["L@c3"]
        assert (refused["seq"], refused["moves"]) == (1, seat.last["moves"])

    play(house, scene)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"{", "malformed"),
        (b"[]", "invalid"),
        (b'{"type":"dance","seq":0,"client_id":"x"}', "invalid"),
        (b'{"type":"move","seq":0,"client_id":"00000000000000000000000000000001"}', "invalid"),
        (b'{"type":"throw","move":"x","seq":0,"client_id":"00000000000000000000000000000001"}', "invalid"),
        (b'{"type":"throw","seq":-1,"client_id":"00000000000000000000000000000001"}', "invalid"),
        (b"[" * (LONGEST_ACTION + 1), "too_large"),
    ],
)
def test_what_cannot_be_read_is_said_and_changes_nothing(house: House, text: bytes, code: str) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        seat.connection.receive(text)
        assert seat.last["error"]["code"] == code
        assert seat.last["error"]["message"]
        assert (session.match.seq, seat.line.closed) == (0, [])

    play(house, scene)


def test_an_invalid_action_is_answered_by_its_client_id(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        assert (await seat.done(type="move", move="L@c3", seq="two"))["error"]["code"] == "invalid"

    play(house, scene)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "move", "move": "L@z9"}, "illegal_move"),
        ({"type": "throw"}, "no_throw_due"),
        ({"type": "undo"}, "nothing_to_undo"),
        ({"type": "seal"}, "not_over"),
        ({"type": "resign", "player": "9"}, "nobody_to_resign"),
    ],
)
def test_what_may_not_be_done_is_answered_by_name(house: House, action: dict[str, Any], code: str) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        answer = await Seat(matches, session).done(**action)
        assert answer["error"]["code"] == code
        assert session.match.seq == 0

    play(house, scene)


def test_a_database_that_fails_is_said_and_the_action_may_be_sent_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        asked = {"type": "move", "move": "L@c3", "seq": 0, "client_id": str(uuid.uuid4())}

        def fail(*_: Any) -> None:
            _[-1](None, StoreError("full"))

        with monkeypatch.context() as broken:
            broken.setattr(matches.store, "append_then", fail)
            assert (await seat.done(**asked))["error"]["code"] == "no_database"
        seat.line.sent.clear()
        assert (await seat.done(**asked))["seq"] == 1

    play(house, scene)


@pytest.mark.parametrize("where", ["append_then", "append"])
def test_whatever_fails_is_answered_and_the_next_action_is_carried_out(
    house: House, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)

        def fail(*given: Any) -> None:
            if where == "append":
                raise KeyError("oops")
            given[-1](None, KeyError("oops"))

        with monkeypatch.context() as broken:
            broken.setattr(matches.store, where, fail)
            if where == "append":
                broken.setattr(matches, "try_act", lambda *_: False)
            assert (await seat.done(type="move", move="L@c3"))["error"]["code"] == "broken"
        assert (await seat.done(type="move", move="L@c3"))["seq"] == 1

    play(house, scene)


def test_actions_are_carried_out_in_the_order_in_which_they_came(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        texts = ["L@c3", "S@d4", "l@a1"]
        for number, text in enumerate(texts):
            seat.say(type="move", move=text, seq=number)
        await seat.quiet()
        assert [event.data["move"] for event in session.match.line] == texts

    play(house, scene)


def test_clients_that_send_too_much_are_disconnected(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        for _ in range(MOST_WAITING + 1):
            seat.say(type="move", move="L@c3", seq=0)  # the first is being stored
        assert seat.line.closed == []
        seat.say(type="undo")
        assert seat.line.closed == [TRY_LATER]
        await seat.quiet()

    play(house, scene)


def test_nothing_is_queued_for_clients_that_do_not_read_and_all_follows_later(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        slow, seat = Seat(matches, session), Seat(matches, session)
        slow.line.is_clogged = True
        for text in ("L@c3", "S@d4"):
            await seat.done(type="move", move=text)
        assert len(slow.line.sent) == 1
        slow.line.is_clogged = False
        slow.connection.catch_up()
        assert [event["seq"] for event in slow.last["events"]] == [1, 2]
        slow.line.is_clogged = True
        slow.say(type="undo")
        assert slow.line.closed == [TRY_LATER], "a client that does not read may not write either"

    play(house, scene)


def test_an_answer_is_sent_although_the_line_is_clogged_meanwhile(house: House) -> None:
    """The client would wait for ever, because the events sent later are no answer to it."""

    async def scene(matches: Matches, session: MatchSession) -> None:
        slow = Seat(matches, session)
        name = slow.say(type="move", move="L@c3")
        slow.line.is_clogged = True
        await slow.quiet()
        assert (slow.last["answer"], slow.last["answered"]) == (name, 1)
        slow.line.is_clogged = False
        slow.connection.catch_up()
        assert [event["seq"] for event in slow.line.sent_events] == [0, 1]

    play(house, scene)


def test_a_match_that_is_removed_closes_its_connections(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        await matches.remove(session.match.id, ASKER.visitor)
        assert seat.line.closed == [POLICY]

    play(house, scene)


def test_closed_connections_are_sent_nothing(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        gone, seat = Seat(matches, session), Seat(matches, session)
        gone.connection.end()
        await seat.done(type="move", move="L@c3")
        assert len(gone.line.sent) == 1

    play(house, scene)


def test_thinking_is_reported_once(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session)
        session.set_thinking(True)
        session.set_thinking(True)
        session.set_thinking(False)
        assert seat.line.sent[1:] == [{"thinking": True}, {"thinking": False}]

    play(house, scene)


def test_the_page_is_sent_words_and_a_picture(house: House) -> None:
    async def scene(matches: Matches, session: MatchSession) -> None:
        seat = Seat(matches, session, writer=PageWriter(Reader("ja"), PictureFormat("dark")))
        answer = await seat.done(type="move", move="L@c3")
        assert set(answer) == {"answer", "answered", "events", "view"}
        assert answer["events"][0]["words"]
        assert answer["view"]["svg"].startswith("<svg")
        assert answer["view"]["seq"] == 1

    play(house, scene)
