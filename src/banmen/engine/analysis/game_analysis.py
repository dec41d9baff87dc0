"""The analysis of a game as people get it: its steps, totals and turning points, and a picture of the chances."""

from __future__ import annotations

from typing import Unpack

from banmen.core.drawing_style import ChartStyle
from banmen.engine.analysis.analysis_chart import draw_chances
from banmen.engine.analysis.game_steps import GameAnalysisData


class GameAnalysis(GameAnalysisData):
    """A game with what is known of its steps so far.

    >>> import banmen
    >>> from banmen.engine.interface import Budget
    >>> start = "5/2B2/5/2W2/1>3 0 w"  # White wins by b1-c1
    >>> record = banmen.Record.begin(banmen.game("qubism", cubes=1), position=start).with_move("b2")
    >>> found = banmen.analyse(record, Budget(nodes=5000))
    >>> found.steps[0].verdict, found.steps[0].best.move.text
    ('blunder', 'b1-c1')
    """

    def __repr__(self) -> str:
        number = f"{len(self.steps)} of {len(self.record.steps)} steps"
        return f"<GameAnalysis of {self.record.game.name}: {number}, {self.done:.0%} done>"

    def svg(self, **style: Unpack[ChartStyle]) -> str:
        """Draw the chances over the game; `size` (its width in pixels), `theme` and `lang` can be set."""
        return draw_chances(self, **style)

    def _repr_svg_(self) -> str:
        return self.svg()
