"""What can go wrong in solving, each with a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path

from banmen.core.errors import BanmenError, quote_value
from banmen.core.messages import Catalogue

messages = Catalogue(__name__)


class SolveError(BanmenError):
    """A game cannot be solved as requested."""

    code = "cannot_solve"


class TableError(BanmenError):
    """A file is no sound table of this game."""

    code = "bad_table"


LONGEST_PATH = 200  # characters of a path in a sentence
# What may be wrong with any table, in English and Japanese; `{path}` is its file.
UNKNOWN = "table.unknown_game"
OTHER_RULES = "table.other_rules"
OTHER_GAME = "table.other_table"
OTHER_LAYOUT = "table.other_layout"


def make_table_error(path: Path | str, key: str, **gaps: object) -> TableError:
    """Return an error about the table of a path, which fills the gap `{path}`.

    >>> make_table_error("a.table", OTHER_LAYOUT).localize("ja")
    '「a.table」はいまの表と形が違います。作り直してください'
    """
    return TableError(messages(key, path=quote_value(str(path), LONGEST_PATH), **gaps))


def refuse_other_game(path: Path, own: object, asked: object) -> None:
    """Raise TableError if the table at a path is of another game than the requested one."""
    if own != asked:
        raise make_table_error(path, OTHER_GAME, own=repr(own), asked=repr(asked))


def make_missing_error(game: object, text: str) -> TableError:
    """Return an error about a position that a game's table does not have."""
    return TableError(messages("table.unknown_position", game=repr(game), text=quote_value(text)))
