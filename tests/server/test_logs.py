"""The server's log: JSON lines if configured, and never a secret."""

import json
import logging
import secrets
import signal
import uuid
from pathlib import Path

import psycopg
import pytest

from banmen.server.http.middleware import COOKIE
from banmen.server.logs import JsonFormatter, LineFormatter
from tests.common.postgres import open_postgres
from tests.server.process import Process
from tests.server.test_process import act, begun
from tests.server.visiting import PEOPLE

PASSWORD, PASSPHRASE = "open-sesame", "correct horse battery staple"


def share_secrets(server: Process) -> list[str]:
    """Use links, a bot's token and a passphrase, rightly and wrongly, and return them with the cookies that were replaced."""
    with server.client() as ann, server.client() as bob:
        told = ann.post("/api/gatherings", json={"game": "qubism", "seats": PEOPLE["qubism"], "own": ["w"]}).json()
        (link,), path = told["links"].values(), f"/api/matches/{told['view']['id']}"
        made_up, nonce = "x" * len(link), secrets.token_hex(16)
        assert bob.post(f"{path}/invitation", json={"link": made_up}).status_code == 404
        assert bob.post(f"{path}/join", json={"link": link, "nonce": nonce, "name": "Bob"}).status_code == 200
        token = ann.post("/api/bots", json={"name": "robo", "games": []}).json()["token"]
        for one in (token, token[::-1]):
            ann.get("/api/bot", headers={"authorization": f"Bearer {one}"})
        before = bob.cookies[COOKIE]
        assert bob.post("/api/me/account", json={"name": "Bob", "passphrase": PASSPHRASE}).status_code == 204
        assert ann.post("/api/me/sign-in", json={"name": "Bob", "passphrase": PASSPHRASE[::-1]}).status_code == 403
        return [
            link,
            made_up,
            token,
            token[::-1],
            PASSPHRASE,
            PASSPHRASE[::-1],
            before,
            bob.cookies[COOKIE],
            ann.cookies[COOKIE],
        ]


def test_a_whole_run_tells_much_but_nothing_secret(tmp_path: Path) -> None:
    """A run with mistakes, refusals and a database that goes away in the middle, with everything logged that can be."""
    with open_postgres() as postgres, postgres.database("games") as plain:
        url = plain.replace("banmen@", f"banmen:{PASSWORD}@")
        server = Process(tmp_path / "data", database=url, BANMEN_LOG_FORMAT="json", BANMEN_LOG_LEVEL="debug")
        names = [str(uuid.uuid4()) for _ in range(3)]
        with server.client() as client:
            view = begun(client)
            visitor = client.cookies[COOKIE]
            act(client, view, names[0], type="throw")
            act(client, view, names[1], type="move", move="nonsense")
            client.post("/api/matches", content=b"{")
            client.get(f"/play/{view['id']}?lang=xx")
            shared = share_secrets(server)
            postgres.stop(signal.SIGQUIT)
            assert client.get("/api/matches").status_code == 503
            assert act(client, view, names[2], type="throw").status_code in (409, 503)
            assert client.get("/healthz").status_code == 503
            postgres.start()
            assert client.get("/healthz").status_code == 200
        told = server.close()
        with psycopg.connect(plain) as connection:
            (seed,) = connection.execute("SELECT seed FROM matches").fetchone() or ("",)
    lines = [json.loads(line) for line in told.splitlines()]
    assert {"time", "level", "logger", "process", "message"} <= set(lines[0])
    requests = [(line["method"], line["route"], line["status"]) for line in lines if "route" in line]
    assert ("POST", "/api/matches/{match}/actions", 200) in requests
    assert ("GET", "/api/matches", 503) in requests
    assert any(line["level"] == "warning" for line in lines)
    assert len(seed) > 20
    assert ("POST", "/api/matches/{match}/join", 200) in requests
    for secret in (visitor, seed, PASSWORD, COOKIE, *names, *shared):
        assert secret not in told


def test_a_password_is_hidden_even_in_an_error() -> None:
    record = logging.makeLogRecord({"msg": "no such database: %s", "args": (f"postgresql://me:{PASSWORD}@here/x",)})
    for formatter in (LineFormatter((PASSWORD,)), JsonFormatter((PASSWORD,))):
        written = formatter.format(record)
        assert PASSWORD not in written
        assert "me:***@here" in written


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_exception_is_one_record(form: str) -> None:
    try:
        raise ZeroDivisionError("by nothing")
    except ZeroDivisionError as error:
        record = logging.makeLogRecord({"msg": "it failed", "exc_info": (type(error), error, error.__traceback__)})
    written = (JsonFormatter() if form == "json" else LineFormatter()).format(record)
    assert "by nothing" in written
    assert ("\n" in written) == (form == "text")
