"""Kuniumi's own search for unfair setups, made callable from Python: kernels of a rules module are not."""

from typing import Any

from banmen.core.contract import State
from banmen.core.kernel import kernel

rules: Any = None  # set by banmen.core.kernel


@kernel
def forces(state: State, plies: int, faction: int) -> bool:
    """Tell whether a faction wins within so many plies, as the rules themselves find out."""
    found: bool = rules.can_force(state, plies, faction)
    return found
