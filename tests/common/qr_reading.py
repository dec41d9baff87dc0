"""Decoding QR codes, as a phone's camera does."""

from __future__ import annotations

import io
import re

import zxingcpp
from PIL import Image

from banmen.server.qr_codes import BLOCKS

SCALE = 4  # pixels per module
Modules = list[list[int]]  # rows of modules, 1 for dark


def read_picture(picture: Image.Image) -> str:
    """Return the text of the one QR code in a picture."""
    (found,) = zxingcpp.read_barcodes(picture)
    return str(found.text)


def read_screenshot(png: bytes) -> str:
    """Return the text of the one QR code in a screenshot."""
    return read_picture(Image.open(io.BytesIO(png)).convert("L"))


def read_modules(modules: Modules) -> str:
    """Return the text of a QR code given by its modules."""
    width, height = len(modules[0]), len(modules)
    picture = Image.new("L", (width, height), 255)
    picture.putdata([0 if dark else 255 for row in modules for dark in row])
    return read_picture(picture.resize((SCALE * width, SCALE * height), Image.Resampling.NEAREST))


def find_modules_of_svg(svg: str) -> Modules:
    """Return the modules of a QR code drawn as strokes along its rows."""
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    strokes = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert box
    assert strokes
    modules = [[0] * int(box[1]) for _ in range(int(box[2]))]
    x = y = 0.0
    for command, first, _, second in re.findall(r"([Mmh])(-?[\d.]+)( (-?[\d.]+))?", strokes[1]):
        if command == "h":
            for column in range(int(x), int(x + float(first))):
                modules[int(y)][column] = 1
            x += float(first)
        else:
            x, y = (float(first), float(second)) if command == "M" else (x + float(first), y + float(second))
    return modules


def find_modules_of_text(text: str) -> Modules:
    """Return the modules of a QR code in half blocks."""
    pairs = {block: pair for pair, block in BLOCKS.items()}
    return [[pairs[block][half] for block in line] for line in text.splitlines() for half in (0, 1)]
