"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue, Message
from banmen.core.os_errors import describe_os_error

messages = Catalogue(__name__)


class FileError(BanmenError):
    """A file cannot be read or written.

    >>> FileError("some.banmen", FileNotFoundError(2, "No such file or directory")).localize("ja")
    'some.banmen：そのファイルやフォルダーはありません'
    """

    code = "file"

    def __init__(self, path: object, reason: Exception | Message) -> None:
        self.why = reason if isinstance(reason, Message) else describe_os_error(reason)
        super().__init__(messages("file.trouble", path=str(path) or repr(""), why=self.why))


def write(path: Path, text: str) -> None:
    """Write a text file through a temporary file beside it, so that it is never half written."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", dir=path.parent)
    except OSError as error:
        raise FileError(path, error) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)  # a temporary file is for its owner alone; this one is an ordinary file
        Path(name).replace(path)
    except (OSError, UnicodeError) as error:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise FileError(path, error) from None
