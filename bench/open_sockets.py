"""How many sockets a measurement opens, and whether the system lets one process have so many."""

from __future__ import annotations

import resource

LENGTH = {"kuniumi": 15, "kariuchi": 80}  # moves of a match of random players
FASTEST = 12_000  # moves a second that spare matches are made for
OTHERS = 200  # files that a process has open besides
SHARE = 2  # the server lets one address have half of the connections


def count_spare(game: str, matches: int, seconds: float, think: float) -> int:
    """Return how many matches have to be ready for those who finish one.

    >>> [count_spare("kuniumi", 50, 5.0, think) for think in (0.0, 0.5)]
    [4850, 98]
    """
    rate = FASTEST if not think else 1.2 * matches / think  # a fifth more: some matches are shorter than most
    return matches + int(rate * (seconds + 1) / LENGTH[game])


def count_sockets(tables: int, watching_each: int = 0, spectators: int = 0) -> int:
    """Return how many connections the players of so many matches open, and those who watch.

    >>> count_sockets(100, 2, 5000)
    5400
    """
    return tables * (2 + watching_each) + spectators


def raise_limit() -> None:
    """Let this process and those it starts have as many files open as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def check_sockets(number: int) -> None:
    """Exit with advice if that many sockets cannot be opened, rather than fail halfway."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = SHARE * number + OTHERS
    if limit != resource.RLIM_INFINITY and limit < needed:
        raise SystemExit(
            f"This would open {number} sockets, but the limit of open files is {limit}. Raise it to {needed} "
            f"(ulimit -n {needed}, as root), or ask for fewer matches, seconds or spectators."
        )
