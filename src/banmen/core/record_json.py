"""Game records as plain dictionaries, for JSON."""

from __future__ import annotations

from typing import Any, Final

from banmen.core.errors import BanmenError, RecordError, shown
from banmen.core.game import Game, Position
from banmen.core.messages import Message, all_of, message
from banmen.core.record import Record, Result, Rounds
from banmen.core.record_check import (
    MOST_STEPS,
    Checker,
    Flaw,
    Step,
    check_result,
    check_tags,
    clean_comment,
    result_text,
    results,
)
from banmen.core.registry import family
from banmen.kernels.replay import NO_MOVE

FORMAT: Final = "banmen-record"
VERSION: Final = 1
KEYS: Final = frozenset(
    ("format", "version", "game", "options", "opening", "position", "comment", "steps", "tags", "result", "termination")
)
OBJECT: Final = message("an object", "オブジェクト")
TEXT: Final = message("a text", "文字")
LARGEST: Final = 1_000_000  # no option takes a number beyond it


def to_json(record: Record) -> dict[str, Any]:
    """Return a record as a dictionary of texts, numbers, lists and dictionaries. What is empty is left out."""
    begins: dict[str, Any] = {}
    if record.opening:
        begins["opening"] = [list(values) for values in record.opening]
    elif record.start != record.game.start():
        begins["position"] = record.start.text
    found = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game.name,
        "options": record.game.changed_options,
        **begins,
        "tags": dict(record.tags),
        "comment": record.comment,
        "steps": [_step_to_json(step) for step in record.steps],
        "result": result_text(record.result),
        "termination": record.termination,
    }
    return {key: value for key, value in found.items() if value or key == "steps"}


def _step_to_json(step: Step) -> dict[str, Any]:
    found = {"throw": step.throw, "move": step.move, "comment": step.comment}
    return {key: value for key, value in found.items() if value}


def from_json(value: Any) -> Record:
    """Return the record that a dictionary tells of, or raise RecordError that names the first key that is wrong."""
    try:
        return _read(value)
    except Flaw as flaw:
        raise RecordError(message("{part}: {reason}", "{part}：{reason}", part=flaw.part, reason=flaw.reason)) from None


def _read(value: Any) -> Record:
    data = _typed(value, dict, "record", OBJECT)
    _refuse_unknown(data)
    opening, start = _start(_game(data), data)
    tags = _tags(data)
    comment = _comment(data, "comment")
    steps, codes = _steps(start.game, data)
    try:
        throws = [step.throw or 0 for step in steps]
        state = Checker().follow(start, steps, throws, codes, [0] * len(steps))
    except Flaw as flaw:
        raise Flaw(flaw.reason, f"steps[{flaw.index}].{flaw.part}") from None
    result, termination = _result(start.game, data), data.get("termination")
    try:
        check_result(start.game, state, result, termination)
    except Flaw as flaw:
        raise Flaw(flaw.reason, flaw.part.lower()) from None
    return Record(start.game, start, opening, steps, comment, tags, result, termination)


def _refuse_unknown(data: dict[str, Any]) -> None:
    """Raise Flaw for keys that records do not have, and for other formats and versions."""
    for key in data:
        if key not in KEYS:
            raise Flaw(
                message(
                    "there is no such key; there are {keys}",
                    "そのような名前はありません。使えるのは{keys}です",
                    keys=all_of(sorted(KEYS)),
                ),
                str(key)[:40],
            )
    if data.get("format") != FORMAT or isinstance(data.get("version"), bool) or data.get("version") != VERSION:
        raise Flaw(
            message(
                "a record has the format {format} and the version {version}",
                "棋譜の形式は{format}、版は{version}です",
                format=shown(FORMAT),
                version=VERSION,
            ),
            "format",
        )


def _result(game: Game, data: dict[str, Any]) -> Result:
    written = _typed(data.get("result", "*"), str, "result", TEXT)
    if written not in results(game):
        raise Flaw(
            message(
                "{written} is no result of {name}",
                "{name}に{written}という結果はありません",
                written=shown(written, 40),
                name=game.name,
            ),
            "result",
        )
    return results(game)[written]


