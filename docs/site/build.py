"""Build the site of all documents: `python -m docs.site.build FOLDER`, or `make docs`.

The documents are read where they lie in the repository, so they are first laid out in the same order in a folder of their
own, together with every file that they link to; links then hold on the site as they do in the repository. A link that
leads nowhere, or to a heading that is not there, ends the build.
"""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docs.site import reference

SITE = Path(__file__).resolve().parent
ROOT = SITE.parent.parent
PAGES = (
    "README*.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/solved/*.md",
    "src/banmen/games/*/about/rules.*.md",
)
FURTHER = ("bench/results/speed.md",)
LINK = re.compile(r"(?<!\\)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
FOLDER_LINK = re.compile(r"(?<!!)\[((?:!\[[^\]]*\]\([^)]*\)|[^\[\]])*)\]\((?![a-z]+:|#)([^)#\s]+)\)")


def main() -> None:
    """Lay the documents out and build the site from them."""
    target = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="banmen-docs-") as name:
        stage = Path(name)
        lay_out(stage)
        command = [sys.executable, "-m", "sphinx", "--builder", "html", "--fail-on-warning", "--keep-going", "--quiet"]
        done = subprocess.run([*command, "--conf-dir", str(SITE), str(stage), str(target)], check=False)
    if done.returncode:
        sys.exit(done.returncode)
    sys.stdout.write(f"{target / 'index.html'}\n")


def pages() -> list[Path]:
    """Return the documents of the repository that the site has."""
    found = [path for pattern in (*PAGES, *FURTHER) for path in sorted(ROOT.glob(pattern))]
    assert len(found) > len(PAGES)
    return found


def lay_out(stage: Path) -> None:
    """Copy the documents and what they link to; the reference is filled from the docstrings."""
    shutil.copy(SITE / "index.md", stage / "index.md")
    listed = set(pages())
    for path in sorted(listed):
        text = path.read_text(encoding="utf-8")
        for link, _ in LINK.findall(text):
            linked = (path.parent / link).resolve()
            if linked.is_file() and linked not in listed:
                copy(linked, stage)
        text = FOLDER_LINK.sub(functools.partial(unlinked, path.parent), text)
        if path == ROOT / "docs" / "reference.md":
            text = reference.fill(text)
        target = stage / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def copy(path: Path, stage: Path) -> None:
    """Copy a file to the same path as in the repository."""
    target = stage / path.relative_to(ROOT)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, target)


def unlinked(home: Path, found: re.Match[str]) -> str:
    """Return a link unchanged, or only its text if it leads to a folder, which a site cannot show."""
    return found[1] if (home / found[2]).is_dir() else found[0]


if __name__ == "__main__":
    main()
