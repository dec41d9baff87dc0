"""Tournaments: who meets whom, how many games, on how many processes, and what came out."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from banmen.core.errors import quote_value, require_function, require_whole_number
from banmen.core.game import Game, require_game
from banmen.core.messages import Catalogue, join_values
from banmen.engine.players import player_name
from banmen.lab.elo import Estimate, Sprt, estimate
from banmen.lab.fair_blocks import (
    MOST_PLIES,
    NUMBER_SIGN,
    Conditions,
    Entrant,
    check_players,
    choose_default_plies,
    list_seatings,
    play_block,
    warm_up,
)
from banmen.lab.journal import Journal
from banmen.lab.schedule import Schedule
from banmen.lab.scores import Pair, Score, Tournament, TournamentError, refuse_anchor
from banmen.lab.worker_pool import WorkerPool

messages = Catalogue(__name__)

__all__ = [
    "ALL",
    "GAUNTLET",
    "LADDER",
    "Score",
    "Tournament",
    "TournamentError",
    "TournamentProgress",
    "TournamentSettings",
    "count_cores",
    "list_pairs",
    "play",
    "refuse_anchor",
]
ALL, LADDER, GAUNTLET = "all", "ladder", "gauntlet"
PAIRINGS = (ALL, LADDER, GAUNTLET)
MOST_GAMES = 10**7
MOST_JOBS = 256


@dataclass(frozen=True)
class TournamentSettings:
    """How a tournament is played.

    `games` are played between any two who meet, rounded up to whole blocks; with the sequential test `sprt` they are the most.
    `out` is the file that keeps what was played, and from which a tournament goes on, `any_code` even if rules or engines have
    changed since. `opening_plies` plies are drawn by lot, by default what suits the game. The games are played by `jobs`
    processes (by default one for each core); `in_process` is for one job, or for players that are objects.
    """

    games: int = 400
    seed: int = 0
    pairing: str = ALL
    sprt: Sprt | None = None
    opening_plies: int | None = None
    jobs: int | None = None
    out: Path | str | None = None
    keep_moves: bool = False
    any_code: bool = False
    in_process: bool | None = None

    def __post_init__(self) -> None:
        """Refuse settings with which nothing can be played."""
        require_whole_number(messages("setting.games"), self.games, 1, MOST_GAMES, TournamentError)
        require_whole_number(messages("setting.seed"), self.seed, 0, 2**61, TournamentError)
        bounds = (
            (messages("setting.jobs"), self.jobs, 1, MOST_JOBS),
            (messages("setting.opening_plies"), self.opening_plies, 0, MOST_PLIES),
        )
        for what, number, least, most in bounds:
            if number is not None:
                require_whole_number(what, number, least, most, TournamentError)
        if self.pairing not in PAIRINGS:
            raise TournamentError(
                messages("tournament.bad_pairing", known=join_values(PAIRINGS), pairing=quote_value(self.pairing))
            )
        kinds: tuple[tuple[str, object, Any], ...] = (
            ("sprt", self.sprt, Sprt),
            ("out", self.out, (str, Path)),
            ("keep_moves", self.keep_moves, bool),
            ("any_code", self.any_code, bool),
            ("in_process", self.in_process, bool),
        )
        for name, value, kind in kinds:
            if value is not None and not isinstance(value, kind):
                raise TournamentError(messages("level.bad_setting", value=quote_value(value), name=name))


@dataclass(frozen=True)
class TournamentProgress:
    """A progress report: games finished, games requested, and the scores of the pairs by their counts."""

    done: int
    games: int
    pairs: dict[Pair, Estimate]


OnProgress = Callable[[TournamentProgress], None]


def list_pairs(players: Sequence[str], pairing: str) -> list[Pair]:
    """Return the pairings: all against all, neighbours only, or the first player against all others.

    >>> list_pairs(["a", "b", "c"], "all"), list_pairs(["a", "b", "c"], "ladder"), list_pairs(["a", "b", "c"], "gauntlet")
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'b'), ('b', 'c')], [('a', 'b'), ('a', 'c')])
    """
    TournamentSettings(pairing=pairing)  # refuses another pairing
    if len(players) < 2:
        raise TournamentError(messages("tournament.too_few_players"))
    if pairing == GAUNTLET:
        return [(players[0], other) for other in players[1:]]
    return list(pairwise(players) if pairing == LADDER else combinations(players, 2))


def label_players(players: Sequence[Entrant]) -> dict[str, Entrant]:
    """Return the players by their names in tables; a second player of the same name gets a number.

    >>> list(label_players(["greedy", "random", "greedy"]))
    ['greedy', 'random', 'greedy#2']
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TournamentError(messages("tournament.players_not_list", players=quote_value(players)))
    found: dict[str, Entrant] = {}
    for entrant in players:
        name = player_name(entrant)
        number = 1 + sum(label.partition(NUMBER_SIGN)[0] == name for label in found)
        found[name if number == 1 else f"{name}{NUMBER_SIGN}{number}"] = entrant
    return found


