"""Analyses as the page gets them. They come from `banmen.engine.analysis`; until that is there, from plain tree search."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable
from typing import Any

from banmen.core.contract import CHANCE
from banmen.core.game import Game, Player, Position
from banmen.core.record import Record
from banmen.engine.thought import Budget, Engine, MoveValue, Thought
from banmen.server.computer import strongest
from banmen.server.match import sides

Found = dict[str, Any]
Told = Callable[[float, Found], None]  # how much is done, and what is known
PAUSE = 0.2  # seconds between two reports


def analysed(subject: Position | Record, seconds: float, stop: threading.Event, told: Told) -> Found:
    """Analyse a position for some seconds, or every step of a record for so long; `told` hears of it meanwhile."""
    try:
        library = importlib.import_module("banmen.engine.analysis")
    except ModuleNotFoundError:
        return (
            _position(subject, seconds, stop, told) if isinstance(subject, Position) else _record(subject, seconds, stop, told)
        )
    hears = _Seldom(told, seconds)
    found = library.analyse(subject, Budget(seconds=seconds), progress=hears, stop=stop)
    return dict(named(found.to_json()))


class _Seldom:
    """Passes on what an analysis says, not more often than anybody can look at it."""

    def __init__(self, told: Told, seconds: float) -> None:
        self.told, self.seconds, self.began = told, seconds, time.monotonic()
        self.last = 0.0

    def __call__(self, found: Any) -> None:
        now = time.monotonic()
        if now - self.last >= PAUSE:
            self.last = now
            done = getattr(found, "done", None)
            self.told(min(1.0, (now - self.began) / self.seconds) if done is None else done, named(found.to_json()))


def named(value: Any, key: str = "") -> Any:
    """Return an analysis with players named by text, as everywhere in the API."""
    if isinstance(value, dict):
        return {inner: named(part, inner) for inner, part in value.items()}
    if isinstance(value, list | tuple):
        return [named(part, key) for part in value]
    whose = key in ("player", "players", "sides", "result")
    return str(value) if whose and value is not None else value


# Until the library's own analysis is there.


def _position(position: Position, seconds: float, stop: threading.Event, told: Told) -> Found:
    began = time.monotonic()

    def hear(thought: Thought) -> None:
        told(min(1.0, (time.monotonic() - began) / seconds), named(_thought(thought)))

    engine, budget = strongest(position.game), Budget(seconds=seconds, stop=stop)
    if position.kind != CHANCE:
        return dict(named(_thought(engine.think(position, budget, hear))))
    throws = []
    for value, chance in position.throws():
        thought = engine.think(position.throw(value), Budget(seconds=seconds * chance, stop=stop))
        throws.append((value, chance, thought))
        told(len(throws) / 5, named(_throws(position, throws)))
    return dict(named(_throws(position, throws)))


def _record(record: Record, seconds: float, stop: threading.Event, told: Told) -> Found:
    engine, steps = strongest(record.game), []
    found: Found = {}
    for number, (step, position) in enumerate(zip(record.steps, record.positions(), strict=False)):
        decision = position.throw(step.throw) if step.throw is not None and position.kind == CHANCE else position
        thought = engine.think(decision, Budget(seconds=seconds, stop=stop))
        if stop.is_set():
            break
        steps.append(_step(number, record.turns[number], position, step.throw, step.move, thought))
        found = dict(named(_game(record, steps, engine)))
        told(len(steps) / len(record.steps), found)
    return found


def _thought(thought: Thought) -> Found:
    position = thought.position
    return {
        "game": position.game.name,
        "options": position.game.options,
        "position": position.text,
        "player": position.turn,
        "throw": position.thrown,
        "chances": _chances(position.game, position.turn, thought.chance),
        "exact": thought.moves[0].exact,
        "moves": [_move(value, thought) for value in thought.moves],
        "throws": [],
        "line": [move.text for move in thought.line],
        "nodes": thought.nodes,
        "seconds": round(thought.seconds, 3),
    }


def _throws(position: Position, throws: list[tuple[int, float, Thought]]) -> Found:
    mean = sum(chance * thought.chance for _, chance, thought in throws) / sum(chance for _, chance, _ in throws)
    return {
        "game": position.game.name,
        "options": position.game.options,
        "position": position.text,
        "player": position.turn,
        "throw": None,
        "chances": _chances(position.game, position.turn, mean),
        "exact": False,
        "moves": [],
        "throws": [
            {"throw": value, "probability": chance, "luck": round(thought.chance - mean, 6), "best": thought.best.text}
            for value, chance, thought in throws
        ],
        "line": [],
        "nodes": sum(thought.nodes for _, _, thought in throws),
        "seconds": round(sum(thought.seconds for _, _, thought in throws), 3),
    }


def _move(value: MoveValue, thought: Thought) -> Found:
    loss = max(0.0, thought.chance - value.chance)
    verdict = _verdict(loss, len(thought.moves))
    return {
        "move": value.move.text,
        "chance": round(value.chance, 6),
        "loss": round(loss, 6),
        "verdict": verdict,
        "exact": value.exact,
    }


def _verdict(loss: float, choices: int) -> str:
    bounds = ((0.001, "best"), (0.02, "good"), (0.05, "inaccuracy"), (0.1, "mistake"))
    return "only" if choices == 1 else next((name for bound, name in bounds if loss < bound), "blunder")


def _step(number: int, turn: int, position: Position, throw: int | None, move: str | None, thought: Thought) -> Found:
    played = next((_move(value, thought) for value in thought.moves if value.move.text == move), None)
    before = _chances(position.game, position.turn, thought.chance)
    after = _chances(position.game, position.turn, played["chance"]) if played else before
    return {
        "step": number + 1,
        "turn": turn,
        "player": position.turn,
        "position": position.text,
        "throw": throw,
        "luck": None,
        "chances_before": before,
        "chances_thrown": before,
        "chances_after": after,
        "move": move,
        "chance": played["chance"] if played else None,
        "loss": played["loss"] if played else None,
        "verdict": played["verdict"] if played else None,
        "best": thought.best.text,
        "line": [move.text for move in thought.line],
        "choices": len(thought.moves),
        "exact": thought.moves[0].exact,
        "throws": [],
    }


def _game(record: Record, steps: list[Found], engine: Engine) -> Found:
    return {
        "game": record.game.name,
        "options": record.game.options,
        "tags": dict(record.tags),
        "players": record.game.players,
        "sides": sides(record.game),
        "result": record.result,
        "complete": len(steps) == len(record.steps),
        "engine": type(engine).__name__.lower(),
        "steps": list(steps),
        "totals": [_totals(player, steps) for player in record.game.players],
        "turning_points": [
            {"step": step["step"], "kind": "move", "player": step["player"], "change": -step["loss"]}
            for step in sorted(steps, key=lambda step: -(step["loss"] or 0))[:5]
            if (step["loss"] or 0) >= 0.1
        ],
    }


def _totals(player: Player, steps: list[Found]) -> Found:
    own = [step for step in steps if step["player"] == player]
    decided = [step for step in own if step["loss"] is not None and step["choices"] > 1]
    loss = sum(step["loss"] for step in decided)
    return {
        "player": player,
        "throws": sum(step["throw"] is not None for step in own),
        "luck": 0.0,
        "decisions": len(decided),
        "loss": round(loss, 6),
        "mean_loss": round(loss / len(decided), 6) if decided else 0.0,
        "accuracy": None,
        "verdicts": {},
    }


def _chances(game: Game, player: Player, chance: float) -> list[Found]:
    own = next(side for side in sides(game) if player in side)
    others = (1 - chance) / max(1, len(sides(game)) - 1)
    return [{"player": one, "chance": round(chance if one in own else others, 6)} for one in game.players]
