"""Kernels: what a kernel is, how it is compiled, and the kernels that every game shares.

- `kernel`: the marks, constant tables, targets and machine instructions; `contract`: what a game's rules offer.
- `twins`: copies of modules with compiled kernels; `compiler`: numba, with all that we use of its private parts;
  `ahead_of_time` and `shipped`: precompiled kernels of a wheel, how they are built and how they are called;
  `compile_cache`: the folder of compiled code and the digest that names it; `gpu`: random play on NVIDIA GPUs.
- Generic kernels: `prng`, `throws`, `playout`, `perft`, `replay`, `repetition`, `defaults`, `linear_weights`, `network`.

This room imports nothing else of Banmen, and any room may import it. Kernels never raise: the rooms above check their input.
"""