def _typed(value: Any, kind: type, key: str, name: Message) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Flaw(
            message(
                "this must be {name}, not {kind}", "ここは{name}です（{kind}ではなく）", name=name, kind=type(value).__name__
            ),
            key,
        )
    return value


def _game(data: dict[str, Any]) -> Game:
    name = _typed(data.get("game"), str, "game", TEXT)
    options = _typed(data.get("options", {}), dict, "options", OBJECT)
    for key, value in options.items():
        small = isinstance(value, float) or (isinstance(value, int) and abs(value) <= LARGEST)
        if not isinstance(key, str) or not (small or isinstance(value, str)):
            raise Flaw(message("an option is a text or a number", "ルール設定は文字か数です"), f"options.{str(key)[:40]}")
    try:
        kind = family(name)
    except BanmenError as error:
        raise Flaw(error.sentence, "game") from None
    try:
        return kind(**options)
    except BanmenError as error:
        raise Flaw(error.sentence, "options") from None


def _start(game: Game, data: dict[str, Any]) -> tuple[Rounds, Position]:
    if "opening" in data and "position" in data:
        raise Flaw(
            message(
                "a game begins with opening throws or from a position, not both",
                "はじまりは、先手ぎめの数か局面の、どちらか一方だけです",
            ),
            "position",
        )
    key = "opening" if "opening" in data else "position"
    try:
        if key == "opening":
            rounds = tuple(
                tuple(_round(values)) for values in _typed(data["opening"], list, "opening", message("a list", "リスト"))
            )
            return rounds, game.opened(rounds)
        return (), game.position(_typed(data[key], str, key, TEXT)) if key in data else game.start()
    except BanmenError as error:
        raise Flaw(error.sentence, key) from None


def _round(values: Any) -> list[int]:
    found = _typed(values, list, "opening", message("a list of lists", "リストのリスト"))
    return [_throw(value, "opening") for value in found]


def _throw(value: Any, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 5:
        raise Flaw(message("a throw is 1, 2, 3, 4 or 5", "出る数は1から5までです"), key)
    return value


def _tags(data: dict[str, Any]) -> dict[str, str]:
    try:
        return check_tags(_typed(data.get("tags", {}), dict, "tags", OBJECT))
    except Flaw as flaw:
        raise Flaw(flaw.reason, flaw.part if flaw.part == "tags" else f"tags.{flaw.part[:40]}") from None


def _comment(data: dict[str, Any], key: str) -> str:
    try:
        return clean_comment(data.get("comment", ""))
    except Flaw as flaw:
        raise Flaw(flaw.reason, key) from None


def _steps(game: Game, data: dict[str, Any]) -> tuple[tuple[Step, ...], list[int]]:
    """Return the steps and the numbers of their moves."""
    found = _typed(data.get("steps", []), list, "steps", message("a list", "リスト"))
    if len(found) > MOST_STEPS:
        raise Flaw(message("a game has at most {most} steps", "一局は{most}手までです", most=MOST_STEPS), "steps")
    steps, codes = [], []
    for index, value in enumerate(found):
        key = f"steps[{index}]"
        step = _typed(value, dict, key, OBJECT)
        if not set(step) <= {"throw", "move", "comment"}:
            raise Flaw(
                message(
                    "a step has a throw, a move and a comment, nothing else", "一手に書けるのは、出た数、手、コメントだけです"
                ),
                key,
            )
        throw = _throw(step["throw"], f"{key}.throw") if "throw" in step else None
        if "move" not in step and (throw is None or index < len(found) - 1):
            raise Flaw(message("the move is missing", "手が書かれていません"), key)
        move, code = _move(game, step["move"], f"{key}.move") if "move" in step else (None, NO_MOVE)
        steps.append(Step(throw, move, _comment(step, f"{key}.comment")))
        codes.append(code)
    return tuple(steps), codes


def _move(game: Game, value: Any, key: str) -> tuple[str, int]:
    text = _typed(value, str, key, TEXT)
    try:
        code = game.read_move(text)
    except ValueError:
        raise Flaw(
            message(
                "{text} is not a move of {name}", "{name}に{text}という手はありません", text=shown(text, 40), name=game.name
            ),
            key,
        ) from None
    return game.write_move(code).text, code
