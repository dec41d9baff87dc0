"""Build the wheel and the source archive, install each in a fresh environment, and try it: `make package`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from banmen.kernels import shipped
from tests.distribution.files import ROOT, SHIPPED, package_files

HERE = ROOT / "tests" / "distribution"
GRADES = [grade for grade in shipped.list_grades(shipped.read_processor()) if (shipped.FOLDER / f"{grade}.so").is_file()]


def main() -> None:
    """Check both archives; anything wrong ends it with an error."""
    with tempfile.TemporaryDirectory(prefix="banmen-package-") as name:
        folder = Path(name)
        call(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--wheel", "--outdir", str(folder), str(ROOT))
        files = package_files()
        (folder / "files").write_text("\n".join(sorted(files)), encoding="utf-8")
        (folder / "sources").write_text(
            "\n".join(sorted(name for name in files if not name.startswith(SHIPPED))), encoding="utf-8"
        )
        archives = sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])
        assert len(archives) == 2, archives
        for archive in archives:
            check(folder, archive)


def check(folder: Path, archive: Path) -> None:
    """Install an archive in a fresh environment, with the tested versions, and try it there."""
    sys.stdout.write(f"{archive.name}: installing ...\n")
    sys.stdout.flush()
    home = folder / f"env-{archive.suffix[1:]}"
    venv.create(home, with_pip=True)
    python = str(home / "bin" / "python")
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    call(*pip, "--constraint", str(ROOT / "constraints.txt"), str(archive))
    files = folder / ("files" if archive.suffix == ".whl" else "sources")
    call(python, "-I", str(HERE / "smoke.py"), str(files), cwd=folder)
    if archive.suffix == ".whl" and GRADES:
        call(python, "-I", str(HERE / "first_moves.py"), cwd=folder)
        compare_games(python, folder)


def compare_games(python: str, folder: Path) -> None:
    """Have whole games played by compiled kernels and by shipped ones of all grades, and compare them."""
    games = [
        call(python, "-I", str(HERE / "same_games.py"), *grade, cwd=folder, BANMEN_CACHE=str(folder / "cache"))
        for grade in ((), *((grade,) for grade in GRADES))
    ]
    assert len(games[0]) > 10_000, "too little was played"
    assert all(other == games[0] for other in games), "shipped and compiled kernels play differently"
    sys.stdout.write(f"compiled kernels and those shipped for {' and '.join(GRADES)} play the same games\n")


def call(*command: str, cwd: Path | None = None, **setting: str) -> str:
    """Run a program without the paths of this checkout; return its output if any `setting` is given."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | setting
    written = subprocess.run(
        command, check=True, cwd=cwd, env=environment, text=True, stdout=subprocess.PIPE if setting else None
    )
    return written.stdout or ""


if __name__ == "__main__":
    main()
