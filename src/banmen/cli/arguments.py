"""What several commands take: a game, its options, a position, a language; and how they are read and completed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from banmen.core import registry
from banmen.core.catalogues import SOURCE, languages
from banmen.core.errors import OptionError, quote_value, require_whole_number
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, Message, join_alternatives

messages = Catalogue(__name__)

# Prefix for arguments that begin with a minus sign but are not options. No user's argument can contain it.
SHIELD = "\0"
START = "start"
STANDARD_INPUT = "-"
LONGEST_POSITION = 10_000
MOST_MEMORY = 2.0**20  # GiB


def complete_game(incomplete: str) -> list[str]:
    """Return the games that begin with what has been typed."""
    return [name for name in registry.names() if name.startswith(incomplete)]


def complete_option(incomplete: str) -> list[str]:
    """Return the rule options of the game already typed, with their values once the key is there."""
    # The line is not parsed while the option lacks its value, so the game has to be found among the words the shell hands over.
    words = os.environ.get("COMP_WORDS", os.environ.get("_TYPER_COMPLETE_ARGS", "")).split()
    found = []
    for name in registry.names():
        for option in registry.family(name).option_list if name in words else ():
            typed = incomplete.startswith(f"{option.name}=")
            found += [f"{option.name}={value}" for value in option.choices] if typed else [f"{option.name}="]
    return [text for text in found if text.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_game)]
PositionText = Annotated[str, typer.Argument(metavar="POSITION")]
Opt = Annotated[list[str] | None, typer.Option("--opt", metavar="KEY=VALUE", autocompletion=complete_option)]
Json = Annotated[bool, typer.Option("--json")]
GameNumber = Annotated[str | None, typer.Option("--game", metavar="N")]  # of a file of several games
Seed = Annotated[str, typer.Option("--seed", metavar="N")]
Theme = Annotated[str, typer.Option("--theme", metavar="light|dark|print")]
Lang = Annotated[str | None, typer.Option("--lang", metavar="|".join(languages()), autocompletion=lambda: languages())]


def read_pairs(texts: list[str] | None, flag: str) -> dict[str, str]:
    """Return texts such as `key=value` as a dictionary, or raise OptionError; `flag` is the option they were given with."""
    found: dict[str, str] = {}
    for text in texts or []:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise OptionError(messages("argument.not_a_pair", flag=flag, text=quote_value(text)))
        if key in found:
            raise OptionError(messages("argument.pair_twice", flag=flag, key=quote_value(key, 40)))
        found[key] = value
    return found


def read_whole(text: str, what: Message, least: int, most: int) -> int:
    """Return a whole number, or raise OptionError; `what` says which number it is."""
    text = text.removeprefix(SHIELD)
    digits = text.removeprefix("-")
    fits = digits.isascii() and digits.isdigit() and len(digits) <= 20 and least <= int(text) <= most
    require_whole_number(what, int(text) if fits else text[:20], least, most)
    return int(text)


def read_gibibytes(text: str) -> float:
    """Return an amount of memory, or raise OptionError."""
    text = text.removeprefix(SHIELD)
    try:
        size = float(text)
    except ValueError:
        size = -1
    if not 0 < size <= MOST_MEMORY:
        raise OptionError(messages("argument.bad_memory", text=quote_value(text, 20)))
    return size


def read_picture_path(name: str) -> Path:
    """Return the path of a picture, or raise OptionError for a file of another kind."""
    path = Path(name)
    if path.suffix.lower() != ".svg":
        raise OptionError(messages("argument.bad_picture_name", name=quote_value(path.name[-40:])))
    return path


def read_game(name: str, opt: list[str] | None) -> Game:
    """Return a game with its options, or raise UnknownGameError or OptionError."""
    family = registry.family(name)
    options: dict[str, Any] = read_pairs(opt, "--opt")
    return family(**options)


def read_position(game: Game, text: str) -> Position:
    """Return a position by its text, by the word `start`, or from standard input."""
    text = text.removeprefix(SHIELD)
    if text == STANDARD_INPUT:
        text = sys.stdin.readline(LONGEST_POSITION).rstrip("\r\n")
    return game.start() if text == START else game.position(text)


def read_language(lang: str | None) -> str:
    """Return the requested language, or else the system's if available."""
    if lang is None:
        code = re.split("[_.@]", next(_read_locale(), ""))[0]
        return code if code in languages() else SOURCE
    if lang not in languages():
        raise OptionError(messages("argument.bad_language", known=join_alternatives(languages()), lang=quote_value(lang, 20)))
    return lang


def _read_locale() -> Iterator[str]:
    """Return what the environment says of the language, the strongest word first."""
    return (value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name)))
