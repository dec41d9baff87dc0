"""Game records as plain dictionaries, for JSON."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from banmen.core.errors import BanmenError, RecordError, quote_value
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, Message, join_values
from banmen.core.record_check import (
    MOST_STEPS,
    Checker,
    Flaw,
    Step,
    check_result,
    check_tags,
    clean_comment,
    list_results,
    write_result,
)
from banmen.core.record_data import RecordData, Result, Rounds
from banmen.core.registry import family
from banmen.kernels.replay import NO_MOVE

messages = Catalogue(__name__)

Kind = TypeVar("Kind", bound=RecordData)

FORMAT: Final = "banmen-record"
VERSION: Final = 1
KEYS: Final = frozenset(
    ("format", "version", "game", "options", "opening", "position", "comment", "steps", "tags", "result", "termination")
)
OBJECT: Final = messages("json_type.object")
TEXT: Final = messages("json_type.text")
LARGEST: Final = 1_000_000  # no option takes a number beyond it


def to_json(record: RecordData) -> dict[str, Any]:
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
        "result": write_result(record.result),
        "termination": record.termination,
    }
    return {key: value for key, value in found.items() if value or key == "steps"}


def _step_to_json(step: Step) -> dict[str, Any]:
    found = {"throw": step.throw, "move": step.move, "comment": step.comment}
    return {key: value for key, value in found.items() if value}


def from_json(kind: type[Kind], value: Any) -> Kind:
    """Create a record from a dictionary, or raise a RecordError that names the first invalid key."""
    try:
        return _read(kind, value)
    except Flaw as flaw:
        raise RecordError(messages("record_json.at_key", part=flaw.part, reason=flaw.reason)) from None


def _read(kind: type[Kind], value: Any) -> Kind:
    data = _require_type(value, dict, "record", OBJECT)
    _refuse_unknown(data)
    opening, start = _start(_read_game(data), data)
    tags = _read_tags(data)
    comment = _read_comment(data, "comment")
    steps, codes = _read_steps(start.game, data)
    try:
        throws = [step.throw or 0 for step in steps]
        state = Checker().follow(start, steps, throws, codes, [0] * len(steps))
    except Flaw as flaw:
        raise Flaw(flaw.reason, f"steps[{flaw.index}].{flaw.part}") from None
    result, termination = _read_result(start.game, data), data.get("termination")
    try:
        check_result(start.game, state, result, termination)
    except Flaw as flaw:
        raise Flaw(flaw.reason, flaw.part.lower()) from None
    return kind(start.game, start, opening, steps, comment, tags, result, termination)


def _refuse_unknown(data: dict[str, Any]) -> None:
    """Raise Flaw for keys that records do not have, and for other formats and versions."""
    for key in data:
        if key not in KEYS:
            raise Flaw(
                messages("record_json.unknown_key", keys=join_values(sorted(KEYS))),
                str(key)[:40],
            )
    if data.get("format") != FORMAT or isinstance(data.get("version"), bool) or data.get("version") != VERSION:
        raise Flaw(
            messages("record_json.format", format=quote_value(FORMAT), version=VERSION),
            "format",
        )


def _read_result(game: Game, data: dict[str, Any]) -> Result:
    written = _require_type(data.get("result", "*"), str, "result", TEXT)
    if written not in list_results(game):
        raise Flaw(
            messages("record_json.unknown_result", written=quote_value(written, 40), name=game.name),
            "result",
        )
    return list_results(game)[written]


def _require_type(value: Any, kind: type, key: str, name: Message) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise Flaw(
            messages("record_json.wrong_type", name=name, kind=type(value).__name__),
            key,
        )
    return value


def _read_game(data: dict[str, Any]) -> Game:
    name = _require_type(data.get("game"), str, "game", TEXT)
    options = _require_type(data.get("options", {}), dict, "options", OBJECT)
    for key, value in options.items():
        small = isinstance(value, float) or (isinstance(value, int) and abs(value) <= LARGEST)
        if not isinstance(key, str) or not (small or isinstance(value, str)):
            raise Flaw(messages("record_json.option_type"), f"options.{str(key)[:40]}")
    try:
        kind = family(name)
    except BanmenError as error:
        raise Flaw(error.message, "game") from None
    try:
        return kind(**options)
    except BanmenError as error:
        raise Flaw(error.message, "options") from None


def _start(game: Game, data: dict[str, Any]) -> tuple[Rounds, Position]:
    if "opening" in data and "position" in data:
        raise Flaw(
            messages("record.both_opening_and_position"),
            "position",
        )
    key = "opening" if "opening" in data else "position"
    try:
        if key == "opening":
            rounds = tuple(
                tuple(_round(values)) for values in _require_type(data["opening"], list, "opening", messages("json_type.list"))
            )
            return rounds, game.opened(rounds)
        return (), game.position(_require_type(data[key], str, key, TEXT)) if key in data else game.start()
    except BanmenError as error:
        raise Flaw(error.message, key) from None


def _round(values: Any) -> list[int]:
    found = _require_type(values, list, "opening", messages("json_type.list_of_lists"))
    return [_throw(value, "opening") for value in found]


def _throw(value: Any, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 5:
        raise Flaw(messages("record.bad_throw"), key)
    return value


def _read_tags(data: dict[str, Any]) -> dict[str, str]:
    try:
        return check_tags(_require_type(data.get("tags", {}), dict, "tags", OBJECT))
    except Flaw as flaw:
        raise Flaw(flaw.reason, flaw.part if flaw.part == "tags" else f"tags.{flaw.part[:40]}") from None


def _read_comment(data: dict[str, Any], key: str) -> str:
    try:
        return clean_comment(data.get("comment", ""))
    except Flaw as flaw:
        raise Flaw(flaw.reason, key) from None


def _read_steps(game: Game, data: dict[str, Any]) -> tuple[tuple[Step, ...], list[int]]:
    """Return the steps and the numbers of their moves."""
    found = _require_type(data.get("steps", []), list, "steps", messages("json_type.list"))
    if len(found) > MOST_STEPS:
        raise Flaw(messages("record.game_most_steps", most=MOST_STEPS), "steps")
    steps, codes = [], []
    for index, value in enumerate(found):
        key = f"steps[{index}]"
        step = _require_type(value, dict, key, OBJECT)
        if not set(step) <= {"throw", "move", "comment"}:
            raise Flaw(
                messages("record_json.step_keys"),
                key,
            )
        throw = _throw(step["throw"], f"{key}.throw") if "throw" in step else None
        if "move" not in step and (throw is None or index < len(found) - 1):
            raise Flaw(messages("record.move_missing"), key)
        move, code = _move(game, step["move"], f"{key}.move") if "move" in step else (None, NO_MOVE)
        steps.append(Step(throw, move, _read_comment(step, f"{key}.comment")))
        codes.append(code)
    return tuple(steps), codes


def _move(game: Game, value: Any, key: str) -> tuple[str, int]:
    text = _require_type(value, str, key, TEXT)
    try:
        code = game.read_move(text)
    except ValueError:
        raise Flaw(
            messages("record.unknown_move", text=quote_value(text, 40), name=game.name),
            key,
        ) from None
    return game.write_move(code).text, code
