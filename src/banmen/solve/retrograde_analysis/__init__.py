"""Qubism with few cubes, solved backwards from the end of the game.

`block_tables` tabulates the moves for all placements of the pawns, `retrograde_kernels` sweep over all positions of a layer,
and `retrograde` makes the sweeps on the processor or on a GPU. It imports `tables` and `devices`; `solvers` runs it.
"""
