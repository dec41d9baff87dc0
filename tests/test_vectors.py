"""The test vectors through the public API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import banmen

FOLDER = Path(__file__).parent / "vectors"
MOST_LEAVES = 10**9
FILES = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
GAMES = [(data["game"], data) for data in FILES if isinstance(data, dict)]
THROWS = [entry for data in FILES if isinstance(data, list) for entry in data]
POSITIONS = [
    pytest.param(name, vector, id=f"{name}-{index}") for name, data in GAMES for index, vector in enumerate(data["positions"])
]
REFUSED = [(name, text) for name, data in GAMES for text in data["refused"]]


def _winner(position: banmen.Position) -> str | None:
    """Format a winner as in the vectors."""
    return None if position.winner is None else "".join(map(str, position.winner)) or "draw"


def test_all_games_and_the_throws_have_vectors() -> None:
    assert {name for name, _ in GAMES} == {"kariuchi", "moontrek", "kuniumi", "qubism", "holes58"}
    assert {entry["p"] for entry in THROWS} >= {0.3, 0.4, 0.5, 0.6, 0.7}


@pytest.mark.parametrize(("name", "vector"), POSITIONS)
def test_a_position_is_as_its_vector_says(name: str, vector: dict[str, Any]) -> None:
    position = banmen.game(name, **vector["options"]).position(vector["position"])
    assert position.text == vector["position"]
    assert (position.over, _winner(position)) == (vector["over"], vector["winner"])
    assert sorted(map(str, position.legal_moves())) == sorted(vector["legal"])
    for result in vector["results"]:
        after = position.play(result["move"])
        assert (after.text, after.over, _winner(after)) == (result["after"], result["over"], result["winner"])


@pytest.mark.parametrize(("name", "vector"), POSITIONS)
def test_the_lines_of_play_are_as_many_as_the_vector_says(name: str, vector: dict[str, Any]) -> None:
    position = banmen.game(name, **vector["options"]).position(vector["position"])
    expected = {int(depth): count for depth, count in vector["perft"].items() if count <= MOST_LEAVES}
    assert {depth: position.perft(depth) for depth in expected} == expected


@pytest.mark.parametrize(("name", "text"), REFUSED)
def test_a_bad_text_is_refused_with_a_reason(name: str, text: str) -> None:
    with pytest.raises(banmen.NotationError, match=r"\w+ \w+ .*at character \d+ of"):
        banmen.game(name).position(text)


@pytest.mark.parametrize("entry", THROWS, ids=lambda entry: str(entry["p"]))
@pytest.mark.parametrize("name", ["kariuchi", "moontrek", "holes58"])
def test_throws_come_with_the_chances_of_their_vector(name: str, entry: dict[str, Any]) -> None:
    throws = banmen.game(name, p=entry["p"]).start().throws()
    assert [value for value, _ in throws] == [1, 2, 3, 4, 5]
    assert [chance for _, chance in throws] == pytest.approx(entry["1..5"], abs=1e-12)
