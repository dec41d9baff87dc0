"""What is said of a solution, in English and Japanese."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "solved": "{game}: solved",
        "positions": "Positions",
        "beginner": "Whoever begins wins",
        "first": "The first throw due, the thrower wins",
        "error": "No value is off by more than",
        "no_bound": "not asked for",
        "residual": "Largest residual",
        "precision": "Solved with, kept with",
        "throw": "Throw",
        "chance": "Chance",
        "best": "Best first move",
        "next": "Then",
        "table": "Table",
        "seconds": "Seconds",
        "rate": "Positions a second",
        "not_kept": "not kept",
        "known": "This was solved before; --again solves it anew.",
        "stopped": "Stopped. The same command goes on from here.",
        "plan": "{positions:,} positions, {memory:.2f} GiB of memory, {precision}, {threads} threads.",
        "doing": "Group {group} of {groups}, sweep {sweeps}: change {change:.0e}",
    },
    "ja": {
        "solved": "{game}: 完全解析済み",
        "positions": "局面数",
        "beginner": "先番の勝率",
        "first": "最初に振る側の勝率",
        "error": "どの値の誤差も",
        "no_bound": "未計算",
        "residual": "最大残差",
        "precision": "計算精度、保存精度",
        "throw": "出目",
        "chance": "勝率",
        "best": "いちばんよい初手",
        "next": "次善",
        "table": "表",
        "seconds": "秒",
        "rate": "毎秒の局面数",
        "not_kept": "保存なし",
        "known": "解析済みです。--again でやり直します。",
        "stopped": "止めました。同じコマンドでつづきから始まります。",
        "plan": "{positions:,}局面、メモリー{memory:.2f} GiB、{precision}、{threads}スレッド。",
        "doing": "組{group}/{groups}、掃引{sweeps}: 変化 {change:.0e}",
    },
}


def say(key: str, lang: str, **values: object) -> str:
    """Return a text in a language."""
    return WORDS[lang][key].format(**values)
