"""The file of a tournament: one line of JSON for its settings, then one for each finished block of games.

Lines are only ever added, so a tournament that was interrupted, even by a power cut, goes on where it stopped. A block is
known by its players and its number; in which order blocks were finished does not matter.
"""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from types import TracebackType
from typing import Any

from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue
from banmen.core.os_errors import describe_os_error
from banmen.kernels.compile_cache import LAYERS
from banmen.lab.fair_blocks import Conditions
from banmen.lab.worker_pool import conditions_json

messages = Catalogue(__name__)

FORMAT = "banmen tournament 1"
Block = dict[str, Any]  # players, block, games
FOREIGN = "journal.not_a_tournament"


class JournalError(BanmenError):
    """A tournament's file cannot be used."""

    code = "bad_journal"


@functools.cache
def digest_code() -> str:
    """Return a digest of all that decides how games go: rules, engines, evaluations and what levels there are."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted(path for layer in LAYERS for kind in ("*.py", "levels.toml") for path in (package / layer).rglob(kind)):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


class Journal:
    """The finished blocks, in memory and, if there is a path, in a file.

    >>> import banmen
    >>> with Journal(None, Conditions(banmen.game("qubism"))) as journal:
    ...     journal.add({"players": ["random", "greedy"], "block": 0, "games": []})
    >>> len(journal.blocks)
    1
    """

    def __init__(self, path: Path | None, conditions: Conditions, *, any_code: bool = False) -> None:
        self.path, self.blocks = path, dict[tuple[str, str, int], Block]()
        self._settings = {"format": FORMAT, **conditions_json(conditions), "code": digest_code()}
        self._any_code = any_code
        self._file: Any = None

    def __enter__(self) -> Journal:
        if self.path is not None:
            try:
                self._file = self.path.open("ab+")
            except OSError as error:
                raise self._make_error("journal.unusable", reason=describe_os_error(error)) from None
            try:
                self._lock()
                self._read()
            except BaseException:
                self._file.close()
                raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file:
            self._file.close()

    def add(self, block: Block) -> None:
        """Keep a finished block."""
        self._remember(block)
        if self._file:
            self._file.write(json.dumps(block, separators=(",", ":")).encode() + b"\n")
            self._file.flush()

    def _remember(self, block: Block) -> None:
        first, second = block["players"]
        self.blocks[first, second, block["block"]] = block

    def _lock(self) -> None:
        """Reject a file that another process is writing to, if the system can detect it."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            busy = "journal.in_use"
            raise self._make_error(busy) from None

    def _read(self) -> None:
        """Read the file; an unfinished last line is cut off."""
        self._file.seek(0)
        held = self._file.read()
        whole = held.rfind(b"\n") + 1
        lines = held[:whole].splitlines()
        if lines:
            self._check(self._parse(lines[0], 1))
        elif held and not json.dumps(self._settings).encode().startswith(held[:20]):
            raise self._make_error(FOREIGN)
        for number, line in enumerate(lines[1:], 2):
            self._take(self._parse(line, number), number)
        self._file.truncate(whole)
        if not lines:
            self._file.write(json.dumps(self._settings).encode() + b"\n")
            self._file.flush()

    def _parse(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            alien = "journal.bad_line"
            raise self._make_error(alien, number=number)
        return value

    def _take(self, block: dict[str, Any], number: int) -> None:
        try:
            self._remember(block)
            [float(game["points"]) + game["moves"] + sum(map(sum, game["times"])) for game in block["games"]]
        except (KeyError, TypeError, ValueError):
            unsound = "journal.bad_block"
            raise self._make_error(unsound, number=number) from None

    def _check(self, settings: dict[str, Any]) -> None:
        """Refuse to mix games that were played under other conditions."""
        if settings.get("format") != FORMAT:
            raise self._make_error(FOREIGN)
        for name, value in self._settings.items():
            found = settings.get(name)
            if found == value or (name == "code" and self._any_code):
                continue
            if name == "code":
                raise self._make_error(
                    "journal.other_rules",
                )
            if name == "keep_moves":
                raise self._make_error("journal.with_records" if found else "journal.without_records")
            other = "journal.other_setting"
            raise self._make_error(other, name=name, found=found, value=value)

    def _make_error(self, key: str, **gaps: object) -> JournalError:
        """Return an error about the file, which fills the gap `{path}`."""
        return JournalError(messages(key, path=self.path, **gaps))
