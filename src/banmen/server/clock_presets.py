"""The clocks that pages offer, and their descriptions. All pages and the lobby use these."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

from typing_extensions import TypedDict

from banmen.core.messages import Catalogue
from banmen.match.clocks import DAY, ClockRule

messages = Catalogue(__name__)

# The usual clocks by name, for quick pairing and for tournaments.
PRESETS: Final[dict[str, ClockRule]] = {
    "short": ClockRule("total", 180.0, 2.0),
    "usual": ClockRule("total", 600.0, 5.0),
    "long": ClockRule("total", 1800.0, 10.0),
    "days": ClockRule("days", 2 * DAY),
}
# Among friends; the default is no clock.
AMONG_FRIENDS: Final[tuple[ClockRule | None, ...]] = (
    None,
    ClockRule("total", 300.0, 5.0),
    ClockRule("total", 600.0, 10.0),
    ClockRule("move", 30.0),
    ClockRule("days", DAY),
    ClockRule("days", 3 * DAY),
)


class ClockChoice(TypedDict):
    """A clock that a page offers: its name if it has one, its value for scripts, and its label."""

    name: str
    value: str
    words: str


@functools.cache
def list_presets(lang: str) -> list[ClockChoice]:
    """Return the usual clocks for a page."""
    return [
        {
            "name": name,
            "value": write_clock_value(rule),
            "words": messages.text(
                "clock.preset", lang, name=messages.text(f"clock.{name}", lang), clock=_describe(rule, lang)
            ),
        }
        for name, rule in PRESETS.items()
    ]


@functools.cache
def list_clocks_among_friends(lang: str) -> list[ClockChoice]:
    """Return the clocks that a page offers to people who know each other."""
    return [{"name": "", "value": write_clock_value(rule), "words": _describe(rule, lang)} for rule in AMONG_FRIENDS]


def write_clock_value(rule: ClockRule | None) -> str:
    """Return a clock as the value of a form field.

    >>> [write_clock_value(rule) for rule in (None, ClockRule("total", 300.0, 5.0))]
    ['', 'total 300 5']
    """
    return f"{rule.kind} {rule.seconds:g} {rule.increment:g}" if rule else ""


def describe_clock(rule: Mapping[str, Any] | None, lang: str) -> str:
    """Return a clock in words.

    >>> describe_clock({"kind": "total", "seconds": 600, "increment": 5}, "en")
    '10 min + 5 s a move'
    """
    if rule is None:
        return messages.text("clock.none", lang)
    seconds, more = float(rule["seconds"]), float(rule.get("increment") or 0.0)
    if rule["kind"] == "days":
        days = round(seconds / DAY)
        return messages.text("clock.one_day" if days == 1 else "clock.some_days", lang, days=days)
    if rule["kind"] == "move":
        return messages.text("clock.each_move", lang, time=_describe_time(seconds, lang))
    time = _describe_time(seconds, lang)
    return messages.text("clock.more" if more else "clock.total", lang, time=time, more=f"{more:g}")


def _describe(rule: ClockRule | None, lang: str) -> str:
    return describe_clock(rule.to_json() if rule else None, lang)


def _describe_time(seconds: float, lang: str) -> str:
    if seconds % 60 == 0:
        return messages.text("clock.minutes", lang, number=f"{seconds / 60:g}")
    return messages.text("clock.seconds", lang, number=f"{seconds:g}")
