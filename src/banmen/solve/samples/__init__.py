"""Positions with exact values: how they are drawn, stored, and turned into examples for a network.

`position_sampling` draws positions from play and from anywhere, `sample_file` is the small format that players are measured
by, `record_file` the larger one that networks are taught by, and `network_examples` lists what a network sees of positions
and what their moves lead to. It imports no solver; solvers, `banmen.training` and the benchmarks may import it.
"""
