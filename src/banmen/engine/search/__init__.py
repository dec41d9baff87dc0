"""Searches: each engine and the kernels it runs. Stands on the engine interface, games and solve."""
