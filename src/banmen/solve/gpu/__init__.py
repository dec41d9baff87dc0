"""Kernels of the solvers for a graphics card."""
