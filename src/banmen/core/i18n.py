"""The languages that Banmen speaks."""

from __future__ import annotations

LANGUAGES = ("en", "ja")
