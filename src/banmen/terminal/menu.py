"""The questions before a game: which one, and who plays."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from banmen.core import registry
from banmen.core.game import Game, Player
from banmen.terminal.about import about
from banmen.terminal.match import HUMAN, RANDOM
from banmen.terminal.words import say

Ask = Callable[[str], str | None]
FIRST = "kariuchi"  # the game that is offered first


def choose_game(console: Console, ask: Ask, lang: str) -> str | None:
    """Ask for a game; None when there is no more input."""
    names = sorted(registry.names(), key=lambda name: name != FIRST)
    console.print(Text("\n" + say("welcome", lang), "bold"))
    for number, name in enumerate(names, 1):
        told = about(name, lang)
        console.print(Text(f"  {number}  {told['title']}", "bold"))
        console.print(Padding(Text(told["tagline"], overflow="fold"), (0, 0, 0, 5), expand=False))
    chosen = _number(console, ask, lang, say("choose_game", lang), names)
    return None if chosen is None else names[chosen]


def choose_players(console: Console, ask: Ask, lang: str, game: Game) -> dict[Player, str] | None:
    """Ask who plays; Enter is a person against the computer."""
    seats = game.players
    choices = {
        "who_first": {seat: HUMAN if seat == seats[0] else RANDOM for seat in seats},
        "who_second": {seat: HUMAN if seat == seats[1] else RANDOM for seat in seats},
        "who_people": dict.fromkeys(seats, HUMAN),
        "who_nobody": dict.fromkeys(seats, RANDOM),
    }
    console.print(Text("\n" + say("who_plays", lang), "bold"))
    for number, key in enumerate(choices, 1):
        console.print(Text(f"  {number}  ", "bold").append(say(key, lang), "not bold"))
    chosen = _number(console, ask, lang, say("choose_number", lang), list(choices))
    return None if chosen is None else list(choices.values())[chosen]


def _number(console: Console, ask: Ask, lang: str, prompt: str, choices: Sequence[str]) -> int | None:
    """Ask for a number until there is a good one; Enter takes the first."""
    while (line := ask(prompt)) is not None:
        text = unicodedata.normalize("NFKC", line).strip() or "1"
        if text in choices:
            return choices.index(text)
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(choices):
            return int(text) - 1
        console.print(say("no_such_number", lang, most=len(choices)))
    return None
