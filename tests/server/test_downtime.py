"""Nobody loses time while no server runs, or when the machine's clock jumps."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from sqlalchemy import update

from banmen.match.events import PAUSED
from banmen.server.store.address import open_engine
from banmen.server.store.tables import deadlines, events, signs_of_life
from tests.server.lobby.meeting import join
from tests.server.visiting import House, View, Visitor

CLOCK = {"kind": "total", "seconds": 60}
HOUR = 3600.0


def meet(house: House, **clock: object) -> tuple[dict[str, Visitor], str]:
    """Return two people by their seats, and their match, in which the clock of w runs."""
    people = {"w": house.visitor(), "b": house.visitor()}
    match = people["w"].post("/api/challenges", {"game": "qubism", "own": "w", "clock": CLOCK | clock}).json()["match"]
    for player, visitor in people.items():
        view = join(visitor, {"match": match, "player": player}, player)
    assert view["together"]["begun"]
    return people, match


def age(data: Path, seconds: float) -> None:
    """Make everything look as if the server had stopped so long ago."""
    engine = open_engine(data / "banmen.sqlite3", pooled=False)
    with engine.begin() as connection:
        for column in (events.c.at, deadlines.c.at, signs_of_life.c.at):
            connection.execute(update(column.table).values({column: column - seconds}))
    engine.dispose()


def find_left(view: View) -> float:
    """Return the seconds that w has left."""
    clock = view["together"]["clock"]
    return float(clock["left"]["w"] - (time.time() - clock["since"]))


def test_a_clock_stands_still_while_no_server_runs(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        people, match = meet(house)
        house.run(house.app.state.matches.flags.downtime._beat())
        cookies = people["w"].client.cookies
        _, slow = meet(house, kind="days", seconds=24 * HOUR)
    age(tmp_path, HOUR)
    with House(tmp_path) as house:
        ann = house.visitor()
        ann.client.cookies = cookies
        view = ann.done(ann.look(match), "move", move="c2")
        assert 50 < view["together"]["clock"]["left"]["w"] <= 60
        kinds = [event.kind for event in house.app.state.matches.sessions[match].match.events]
        assert kinds.count(PAUSED) == 1
        gone_on = house.run(house.app.state.matches.sessions.find(slow))
        assert gone_on.match.deadline < time.time() + 23.1 * HOUR


def test_a_clock_that_ran_out_before_the_server_stopped_has_run_out(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        _, match = meet(house)
    age(tmp_path, 90)
    engine = open_engine(tmp_path / "banmen.sqlite3", pooled=False)
    with engine.begin() as connection:
        connection.execute(update(signs_of_life).values(at=time.time() - 20))
    engine.dispose()
    with House(tmp_path) as house:
        house.run(house.app.state.matches.flags._sweep())
        assert house.app.state.matches.sessions[match].match.over


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_clocks_follow_when_the_machines_clock_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """A suspended machine is the same: nothing ran, and then it is an hour later."""
    with House(tmp_path) as house:
        people, match = meet(house)
        house.run(house.app.state.matches.flags.downtime._beat())
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        view = people["w"].done(people["w"].look(match), "move", move="c2")
        assert 50 < view["together"]["clock"]["left"]["w"] <= 60
        view = people["b"].done(people["b"].look(match), "move", move="c4")
        assert 50 < find_left(view) <= 60
        session = house.app.state.matches.sessions[match]
        house.run(house.app.state.matches.flags._fall(session))
        assert not session.match.over
