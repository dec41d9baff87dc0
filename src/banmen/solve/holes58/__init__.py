"""58 Holes solved: the chance to win of the player about to throw, for every position, under best play of both.

Bytes. A side is what one player has on the lane, in the Shen hole and in hand. There are 178,989 sides with five pieces,
32,394 with four, 4,554 with three, 465 with two and 30 with one, so there are 216,432 squared = 4.68e10 positions. A value
is a 32-bit fixed-point number, 2**31 for a sure win. The stratum in which both have m and n pieces is a matrix of mover
by other; it and its mirror image (n, m) are solved together, after those with fewer pieces. Five against five take 128 GB,
five against four and four against five 46 GB. Both do not fit on one GPU of 150 GB, and need not: a piece is lost only when
the other has just entered the Shen hole, so of the matrix of four against five no more is ever read than the columns in which
the other has somebody in the Shen hole, 4.2 GB. These are kept, the rest is let go.

Order. Within a stratum nothing is struck, so pieces stay on the lane, and the sum of a side's holes (`indexing.advance`) grows
with every move except three: a pass, a warp back (20 to 6, 10 to 8) and the warp from 8 by way of 10 to 8. Positions are taken
by falling sum of both sides' advances, in place: all that a position depends on is new already, apart from what lies behind
a warp back. Passing and staying lead to the same two sides with the other player on turn; these two positions are
solved together, as two equations in two unknowns. So a sweep settles all but a few loops. All positions with the same sum, a
wave, are independent of each other; the result does not depend on who computes what first, and is the same on every machine.

Layout. Most moves change only the mover's side, and after them the other is on turn. So the values for 32 movers and one
other lie together, and all movers' strips for the same other side by side: a warp takes one side a to move and 32 others b,
and reads V(b, a') in one piece for each a' that a can become. A throw again reads V(a', b) across the grain, about once in
fifteen reads.

Modules. `move_list_kernels` and `ordered_sides` ask the rules what a side can become; `pair_solver` solves on the processor
(`pair_strata`, `pair_sweep_kernels`) and `pair_gpu_solver` on a GPU, with the same values; `pair_lookup` reads them for
`residual_check`; `game_kernels` and `game_batches` play games by them; `pair_report` does all of it for `solvers`, the only
module that imports this room. It imports `gpu`, `devices`, `samples` and the rules of its game.
"""
