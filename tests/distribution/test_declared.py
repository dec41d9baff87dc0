"""Declarations: every import, upper bounds for what compiles, tested versions; and the contents of a wheel."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.distribution.files import ROOT, SOURCE, package_files

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {name: [Requirement(text) for text in texts] for name, texts in PROJECT["optional-dependencies"].items()}
NEEDED = [Requirement(text) for text in PROJECT["dependencies"]]
DECLARED = [*NEEDED, *(requirement for texts in EXTRAS.values() for requirement in texts)]
BOUNDED = ("llvmlite", "numba", "numba-cuda", "numpy", "picows")
# Trained only where PyTorch is installed, which takes gigabytes: pip install torch.
NEVER_DECLARED = {"torch", "triton"}
OURS = {"banmen", "bench", "docs", "install", "tests"}
INSTALLED_BY = {"pyspiel": "open-spiel"}  # packages of a different name that only benchmarks install
MADE_BY_TESTS = {"moongame", "zippedgame"}  # packages that a test writes and then imports


def imported(folder: Path) -> set[str]:
    """Return the top-level names that the files of a folder import, except those of the standard library and ours."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.split(".")[0])
            elif isinstance(node, ast.Import):
                found |= {name.name.split(".")[0] for name in node.names}
    return found - set(sys.stdlib_module_names) - OURS - MADE_BY_TESTS


def undeclared(folder: Path, declared: list[Requirement]) -> set[str]:
    """Return imports that are not declared; a name belongs to the distribution that installs it."""
    owners = packages_distributions()
    names = {canonicalize_name(requirement.name) for requirement in declared}
    missing = {
        name
        for name in imported(folder)
        if not names & {canonicalize_name(owner) for owner in owners.get(name, [INSTALLED_BY.get(name, name)])}
    }
    return missing - NEVER_DECLARED


def test_the_package_declares_all_that_it_imports() -> None:
    assert {"numba", "pydantic", "starlette"} <= imported(SOURCE)
    # PostgreSQL is for those who run a server for others: pip install "banmen[postgres]".
    assert undeclared(SOURCE, [*NEEDED, *EXTRAS["postgres"]]) == set()
    assert undeclared(SOURCE, NEEDED) == {"psycopg"}


@pytest.mark.parametrize("folder", ["tests", "bench"])
def test_what_stands_beside_the_package_is_declared_as_an_extra(folder: str) -> None:
    assert undeclared(ROOT / folder, DECLARED) == set()


def test_an_undeclared_import_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def lazy():\n    import pytest\n", encoding="utf-8")
    assert undeclared(tmp_path, NEEDED) == {"pytest"}


@pytest.mark.parametrize("name", BOUNDED)
def test_what_compiles_is_bounded_above(name: str) -> None:
    bounds = [specifier.operator for one in DECLARED if one.name == name for specifier in one.specifier]
    assert sorted(bounds) == ["<", ">="]


def test_every_declared_package_has_a_tested_version_within_its_bounds() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9.-]+==[0-9][\w.+!]*( *; python_version .+)?", line)] == []
    tested = {canonicalize_name(one.name): one for one in map(Requirement, lines)}
    for requirement in DECLARED:
        (version,) = [specifier.version for specifier in tested[canonicalize_name(requirement.name)].specifier]
        assert requirement.specifier.contains(version), requirement


def test_the_make_targets_install_the_tested_versions() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = re.findall(r"\$\(PIP\) .*--editable", text)
    assert len(installs) == 4
    assert all("$(PINNED)" in line for line in installs)
    assert "PINNED := --constraint constraints.txt" in text


def test_the_tests_run_with_every_python_that_is_promised() -> None:
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    promised = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r"Python :: 3\.", one)]
    assert len(promised) > 3
    assert re.findall(r'"(3\.\d+)"', text.partition("matrix:")[2].partition("steps:")[0]) == promised
    assert PROJECT["requires-python"] == f">={promised[0]}"


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == package_files()
    kinds = {Path(name).suffix for name in held}
    assert {".py", ".html", ".js", ".css", ".svg", ".png", ".toml", ".md", ".npz", ".mako", ".typed"} <= kinds
