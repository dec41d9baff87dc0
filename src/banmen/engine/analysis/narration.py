"""Everything an analysis says, in every language, and what the players of a record are called."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.i18n import add_label, join_and, join_commas
from banmen.core.messages import Catalogue
from banmen.core.record import Record
from banmen.engine.analysis.game_steps import GameAnalysisData, StepAnalysis

messages = Catalogue(__name__)

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LUCK_SIGNS = {1: "★", -1: "▼", 0: ""}
MINUS = "\N{MINUS SIGN}"


def name_verdict(verdict: str, lang: str) -> str:
    """Return what a verdict on a move is called.

    >>> name_verdict("mistake", "ja")
    '損な手'
    """
    return messages.text(f"analysis.{verdict}", lang)


def format_change(value: float) -> str:
    """Write how much a chance went up or down, in hundredths.

    >>> format_change(0.0312), format_change(-0.1), format_change(-0.00001)
    ('+3.1', '−10.0', '0.0')
    """
    rounded = round(100 * value, 1) + 0.0
    return f"+{rounded}" if rounded > 0 else f"{rounded}".replace("-", MINUS)


def find_player_name(record: Record, player: Player, lang: str) -> str:
    """Return what a player is called: by the record's tag, where it has one, or else by the game."""
    from banmen.core.record_text import name_player_tag

    return record.tags.get(name_player_tag(record.game, player)) or str(record.game.part("words").player_name(player, lang))


def name_side(record: Record, players: tuple[Player, ...], lang: str) -> str:
    """Return what players who win together are called."""
    return join_and((find_player_name(record, player, lang) for player in players), lang)


def describe_ending(record: Record, lang: str) -> str:
    """Say who won, and how where it was not by the rules."""
    if record.result is None:
        return messages.text("analysis.unfinished", lang)
    if not record.result:
        return messages.text("analysis.drawn", lang)
    losers = tuple(player for player in record.game.players if player not in record.result)
    key = record.termination if record.termination in ("resigned", "time") else "won"
    return messages.text(
        f"analysis.{key}", lang, names=name_side(record, record.result, lang), losers=name_side(record, losers, lang)
    )


def describe_players(found: GameAnalysisData, lang: str) -> str:
    """Say who played whom."""
    return messages.text("analysis.against", lang).join(name_side(found.record, side, lang) for side in found.sides)


def describe_turning_points(found: GameAnalysisData, lang: str) -> list[str]:
    """Tell the turning points, each in a few words."""
    lines = []
    for point in found.turning_points:
        step = found.steps[point.index]
        move = step.played.move.text if step.played else ""
        name = find_player_name(found.record, point.player, lang)
        values = {
            "step": point.index + 1,
            "name": name,
            "throw": step.throw,
            "move": move,
            "change": format_change(point.change),
        }
        lines.append(messages.text(f"analysis.by_{point.kind}", lang, **values))
    return lines


def describe_step(step: StepAnalysis, record: Record, lang: str) -> str:
    """Tell a step in one line: who threw and played what, and how good it was."""
    parts = []
    if step.luck is not None:
        parts.append(messages.text("analysis.step_throw", lang, throw=step.throw, change=format_change(step.luck)))
    if step.played is not None:
        values = {"move": step.played.move.text, "verdict": name_verdict(step.played.verdict, lang)}
        lost = {"change": format_change(-step.loss), "best": step.best.move.text}
        parts.append(
            messages.text("analysis.step_loss", lang, **values, **lost)
            if step.loss >= 0.0005
            else messages.text("analysis.step_move", lang, **values)
        )
    text = join_commas(parts, lang)
    return f"{step.index + 1}. {add_label(find_player_name(record, step.player, lang), text, lang)}"
