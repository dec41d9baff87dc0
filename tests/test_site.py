"""The documentation site, as far as it can be checked without building it; `make docs` builds it and refuses broken links."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import banmen
from docs.site import build, reference


def test_every_document_has_its_place_on_the_site() -> None:
    listed = (build.SITE / "index.md").read_text(encoding="utf-8")
    patterns = re.findall(
        r"^(?:.+<)?([\w./*-]+)>?$", "\n".join(re.findall(r"```\{toctree\}(.*?)```", listed, re.DOTALL)), re.MULTILINE
    )
    placed = {path for pattern in patterns for path in build.ROOT.glob(pattern if pattern.endswith(".md") else f"{pattern}.md")}
    assert set(build.pages()) == placed


def test_documents_are_laid_out_with_what_they_link_to(tmp_path: Path) -> None:
    build.lay_out(tmp_path)
    assert (tmp_path / "docs/pictures/swings.svg").is_file()
    assert (tmp_path / "bench/results/solve.json").is_file()
    assert "](docs/screenshots)" not in (tmp_path / "README.md").read_text(encoding="utf-8")
    told = (tmp_path / "docs/reference.md").read_text(encoding="utf-8")
    assert "class Position(" in told
    assert "-> None\n```" not in told
    assert "`position.legal_moves() -> " in told


def test_the_reference_tells_what_docstrings_say() -> None:
    assert (banmen.game.__doc__ or "?").splitlines()[0] in reference.describe("banmen.game")
    assert doctest.testmod(reference).failed == 0
