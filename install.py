"""Installs Banmen and says how far it is: run by `make play`, before anything is installed.

Takes the arguments of `pip install`. uv does it in a third of the time. It reads none of pip's
settings: where pip is told of another index, or uv cannot be had or fails, pip installs, and its steps are told a line each.
Nothing but the standard library is needed, and no terminal.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterable
from pathlib import Path

NEEDED = re.compile(r"^Collecting ([\w.-]+)")
FETCHED = re.compile(r"^\s*(?:Downloading|Using cached) (\S+?)-\d\S*\.(?:whl|tar\.gz) \(([\d.]+ \w+)\)")
UNPACKED = re.compile(r"^Installing collected packages: (.+)")
OFTEN = 2.0  # seconds between two looks at how many packages are there
FEW = 5  # packages found out about that are one line
UV = "uv>=0.8,<1"
PIP = [sys.executable, "-u", "-m", "pip"]
PLAIN = ["--disable-pip-version-check", "--progress-bar", "off", "--no-color"]
ANOTHER_INDEX = re.compile(r"(?<!extra)[.-]index-url|no-index")


class Progress:
    """What pip has done so far, told by its lines."""

    def __init__(self) -> None:
        self.needed: list[str] = []
        self.total = 0

    def describe(self, line: str) -> str | None:
        """Return what a line of pip's means for somebody who waits, or None if it is not worth a line."""
        if found := NEEDED.match(line):
            self.needed.append(found[1])
            return f"  looking up what is needed: {len(self.needed)} packages" if len(self.needed) % FEW == 0 else None
        if found := FETCHED.match(line):
            return f"  fetching {found[1].replace('_', '-')} ({found[2]})"
        if found := UNPACKED.match(line):
            self.total = len(found[1].split(","))
            return f"  installing {self.total} packages"
        return None


def tell(text: str) -> None:
    """Write a line at once, whether or not somebody looks at a terminal."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def follow(lines: Iterable[str], progress: Progress) -> list[str]:
    """Tell of pip's lines as they come; return them all, for the case that it fails."""
    kept = []
    for line in lines:
        kept.append(line)
        if words := progress.describe(line):
            tell(words)
    return kept


def count_installed() -> int:
    """Return how many packages are installed."""
    return len(list(Path(sysconfig.get_path("purelib")).glob("*.dist-info")))


def watch(progress: Progress, ended: threading.Event) -> None:
    """Tell how many packages are there while pip installs them, of which it says nothing itself."""
    before, last = count_installed(), 0
    while not ended.wait(OFTEN):
        done = count_installed() - before
        if progress.total and last < done < progress.total:
            tell(f"  installed {done} of {progress.total}")
            last = done


def fetch_uv(arguments: list[str]) -> Path | None:
    """Return uv, installed beside pip, unless pip is told of another index or it cannot be had."""
    settings = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True).stdout
    if ANOTHER_INDEX.search(" ".join([*arguments, settings])):
        return None
    tested = str(Path(__file__).with_name("constraints.txt"))
    command = [*PIP, "install", "--quiet", "--retries", "1", "--constraint", tested, *PLAIN, UV]
    failed = subprocess.run(command, capture_output=True).returncode
    return None if failed else Path(sys.executable).with_name("uv")


def run_uv(uv: Path, arguments: list[str]) -> int:
    """Install with uv, tell what it does, and return its status."""
    command = [str(uv), "pip", "install", "--python", sys.executable, *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr
        for line in running.stderr:
            if not line.startswith(" + "):  # what is installed, a line a package
                tell(f"  {line.strip()}")
    return running.returncode


def run_pip(arguments: list[str]) -> int:
    """Install with pip, tell what it does, and return its status."""
    progress, ended = Progress(), threading.Event()
    watcher = threading.Thread(target=watch, args=(progress, ended), daemon=True)
    watcher.start()
    with subprocess.Popen(
        [*PIP, "install", *PLAIN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        assert pip.stdout
        lines = follow(pip.stdout, progress)
    ended.set()
    if pip.returncode:
        sys.stderr.writelines(lines[-20:])
        sys.stderr.write("The installation failed: is this machine connected to the package index?\n")
    return pip.returncode


def main() -> int:
    """Install, and return the status."""
    began = time.monotonic()
    tell("Installing what Banmen needs. This is done once and takes a minute or so:")
    arguments = sys.argv[1:]
    uv = fetch_uv(arguments)
    failed = run_uv(uv, arguments) if uv else 1
    if failed:
        failed = run_pip(arguments)
    if not failed:
        tell(f"Installed after {time.monotonic() - began:.0f} s.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
