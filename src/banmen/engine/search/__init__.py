"""Searches: each engine, and the kernels it runs.

Stands on the interface of engines (`banmen.engine.interface`), games and solve; levels, players and analyses import it.
"""
