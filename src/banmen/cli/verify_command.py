"""The command that checks the dice of recorded games: verify."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from banmen.cli.arguments import Json, Lang, read_language
from banmen.cli.output import put, put_json
from banmen.cli.record_commands import open_text, read_game_number, select_records
from banmen.core.messages import Catalogue

if TYPE_CHECKING:
    from banmen.match.dice_check import DiceCheck

messages = Catalogue(__name__)

NOT_RIGHT = 1  # the exit code for throws that were tampered with
WIDTH = 40  # of the longest bar
SHOWN = 10  # wrong throws that are told


def verify(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    game: Annotated[str | None, typer.Option("--game", metavar="N")] = None,
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
    """Return what a person is told of one game."""

    def say(key: str, **values: Any) -> str:
        return messages.text(f"verify.{key}", lang, **values)

    wrong = [one for one in found.throws if not one.right]
    lines = [say("game", number=number), say("promise_kept" if found.kept else "promise_broken")]
    lines.append(say("by_players" if found.scheme > 1 else "by_server"))
    lines.append(say("all_right" if not wrong else "some_wrong", throws=len(found.throws), wrong=len(wrong)))
    lines += [say("wrong_opening" if one.opening else "wrong_throw", **asdict(one)) for one in wrong[:SHOWN]]
    if found.taken_back:
        lines.append(say("taken_back"))
    most = max([*found.counts.values(), *found.expected.values(), 1])
    for value, count in found.counts.items():
        due = found.expected[value]
        lines.append(say("bar", value=value, bar="█" * round(WIDTH * count / most), count=count, due=f"{due:.1f}"))
    return lines
