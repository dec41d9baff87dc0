"""Good requests about matches of several devices, the lobby, tournaments, bots and people, to make bad ones of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Ask = Callable[[str, Any, str], Any]  # sends a body to a path as a visitor, and returns the answer
Good = tuple[str, str, Any]  # method, path and body
NAME = "4b0a4c1e-0000-4000-8000-000000000000"
NONCE = "0123456789abcdef" * 2
CLOCK = {"kind": "total", "seconds": 300, "increment": 5}
SEATS = {"w": "human", "b": "human"}
GAME = {"game": "qubism", "seats": SEATS}


def begin_together(ask: Ask, first: str, second: str) -> list[Good]:
    """Begin a match of two people, and one that waits for the second; return good requests about both."""
    asked = {**GAME, "own": ["w"], "clock": CLOCK, "chat": True}
    begun, waiting = (ask("/api/gatherings", {**asked, "client_id": f"{NAME[:-1]}{number}"}, first) for number in (1, 2))
    match = begun["view"]["id"]
    ask(f"/api/matches/{match}/join", {"nonce": NONCE, "name": "A"}, first)
    ask(f"/api/matches/{match}/join", {"nonce": NONCE, "link": begun["links"]["b"]}, second)
    cup = ask("/api/tournaments", {"name": "Cup", "game": "qubism", "kind": "robin", "clock": CLOCK}, second)
    found = list_meeting_requests() + list_tournament_requests(f"/api/tournaments/{cup['id']}")
    for each, links in ((match, begun["links"]), (waiting["view"]["id"], waiting["links"])):
        found += list_seat_requests(f"/api/matches/{each}", links["b"])
    return found


def list_seat_requests(path: str, link: str) -> list[Good]:
    """Return valid requests about the seats and the chat of a match."""
    actions: list[dict[str, Any]] = [
        {"type": "move", "move": "c2"},
        {"type": "propose", "what": "undo"},
        {"type": "propose", "what": "computer", "player": "b", "who": "random"},
        {"type": "agree", "to": 4},
        {"type": "decline", "to": 4},
        {"type": "say", "what": "hello"},
        {"type": "say", "text": "盤"},
    ]
    return [
        ("POST", f"{path}/invitation", {"link": link}),
        ("POST", f"{path}/join", {"nonce": NONCE, "name": "B", "link": link}),
        ("POST", f"{path}/invite", {"player": "w"}),
        ("POST", f"{path}/again", None),
        ("POST", f"{path}/computer", {"player": "b"}),
        ("POST", f"{path}/block", {"player": "b"}),
        ("POST", f"{path}/refuse", None),
        ("POST", f"{path}/report", {"player": "b", "reason": "talk"}),
        ("GET", path, None),
        ("POST", path.replace("/matches/", "/challenges/") + "/accept", None),
        ("POST", path.replace("/matches/", "/pairing/"), None),
        *(("POST", f"{path}/actions", {"seq": 3, "client_id": NAME, **action}) for action in actions),
    ]


def list_tournament_requests(path: str) -> list[Good]:
    """Return good requests about a tournament of somebody else."""
    return [
        ("GET", path, None),
        ("POST", f"{path}/enter", {"name": "A"}),
        ("POST", f"{path}/leave", None),
        ("POST", f"{path}/start", None),
    ]


def list_meeting_requests() -> list[Good]:
    """Return good requests by which people meet."""
    return [
        ("POST", "/api/gatherings", {**GAME, "own": ["w"], "clock": CLOCK, "rated": False, "watchable": True}),
        ("POST", "/api/challenges", {**GAME, "own": "w", "clock": CLOCK, "least": 0, "most": 3000, "client_id": NAME}),
        ("POST", "/api/pairing", {"game": "qubism", "clock": "usual", "rated": False}),
        ("POST", "/api/tournaments", {"name": "Cup", "game": "qubism", "kind": "swiss", "rounds": 3, "clock": CLOCK}),
        ("POST", "/api/bots", {"name": "fuzz", "games": ["qubism"], "open": True}),
        ("POST", "/api/me/sign-in", {"name": "nobody", "passphrase": "a passphrase of nobody"}),
        ("POST", "/api/me/passphrase", {"old": "a passphrase of nobody", "new": "another passphrase"}),
        ("POST", "/api/qr", {"path": "/play/x#secret"}),
        *(
            ("GET", f"/api/{name}", None)
            for name in ("bots", "challenges", "lobby", "leaderboard?game=qubism", "me", "tournaments", "people/nobody")
        ),
        *(("GET", f"/api/{name}", None) for name in ("bot", "challenges/own", "me/ratings", "network")),
        ("POST", "/api/bots/fuzz/token", None),
        ("GET", "/api/me/export", None),
    ]
