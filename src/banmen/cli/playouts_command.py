"""The command that plays many random games: playouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from banmen.cli.arguments import GameName, Json, Lang, Opt, Seed, read_game, read_language, read_position, read_whole
from banmen.cli.output import INTERRUPTED, game_json, note, note_compiling, put_json, put_table, track_progress
from banmen.core.errors import OptionError
from banmen.core.game import Game
from banmen.core.messages import Catalogue, localize
from banmen.engine.interruptible import GRACE, run_until_stopped

if TYPE_CHECKING:
    from banmen.engine.playouts import Playouts

messages = Catalogue(__name__)

MOST_GAMES = 10**9
MOST_THREADS = 256


def playouts(
    game: GameName,
    number: Annotated[str, typer.Option("--number", "-n", metavar="N")] = "10000",
    seed: Seed = "0",
    threads: Annotated[str, typer.Option("--threads", metavar="N")] = "1",
    position: Annotated[str | None, typer.Option("--position", metavar="POSITION")] = None,
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Play many random games and sum them up.

    Examples:
      banmen playouts kariuchi -n 100000
      banmen playouts moontrek -n 20000 --opt teams=2-2 --threads 2
      banmen playouts qubism -n 1000 --json
    """
    from banmen.engine.playouts import play

    found, language = read_game(game, opt), read_language(lang)
    start = read_position(found, position) if position is not None else None
    found = start.game if start else found
    if start is not None and start.over:
        raise OptionError(messages("playouts.game_over"))
    number_of_games = read_whole(number, messages("setting.games"), 1, MOST_GAMES)
    stream = read_whole(seed, messages("setting.seed"), 0, 2**61)
    workers = read_whole(threads, messages("setting.threads"), 1, MOST_THREADS)
    note_compiling(found, "playout.tally", language)
    doing = localize(messages("progress.playing"), language)
    try:
        with track_progress(doing, number_of_games) as done:
            result, stopped = run_until_stopped(
                lambda stop: play(
                    found,
                    number_of_games,
                    seed=stream,
                    threads=workers,
                    position=start,
                    progress=lambda games: done(games, doing),
                    stop=stop,
                ),
                GRACE,
            )
    except KeyboardInterrupt:
        note(messages("playouts.stopped_at_once"), language)
        raise
    if json:
        put_json({**game_json(found), "position": start.text if start else None, "seed": stream, **_result_json(result)})
    else:
        _put_table(found, result, language)
    if stopped:
        note(messages("playouts.stopped", done=result.games, games=number_of_games), language)
        raise typer.Exit(INTERRUPTED)


def _result_json(result: Playouts) -> dict[str, Any]:
    wins = [{"players": players, "games": games, "share": games / result.games} for players, games in result.wins.items()]
    return {
        "games": result.games,
        "wins": wins,
        "draws": result.draws,
        "unfinished": result.unfinished,
        "beginner_wins": result.beginner_wins,
        "steps": {
            "mean": result.mean_steps,
            "deviation": result.deviation,
            "least": result.least_steps or None,
            "most": result.most_steps or None,
        },
        "branching": result.branching,
        "branching_games": result.branching_games,
        "seconds": result.seconds,
    }


def _put_table(game: Game, result: Playouts, lang: str) -> None:
    from rich.table import Table as Grid

    from banmen.presentation.about import about
    from banmen.terminal.terminal_messages import join_player_names

    table = Grid(
        title=f"{about(game.name, lang)['title']}", title_justify="left", title_style="bold", box=None, show_header=False
    )
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right")

    def add_row(label: str, value: str, share: int | None = None) -> None:
        table.add_row(label, value, f"{share / result.games:.1%}" if share is not None else "")

    start = game.start()
    add_row(messages.text("playouts.count_games", lang), f"{result.games:,}")
    for players, games in result.wins.items():
        add_row(messages.text("playouts.count_wins", lang, names=join_player_names(start, players, lang)), f"{games:,}", games)
    for key, games in (("count_draws", result.draws), ("count_unfinished", result.unfinished)):
        if games:
            add_row(messages.text(f"playouts.{key}", lang), f"{games:,}", games)
    if game.opens_by_throw:  # elsewhere it is always the same player who begins
        add_row(messages.text("playouts.count_beginner", lang), f"{result.beginner_wins:,}", result.beginner_wins)
    add_row(messages.text("playouts.count_steps", lang), f"{result.mean_steps:.1f} ± {result.deviation:.1f}")
    if result.most_steps:  # some game has come to its end
        add_row(messages.text("playouts.count_range", lang), f"{result.least_steps:,} - {result.most_steps:,}")
    if result.branching is not None:
        of = messages("playouts.branching_games", games=result.branching_games)
        table.add_row(messages.text("playouts.count_branching", lang), f"{result.branching:.2f}", localize(of, lang))
    add_row(messages.text("playouts.count_seconds", lang), f"{result.seconds:.2f} s", None)
    put_table(table)
