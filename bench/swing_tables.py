"""The tables of `bench.swings` for docs/solved/luck-and-skill.md and its Japanese version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SHOWN = 3  # extremes of a kind
NAMES = {"en": {"holes58": "58 Holes", "kariuchi": "Kariuchi"}, "ja": {"holes58": "58ホール", "kariuchi": "かりうち"}}
HEADS = {
    "en": {
        "luck": ("game", "position and throw", "chance before", "best move", "chance after", "change"),
        "choices": ("game", "position and throw", "best move", "chance after", "second best", "chance after", "lost"),
        "chance": ("chance before the throw", "positions", "a throw changes it by", "the second best move loses"),
        "throws": ("throw", "1", "2", "3", "4", "5"),
    },
    "ja": {
        "luck": ("ゲーム", "局面と出た目", "投げる前の勝率", "いちばんよい手", "その後の勝率", "変化"),
        "choices": ("ゲーム", "局面と出た目", "いちばんよい手", "その後の勝率", "次によい手", "その後の勝率", "差"),
        "chance": ("投げる前の勝率", "局面", "出た目による変化", "次によい手で失う勝率"),
        "throws": ("出た目", "1", "2", "3", "4", "5"),
    },
}


def write_all(found: dict[str, Any], lang: str) -> tuple[str, str, str, str]:
    """Return the tables of luck, of choices, by the chance before the throw and by throws."""
    games = found["games"]
    return (
        write_table(HEADS[lang]["luck"], list_luck(games, lang)),
        write_table(HEADS[lang]["choices"], list_choices(games, lang)),
        write_table(_double_head(HEADS[lang]["chance"], lang), list_chances(games)),
        write_table(HEADS[lang]["throws"], throw_rows(games, lang)),
    )


def write_table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Return a table in Markdown."""
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, *rows)).replace("\n", "\n|" + "---|" * len(head) + "\n", 1)


def list_luck(games: dict[str, Any], lang: str) -> Iterator[tuple[str, ...]]:
    """Return the table of the throws that changed most, up and down."""
    for name, swings in games.items():
        for one in (*swings["luckiest"][:SHOWN], *swings["unluckiest"][:SHOWN]):
            position, move = f"`{one['position']}`", f"`{one['best_move']}`"
            change = write_points(one["best"] - one["before"])
            yield NAMES[lang][name], position, write_percent(one["before"]), move, write_percent(one["best"]), change


def list_choices(games: dict[str, Any], lang: str) -> Iterator[tuple[str, ...]]:
    """Return the table of the choices that matter most."""
    for name, swings in games.items():
        for one in swings["choices"][:SHOWN]:
            best, second = (
                (f"`{one['best_move']}`", write_percent(one["best"])),
                (f"`{one['second_move']}`", write_percent(one["second"])),
            )
            yield NAMES[lang][name], f"`{one['position']}`", *best, *second, f"{100 * (one['best'] - one['second']):.1f}"


def list_chances(games: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """Return the table of luck and skill by the chance before the throw."""
    for rows in zip(*(swings["by_chance"] for swings in games.values()), strict=True):
        cells: list[str] = []
        for swings, row in zip(games.values(), rows, strict=True):
            share = f"{100 * row['positions'] / swings['positions']:.0f} %"
            cells += (share, f"± {100 * row['luck_spread']:.1f}", f"{100 * row['loss']:.1f}")
        yield f"{100 * rows[0]['from']:.0f}–{100 * rows[0]['to']:.0f} %", *cells


def throw_rows(games: dict[str, Any], lang: str) -> Iterator[tuple[str, ...]]:
    """Return the table of what each throw changes on average."""
    for name, swings in games.items():
        yield NAMES[lang][name], *(write_points(row["luck"]) for row in swings["by_throw"].values())


def write_percent(chance: float) -> str:
    """Write a chance."""
    return f"{100 * chance:.1f} %"


def write_points(change: float) -> str:
    """Write a change in percentage points, with its sign."""
    points = round(100 * change, 1)
    return f"{points:+.1f}".replace("-", "−") if points else "0.0"


def _double_head(head: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """Return a table header whose columns, except the first, are repeated for each game."""
    divided = ": " if lang == "en" else "："
    return head[0], *(f"{name}{divided}{column}" for name in NAMES[lang].values() for column in head[1:])
