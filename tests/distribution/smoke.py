"""Try an installed Banmen: run by the Python of a fresh environment, with nothing but the package and the standard library.

Takes a file with the names of all files that the package must contain, one per line.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import banmen

PAGES = ("/", "/new/kariuchi", "/rules/qubism?lang=ja", "/static/js/page.js", "/static/css/page.css", "/pictures/kuniumi.svg")


def main() -> None:
    """Check files, commands, a library call and the pages; raise at the first error."""
    home = Path(banmen.__file__).parent.parent
    assert Path(sys.prefix) in home.parents, f"{home} is not the installed package"
    wanted = Path(sys.argv[1]).read_text(encoding="utf-8").split()
    missing = [name for name in wanted if not (home / name).is_file()]
    assert wanted, "no files named"
    assert not missing, f"missing: {missing}"
    games = run("games")
    assert all(name in games for name in banmen.names()), games
    assert "5>5c" in run("legal", "kariuchi", "Rx2,5,A/Rx3,12 1 3")
    assert run("rules", "moontrek", "--lang", "ja").strip()
    visit()
    sys.stdout.write(f"{len(wanted)} files, the commands and {len(PAGES)} pages are all right\n")


def run(*words: str) -> str:
    """Run the installed command and return its output."""
    command = [str(Path(sys.executable).parent / "banmen"), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment()).stdout


def environment() -> dict[str, str]:
    """Return an environment in which nothing is compiled and nothing of the checkout can be imported."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"BANMEN_JIT": "0"}


def visit() -> None:
    """Start the server on a free port and load some pages; a match is stored, which needs the migrations."""
    with tempfile.TemporaryDirectory() as data:
        command = [str(Path(sys.executable).parent / "banmen"), "serve", "--port", "0", "--data", data]
        with subprocess.Popen(
            command, env=environment(), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as server:
            try:
                assert server.stderr
                first = server.stderr.readline()
                found = re.search(r"http://127\.0\.0\.1:[0-9]+", first)
                assert found, first
                for page in PAGES:
                    with urllib.request.urlopen(found[0] + page, timeout=60) as answer:
                        assert answer.status == 200, page
                        assert answer.read(), page
                asked = urllib.request.Request(
                    found[0] + "/api/matches", data=b'{"game": "qubism"}', headers={"content-type": "application/json"}
                )
                with urllib.request.urlopen(asked, timeout=60) as answer:
                    assert answer.status in (200, 201)
            finally:
                server.terminate()
                server.communicate(timeout=60)


if __name__ == "__main__":
    main()
