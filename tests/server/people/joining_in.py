"""People with accounts, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from banmen.server.people import passphrases
from tests.server.visiting import House, View, Visitor

PASSPHRASE = "four small wet stones"
QUICK = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)  # the comparison is tested, not its duration


def make_house(folder: Path, **more: Any) -> House:
    """Return a server on which passphrases are verified quickly and may be tried often."""
    return House(folder, **{"most_signed_in": 10_000, **more})


def hash_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passphrases.Passphrases.__init__, "__defaults__", (QUICK,))


def create(visitor: Visitor, name: str, **more: Any) -> None:
    answer = visitor.post("/api/me/account", {"name": name, "passphrase": PASSPHRASE, **more})
    assert answer.status_code == 204, answer.text


def sign_in(visitor: Visitor, name: str, passphrase: str = PASSPHRASE) -> None:
    answer = visitor.post("/api/me/sign-in", {"name": name, "passphrase": passphrase})
    assert answer.status_code == 204, answer.text


def me(visitor: Visitor) -> View:
    return dict(visitor.get("/api/me").json())


def cookie(visitor: Visitor) -> str:
    return str(visitor.client.cookies["banmen_visitor"])
