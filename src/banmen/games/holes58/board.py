"""The board of 58 Holes: two lanes of 29 holes that meet in the large Shen hole."""

from __future__ import annotations

HOLES = 29
SHEN = 30  # step 30 of both lanes
NEFER = (15, 25)
LINES = ((6, 20), (8, 10))
WARPS = {end: other for line in LINES for end, other in (line, line[::-1])}
