"""Game-independent CUDA kernels, and their compilation.

`device_code` marks and compiles functions for the GPU, `cuda_primitives` are single instructions that numba does not offer,
`gpu_memory` manages the memory of the device; `pair_kernels` and `packed_kernels` sweep over positions, `value_kernels` look
values up, check them by the rules and play games by them. It imports `banmen.kernels` alone; solvers for a GPU import it.
"""
