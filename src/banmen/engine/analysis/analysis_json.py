"""Analyses as plain dictionaries for JSON. Chances are rounded to six decimals."""

from __future__ import annotations

from typing import Any

from banmen.engine.analysis.game_analysis import GameAnalysis, StepAnalysis, Totals
from banmen.engine.analysis.position_analysis import Chances, MoveAnalysis, PositionAnalysis, ThrowAnalysis

DECIMALS = 6


def position_to_json(found: PositionAnalysis) -> dict[str, Any]:
    """Return the analysis of a position."""
    position = found.position
    return {
        "game": position.game.name,
        "options": position.game.options,
        "position": position.text,
        "turn": position.turn,
        "throw": position.thrown,
        "chances": _chances(found.chances),
        "exact": found.exact,
        "moves": [_move(move) for move in found.moves],
        "throws": [_throw(throw) for throw in found.throws],
        "line": [move.text for move in found.line],
        "engine": found.engine,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def game_to_json(found: GameAnalysis) -> dict[str, Any]:
    """Return the analysis of a game; players are named as in positions."""
    record = found.record
    return {
        "game": record.game.name,
        "options": record.game.options,
        "tags": dict(record.tags),
        "players": record.game.players,
        "sides": found.sides,
        "result": record.result,
        "complete": found.complete,
        "engine": found.steps[0].decision.engine if found.steps else None,
        "steps": [_step(step) for step in found.steps],
        "totals": [{"player": player, **_totals(total)} for player, total in found.totals.items()],
        "turning_points": [
            {"step": point.index + 1, "kind": point.kind, "player": point.player, "change": _short(point.change)}
            for point in found.turning_points
        ],
        "noise": _chances({player: found.noise(player) for player in record.game.players}),
    }


def _step(step: StepAnalysis) -> dict[str, Any]:
    played = step.played
    return {
        "step": step.index + 1,
        "turn": step.turn,
        "player": step.player,
        "position": step.position.text,
        "throw": step.throw,
        "luck": None if step.luck is None else _short(step.luck),
        "chances_before": _chances(step.before),
        "chances_thrown": _chances(step.decision.chances),
        "chances_after": _chances(step.after),
        "move": played.move.text if played else None,
        "chance": _short(played.chance) if played else None,
        "loss": _short(step.loss) if played else None,
        "verdict": step.verdict,
        "best": step.best.move.text,
        "line": [move.text for move in step.decision.line],
        "choices": len(step.decision.moves),
        "exact": step.decision.exact,
        "depth": step.decision.depth,
        "throws": [
            {"throw": value, "probability": _short(probability), "luck": _short(luck)}
            for value, probability, luck in step.throws
        ],
    }


def _totals(total: Totals) -> dict[str, Any]:
    return {
        "throws": total.throws,
        "luck": _short(total.luck),
        "decisions": total.decisions,
        "loss": _short(total.loss),
        "mean_loss": _short(total.mean_loss),
        "accuracy": None if total.accuracy is None else _short(total.accuracy),
        "verdicts": total.counts,
    }


def _move(move: MoveAnalysis) -> dict[str, Any]:
    return {
        "move": move.move.text,
        "chance": _short(move.chance),
        "loss": _short(move.loss),
        "verdict": move.verdict,
        "exact": move.exact,
    }


def _throw(throw: ThrowAnalysis) -> dict[str, Any]:
    return {
        "throw": throw.value,
        "probability": _short(throw.probability),
        "luck": _short(throw.luck),
        "chances": _chances(throw.after.chances),
        "best": throw.best.text,
        "exact": throw.after.exact,
    }


def _chances(chances: Chances) -> list[dict[str, Any]]:
    return [{"player": player, "chance": _short(chance)} for player, chance in chances.items()]


def _short(value: float) -> float:
    return round(value, DECIMALS) + 0.0  # adding nothing turns -0.0 into 0.0
