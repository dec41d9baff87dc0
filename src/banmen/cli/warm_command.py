"""The command that compiles everything ahead of time: warm."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from banmen.cli.arguments import Json, Lang, complete_game, read_language
from banmen.cli.output import note, progress, put, put_json
from banmen.core import registry
from banmen.core.messages import localize, message


def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME...", help="Games; all of them by default.", autocompletion=complete_game),
    ] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Compile the rules once, so that no later command has to wait.

    \b
    Examples:
      banmen warm
      banmen warm kariuchi moontrek
    """  # noqa: D301
    language = read_language(lang)
    for name in games or []:
        registry.family(name)
    from banmen.engine.precompile import list_tasks
    from banmen.kernels import kernel

    began = time.perf_counter()
    todo = list_tasks(games or [])
    with progress(localize(message("Compiling", "コンパイル中"), language), len(todo)) as done:
        for number, (label, compile_it) in enumerate(todo):
            done(number, label)
            compile_it()
    seconds = time.perf_counter() - began
    folder = kernel.cache_folder() if kernel.default_target() != kernel.PLAIN else None
    if json:
        put_json(
            {"compiled": [label for label, _ in todo], "seconds": round(seconds, 3), "cache": str(folder) if folder else None}
        )
        return
    ready = "Ready: {parts} parts in {seconds:.1f} s.", "できました：{parts}個を{seconds:.1f}秒でコンパイルしました。"
    put(localize(message(*ready, parts=len(todo), seconds=seconds), language))
    kept = "The compiled rules are kept in {folder}.", "コンパイルしたルールは{folder}に保存しました。"
    none = "BANMEN_JIT=0: nothing is compiled.", "BANMEN_JIT=0なので、何もコンパイルしません。"
    note(message(*(kept if folder else none), folder=folder), language)
