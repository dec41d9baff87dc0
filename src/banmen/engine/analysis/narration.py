"""Everything an analysis says, in English and Japanese, and what the players of a record are called."""

from __future__ import annotations

from banmen.core.board import Player
from banmen.core.game import Game
from banmen.core.i18n import listed
from banmen.core.record import Record
from banmen.engine.analysis.game_analysis import GameAnalysis, StepAnalysis

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "only": "only move",
        "best": "best",
        "good": "good",
        "inaccuracy": "inaccuracy",
        "mistake": "mistake",
        "blunder": "blunder",
        "lucky": "lucky throw",
        "unlucky": "unlucky throw",
        "title": "{game}: chances to win",
        "against": " against ",
        "won": "{names} won",
        "resigned": "{losers} resigned, {names} won",
        "time": "{losers} ran out of time, {names} won",
        "drawn": "drawn",
        "unfinished": "not finished",
        "name_colon": "{name}: {text}",
        "step": "step",
        "steps": "steps",
        "chance": "chance to win",
        "described": "Chances to win over {number} steps. At the start {start}; at the end {end}.",
        "has": "{name} {chance}",
        "turning": "Turning points: {points}.",
        "no_turning": "No throw and no move changed much.",
        "by_throw": "step {step}, {name}: throw {throw} ({change})",
        "by_move": "step {step}, {name}: {move} ({change})",
        "told_throw": "throw {throw} ({change})",
        "told_move": "{move}: {verdict}",
        "told_loss": "{move}: {verdict} ({change}), best {best}",
        # tables
        "turn": "turn",
        "player": "player",
        "throw": "throw",
        "move": "move",
        "best_move": "best move",
        "loss": "lost",
        "luck": "luck",
        "verdict": "verdict",
        "probability": "likely",
        "line": "best line",
        "decisions": "decisions",
        "mean_loss": "lost each",
        "accuracy": "accuracy",
        "turning_points": "Turning points",
        "totals": "Luck and skill",
        "exact": "exact",
        "engine": "{engine}, {nodes} nodes",
        "engine_depth": "{engine}, {nodes} nodes, depth {depth}",
        "network": "a network trained on exact values",
        "table": "a table of exact values",
        "note_luck": "Luck: what throws added to the thrower's chance to win. Lost: what moves gave away against the best.",
        "note_accuracy": "Accuracy: how much was kept of what the worst moves would have lost.",
        "stopped": "Stopped early: this is what is known so far.",
        "no_choices": "There was never more than one move to choose from.",
        "nothing_yet": "Stopped before anything was known.",
    },
    "ja": {
        "only": "これしかない手",
        "best": "いちばんよい手",
        "good": "よい手",
        "inaccuracy": "おしい手",
        "mistake": "損な手",
        "blunder": "大きな損",
        "lucky": "うれしい投げ",
        "unlucky": "ざんねんな投げ",
        "title": "{game}：勝つ見こみ",
        "against": " 対 ",
        "won": "{names}の勝ち",
        "resigned": "{losers}が投了、{names}の勝ち",
        "time": "{losers}の時間切れ、{names}の勝ち",
        "drawn": "引き分け",
        "unfinished": "まだ終わっていない",
        "name_colon": "{name}：{text}",
        "step": "手目",
        "steps": "手",
        "chance": "勝つ見こみ",
        "described": "{number}手の間の勝つ見こみ。はじめは{start}、終わりは{end}。",
        "has": "{name} {chance}",
        "turning": "分かれ目：{points}。",
        "no_turning": "大きく動いた投げも手もない。",
        "by_throw": "{step}手目、{name}が{throw}を出した（{change}）",
        "by_move": "{step}手目、{name}の{move}（{change}）",
        "told_throw": "{throw}が出た（{change}）",
        "told_move": "{move}：{verdict}",
        "told_loss": "{move}：{verdict}（{change}）、いちばんよい手は{best}",
        "turn": "番",
        "player": "プレイヤー",
        "throw": "数",
        "move": "手",
        "best_move": "よい手",
        "loss": "損",
        "luck": "運",
        "verdict": "評価",
        "probability": "確率",
        "line": "よい進め方",
        "decisions": "選んだ回数",
        "mean_loss": "1回の損",
        "accuracy": "正確さ",
        "turning_points": "分かれ目",
        "totals": "運と腕前",
        "exact": "確定",
        "engine": "{engine}、{nodes}局面",
        "engine_depth": "{engine}、{nodes}局面、深さ{depth}",
        "network": "正確な値に学んだネットワーク",
        "table": "正確な値の表",
        "note_luck": "運：投げた人の勝つ見こみが、出た数で増えた分。損：いちばんよい手とくらべて失った見こみ。",
        "note_accuracy": "正確さ：いちばん悪い手なら失っていた分のうち、守れた割合。",
        "stopped": "途中で止めました。ここまでにわかったことです。",
        "no_choices": "できる手はいつもひとつだけで、選ぶところはありませんでした。",
        "nothing_yet": "何もわからないうちに止めました。",
    },
}
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LUCK_SIGNS = {1: "★", -1: "▼", 0: ""}
MINUS = "\N{MINUS SIGN}"


