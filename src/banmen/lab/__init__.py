"""The lab: tournaments between players, and their statistics.

Stands on engines and games; the command line and the benchmarks import it, nothing else does.
"""
