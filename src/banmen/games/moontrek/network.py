"""Moon Trek for two is Kariuchi, and its network sees the same (see `banmen.games.kariuchi.network`)."""

from banmen.games.kariuchi.network import FEATURES, SECTIONS, SQUARED, list_features

__all__ = ["FEATURES", "SECTIONS", "SQUARED", "list_features"]
