"""Updates for a page that already shows a match: what is new, and the parts of its picture that have changed.

The page keeps what it has received. What a change leaves out is unchanged; so the first one, sent when the page has nothing,
contains everything. The page reassembles the picture and need not know what is drawn in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict

from banmen.match.match_state import Match
from banmen.match.match_views import MatchNow, match_fixed, match_now, match_picture
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.match.seats import PlayerDirectory

Part = str | list[int]  # of a picture: new, or the first and the number of parts that are taken over from the picture before


class PageChange(TypedDict):
    """What has changed for a page."""

    view: dict[str, Any]  # fields of `MatchView`, those alone that are new
    picture: list[Part]


@dataclass(frozen=True, eq=False, slots=True)
class ShownMatch:
    """What a page shows of a match, in one language and one form."""

    now: MatchNow
    picture: tuple[str, ...]


def show_match(match: Match, players: PlayerDirectory, reader: Reader, form: PictureFormat, thinking: bool) -> ShownMatch:
    """Return what a page shows."""
    return ShownMatch(match_now(match, players, reader, form, thinking), match_picture(match, form, reader))


def find_change(before: ShownMatch | None, now: ShownMatch, match: Match, lang: str) -> PageChange:
    """Return what is new for a page that shows an earlier state of a match, or anything for a page that shows nothing yet."""
    if before is None:
        return {"view": {**match_fixed(match, lang), **now.now}, "picture": list(now.picture)}
    known: dict[str, Any] = {**before.now}
    return {
        "view": {name: value for name, value in now.now.items() if value != known[name]},
        "picture": find_new_parts(before.picture, now.picture),
    }


def find_new_parts(before: Sequence[str], now: Sequence[str]) -> list[Part]:
    """Return the parts of a picture, those that were in the one before by their numbers there.

    >>> find_new_parts(["<svg>", "board", "a1", "b7", "</svg>"], ["<svg>", "board", "b7", "c9", "</svg>"])
    [[0, 2], [3, 1], 'c9', [4, 1]]
    """
    where = {part: number for number, part in enumerate(before)}
    found: list[Part] = []
    run: list[int] | None = None  # the parts that are being taken over, as their first and their number
    for part in now:
        if run and sum(run) < len(before) and before[sum(run)] == part:
            run[1] += 1
            continue
        number = where.get(part)
        run = None if number is None else [number, 1]
        found.append(run or part)
    return found
