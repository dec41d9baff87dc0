"""The questions before a game: which one, and who plays."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from banmen.core import registry
from banmen.core.board import Player
from banmen.core.game import Game
from banmen.core.messages import Catalogue
from banmen.engine.levels import levels
from banmen.match.seats import DEFAULT_COMPUTER, HUMAN
from banmen.presentation.about import about, read_home

messages = Catalogue(__name__)

Ask = Callable[[str], str | None]


def choose_game(console: Console, ask: Ask, lang: str) -> str | None:
    """Ask for a game; None when there is no more input."""
    names = sorted(registry.names(), key=lambda name: read_home(name).order)
    console.print(Text("\n" + messages.text("words.welcome", lang), "bold"))
    for number, name in enumerate(names, 1):
        game = about(name, lang)
        console.print(Text(f"  {number}  {game['title']}", "bold"))
        console.print(Padding(Text(game["tagline"], overflow="fold"), (0, 0, 0, 5), expand=False))
    chosen = _ask_number(console, ask, lang, messages.text("words.choose_game", lang), names)
    return None if chosen is None else names[chosen]


def choose_players(console: Console, ask: Ask, lang: str, game: Game) -> dict[Player, str] | None:
    """Ask who plays, and how well the computer does; Enter is a person against a gentle opponent."""
    seats, computer = game.players, DEFAULT_COMPUTER
    choices = {
        "who_first": {seat: HUMAN if seat == seats[0] else computer for seat in seats},
        "who_second": {seat: HUMAN if seat == seats[1] else computer for seat in seats},
        "who_people": dict.fromkeys(seats, HUMAN),
        "who_nobody": dict.fromkeys(seats, computer),
    }
    console.print(Text("\n" + messages.text("words.who_plays", lang), "bold"))
    for number, key in enumerate(choices, 1):
        console.print(Text(f"  {number}  ", "bold").append(messages.text(f"words.{key}", lang), "not bold"))
    chosen = _ask_number(console, ask, lang, messages.text("words.choose_number", lang), list(choices))
    if chosen is None:
        return None
    kinds = list(choices.values())[chosen]
    if computer not in kinds.values():
        return kinds
    at = _choose_level(console, ask, lang, game)
    return None if at is None else {seat: at if kind == computer else kind for seat, kind in kinds.items()}


def _choose_level(console: Console, ask: Ask, lang: str, game: Game) -> str | None:
    """Ask for one of the levels; Enter takes the usual one."""
    console.print(Text("\n" + messages.text("words.which_level", lang), "bold"))
    names = [f"level:{level.number}" for level in levels(game)]
    for level in levels(game):
        name = "  ".join(filter(None, (str(level.number), level.name[lang])))
        line = Text(f"  {name}", "bold").append(f"  {level.character[lang]}", "not bold")
        console.print(line, soft_wrap=True)
    usual = names.index(DEFAULT_COMPUTER)
    chosen = _ask_number(console, ask, lang, messages.text("words.choose_level", lang, usual=usual + 1), names, usual)
    return None if chosen is None else names[chosen]


def _ask_number(console: Console, ask: Ask, lang: str, prompt: str, choices: Sequence[str], usual: int = 0) -> int | None:
    """Ask for a number until there is a good one; Enter takes the usual one."""
    while (line := ask(prompt)) is not None:
        text = unicodedata.normalize("NFKC", line).strip() or str(usual + 1)
        if text in choices:
            return choices.index(text)
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(choices):
            return int(text) - 1
        console.print(messages.text("words.no_such_number", lang, most=len(choices)))
    return None
