"""A tournament's results for programs, and the words that tables and charts share."""

from __future__ import annotations

import math
from typing import Any

from banmen.core.messages import Catalogue
from banmen.lab.scores import Score, Thinking, Tournament
from banmen.lab.seat_results import SeatResults
from banmen.lab.worker_pool import conditions_json

messages = Catalogue(__name__)


def tournament_to_json(tournament: Tournament, anchor: str | None = None) -> dict[str, Any]:
    """Return all results as a dictionary for JSON; an infinite Elo difference is None."""
    sprt = tournament.sprt
    test = sprt and {"elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta, "bounds": sprt.bounds}
    rated = tournament.ratings(anchor)
    return {
        **conditions_json(tournament.conditions),
        "players": list(tournament.players),
        "complete": tournament.complete,
        "sprt": test,
        "pairs": [_pair_json(tournament, score) for score in tournament.pairs.values()],
        "seats": _seats_json(tournament.seat_results),
        "ratings": [{"player": found.player, "elo": round(found.elo, 1), "error": round(found.error, 1)} for found in rated],
    }


def _seats_json(found: SeatResults) -> dict[str, Any]:
    """Return the results by seat, team and starting player, whoever played there."""
    return {
        "games": found.games,
        "draws": found.draws,
        "by_seat": [{"player": player, "wins": wins} for player, wins in found.seats.items()],
        "by_team": [{"players": list(team), "wins": wins} for team, wins in found.teams.items()],
        "beginner_wins": found.beginner,
    }


def _pair_json(tournament: Tournament, score: Score) -> dict[str, Any]:
    found = score.estimate
    row = {
        "players": list(score.players),
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "unfinished": score.unfinished,
        "block_games": score.block_games,
        "block_scores": {f"{value:.4g}": number for value, number in sorted(score.counts.items())},
        "score": round(found.score, 5),
        "low": round(found.low, 5),
        "high": round(found.high, 5),
        "elo": round_if_finite(found.elo),
        "elo_low": round_if_finite(found.elo_low),
        "elo_high": round_if_finite(found.elo_high),
        "superiority": round(found.superiority, 5),
        "moves": round(score.moves, 2),
        "cpu_seconds": round(score.cpu, 2),
        "thinking": [_thinking_json(thought) for thought in score.thinking],
    }
    if tournament.sprt:
        row |= {"ratio": round(tournament.sprt.ratio(score.counts), 4), "verdict": score.verdict}
    return row


def sum_thinking(tournament: Tournament, player: str) -> Thinking:
    """Return how long a player thought in all games."""
    found = Thinking()
    for pair, score in tournament.pairs.items():
        for name, thought in zip(pair, score.thinking, strict=True):
            if name == player:
                found = found.with_game(thought.moves, thought.seconds, thought.most, thought.cpu)
    return found


def _thinking_json(thought: Thinking) -> dict[str, Any]:
    return {"moves": thought.moves, "mean_seconds": round(thought.mean, 6), "most_seconds": round(thought.most, 6)}


def round_if_finite(value: float) -> float | None:
    """Return a number rounded to a tenth, or None if it is infinite."""
    return round(value, 1) if math.isfinite(value) else None
