"""Games shown step by step."""

from __future__ import annotations

from collections.abc import Iterator

from banmen.core.game import Position
from banmen.core.record import Record, Step
from banmen.kernels.contract import CHANCE
from banmen.server.phrases import say
from banmen.server.shapes import FrameView
from banmen.server.spoken import moved_words
from banmen.server.views import move_view, player_name


def frames(record: Record, lang: str, theme: str | None, wanted: range) -> Iterator[FrameView]:
    """Return some steps of a record; number 0 is its start. Without a theme no pictures are drawn."""
    before: Position | None = None
    last: str | None = None
    for number, after in enumerate(record.positions()):
        step = record.steps[number - 1] if number else None
        last = step.move if step and step.move else last
        if number in wanted:
            yield _frame(number, step, before, after, last, theme, lang)
        before = after


def _frame(
    number: int, step: Step | None, before: Position | None, after: Position, last: str | None, theme: str | None, lang: str
) -> FrameView:
    """Return one step: the position after it, and how it came about."""
    told, move = [], None
    if step and before:
        name = player_name(before.game, before.turn, lang)
        decision = before.throw(step.throw) if step.throw is not None and before.kind == CHANCE else before
        if step.throw is not None:
            told.append(say("threw", lang, name=name, value=step.throw))
        if step.move is not None:
            move = move_view(decision, decision.find(step.move), lang)
            told.append(moved_words(name, move, lang))
    return {
        "step": number,
        "position": after.text,
        "svg": after.svg(last=last, theme=theme, lang=lang) if theme else "",
        "thrown": step.throw if step else None,
        "move": move,
        "words": ("" if lang == "ja" else " ").join(told) or say("start", lang),
        "player": str(before.turn) if before else None,
    }
