"""Kuniumi's own search for unfair setups, callable from Python, unlike the kernels of a rules module."""

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel

rules: Any = None  # set by banmen.kernels.twins


@kernel
def forces(state: State, plies: int, faction: int) -> bool:
    """Tell whether a faction wins within some number of plies, by the kernel in the rules."""
    found: bool = rules.can_force(state, plies, faction)
    return found
