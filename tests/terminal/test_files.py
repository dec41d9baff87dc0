from __future__ import annotations

import stat
from pathlib import Path

import pytest

from banmen.terminal.files import FileError, write


def test_writing_replaces_a_file_whole(tmp_path: Path) -> None:
    file = tmp_path / "game"
    write(file, "盤面\n")
    write(file, "second\n")
    assert file.read_bytes() == b"second\n"
    assert list(tmp_path.iterdir()) == [file]
    assert stat.S_IMODE(file.stat().st_mode) & 0o444


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(FileError, match="folder"):
        write(folder, "text")
    with pytest.raises(FileError, match="No such file"):
        write(tmp_path / "no" / "file", "text")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_text_that_cannot_be_encoded_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "game"
    write(file, "old")
    with pytest.raises(FileError):
        write(file, "\udcff")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
