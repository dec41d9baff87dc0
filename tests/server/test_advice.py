"""Help during play: why a piece cannot go to a place, which pieces are in danger, and how many hints one address may have."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from banmen.core import registry
from banmen.core.game import Position
from banmen.engine.analysis.hints import Hint
from banmen.server.computer import MOST_HINTS, MOST_HINTS_EACH, Computer
from banmen.server.fair_pool import Asker
from tests.server.visiting import PATIENCE, House, Visitor

BOTH = {"1": "human", "2": "human"}


def test_why_is_answered_in_the_language_asked_for(visitor: Visitor) -> None:
    match = visitor.begin("kariuchi", seats=BOTH, start="Rx2,5,A/Rx3,12 1 3")["id"]
    path = f"/api/matches/{match}/why"
    answer = visitor.post(path, {"from": "5", "to": "7"})
    assert answer.json() == {
        "words": "The throw is 3: from corner あ it leads to point 8 or towards the centre, and point 7 is 2 steps away."
    }
    answer = visitor.post(f"{path}?lang=ja", {"from": "5", "to": "7"})
    assert answer.json() == {"words": "出た目は3です。「あ」からは8か中心点のほうへ進みます。7までは2マスあります。"}
    assert "none of your pieces can reach it" in visitor.post(f"{path}?lang=en", {"to": "12"}).json()["words"]


def test_a_place_of_the_other_side_is_told_apart(visitor: Visitor) -> None:
    match = visitor.begin("holes58", seats=BOTH, start="1;0;4/1;0;4 1 5")["id"]
    path = f"/api/matches/{match}/why?lang=en"
    assert visitor.post(path, {"to": "20", "owner": "2"}).json()["words"].startswith("That place belongs to Jackals")
    assert visitor.post(path, {"to": "20", "owner": "1"}).json()["words"].startswith("Hole 20 can be reached from hole 1")
    assert visitor.post(path, {"to": "20", "owner": 1}).status_code == 422


def test_places_that_there_are_not_get_a_sentence_too(visitor: Visitor) -> None:
    match = visitor.begin("qubism", seats={"w": "human", "b": "human"})["id"]
    answer = visitor.post(f"/api/matches/{match}/why?lang=en", {"from": "{0}", "to": "z9"})
    assert answer.json() == {"words": "This board has no place called “{0}”."}
    assert "Choose what to move" in visitor.post(f"/api/matches/{match}/why?lang=en", {}).json()["words"]


def test_dangers_name_places_of_the_picture(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=BOTH, start="Rx3,5/Rx3,3 1 -")
    told = visitor.get(f"/api/matches/{view['id']}/threats?lang=en").json()
    assert told == {"places": ["5"], "words": "In danger from the next throw: corner あ (44%)."}
    assert all(f'data-place="{place}"' in view["svg"] for place in told["places"])
    assert "44％" in visitor.get(f"/api/matches/{view['id']}/threats?lang=ja").json()["words"]


def test_any_position_can_be_asked_about(visitor: Visitor) -> None:
    asked = {"game": "qubism", "options": {"tip": "ccw"}, "position": "2B2/5/1^3/5/2W2 8 w", "from": "b3", "to": "c3"}
    assert visitor.post("/api/positions/why?lang=ja", asked).json()["words"].startswith("b3のキューブは矢印の向きにだけ")
    assert visitor.post("/api/positions/why?lang=en", {"game": "kuniumi", "to": "c3"}).json() == {"words": "You can choose c3."}
    assert visitor.post("/api/positions/why", {**asked, "position": "nonsense"}).json()["error"]["code"] == "bad_notation"
    assert visitor.post("/api/positions/why", {**asked, "form": "b3"}).status_code == 422


async def ask_for_many_hints(computer: Computer, answered: threading.Event) -> None:
    start = registry.game("qubism").start()
    after = [start.play(move) for move in start.legal_moves()]
    last, *positions = (position.play(move) for position in after for move in position.legal_moves())
    assert len(positions) > MOST_HINTS
    asked = [asyncio.create_task(computer.give_hint(one, Asker("greedy", str(at)))) for at, one in enumerate(positions)]
    await asyncio.sleep(0)  # now each has been accepted, or refused
    honest = asyncio.create_task(computer.give_hint(last, Asker("honest", "x")))
    await asyncio.sleep(0)
    answered.set()
    assert (await honest).move in last.legal_moves()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, Hint) for answer in answers) == MOST_HINTS_EACH
    assert (await computer.give_hint(positions[-1], Asker("greedy", "x"))).move, "those that have ended no longer count"
    assert not computer._hinted


@pytest.mark.parametrize("settings", [{"thinkers": 20}, {"engine_processes": 1}])
def test_one_address_cannot_take_all_hints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, int]) -> None:
    answered = threading.Event()

    def think(_computer: Computer, position: Position, *_: object) -> Hint:
        assert answered.wait(PATIENCE)
        return Hint(position.legal_moves()[0], 0.5)

    monkeypatch.setattr(Computer, "_find_hint", think)
    with House(tmp_path, **settings) as house:
        house.run(ask_for_many_hints(house.app.state.computer, answered))
