"""Setups of Kuniumi won by force, whichever faction player 2 chooses: `forced_setups` has the kernels that find them.

The whole game is too large to solve, but all its setups, half a thousand million numbers, can be searched. Programs in `bench`
import this room, nothing in the package does; it imports `banmen.games.kuniumi` and `banmen.kernels`.
"""
