"""QR codes: every code that is drawn can be read."""

import xml.etree.ElementTree as ElementTree

import pytest

from banmen.server.qr_codes import QUIET, draw_qr_svg, write_qr_text
from tests.common.qr_reading import find_modules_of_svg, find_modules_of_text, read_modules

ADDRESSES = [
    "http://192.168.1.20:8017/",
    "http://[fd12:3456::7]:8017/",
    "https://games.example/banmen/board/qubism?position=2B2%2F5%2F1%5E3%2F2W2%2F5+8+w",
    "http://192.168.1.20:8017/seat/abcdefgh#0123456789-abcdefghijklmnopqrstuvwxyz_ABCDEF",
    "http://192.168.1.20:8017/replay#game=" + "aB3-" * 110,
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_drawn_code_is_read_again(address: str) -> None:
    assert read_modules(find_modules_of_svg(draw_qr_svg(address, "A code"))) == address
    assert read_modules(find_modules_of_text(write_qr_text(address))) == address


def test_light_lies_around_a_code() -> None:
    for modules in (find_modules_of_svg(draw_qr_svg("x", "")), find_modules_of_text(write_qr_text("x"))[:-1]):
        assert len(modules) == len(modules[0])
        inner = [row[QUIET:-QUIET] for row in modules[QUIET:-QUIET]]
        assert sum(map(sum, modules)) == sum(map(sum, inner)) > 0
        assert inner[0][0] == inner[-1][0] == inner[0][-1] == 1, "the signs by which it is found are at three corners"


def test_a_picture_is_named_and_carries_no_styles() -> None:
    svg = draw_qr_svg("x", 'A "code" & <more>')
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("role") == "img"
    assert root[0].text == 'A "code" & <more>'
    assert "style" not in svg
    assert {"#fff", "#000"} <= set(svg.split('"'))
