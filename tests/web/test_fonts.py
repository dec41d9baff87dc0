"""The browser of the tests finds a Japanese font where a package brings one."""

from importlib.machinery import ModuleSpec
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.web import fonts


def test_the_font_of_a_package_is_found_beside_those_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleSpec("matplotlib_fontja", None, origin=str(tmp_path / "fontja" / "__init__.py"))
    monkeypatch.setattr(fonts, "find_spec", lambda _: package)
    environment = fonts.write_browser_environment(tmp_path)
    configuration = ElementTree.parse(environment["FONTCONFIG_FILE"]).getroot()
    assert [(one.tag, one.text) for one in configuration][:2] == [
        ("include", "/etc/fonts/fonts.conf"),
        ("dir", str(tmp_path / "fontja" / "fonts")),
    ]
    assert environment["PATH"]


def test_without_the_package_the_fonts_of_the_machine_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FONTCONFIG_FILE", raising=False)
    monkeypatch.setattr(fonts, "find_spec", lambda _: None)
    assert "FONTCONFIG_FILE" not in fonts.write_browser_environment(tmp_path)
