"""Labels for a person's devices: the browser and the system, and nothing more specific."""

from __future__ import annotations

from typing import Final

# The first match wins: many browsers mention others as well.
BROWSERS: Final = (("Firefox/", "Firefox"), ("Edg", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def label_device(user_agent: str) -> str:
    """Return a short label for a device.

    >>> label_device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), label_device("curl/8")
    ('Firefox, Linux', '')
    """
    names = (next((name for sign, name in known if sign in user_agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))
