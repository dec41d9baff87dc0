"""The expected contents of a wheel, derived from the source itself."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "src"
LEFT_OUT = {"banmen/web/jsconfig.json", "banmen/web/jsconfig.worker.json", "banmen/web/types.d.ts"}
SHIPPED = "banmen/kernels/shipped/"  # where compiled kernels are, if there are any: only a wheel ships them


def package_files() -> set[str]:
    """Return the files of the package as they are named in a wheel."""
    found = {path.relative_to(SOURCE).as_posix() for path in (SOURCE / "banmen").rglob("*") if path.is_file()}
    return {name for name in found if "__pycache__" not in name} - LEFT_OUT
