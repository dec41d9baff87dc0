"""What can go wrong in solving, each with a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path

from banmen.core.errors import BanmenError, shown
from banmen.core.messages import message


class SolveError(BanmenError):
    """A game cannot be solved as it was asked for."""

    code = "cannot_solve"


class TableError(BanmenError):
    """A file is no sound table of this game."""

    code = "bad_table"


LONGEST_PATH = 200  # characters of a path in a sentence
# What may be wrong with any table, in English and Japanese; `{path}` is its file.
UNKNOWN = (
    "{path} is of a game or of options that are not known here: make it anew",
    "{path}は知らないゲームかオプションの表です。作り直してください",
)
OTHER_RULES = (
    "{path} was made by other rules of {game} than these: make it anew",
    "{path}は{game}の別のルールで作られた表です。作り直してください",
)
OTHER_GAME = (
    "{path} is a table of {own}, not of {asked}: --again makes it anew",
    "{path}は{own}の表で、{asked}の表ではありません。--again で作り直せます",
)
OTHER_LAYOUT = (
    "{path} is laid out in another way than tables are now: make it anew",
    "{path}はいまの表と形が違います。作り直してください",
)


def about_table(path: Path | str, english: str, japanese: str, **gaps: object) -> TableError:
    """Return an error about the table of a path, which fills the gap `{path}`.

    >>> about_table("a.table", *OTHER_LAYOUT).told("ja")
    '「a.table」はいまの表と形が違います。作り直してください'
    """
    return TableError(message(english, japanese, path=shown(str(path), LONGEST_PATH), **gaps))


def refuse_other_game(path: Path, own: object, asked: object) -> None:
    """Raise TableError where the table of a path is of another game than the one asked for."""
    if own != asked:
        raise about_table(path, *OTHER_GAME, own=repr(own), asked=repr(asked))


def not_in_table(game: object, text: str) -> TableError:
    """Return an error about a position that a game's table does not have."""
    missing = "this table of {game} does not have the position {text}", "{game}のこの表に局面{text}はありません"
    return TableError(message(*missing, game=repr(game), text=shown(text)))
