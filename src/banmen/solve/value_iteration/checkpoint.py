"""Checkpoints of a solution under way, so that the work can be resumed after any interruption.

A folder holds one file for every group that is solved and one for the group being worked on, each replaced as a whole. A file
that is damaged or belongs to other rules counts as missing: then that group is solved again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

from banmen.solve.tables.value_layout import Layout
from banmen.solve.value_iteration.iteration import GroupReport

CHUNK = 1 << 24


def replace_file(path: Path, parts: Any) -> None:
    """Write a file of some bytes-like parts atomically: after any accident it is as it was before."""
    waiting = path.with_name(path.name + f".{os.getpid()}.new")
    try:
        with waiting.open("wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        waiting.replace(path)
    finally:
        waiting.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # some file systems cannot do this for a folder
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class Checkpoint:
    """The folder of one solution under way; `terms` say what is being solved, and a file with other terms is ignored."""

    def __init__(self, folder: Path, layout: Layout, terms: dict[str, Any]) -> None:
        self.folder, self.layout, self.terms = folder, layout, terms

    def save(self, group: int, values: Any, sweeps: int, report: GroupReport | None) -> None:
        """Write the values of a group, with the report if it is solved."""
        self.folder.mkdir(parents=True, exist_ok=True)
        begin, end = self.layout.begins[group : group + 2]
        data = memoryview(values[begin:end]).cast("B")
        head = {
            "terms": self.terms,
            "group": group,
            "sweeps": sweeps,
            "report": None if report is None else dataclasses.asdict(report),
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        line = json.dumps(head).encode() + b"\n"
        replace_file(self._find_path(group), [line, *(data[at : at + CHUNK] for at in range(0, len(data), CHUNK))])

    def load(self, group: int, values: Any) -> tuple[int, GroupReport | None] | None:
        """Read the values of a group; return the number of sweeps and the report, or None if there is no valid file."""
        begin, end = self.layout.begins[group : group + 2]
        data = memoryview(values[begin:end]).cast("B")
        try:
            with self._find_path(group).open("rb") as file:
                head = json.loads(file.readline(1 << 20))
                if head["terms"] != self.terms or head["group"] != group:
                    return None
                if file.readinto(data) != len(data) or file.read(1):
                    return None
            if hashlib.sha256(data).hexdigest() != head["sha256"]:
                return None
            report = head["report"]
            if report is not None:
                report = GroupReport(**{**report, "strata": tuple(tuple(stratum) for stratum in report["strata"])})
            return int(head["sweeps"]), report
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def clear(self) -> None:
        """Delete the folder: the work is done."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _find_path(self, group: int) -> Path:
        return self.folder / f"group-{group:03}"
