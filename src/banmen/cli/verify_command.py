"""The command that checks the dice of recorded games: verify."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banmen.cli.arguments import GameNumber, Json, Lang, read_language
from banmen.cli.output import put, put_json
from banmen.cli.record_commands import open_text, read_game_number, select_records
from banmen.core.messages import Catalogue

if TYPE_CHECKING:
    from banmen.match.dice_check import DiceCheck

messages = Catalogue(__name__)

NOT_RIGHT = 1  # the exit code for throws that were tampered with
WIDTH = 40  # of the longest bar
SHOWN = 10  # wrong throws to report


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    game: GameNumber = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Check the dice of recorded games: whether all throws follow from the number that was promised.

    Examples:
      banmen verify kariuchi-abc.banmen
      banmen verify evening.banmen --game 2 --json
    """
    from banmen.match.dice_check import check_dice

    language, wanted, right = read_language(lang), read_game_number(game), True
    with open_text(file) as source:
        for number, record in select_records(file, source, wanted):
            found = check_dice(record)
            right &= found.right
            if json:
                put_json({"number": number, "game": record.game.name, **_describe(found)})
            else:
                put("\n".join(_list_lines(found, number, language)))
    if not right:
        raise typer.Exit(NOT_RIGHT)


def _describe(found: DiceCheck) -> dict[str, Any]:
    return {
        "right": found.right,
        "promise_kept": found.kept,
        "scheme": found.scheme,
        "taken_back": found.taken_back,
        "throws": len(found.throws),
        "wrong": [asdict(one) for one in found.throws if not one.right],
        "counts": found.counts,
        "expected": {value: round(number, 2) for value, number in found.expected.items()},
    }


def _list_lines(found: DiceCheck, number: int, lang: str) -> list[str]:
    """Return the report on one game."""
    wrong = [one for one in found.throws if not one.right]
    promise, scheme = "promise_kept" if found.kept else "promise_broken", "by_players" if found.scheme > 1 else "by_server"
    lines = [
        messages.text("verify.game", lang, number=number),
        messages.text(f"verify.{promise}", lang),
        messages.text(f"verify.{scheme}", lang),
        messages.text("verify.some_wrong" if wrong else "verify.all_right", lang, throws=len(found.throws), wrong=len(wrong)),
    ]
    for one in wrong[:SHOWN]:
        lines.append(messages.text("verify.wrong_opening" if one.opening else "verify.wrong_throw", lang, **asdict(one)))
    if found.taken_back:
        lines.append(messages.text("verify.taken_back", lang))
    most = max([*found.counts.values(), *found.expected.values(), 1])
    for value, count in found.counts.items():
        bar, due = "█" * round(WIDTH * count / most), f"{found.expected[value]:.1f}"
        lines.append(messages.text("verify.bar", lang, value=value, bar=bar, count=count, due=due))
    return lines
