"""Doctests are collected from all modules; those that need PyTorch are left out where it is not installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["banmen/training/network_*.py"]
