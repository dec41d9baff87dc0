"""The lab: tournaments between players, and what their results tell.

Stands on engines and games; the command line and the benchmarks import it, nothing else does.
"""
