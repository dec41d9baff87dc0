"""What can go wrong in solving, each with a sentence that says what to do."""

from __future__ import annotations

from banmen.core.errors import BanmenError


class SolveError(BanmenError):
    """A game cannot be solved as it was asked for."""

    code = "cannot_solve"


class TableError(BanmenError):
    """A file is no sound table of this game."""

    code = "bad_table"
