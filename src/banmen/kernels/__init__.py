"""Kernels: what a kernel is, its compiled twins, the compile cache, and generic kernels. Stands on nothing else of Banmen."""
