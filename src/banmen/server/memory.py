"""Memory that was used for a moment goes back to the system.

Engines think in tables of many megabytes, each in a thread of its own. Once such a table has been freed, glibc keeps what is of
its size for the thread to use again, and every thread keeps its own: hundreds of megabytes that nobody uses any more.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import Final

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # as glibc numbers what can be set
LARGE: Final = 1 << 20  # bytes from which on a block is the system's own, and goes back at once
MOST_ARENAS: Final = 4  # that threads share for all that is smaller


def give_large_blocks_back() -> None:
    """Let whatever is large go back to the system as soon as it is freed, where the C library can be told so."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_ARENA_MAX, MOST_ARENAS)
