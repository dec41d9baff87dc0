"""Returns freed memory to the operating system.

Each engine searches with tables of many megabytes, on a thread of its own. Once such a table has been freed, glibc keeps blocks
of up to its size for the same thread to reuse, and every thread keeps its own: hundreds of megabytes that are no longer used.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import Final

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # parameters of glibc's mallopt
LARGE: Final = 1 << 20  # bytes from which a block is mapped by itself and returned as soon as it is freed
MOST_ARENAS: Final = 4  # shared by all threads for smaller blocks


def give_large_blocks_back() -> None:
    """Return large blocks to the system as soon as they are freed, if the C library supports that."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(M_MMAP_THRESHOLD, LARGE)
        mallopt(M_ARENA_MAX, MOST_ARENAS)
