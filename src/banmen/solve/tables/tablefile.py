"""The format of table files: writing, reading, and noticing damage.

    12 bytes   BANMENTABLE and a line feed
     4 bytes   version of the format          (all numbers little-endian)
     4 bytes   length of the head
       ...     the head, JSON in UTF-8: the kind, the game, its options, a digest of its rules, sizes, precision, errors
    40 bytes   for each block: where it begins in the file, how long it is there (8 bytes each), 24 bytes of its SHA-256
    32 bytes   SHA-256 of everything so far
       ...     the blocks

A block is a run of rows of values (see `row_kernels`), raw, so that it can be mapped into memory, or deflated with the bytes of
equal significance side by side. The beginning is checked when a file is opened, a block when it is first read.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from banmen.core.messages import Catalogue, Message
from banmen.core.os_errors import describe_os_error
from banmen.solve.solve_errors import TableError, make_table_error
from banmen.solve.tables.row_kernels import LANES
from banmen.solve.tables.value_layout import BYTES, FIXED16, FIXED32, FLOAT64, FULL, ITEM

messages = Catalogue(__name__)

MAGIC = b"BANMENTABLE\n"
VERSION = 1
BLOCK = 8192  # rows: a megabyte of 32-bit values
DIGEST = 24
ENTRY = struct.Struct(f"<QQ{DIGEST}s")
NUMBERS = struct.Struct("<II")
MOST_HEAD = 1 << 24
RAW, DEFLATED = "raw", "deflated"
KEPT = (FIXED32, FIXED16)


def write_table(path: Path, head: dict[str, Any], values: Any, precision: str, *, deflated: bool = False) -> None:
    """Write a table in place of any that is there, as a whole or not at all. Values are rounded to the precision once."""
    import os

    count = -(-len(values) // BLOCK)
    full = {**head, "rows": len(values), "lanes": LANES, "precision": precision, "form": DEFLATED if deflated else RAW}
    text = json.dumps(full, ensure_ascii=False, sort_keys=True).encode()
    start = MAGIC + NUMBERS.pack(VERSION, len(text)) + text
    at = len(start) + count * ENTRY.size + 32
    entries = []
    path.parent.mkdir(parents=True, exist_ok=True)
    waiting = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with waiting.open("wb") as file:
            file.seek(at)
            for data in _write_blocks(values, precision, deflated):
                entries.append(ENTRY.pack(at, len(data), hashlib.sha256(data).digest()[:DIGEST]))
                file.write(data)
                at += len(data)
            start += b"".join(entries)
            file.seek(0)
            file.write(start + hashlib.sha256(start).digest())
            file.flush()
            os.fsync(file.fileno())
        waiting.replace(path)
    finally:
        waiting.unlink(missing_ok=True)


def _write_blocks(values: Any, precision: str, deflated: bool) -> Iterator[bytes]:
    """Yield the blocks of a table as they are written."""
    import numpy

    for begin in range(0, len(values), BLOCK):
        part = values[begin : begin + BLOCK]
        kept = part if part.dtype == ITEM[precision] else _round_values(part, precision)
        if deflated:
            planes = numpy.ascontiguousarray(kept).view(numpy.uint8).reshape(-1, BYTES[precision])
            yield zlib.compress(numpy.ascontiguousarray(planes.T).tobytes(), 6)
        else:
            yield numpy.ascontiguousarray(kept).tobytes()


def _round_values(values: Any, precision: str) -> Any:
    """Return values in another precision, each the nearest one."""
    import numpy

    full = 1 if values.dtype.kind == "f" else FULL[FIXED32]
    return numpy.rint(values * (FULL[precision] / full)).astype(ITEM[precision])


def rounding_error(solved: str, kept: str) -> float:
    """Return the largest rounding error of writing a value in another precision."""
    return 0.0 if solved == kept else 0.5 / FULL[kept] + (1e-16 if solved == FLOAT64 else 0.0)


class TableFile:
    """A table on disk, open for reading; use it as a context or close it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self.map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise make_table_error(path, "table_file.missing") from None
        except (OSError, ValueError) as error:  # an empty file cannot be mapped
            unread = "table_file.unreadable"
            empty = isinstance(error, ValueError) and path.is_file()
            raise make_table_error(
                path, unread, why=messages("table_file.empty") if empty else describe_os_error(error)
            ) from None
        try:
            self.head, self.entries = self._read_beginning()
        except TableError:
            self.close()
            raise
        self._blocks: dict[int, Any] = {}

    def _read_beginning(self) -> tuple[dict[str, Any], list[tuple[int, int, bytes]]]:
        """Read and check everything before the blocks."""
        if self.map[: len(MAGIC)] != MAGIC:
            raise make_table_error(self.path, "table_file.not_a_table")
        at = len(MAGIC) + NUMBERS.size
        if len(self.map) < at:
            raise self._make_damage_error(messages("table_file.too_short"))
        version, length = NUMBERS.unpack(self.map[len(MAGIC) : at])
        if version != VERSION:
            other = "table_file.other_version"
            raise make_table_error(self.path, other, version=version, ours=VERSION)
        if length > MOST_HEAD or len(self.map) < at + length:
            raise self._make_damage_error(messages("table_file.head_cut"))
        try:
            head = json.loads(self.map[at : at + length])
            count = -(-int(head["rows"]) // BLOCK)
        except (ValueError, KeyError, TypeError):
            raise self._make_damage_error(messages("table_file.bad_head")) from None
        end = at + length + count * ENTRY.size
        if count < 0 or hashlib.sha256(self.map[:end]).digest() != self.map[end : end + 32]:
            raise self._make_damage_error(messages("table_file.head_checksum"))
        entries = list(ENTRY.iter_unpack(self.map[at + length : end]))
        if len(self.map) != (entries[-1][0] + entries[-1][1] if entries else end + 32):
            raise self._make_damage_error(messages("table_file.wrong_length"))
        return head, entries

    def _make_damage_error(self, why: Message) -> TableError:
        return make_table_error(
            self.path,
            "table_file.damaged",
            why=why,
        )

    def value(self, row: int, lane: int) -> float:
        """Return one value as a chance."""
        block = self.block(row // BLOCK)
        return float(block[row % BLOCK, lane]) / FULL[str(self.head["precision"])]

    def block(self, number: int) -> Any:
        """Return a block as rows of values, checked when it is first read."""
        if number not in self._blocks:
            if len(self._blocks) > 64 and self.head["form"] == DEFLATED:
                self._blocks.clear()
            self._blocks[number] = self._read(number)
        return self._blocks[number]

    def _read(self, number: int) -> Any:
        import numpy

        begin, length, digest = self.entries[number]
        data = memoryview(self.map)[begin : begin + length]
        if hashlib.sha256(data).digest()[:DIGEST] != digest:
            raise self._make_damage_error(messages("table_file.block_checksum", number=number + 1, all=len(self.entries)))
        item = ITEM[str(self.head["precision"])]
        if self.head["form"] == RAW:
            return numpy.frombuffer(data, item).reshape(-1, LANES)
        size = BYTES[str(self.head["precision"])]
        planes = numpy.frombuffer(zlib.decompress(data), numpy.uint8).reshape(size, -1)
        return numpy.ascontiguousarray(planes.T).view(item).reshape(-1, LANES)

    def check(self) -> None:
        """Read every block once, or raise TableError at the first that is damaged."""
        for number in range(len(self.entries)):
            self._read(number)

    def close(self) -> None:
        """Close the file; values read before stay valid."""
        self._blocks = {}
        with contextlib.suppress(BufferError):  # a block is still referenced, and keeps the map alive
            self.map.close()

    def __enter__(self) -> TableFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
