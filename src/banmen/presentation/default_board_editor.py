"""Setting up a game that has no `board_editor.py`: it is done by writing a position, not by moving pieces."""

from __future__ import annotations

from typing import NoReturn

from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)


class NoBoardEditorError(BanmenError):
    """The pieces of a game cannot be moved by hand."""

    code = "no_board_editor"


def move_piece(_text: str, _piece: str, _source: str, _target: str) -> NoReturn:
    """Raise NoBoardEditorError."""
    raise NoBoardEditorError(messages("board_editor.unsupported"))
