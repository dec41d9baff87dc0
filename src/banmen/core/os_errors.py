"""What the system refuses, in both languages: it tells its reasons in English, by numbers that are stable."""

from __future__ import annotations

import errno
from typing import Final

from banmen.core.messages import Message, message

# The reasons that a reader of a file, a writer or a server may meet; the English is the system's own.
REASONS: Final[dict[int, str]] = {
    errno.ENOENT: "そのファイルやフォルダーはありません",
    errno.EACCES: "開く許可がありません",
    errno.EPERM: "その操作は許可されていません",
    errno.EISDIR: "これはファイルではなくフォルダーです",
    errno.ENOTDIR: "フォルダーではないものをフォルダーとして使っています",
    errno.EEXIST: "もうあります",
    errno.ENAMETOOLONG: "名前が長すぎます",
    errno.EINVAL: "この使い方はできません",
    errno.ENOSPC: "空き容量がありません",
    errno.EDQUOT: "使える容量を使いきっています",
    errno.EROFS: "読むことしかできないところです",
    errno.EFBIG: "ファイルが大きすぎます",
    errno.ELOOP: "リンクがぐるぐる回っています",
    errno.EIO: "読み書きに失敗しました",
    errno.EMFILE: "開いているファイルが多すぎます",
    errno.ENOMEM: "メモリーが足りません",
    errno.EBADF: "閉じられています",
    errno.EADDRINUSE: "そのポートはもう使われています",
    errno.EADDRNOTAVAIL: "そのアドレスはこのコンピュータのものではありません",
}


def describe_os_error(error: Exception) -> Message:
    """Return why something could not be done; what is not known in Japanese is told there in the system's own words.

    >>> trouble(FileNotFoundError(errno.ENOENT, "No such file or directory")).ja
    'そのファイルやフォルダーはありません'
    >>> trouble(ValueError("embedded null byte")).ja
    'ファイルの名前か中身に使えない文字があります'
    """
    if not isinstance(error, OSError):
        characters = isinstance(error, UnicodeError) or "null byte" in str(error)
        unusable = "ファイルの名前か中身に使えない文字があります"
        return Message(str(error), unusable if characters else f"うまくいきませんでした（{error}）")
    reason = error.strerror or str(error)
    known = REASONS.get(error.errno) if error.errno is not None else None
    return Message(reason, known) if known else message("{reason}", "システムの返事は「{reason}」でした", reason=reason)
