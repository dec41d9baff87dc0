"""A Japanese font for the browser: many test machines have none, and with boxes in its place pages are laid out differently."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def write_browser_environment(folder: Path) -> dict[str, str]:
    """Return the environment of a browser that finds the font of the package, if installed; it is configured in a folder."""
    package = find_spec("matplotlib_fontja")
    if package is None or package.origin is None:
        return dict(os.environ)
    fonts = Path(package.origin).parent / "fonts"
    configuration = folder / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(fonts=fonts, cache=folder / "cache"), encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(configuration)}
