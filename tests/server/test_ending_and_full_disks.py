"""A server process leaves nothing behind when it ends, and reports when nothing can be written."""

import os
import resource
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import httpx

from tests.server.process import PATIENCE, Process
from tests.server.visiting import House, problem

# A process whose compiler is busy with an endless job.
SERVER = """
import asyncio, time
from banmen.server import worker_process

async def main():
    worker = await worker_process.start_worker("tests.server.endless_compiler")
    worker.stdin.write(b"qubism\\n")
    print((await worker.stdout.readline()).decode().strip(), flush=True)
    time.sleep(3600)

asyncio.run(main())
"""


def begin_compiling(tmp_path: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a server that has everything to compile, as in a terminal; return it and the compile process."""
    environment = {**os.environ, "BANMEN_CACHE": str(tmp_path / "cache"), "BANMEN_JIT": "1", "BANMEN_SHIPPED": "0"}
    command = [sys.executable, "-m", "banmen", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    server = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True)
    end = time.monotonic() + PATIENCE
    while not any((tmp_path / "cache").rglob("*.nb?")):  # the first kernel is compiled
        assert server.poll() is None
        assert time.monotonic() < end, "nothing was compiled"
        time.sleep(0.01)
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    compilers = [int(child) for child in children if b"compile_worker" in Path(f"/proc/{child}/cmdline").read_bytes()]
    assert len(compilers) == 1
    return server, compilers[0]


def await_end(process: int) -> None:
    """Wait until a process is gone, or is a zombie."""
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{process}/stat").exists() and "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]:
        assert time.monotonic() < end, "it is still there"
        time.sleep(0.05)


def test_ctrl_c_while_something_compiles_is_quiet(tmp_path: Path) -> None:
    server, compiler = begin_compiling(tmp_path)
    os.killpg(server.pid, signal.SIGINT)  # a terminal sends it to the whole group
    _, told = server.communicate(timeout=PATIENCE)
    assert len(told.splitlines()) == 1, told  # the line with its address
    await_end(compiler)


def test_the_compiler_ends_with_a_server_that_is_killed() -> None:
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        compiler = int(server.stdout.readline())
        assert Path(f"/proc/{compiler}").exists()
        server.kill()
    await_end(compiler)


def await_health(client: httpx.Client, status: int) -> None:
    """Poll the health check: it writes at most once a second."""
    for _ in range(300):
        if client.get("/healthz").status_code == status:
            return
        time.sleep(0.1)
    raise AssertionError(status)


def test_a_full_disk_is_reported_and_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    with Process(tmp_path / "data") as server, server.client() as client:
        view = client.post("/api/matches", json={"game": "qubism", "seats": {"w": "human", "b": "human"}}).json()
        assert client.get("/healthz").status_code == 200
        action = {"type": "move", "move": "c2", "seq": 0, "client_id": str(uuid.uuid4())}
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))  # practically no space
        await_health(client, 503)
        refused = client.post(f"/api/matches/{view['id']}/actions", json=action)
        assert problem(refused) == (503, "no_database")
        assert client.get(f"/api/matches/{view['id']}").json()["seq"] == 0
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        await_health(client, 200)
        assert client.post(f"/api/matches/{view['id']}/actions", json=action).json()["view"]["seq"] == 1
        server.kill()
    with Process(tmp_path / "data") as again, again.client(client.cookies) as later:
        assert later.get(f"/api/matches/{view['id']}").json()["seq"] == 1


def test_matches_cannot_be_begun_without_end_from_one_address(tmp_path: Path) -> None:
    with House(tmp_path, most_begun=3) as house:
        for _ in range(3):
            assert house.visitor("192.0.2.1").post("/api/matches", {"game": "qubism"}).status_code == 201  # without a cookie
        assert problem(house.visitor("192.0.2.1").post("/api/matches", {"game": "qubism"})) == (429, "too_busy")
        assert house.visitor("192.0.2.2").post("/api/matches", {"game": "qubism"}).status_code == 201
