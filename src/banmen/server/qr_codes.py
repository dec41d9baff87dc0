"""QR codes: as a picture for pages, and in half blocks for terminals."""

from __future__ import annotations

import io
from itertools import zip_longest

import segno

QUIET = 4  # light modules around a code, which cameras need to detect it
CORRECTION = "m"  # 15 % of a code may be hidden by a finger or a reflection
BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # by an upper and a lower module; 1 is dark


def draw_qr_svg(text: str, title: str) -> str:
    """Return a QR code as an SVG: dark on light in every theme, since not every camera reads the reverse.

    >>> drawn = draw_qr_svg("http://192.168.1.20:8017/", "An address")
    >>> drawn.startswith('<svg role="img" xmlns='), "<title>An address</title>" in drawn
    (True, True)
    """
    drawn = io.BytesIO()
    _make_code(text).save(
        drawn,
        kind="svg",
        border=QUIET,
        dark="#000",
        light="#fff",
        title=title,
        xmldecl=False,
        omitsize=True,
        svgclass="qr",
        nl=False,
    )
    return drawn.getvalue().decode().replace("<svg ", '<svg role="img" ', 1)


def write_qr_text(text: str) -> str:
    """Return a QR code as lines of half blocks that stand for light modules, for light text on a dark background."""
    rows = [[int(dark) for dark in row] for row in _make_code(text).matrix_iter(border=QUIET)]
    outside = [1] * len(rows[0])  # below the last row nothing is drawn
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=outside)
    return "\n".join("".join(BLOCKS[pair] for pair in zip(*pair_of_rows, strict=True)) for pair_of_rows in pairs)


def _make_code(text: str) -> segno.QRCode:
    return segno.make_qr(text, error=CORRECTION)
