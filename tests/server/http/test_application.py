"""True for every request: headers, cookies, sizes, languages, and errors with a code and a sentence."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

from banmen.server.http import match_routes
from banmen.server.http.application import create_app
from banmen.server.http.middleware import COOKIE
from banmen.server.store.database import StoreError
from tests.server.visiting import House, Visitor, problem

JSON = {"content-type": "application/json"}


def test_headers_are_strict_everywhere(visitor: Visitor) -> None:
    for path in ("/", "/healthz", "/api/games", "/api/nowhere", "/nowhere", "/docs", "/openapi.json"):
        headers = visitor.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy, path
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-frame-options"] == "DENY"


def test_answers_of_the_api_are_not_kept_by_caches(visitor: Visitor) -> None:
    assert visitor.get("/api/matches").headers["cache-control"] == "no-store"


def test_a_visitor_gets_one_cookie_for_good(visitor: Visitor) -> None:
    first = visitor.get("/api/matches")
    told = first.headers["set-cookie"]
    assert told.startswith(f"{COOKIE}=")
    assert "HttpOnly" in told
    assert "SameSite=Lax" in told
    assert "Secure" not in told
    assert "set-cookie" not in visitor.get("/api/matches").headers


def test_a_cookie_is_secure_where_the_connection_is(house: House) -> None:
    visitor = house.visitor()
    assert "; Secure" in visitor.get("https://table/api/matches").headers["set-cookie"]


def test_a_cookie_that_is_not_ours_is_replaced(house: House) -> None:
    visitor = house.visitor(cookie=f"{COOKIE}=' OR 1=1; other=x")
    assert visitor.get("/api/matches").headers["set-cookie"].startswith(f"{COOKIE}=")


def test_static_files_set_no_visitor_cookie(visitor: Visitor) -> None:
    for path in ("/healthz", "/metrics", "/static/nothing.css"):
        assert "set-cookie" not in visitor.get(path).headers


def test_errors_speak_the_readers_language(house: House) -> None:
    path = "/api/matches/none"
    assert (
        house.visitor().get(path).json()["error"]["message"]
        == "This game is not here: it was removed, or it belongs to someone else."
    )
    japanese = "この対局はここにはありません。消したか、ほかの人の対局です。"
    assert house.visitor(**{"accept-language": "ja, en;q=0.5"}).get(path).json()["error"]["message"] == japanese
    assert house.visitor(cookie="banmen_lang=ja").get(path).json()["error"]["message"] == japanese
    english = house.visitor(cookie="banmen_lang=ja").get(f"{path}?lang=en").json()["error"]["message"]
    assert english == "This game is not here: it was removed, or it belongs to someone else."
    assert house.visitor(cookie="banmen_lang=tlh").get(f"{path}?lang=xx").status_code == 404


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"{", (400, "malformed")),
        (b"", (422, "invalid")),
        (b"\xff\xfe", (400, "malformed")),
        (b"[" * 100_000, (400, "malformed")),
        (b'{"game": ' + b"9" * 5000 + b"}", (400, "malformed")),
        (b'{"game": "\\ud800"}', (422, "invalid")),
        (b'{"game": "kariuchi", "options": {"p": NaN}}', (422, "bad_option")),
        (b'{"game": "kariuchi", "options": {"p": 1e999}}', (422, "bad_option")),
        (b'{"game": "kariuchi", "options": {"\\ud800": 1}}', (422, "bad_option")),
        (b'{"game": "kariuchi", "start": "\\u0000"}', (422, "invalid")),
        (b'{"game": "kariuchi", "names": {"1": "\\u2028"}}', (422, "invalid")),
        (b"null", (422, "invalid")),
    ],
)
def test_bodies_that_cannot_be_read(content: bytes, expected: tuple[int, str], visitor: Visitor) -> None:
    assert problem(visitor.post("/api/matches", content=content, headers=JSON)) == expected


def test_a_huge_body_is_refused(tmp_path: Path) -> None:
    with House(tmp_path, most_body=1000) as house:
        visitor = house.visitor()
        body = b'{"game": "' + b"x" * 2000 + b'"}'
        assert problem(visitor.post("/api/matches", content=body, headers=JSON)) == (413, "too_large")

        async def pieces() -> AsyncIterator[bytes]:  # a body without a declared length
            for _ in range(20):
                yield b"x" * 100

        assert problem(visitor.post("/api/matches", content=pieces(), headers=JSON)) == (413, "too_large")


def test_a_form_of_another_site_changes_nothing(house: House) -> None:
    visitor = house.visitor(origin="http://elsewhere")
    assert problem(visitor.post("/api/matches", {"game": "qubism"})) == (403, "cross_origin")
    for other in ("http://table:8001", "http://table.elsewhere", "null"):  # the port is part of an origin
        assert problem(house.visitor(origin=other).post("/api/matches", {"game": "qubism"})) == (403, "cross_origin")
    beside = house.visitor(origin="http://table:8001", host="table:8001")
    assert beside.post("/api/matches", {"game": "qubism"}).status_code == 201
    visitor = house.visitor(**{"sec-fetch-site": "cross-site"})
    assert problem(visitor.post("/api/matches", {"game": "qubism"})) == (403, "cross_origin")
    assert house.visitor(origin="http://table").post("/api/matches", {"game": "qubism"}).status_code == 201
    plain = house.visitor().post("/api/matches", content=b'{"game": "qubism"}', headers={"content-type": "text/plain"})
    assert problem(plain) == (422, "invalid")


def test_wrong_addresses_and_methods(visitor: Visitor) -> None:
    assert problem(visitor.get("/api/nowhere")) == (404, "not_found")
    assert problem(visitor.post("/api/games")) == (405, "method")
    assert visitor.delete("/api/matches").headers["allow"] == "GET, POST"
    assert visitor.delete("/rules/kariuchi").headers["allow"] == "GET"
    assert problem(visitor.get("/api/matches/%00")) == (400, "malformed")
    assert problem(visitor.get("/api/matches/" + "x" * 100)) == (422, "invalid")
    assert problem(visitor.get("/api/games/chess/rules")) == (404, "unknown_game")
    told = visitor.get("/api/games/chess/rules?lang=en").json()["error"]["message"]
    assert told.startswith("Check the name of the game: there is no game 'chess'; the games are holes58, ")
    assert problem(visitor.get("/api/matches/x/replay?first=-1")) == (422, "invalid")
    assert problem(visitor.get("/api/matches/x?theme=plaid")) == (422, "invalid")


def test_health_and_metrics(visitor: Visitor) -> None:
    assert visitor.get("/healthz").json()["status"] == "ok"
    visitor.begin("qubism", seats={"w": "human", "b": "human"})
    told = visitor.get("/metrics").text
    assert 'banmen_matches_total{game="qubism"} 1.0' in told
    assert 'banmen_requests_total{method="POST",route="/api/matches",status="201"} 1.0' in told


def test_health_tells_of_a_broken_database(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise StoreError("gone")

    monkeypatch.setattr(house.app.state.store, "check_writable", fail)
    answer = house.visitor().get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "no database")


def test_long_answers_are_packed(visitor: Visitor) -> None:
    answer = visitor.get("/api/games")
    assert answer.headers["content-encoding"] == "gzip"


def test_games_tell_their_options_levels_and_seats(visitor: Visitor) -> None:
    games = {game["name"]: game for game in visitor.get("/api/games").json()}
    assert list(games) == ["holes58", "kariuchi", "kuniumi", "moontrek", "qubism"]
    trek = games["moontrek"]
    assert [seat["name"] for seat in trek["seats"]] == ["Rabbit", "Frog", "Wolf", "Monkey"]
    options = {option["name"]: option for option in trek["options"]}
    assert {"value": "2-2", "label": "rabbit and wolf against frog and monkey; partners sit opposite each other"} in options[
        "teams"
    ]["values"]
    assert options["p"]["range"] == {"least": 0.0, "most": 1.0}
    assert [level["number"] for level in trek["levels"]] == list(range(1, 9))
    for game in games.values():
        assert all(option["label"] and option["help"] for option in game["options"])
        assert all(value["label"] for option in game["options"] for value in option["values"])


def test_rules_come_with_their_credit(visitor: Visitor) -> None:
    told = visitor.get("/api/games/kariuchi/rules?lang=ja").json()
    assert "<h1" in told["html"]
    assert "奈良文化財研究所" in told["credit"]
    assert told["markdown"].startswith("#")


def test_the_api_is_described_without_help_from_elsewhere(visitor: Visitor) -> None:
    page = visitor.get("/docs").text
    assert "POST /api/matches/{match}/actions" in page
    assert "src=" not in page
    assert "http:" not in page
    assert "https:" not in page
    described = visitor.get("/openapi.json").json()
    assert {"/api/matches/{match}", "/api/analysis/{analysis}", "/api/positions/play"} <= set(described["paths"])
    assert set(described["components"]["schemas"]["MoveView"]["properties"]) >= {"move", "from", "to", "choice", "motion"}


def test_answers_are_looked_into_only_for_the_description() -> None:
    routes = [route for route in match_routes.router.routes if isinstance(route, APIRoute)]
    began = [APIRoute(route.path, route.endpoint, responses=route.responses) for route in routes]
    assert not any(route.response_fields for route in began)
    described = create_app().openapi()["paths"]
    answers = [answer for ways in described.values() for way in ways.values() for answer in way["responses"].values()]
    assert sum("content" in answer for answer in answers) > 300


@pytest.mark.parametrize("path", ["/", "/api/games", "/static/css/page.css", "/nowhere"])
def test_the_head_of_an_answer_can_be_asked_for(house: House, visitor: Visitor, path: str) -> None:
    whole, head = visitor.get(path), house.run(visitor.client.head(path))
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]
