"""Errors of the operating system in the reader's language, by their stable error numbers."""

from __future__ import annotations

import errno

from banmen.core.messages import Catalogue, Message

messages = Catalogue(__name__)


def describe_os_error(error: Exception) -> Message:
    """Return the reason for an error; in English, and if no catalogue has it, in the system's own words.

    >>> describe_os_error(FileNotFoundError(errno.ENOENT, "No such file or directory")).render("ja")
    'そのファイルやフォルダーはありません'
    >>> describe_os_error(ValueError("embedded null byte")).render("ja")
    'ファイルの名前か中身に使えない文字があります'
    """
    if not isinstance(error, OSError):
        bad_character = isinstance(error, UnicodeError) or "null byte" in str(error)
        return messages("os_error.bad_character" if bad_character else "os_error.failed", reason=str(error))
    key = f"os_error.{errno.errorcode.get(error.errno or 0)}"
    return messages(key if key in messages else "os_error.unknown", reason=error.strerror or str(error))
