"""Kuniumi's own search for unfair setups, made callable from Python: kernels of a rules module are not."""

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel

rules: Any = None  # set by banmen.kernels.twins


@kernel
def forces(state: State, plies: int, faction: int) -> bool:
    """Tell whether a faction wins within so many plies, as the rules themselves find out."""
    found: bool = rules.can_force(state, plies, faction)
    return found
