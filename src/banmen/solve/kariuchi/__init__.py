"""Kariuchi solved on an NVIDIA GPU, with all four pieces: positions packed so that they fit into its memory.

How many. A side is four pieces on 50 places (the reserve and 49 points), a multiset: C(53, 4) = 292,825 of them. The sides of a
position share no point. So for one side there are only C(53 - k, 4) others, where k is the number of points it stands on, and
with both sides complete there are 6.4e10 positions instead of 8.6e10: 127 GB with 16 bits each.

Layout. The values against one side lie together in a *row*, ordered by the mover's side as if the other's points were not on
the board: a piece's place counts less by the number of those points below it. Rows follow each other in the order of sides.
A *matrix* is all rows for a number of pieces of the mover's and of the other's that are not home yet.

What is read. A move that passes the turn leads from (m, o) to the row of m' at o; a move that keeps it to the row of o at m'.
A tile of 32 sides m by 32 sides o is worked on in two phases: in the first the lanes of a warp take the o's, and reads of the
first kind are together; in the second they take the m's, and so are those of the second kind. Moves that come home lead to
matrices with fewer pieces, which are solved before; those the GPU has no room for (some of them with two pieces, which are
seldom read, up to 1.3 GB) stay in the host's memory, where the GPU reads them.

Order. All moves but hits lead to positions further on, so a sweep goes through groups of tiles from the most advanced to the
least, in place: what a tile reads has mostly been brought up to date in the same sweep. The tiles of a group lie together:
rows are half a megabyte long, and reading from too many of them at a time is slow.

Rounding. In matrices of 32 bits values are rounded to the nearest. With 16 bits that would stop the iteration too early, as a
change below half a step is lost in every sweep; there values are rounded up or down by lot, so that on average nothing is lost.

Modules. `packed_rows` numbers sides and rows, `packed_moves` turns the move table of `value_iteration` into what the GPU
reads, `packed_solver` sweeps, `packed_lookup` reads values for `residual_check`, and `packed_report` does all of it for
`solvers`, the only module that imports this room. It imports `gpu`, `devices`, `samples` and `value_iteration`.
"""
