"""Tables on a terminal and in a pipe."""

from __future__ import annotations

import io
import sys

import pytest

from banmen.cli.output import make_table, put_table

LONG = "custom:engine=alphabeta,nodes=20000,blur=0.05"
NUMBERS = ("1,234", "56", "7,890", "63.21%", "+120.4")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def show(screen: io.StringIO, columns: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines of a table with long names of players."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "dumb")  # no colours
    monkeypatch.setattr(sys, "stdout", screen)
    table = make_table("A title", ("Player", "Opponent", "Won", "Drawn", "Lost", "Score", "Elo"), names=2)
    table.add_row(LONG, f"{LONG}#2", *NUMBERS)
    table.add_row("random", "greedy", *NUMBERS)
    put_table(table)
    return screen.getvalue().splitlines()


@pytest.mark.parametrize("columns", [80, 100])
def test_long_names_are_folded_on_a_terminal_and_numbers_never(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = show(Terminal(), columns, monkeypatch)
    assert max(map(len, lines)) <= columns
    rows = [line.split()[-5:] for line in lines if "%" in line]
    assert rows == [list(NUMBERS), list(NUMBERS)]
    opponents = lines[1].index("Opponent")
    assert "".join(line[:opponents].strip() for line in lines[2:-1]) == LONG  # folded, not cut off


def test_in_a_pipe_a_row_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = show(io.StringIO(), 80, monkeypatch)
    assert [line.split() for line in lines[2:]] == [[LONG, f"{LONG}#2", *NUMBERS], ["random", "greedy", *NUMBERS]]
    assert all(line == line.rstrip() for line in lines)
