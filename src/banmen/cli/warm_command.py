"""The command that compiles everything ahead of time: warm."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from banmen.cli.arguments import Json, Lang, complete_game, read_language
from banmen.cli.output import INTERRUPTED, note, put, put_json, track_progress
from banmen.core import registry
from banmen.core.messages import Catalogue, localize
from banmen.engine.interruptible import run_interruptibly

messages = Catalogue(__name__)

MEBIBYTE = 2**20


def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME...", autocompletion=complete_game)] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Compile rules and engines once, so that playing, analysing and tournaments need not wait for it later.

    Examples:
      banmen warm
      banmen warm kariuchi moontrek
    """
    language = read_language(lang)
    for name in games or []:
        registry.family(name)
    from banmen.engine.precompile import list_tasks
    from banmen.kernels import compile_cache, kernel

    began = time.perf_counter()
    todo = list_tasks(games or [])
    ready: list[str] = []
    stopped = False
    with track_progress(localize(messages("progress.compiling"), language), len(todo)) as done:
        try:
            for number, (label, compile_it) in enumerate(todo):
                done(number, label)
                run_interruptibly(compile_it)
                ready.append(label)
        except KeyboardInterrupt:
            stopped = True
    seconds = time.perf_counter() - began
    folder = compile_cache.cache_folder() if kernel.choose_default_target() != kernel.PLAIN else None
    if json:
        put_json({"compiled": ready, "seconds": round(seconds, 3), "cache": str(folder) if folder else None})
    else:
        _report(len(ready), len(todo), seconds, folder, language)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def _report(ready: int, parts: int, seconds: float, folder: Path | None, lang: str) -> None:
    """Report how much is compiled, and where it is cached."""
    if ready < parts:
        put(localize(messages("warm.stopped", ready=ready, parts=parts), lang))
        return
    put(localize(messages("warm.ready", parts=parts, seconds=seconds), lang))
    if folder is None:
        note(messages("warm.nothing"), lang)
        return
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / MEBIBYTE
    note(messages("warm.kept", folder=folder, size=size), lang)
