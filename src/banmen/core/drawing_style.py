"""Options of pictures: the keywords of `Position.svg` and their types."""

from __future__ import annotations

from typing import TypedDict

from banmen.core.move import Move


class DrawingStyle(TypedDict, total=False):
    """What can be set of a picture; `banmen.presentation.svg.Style` has the defaults."""

    last: Move | str | None  # the move to mark as the last one
    targets: bool | str  # mark where legal moves lead: all of them, or those from one place
    coordinates: bool  # names of places
    turned: bool  # seen from the far side
    tall: bool  # reserves below the board instead of beside it
    size: int  # the longer side in pixels
    theme: str  # light, dark or print (ink on white)
    lang: str  # a language that Banmen speaks


class ChartStyle(TypedDict, total=False):
    """What can be set of a chart."""

    size: int  # its width in pixels
    theme: str  # light, dark or print (ink on white)
    lang: str  # a language that Banmen speaks
