"""The command that lets a computer player play at a server: bot."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from banmen.cli.arguments import Lang, complete_game, read_language
from banmen.cli.output import note
from banmen.core import registry
from banmen.core.errors import OptionError
from banmen.core.messages import Catalogue, Message

messages = Catalogue(__name__)
TOKEN = "BANMEN_BOT_TOKEN"  # noqa: S105  the name of a setting


def bot(
    server: Annotated[str, typer.Option("--server", metavar="URL")],
    token_file: Annotated[Path | None, typer.Option("--token-file", metavar="FILE", dir_okay=False)] = None,
    player: Annotated[str, typer.Option("--player", metavar="WHO")] = "level:5",
    game: Annotated[list[str] | None, typer.Option("--game", metavar="GAME", autocompletion=complete_game)] = None,
    lang: Lang = None,
) -> None:
    """Let a computer player play on a server as your bot, until you press Ctrl-C.

    Examples:
      banmen bot --server http://table:8017 --token-file robo
      banmen bot --server http://table:8017 --player level:8
    """
    language = read_language(lang)
    from banmen.engine.players import player as find_player
    from banmen.server.bots.bot_client import BotClient

    if urlsplit(server).scheme not in ("http", "https") or not urlsplit(server).netloc:
        raise OptionError(messages("bot.bad_server", server=server))
    for name in game or registry.names():
        if game:
            find_player(player, registry.game(name))  # raises an error if it cannot play

    def report(message: Message) -> None:
        note(message, language)

    asyncio.run(BotClient(server, _read_token(token_file), player, tuple(game or ()), report).run())


def _read_token(file: Path | None) -> str:
    """Return the token from a file or the environment; a command line can be seen by everybody on a machine."""
    token = file.read_text("utf-8").strip() if file is not None else os.environ.get(TOKEN, "").strip()
    if not token:
        raise OptionError(messages("bot.no_token", name=TOKEN))
    return token
