"""Installs Banmen and reports progress; `make play` runs it before anything else is installed.

Takes the arguments of `pip install`. uv takes a third of the time, but ignores pip's settings. So if pip is configured to use
another index, or uv is unavailable or fails, pip does the work, with one line of progress for each step.
Needs only the standard library, and no terminal.
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

COLLECTING = re.compile(r"^Collecting ([\w.-]+)")
DOWNLOADING = re.compile(r"^\s*(?:Downloading|Using cached) (\S+?)-\d\S*\.(?:whl|tar\.gz) \(([\d.]+ \w+)\)")
INSTALLING = re.compile(r"^Installing collected packages: (.+)")
POLL_SECONDS = 2.0  # between two counts of the installed packages
REPORT_EVERY = 5  # resolved packages per line of progress
UV = "uv>=0.8,<1"
PIP = [sys.executable, "-u", "-m", "pip"]
PLAIN_OUTPUT = ["--disable-pip-version-check", "--progress-bar", "off", "--no-color"]
ANOTHER_INDEX = re.compile(r"(?<!extra)[.-]index-url|no-index")


class Progress:
    """What pip has done so far, parsed from its output."""

    def __init__(self) -> None:
        self.needed: list[str] = []
        self.total = 0

    def describe(self, line: str) -> str | None:
        """Return the progress report for a line of pip's output, or None if the line is not worth reporting."""
        if match := COLLECTING.match(line):
            self.needed.append(match[1])
            count = len(self.needed)
            return f"  resolving dependencies: {count} packages so far" if count % REPORT_EVERY == 0 else None
        if match := DOWNLOADING.match(line):
            return f"  downloading {match[1].replace('_', '-')} ({match[2]})"
        if match := INSTALLING.match(line):
            self.total = len(match[1].split(","))
            return f"  installing {self.total} packages"
        return None


def report(text: str) -> None:
    """Write a line and flush it, so that it appears at once even when output is piped."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def report_progress(lines: Iterable[str], progress: Progress) -> list[str]:
    """Report progress as pip's output arrives; return all of its lines, to show them if it fails."""
    kept = []
    for line in lines:
        kept.append(line)
        if text := progress.describe(line):
            report(text)
    return kept


def count_installed() -> int:
    """Count the installed packages."""
    return len(list(Path(sysconfig.get_path("purelib")).glob("*.dist-info")))


def watch(progress: Progress, ended: threading.Event) -> None:
    """Report how many packages pip has installed, because pip itself is silent while it installs."""
    before, last = count_installed(), 0
    while not ended.wait(POLL_SECONDS):
        done = count_installed() - before
        if progress.total and last < done < progress.total:
            report(f"  installed {done} of {progress.total}")
            last = done


def fetch_uv(arguments: list[str]) -> Path | None:
    """Install uv beside pip and return its path; None if pip uses another index or uv is unavailable."""
    settings = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True).stdout
    if ANOTHER_INDEX.search(" ".join([*arguments, settings])):
        return None
    constraints = str(Path(__file__).with_name("constraints.txt"))
    command = [*PIP, "install", "--quiet", "--retries", "1", "--constraint", constraints, *PLAIN_OUTPUT, UV]
    failed = subprocess.run(command, capture_output=True).returncode
    return None if failed else Path(sys.executable).with_name("uv")


def run_uv(uv: Path, arguments: list[str]) -> int:
    """Install with uv, report its progress, and return its exit status."""
    command = [str(uv), "pip", "install", "--python", sys.executable, *arguments]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        for line in process.stderr:
            if not line.startswith(" + "):  # the list of installed packages
                report(f"  {line.strip()}")
    return process.returncode


def run_pip(arguments: list[str]) -> int:
    """Install with pip, report its progress, and return its exit status."""
    progress, ended = Progress(), threading.Event()
    watcher = threading.Thread(target=watch, args=(progress, ended), daemon=True)
    watcher.start()
    with subprocess.Popen(
        [*PIP, "install", *PLAIN_OUTPUT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout
        lines = report_progress(process.stdout, progress)
    ended.set()
    if process.returncode:
        sys.stderr.writelines(lines[-20:])
        sys.stderr.write("Installation failed. Can this machine reach the package index?\n")
    return process.returncode


def main() -> int:
    """Install, and return the exit status."""
    began = time.monotonic()
    report("Installing Banmen's dependencies. This happens only once and takes about a minute:")
    arguments = sys.argv[1:]
    uv = fetch_uv(arguments)
    failed = run_uv(uv, arguments) if uv else 1
    if failed:
        failed = run_pip(arguments)
    if not failed:
        report(f"Installed in {time.monotonic() - began:.0f} s.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
