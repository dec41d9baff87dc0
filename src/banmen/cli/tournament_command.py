"""The command that lets engines and levels play each other: tournament."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banmen.cli.arguments import (
    SHIELD,
    GameName,
    Json,
    Lang,
    Opt,
    Seed,
    Theme,
    read_game,
    read_language,
    read_picture_path,
    read_whole,
)
from banmen.cli.output import INTERRUPTED, make_table, note, put_json, put_table, track_progress
from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue, localize

if TYPE_CHECKING:
    from banmen.lab.elo import Sprt
    from banmen.lab.tournament import Score, Tournament, TournamentProgress

messages = Catalogue(__name__)


def tournament(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...")],
    games: Annotated[str, typer.Option("--games", "-n", metavar="N")] = "100",
    pairing: Annotated[str, typer.Option("--pairing", metavar="all|ladder|gauntlet")] = "all",
    sprt: Annotated[str | None, typer.Option("--sprt", metavar="ELO0,ELO1")] = None,
    alpha: Annotated[str, typer.Option("--alpha", metavar="RISK")] = "0.05",
    beta: Annotated[str, typer.Option("--beta", metavar="RISK")] = "0.05",
    seed: Seed = "0",
    opening_plies: Annotated[str | None, typer.Option("--opening-plies", metavar="N")] = None,
    jobs: Annotated[str | None, typer.Option("--jobs", "-j", metavar="N")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE")] = None,
    any_code: Annotated[bool, typer.Option("--any-code")] = False,
    records: Annotated[Path | None, typer.Option("--records", metavar="FILE")] = None,
    chart: Annotated[Path | None, typer.Option("--chart", metavar="FILE")] = None,
    theme: Theme = "light",
    anchor: Annotated[str | None, typer.Option("--anchor", metavar="PLAYER")] = None,
    lang: Lang = None,
    opt: Opt = None,
    json: Json = False,
) -> None:
    """Play players against each other in fair games and rate them.

    Examples:
      banmen tournament kariuchi greedy random -n 1000
      banmen tournament qubism level:1 level:2 level:3 --pairing ladder
      banmen tournament qubism level:4 level:5 -n 500 -o games.jsonl
      banmen tournament kuniumi alphabeta:20000 alphabeta:5000 --sprt 0,100
    """
    from banmen.lab import tournament as lab
    from banmen.lab.fair_blocks import MOST_PLIES
    from banmen.presentation.svg import read_style

    found, language = read_game(game, opt), read_language(lang)
    _refuse_files(out, records, chart)
    read_style({"theme": theme})  # better now than after hours of play
    number = read_whole(games, messages("setting.games"), 1, lab.MOST_GAMES)
    test = _read_sprt(sprt, alpha, beta)
    plies_told = messages("setting.opening_plies")
    settings = lab.TournamentSettings(
        games=number,
        seed=read_whole(seed, messages("setting.seed"), 0, 2**61),
        pairing=pairing,
        sprt=test,
        opening_plies=None if opening_plies is None else read_whole(opening_plies, plies_told, 0, MOST_PLIES),
        jobs=None if jobs is None else read_whole(jobs, messages("setting.jobs"), 1, lab.MOST_JOBS),
        out=out,
        keep_moves=records is not None,
        any_code=any_code,
        in_process=False,  # so that Ctrl-C works during compilation
    )
    if anchor is not None and anchor not in players:
        raise OptionError(lab.refuse_anchor(anchor))
    ready = localize(messages("progress.preparing"), language)
    with track_progress(ready, number * len(lab.list_pairs(players, pairing))) as done:
        result = lab.play(
            found, players, settings=settings, progress=lambda standing: done(standing.done, _describe_progress(standing))
        )
    _write_files(result, records, chart, theme, anchor, language)
    if json:
        from banmen.lab.tournament_report import tournament_to_json

        put_json(tournament_to_json(result, anchor))
    elif any(score.games for score in result.pairs.values()):
        _put_tables(result, anchor, language)
    if not result.complete:
        _explain_resuming(result, number, out, language)
        raise typer.Exit(INTERRUPTED)


def _refuse_files(out: Path | None, records: Path | None, chart: Path | None) -> None:
    """Raise OptionError for files that could not be written when all games are over, or not side by side."""
    files = [file.resolve() for file in (out, records, chart) if file is not None]
    for file in files:
        if not file.parent.is_dir():
            raise OptionError(messages("tournament.no_folder", folder=quote_value(str(file.parent), 200)))
    if len(set(files)) < len(files):
        raise OptionError(messages("tournament.files_overwrite"))
    if chart is not None:
        read_picture_path(str(chart))
    going_on = out is not None and out.exists()  # and then the records are rewritten, including the new ones
    if records is not None and not going_on and records.is_file() and records.stat().st_size:
        raise OptionError(messages("tournament.file_exists", file=quote_value(str(records), 200)))


def _read_sprt(text: str | None, alpha: str, beta: str) -> Sprt | None:
    from banmen.lab.elo import Sprt

    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.removeprefix(SHIELD).split(","))
        risks = float(alpha), float(beta)
    except ValueError:
        raise OptionError(messages("tournament.bad_sprt", text=quote_value(text, 40))) from None
    return Sprt(elo0, elo1, *risks)


def _describe_progress(standing: TournamentProgress) -> str:
    """Return the running score of the least decided pair."""
    (first, second), found = min(standing.pairs.items(), key=lambda entry: abs(entry[1].score - 0.5) / entry[1].error)
    return f"{first} {found.score:.1%} {second} (95 %: {found.low:.1%} - {found.high:.1%})"


def _write_files(
    result: Tournament, records: Path | None, chart: Path | None, theme: str, anchor: str | None, lang: str
) -> None:
    if records is not None:
        from banmen.core.record_text import write_record
        from banmen.lab.tournament_records import make_records as games

        with _name_in_errors(records), records.open("w", encoding="utf-8") as file:
            file.writelines(f"{write_record(record)}\n" for record in games(result))
    if chart is not None:
        from banmen.lab.rating_chart import draw_ratings as drawn

        with _name_in_errors(chart):
            chart.write_text(drawn(result, anchor, theme=theme, lang=lang), encoding="utf-8")


@contextmanager
def _name_in_errors(path: Path) -> Iterator[None]:
    """Report an error with a file by its name, which the error of a full disk lacks."""
    from banmen.terminal.files import FileError

    try:
        yield
    except OSError as error:
        raise FileError(path, error) from None


def _put_tables(result: Tournament, anchor: str | None, lang: str) -> None:
    """Print how every pair fared, the players with their ratings and how long they thought, and what the seats were worth."""
    from banmen.lab.tournament_report import sum_thinking
    from banmen.presentation.about import name_game

    scores = list(result.pairs.values())
    games = sum(score.games for score in scores)
    moves = sum(score.moves * score.games for score in scores) / max(1, games)
    title = messages.text("tournament.told", lang, game=name_game(result.conditions.game.name, lang), games=games, moves=moves)
    columns = ["player", "opponent", "wins", "draws", "losses", "score", "elo", "interval"]
    pairs = make_table(
        title, [messages.text(f"tournament.{key}", lang) for key in [*columns, *(["verdict"] if result.sprt else [])]], names=2
    )
    for score in scores:
        verdict = [score.verdict or messages.text("tournament.undecided", lang)] if result.sprt else []
        pairs.add_row(
            *score.players, *(_write_cells(score) if score.games else [messages.text("tournament.no_games", lang)]), *verdict
        )
    put_table(pairs)
    rated = make_table(
        "", [messages.text(f"tournament.{key}", lang) for key in ("player", "elo", "seconds", "longest")], names=1
    )
    for found in result.ratings(anchor):
        thought = sum_thinking(result, found.player)
        elo = f"{found.elo:+.0f} ± {found.error:.0f}" if found.error else "0"
        rated.add_row(found.player, elo, f"{thought.mean:.4f}", f"{thought.most:.3f}")
    put_table(rated)
    _put_seats(result, lang)


def _put_seats(result: Tournament, lang: str) -> None:
    """Print how often each seat, each team and the starting player has won."""
    from banmen.terminal.terminal_messages import join_player_names

    game, found = result.conditions.game, result.seat_results
    if not found.games:
        return
    start = game.start()
    rows = [(join_player_names(start, (player,), lang), wins) for player, wins in found.seats.items()]
    rows += [(join_player_names(start, team, lang), wins) for team, wins in found.teams.items() if len(team) > 1]
    if game.opens_by_throw:  # elsewhere it is always the same player who begins
        rows.append((messages.text("tournament.beginner", lang), found.beginner))
    if found.draws:
        rows.append((messages.text("tournament.draws", lang), found.draws))
    seats = make_table("", [messages.text(f"tournament.{key}", lang) for key in ("seats", "won", "share")], names=1)
    for name, wins in rows:
        seats.add_row(name, f"{wins:,}", f"{wins / found.games:.1%}")
    put_table(seats)


def _write_cells(score: Score) -> list[str]:
    found = score.estimate
    return [
        *(f"{number:,}" for number in (score.wins, score.draws, score.losses)),
        f"{found.score:.1%}",
        _write_elo(found.elo),
        f"{_write_elo(found.elo_low)} … {_write_elo(found.elo_high)}",
    ]


def _write_elo(value: float) -> str:
    return f"{value:+.0f}" if abs(value) < 5000 else "+∞" if value > 0 else "-∞"


def _explain_resuming(result: Tournament, number: int, out: Path | None, lang: str) -> None:

    games = sum(score.games for score in result.pairs.values())
    text = messages.text("tournament.interrupted", lang, done=games, games=number * len(result.pairs))
    note(text if out is None else f"{text} {messages.text('tournament.go_on', lang, file=out)}")
