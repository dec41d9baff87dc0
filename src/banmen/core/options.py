"""Rule options: what a game lets a player change, and which values it takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue, join_alternatives, join_values

messages = Catalogue(__name__)

OptionValue = int | float | str
TEAMS = "teams"


class SettledOptions(dict[str, Any]):
    """The options of a game, all of them with their values; a dictionary that cannot be changed.

    >>> settled = SettledOptions(pieces=4)
    >>> settled["pieces"] = 9
    Traceback (most recent call last):
    ...
    TypeError: the options of a game cannot be changed; Game.with_options makes another game
    """

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError("the options of a game cannot be changed; Game.with_options makes another game")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[SettledOptions], tuple[dict[str, Any]]]:
        """Let a copy be made at once: filling it one by one is what is refused."""
        return SettledOptions, (dict(self),)


@dataclass(frozen=True)
class Option:
    """One rule option. `read` turns a value given by a person or a program into the value used, or raises ValueError."""

    name: str
    default: Any
    allowed: str  # in words, for error messages and help
    read: Callable[[Any], Any]
    choices: tuple[Any, ...] = ()  # all values, where they can be listed
    kind: str = ""  # TEAMS where the value says who plays with whom: the players' names, with `|` between teams


def choice(name: str, *values: str) -> Option:
    """Return an option with a few named values; the first is the default."""

    def read(value: Any) -> str:
        text = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        if text not in values:
            raise ValueError
        return str(text)

    return Option(name, values[0], join_alternatives(values), read, values)


def whole(name: str, default: int, least: int, most: int) -> Option:
    """Return an option that is a whole number."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError
        if isinstance(value, str) and not re.fullmatch(r"0|[1-9][0-9]{0,8}", value):
            raise ValueError
        number = int(value)
        if not least <= number <= most:
            raise ValueError
        return number

    return Option(
        name,
        default,
        messages("option.allowed_whole_number", least=least, most=most),
        read,
        tuple(range(least, most + 1)),
    )


def bias() -> Option:
    """Return the option `p`, the chance that a stick shows the counted side."""

    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError
        if isinstance(value, str) and not re.fullmatch(r"[0-9]*\.?[0-9]+(?:[eE]-?[0-9]{1,3})?", value):
            raise ValueError
        number = float(value)
        if not 0 < number < 1:
            raise ValueError
        return number

    return Option("p", 0.5, messages("option.allowed_probability"), read)


def settle(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a game with their values, defaults filled in."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(messages("option.unknown", game=game, name=quote_value(name), known=join_values(known)))
    return {name: _check_value(option, given.get(name, option.default)) for name, option in known.items()}


def _check_value(option: Option, value: Any) -> Any:
    try:
        return option.read(value)
    except (ValueError, TypeError, OverflowError):
        raise OptionError(
            messages("option.bad_value", name=option.name, allowed=option.allowed, value=quote_value(value))
        ) from None