def count_cores() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(
    game: Game,
    players: Sequence[Entrant],
    games: int | None = None,
    *,
    settings: TournamentSettings | None = None,
    progress: OnProgress | None = None,
    **changes: Any,
) -> Tournament:
    """Play a tournament and return its results; `TournamentSettings` lists what can be given by keyword.

    Players are texts such as `level:3`, or objects with a method `choose(position)`; one may meet itself. After Ctrl-C the
    results so far are returned, with `complete` false. Players with budgets in nodes give the same results again, whatever the
    number of `jobs`.

    >>> import banmen
    >>> result = play(banmen.game("kariuchi", pieces=1), ["greedy", "random"], 20, seed=1, jobs=1)
    >>> result.pairs["greedy", "random"].games
    20
    """
    chosen = _change_settings(settings, changes if games is None else {"games": games, **changes})
    require_function("progress", progress, TournamentError)
    entrants = label_players(players)
    pairs = list_pairs(list(entrants), chosen.pairing)
    require_game(game, TournamentError)
    check_players(game, list(entrants.values()))
    plies = choose_default_plies(game) if chosen.opening_plies is None else chosen.opening_plies
    conditions = Conditions(game, chosen.seed, plies, chosen.keep_moves)
    size = len(list_seatings(game))
    with Journal(Path(chosen.out) if chosen.out is not None else None, conditions, any_code=chosen.any_code) as journal:
        schedule = Schedule(pairs, journal, -(-chosen.games // size), chosen.sprt, size)
        try:
            for _ in _play_rest(conditions, entrants, schedule, chosen):
                if progress:
                    standing = {pair: estimate(schedule.counts[pair], size) for pair in pairs}
                    progress(TournamentProgress(schedule.done, schedule.blocks * size * len(pairs), standing))
        except KeyboardInterrupt:
            pass  # the results so far are still useful
        complete = all(schedule.is_done(pair) for pair in pairs)
        return Tournament(conditions, tuple(entrants), {pair: schedule.score(pair) for pair in pairs}, chosen.sprt, complete)


def _change_settings(settings: TournamentSettings | None, changes: dict[str, Any]) -> TournamentSettings:
    """Return settings with some changed, or raise TournamentError for what is no setting."""
    known = {field.name for field in dataclasses.fields(TournamentSettings)}
    for name in changes:
        if name not in known:
            raise TournamentError(
                messages("tournament.unknown_setting", name=quote_value(name), known=join_values(sorted(known)))
            )
    if settings is not None and not isinstance(settings, TournamentSettings):
        raise TournamentError(messages("tournament.bad_settings", settings=quote_value(settings)))
    return dataclasses.replace(settings or TournamentSettings(), **changes)


def _play_rest(
    conditions: Conditions, entrants: dict[str, Entrant], schedule: Schedule, settings: TournamentSettings
) -> Iterator[None]:
    """Play what is left, yielding after each report."""
    if all(schedule.is_done(pair) for pair in schedule.pairs):
        return
    jobs = count_cores() if settings.jobs is None else settings.jobs
    only_here = any(not isinstance(entrant, str) for entrant in entrants.values())
    if only_here or settings.in_process or (settings.in_process is None and jobs == 1):
        yield from _play_here(conditions, entrants, schedule)
        return
    with WorkerPool(conditions, list(entrants), jobs) as pool:
        while not all(schedule.is_done(pair) for pair in schedule.pairs):
            for worker in pool.list_idle():
                if task := schedule.choose_task():
                    worker.give(task)
            for report in pool.collect_reports():
                schedule.take(report)
            yield


def _play_here(conditions: Conditions, entrants: dict[str, Entrant], schedule: Schedule) -> Iterator[None]:
    """Play what is left in this process."""
    warm_up(conditions, list(entrants.values()))
    while task := schedule.choose_task():
        players = [entrants[label] for label in task["players"]]
        for block in range(task["first"], task["first"] + task["number"]):
            games = play_block(conditions, players, block)
            schedule.take({"players": task["players"], "block": block, "games": games})
            yield
