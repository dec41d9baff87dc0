"""Data of an earlier version opens unchanged: a server's data folder, and addresses that people have kept."""

from __future__ import annotations

import base64
import json
import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from banmen.core.record_text import read_record
from banmen.match.match_state import Match
from banmen.match.match_views import event_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.server.fair_pool import Asker
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.store.identity import digest_token
from tests.server.visiting import House, Visitor

KEPT = Path(__file__).parent.parent / "data" / "today"
EXPECTED = json.loads((KEPT / "server.json").read_text("utf-8"))
LINKS = json.loads((KEPT / "links.json").read_text("utf-8"))
SENTENCES = {"seed", "title", "name", "label", "status", "description", "words", "choice"}
IDS = [f"{kept['view']['en']['game']}-{number}" for number, kept in enumerate(EXPECTED["matches"])]


@pytest.fixture(scope="module")
def old_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("kept") / "data"
    shutil.copytree(KEPT / "server", folder)
    with House(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def owner(old_house: House) -> Visitor:
    return old_house.visitor(cookie=f"banmen_visitor={EXPECTED['visitor']}")


def find(house: House, kept: dict[str, Any]) -> Match:
    found: Match = house.run(house.app.state.matches.find(kept["id"], Asker("", digest_token(EXPECTED["visitor"])))).match
    return found


def test_all_games_and_all_kinds_of_events_are_there() -> None:
    assert {kept["view"]["en"]["game"] for kept in EXPECTED["matches"]} == {
        "kariuchi",
        "moontrek",
        "holes58",
        "kuniumi",
        "qubism",
    }
    kinds = {kind for kept in EXPECTED["matches"] for _, kind in kept["events"]}
    assert kinds == {"created", "throw", "move", "undo", "resign", "finished"}


@pytest.mark.parametrize("kept", EXPECTED["matches"], ids=IDS)
def test_a_match_stands_as_it_was_left(old_house: House, kept: dict[str, Any]) -> None:
    match = find(old_house, kept)
    assert [[event.seq, event.kind] for event in match.events] == kept["events"]
    assert [event.seq for event in match.line] == kept["line"]
    assert match.record.text == kept["record"]
    assert (match.throws, match.derive_computer_seed()) == (kept["throws"], kept["computer_seed"])
    for lang in ("en", "ja"):
        view = match_view(match, VISITOR_PLAYERS, Reader(lang), PictureFormat(), False)
        _see_again(kept["view"][lang], view)
        assert view["seed"] == (None if view["can_undo"] else kept["view"][lang]["seed"])
        assert all(event_view(match, event, Reader(lang))["words"] for event in match.events)


def _see_again(before: Any, now: Any) -> None:
    """Check that a view contains all that it did before; its sentences may be reworded, and there may be more."""
    if isinstance(before, dict):
        for key in before.keys() - SENTENCES:
            _see_again(before[key], now[key])
    elif isinstance(before, list):
        assert len(before) == len(now)
        for one, other in zip(before, now, strict=True):
            _see_again(one, other)
    else:
        assert now == before


@pytest.mark.parametrize("kept", EXPECTED["matches"], ids=IDS)
def test_a_match_is_answered_over_http_and_goes_on(owner: Visitor, kept: dict[str, Any]) -> None:
    view = owner.look(kept["id"])
    assert view["position"] == kept["view"]["en"]["position"]
    assert [move["move"] for move in view["moves"]] == kept["moves"]
    if view["can_undo"]:
        assert owner.done(view, "undo")["seq"] > view["seq"]


def test_the_list_shows_all_of_them(owner: Visitor) -> None:
    listed = owner.get("/api/matches").json()["matches"]
    assert {match["id"] for match in listed} == {kept["id"] for kept in EXPECTED["matches"]}


def test_kept_addresses_still_lead_somewhere(visitor: Visitor) -> None:
    position = visitor.get(LINKS["position"])
    assert position.status_code == 200
    assert "Rx2,5,A/Rx3,12 1 3" in position.text
    picture = visitor.get(LINKS["picture"])
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    begun = visitor.get(LINKS["new"])
    assert "2B2/5/1^3/5/2W2 8 w" in begun.text


def test_records_in_kept_addresses_are_replayed(visitor: Visitor) -> None:
    plain = parse_qs(LINKS["replay"].partition("#")[2])["record"][0]
    packed = parse_qs(LINKS["packed_replay"].partition("#")[2])["game"][0]
    unpacked = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode()
    for record, steps in ((plain, ["c2", "c4"]), (unpacked, ["R>3", None])):
        shown = visitor.post("/api/replay", {"record": record}).json()
        assert [frame["move"] and frame["move"]["move"] for frame in shown["frames"][1:]] == steps
        assert shown["frames"][-1]["position"] == read_record(record).final.text
