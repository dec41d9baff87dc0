"""Scripts, style sheets and icons under addresses that change with their content.

A page refers to its files under `/static/DIGEST/`, which a browser caches for good: it loads nothing twice, and after an update
the page refers to other addresses. Scripts import each other by relative addresses, so they stay within the same digest. There
they are served without comments and indentation, a third of their size; under `/static/` they are served as written.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import stat
from collections.abc import Iterator
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(str(files("banmen.web"))) / "static"
FOREVER = "public, max-age=31536000, immutable"
ASK = "no-cache"  # cached, but revalidated each time
DIGEST = re.compile(r"(?P<digest>[0-9a-f]{12})/")
# What is only for readers of the source: comment lines, trailing comments, and indentation. It is found without parsing the
# language, because in our files no string spans lines and none contains comment markers.
NOTES = {
    ".css": re.compile(r"/\*.*?\*/|^[ \t]+", re.DOTALL | re.MULTILINE),
    ".js": re.compile(
        r"""^[ \t]*/\*.*?\*/[ \t]*$|^[ \t]*//[^\n]*$|(?<=[;,(){}\[\]])[ ]//[ ][^"'`/\n]*$|^[ \t]+""", re.DOTALL | re.MULTILINE
    ),
}


def find_root() -> str:
    """Return the address prefix under which pages refer to static files."""
    return f"/static/{digest_files()}"


def digest_files() -> str:
    """Return a digest of all static files as they are now: after an edit the browser sees the change at once."""
    return _digest(tuple(sorted(_list_files(str(FOLDER)))))


def _list_files(folder: str) -> Iterator[tuple[str, int]]:
    """Yield the files of a folder with their modification times, quickly: this runs on every request."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _list_files(entry.path)
            elif "." in entry.name:
                yield entry.path, entry.stat().st_mtime_ns


@functools.lru_cache(maxsize=1)
def _digest(found: tuple[tuple[str, int], ...]) -> str:
    digest = hashlib.sha256("".join(notes.pattern for notes in NOTES.values()).encode())  # they are served without these
    for name, _ in found:
        path = Path(name)
        digest.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


class StaticAddresses(StaticFiles):
    """Serves static files with and without a digest in their address; only with the current digest are they cached for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or that it has not changed."""
        named = DIGEST.match(path.replace("\\", "/"))
        name = path[named.end() :] if named else path
        if named is None or named["digest"] != digest_files():
            answer = await super().get_response(name, scope)
            answer.headers["cache-control"] = ASK
            return answer
        answer = self._read_cached(name, scope) or await super().get_response(name, scope)
        answer.headers["cache-control"] = FOREVER
        return answer

    def _read_cached(self, name: str, scope: Scope) -> Response | None:
        """Return a whole file from memory: a page loads dozens, which would otherwise be opened and read for each visitor.

        A part of a file is read from disk; a shortened file is sent whole.
        """
        in_part = "range" in Headers(scope=scope) and Path(name).suffix not in NOTES
        if scope["method"] not in ("GET", "HEAD") or in_part:
            return None
        try:
            path, found = self.lookup_path(name)
        except (OSError, ValueError):  # not a valid file name; the file server refuses it
            return None
        if found is None or not stat.S_ISREG(found.st_mode):
            return None
        return Response(_read_file(path, found.st_mtime_ns), media_type=guess_type(path)[0] or "text/plain")


@functools.lru_cache(maxsize=256)
def _read_file(path: str, _changed: int) -> bytes:
    return shorten(Path(path).read_bytes(), Path(path).suffix)


def shorten(content: bytes, suffix: str) -> bytes:
    """Return a script or a style sheet without comments and indentation, and any other file unchanged."""
    notes = NOTES.get(suffix)
    return re.sub(r"\n{2,}", "\n", notes.sub("", content.decode())).lstrip().encode() if notes else content


def address_text(path: str, text: str) -> str:
    """Return the address of a generated text, with its digest."""
    return f"{path}?v={_digest_text(text)}"


def answer_text(text: str, version: str | None, **more: Any) -> Response:
    """Return a text that is cached for good if it was requested by its digest."""
    current = version == _digest_text(text)
    return Response(text, headers={"cache-control": FOREVER if current else ASK}, **more)


def answer_unless_known(request: Request, text: str, media_type: str) -> Response:
    """Return a text, or only that the browser's cached copy is still current."""
    tag = f'"{_digest_text(text)}"'
    headers = {"cache-control": ASK, "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=media_type, headers=headers)


def _digest_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