def phrase(key: str, lang: str, **values: object) -> str:
    """Return a phrase with its gaps filled.

    >>> say("won", "ja", names="Aki")
    'Akiの勝ち'
    """
    return WORDS[lang][key].format(**values) if values else WORDS[lang][key]


def format_percent(chance: float, lang: str = "en") -> str:
    """Write a chance; in Japanese with the sign that its sentences have.

    >>> percent(0.4217), percent(1, "ja")
    ('42.2%', '100.0％')
    """
    return f"{chance:.1%}".replace("%", "％" if lang == "ja" else "%")


def format_change(value: float) -> str:
    """Write how much a chance went up or down, in hundredths.

    >>> change(0.0312), change(-0.1), change(-0.00001)
    ('+3.1', '−10.0', '0.0')
    """
    rounded = round(100 * value, 1) + 0.0
    return f"+{rounded}" if rounded > 0 else f"{rounded}".replace("-", MINUS)


def game_title(game: Game, lang: str) -> str:
    """Return what a game is called."""
    return str(game.part("words").NAME[lang])


def player_name(record: Record, player: Player, lang: str) -> str:
    """Return what a player is called: by the record's tag, where it has one, or else by the game."""
    from banmen.core.record_text import player_tag

    return record.tags.get(player_tag(player)) or str(record.game.part("words").player_name(player, lang))


def side_name(record: Record, players: tuple[Player, ...], lang: str) -> str:
    """Return what players who win together are called."""
    return listed((player_name(record, player, lang) for player in players), lang)


def describe_ending(record: Record, lang: str) -> str:
    """Say who won, and how where it was not by the rules."""
    if record.result is None:
        return phrase("unfinished", lang)
    if not record.result:
        return phrase("drawn", lang)
    losers = tuple(player for player in record.game.players if player not in record.result)
    key = record.termination if record.termination in ("resigned", "time") else "won"
    return phrase(key, lang, names=side_name(record, record.result, lang), losers=side_name(record, losers, lang))


def describe_players(found: GameAnalysis, lang: str) -> str:
    """Say who played whom."""
    return phrase("against", lang).join(side_name(found.record, side, lang) for side in found.sides)


def describe_turning_points(found: GameAnalysis, lang: str) -> list[str]:
    """Tell the turning points, each in a few words."""
    told = []
    for point in found.turning_points:
        step = found.steps[point.index]
        move = step.played.move.text if step.played else ""
        name = player_name(found.record, point.player, lang)
        values = {
            "step": point.index + 1,
            "name": name,
            "throw": step.throw,
            "move": move,
            "change": format_change(point.change),
        }
        told.append(phrase(f"by_{point.kind}", lang, **values))
    return told


def describe_step(step: StepAnalysis, record: Record, lang: str) -> str:
    """Tell a step in one line: who threw and played what, and how good it was."""
    parts = []
    if step.luck is not None:
        parts.append(phrase("told_throw", lang, throw=step.throw, change=format_change(step.luck)))
    if step.played is not None:
        values = {"move": step.played.move.text, "verdict": phrase(step.played.verdict, lang)}
        lost = {"change": format_change(-step.loss), "best": step.best.move.text}
        parts.append(
            phrase("told_loss", lang, **values, **lost) if step.loss >= 0.0005 else phrase("told_move", lang, **values)
        )
    text = ("、" if lang == "ja" else ", ").join(parts)
    return f"{step.index + 1}. " + phrase("name_colon", lang, name=player_name(record, step.player, lang), text=text)
