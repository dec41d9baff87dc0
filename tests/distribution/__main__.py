"""Build the wheel and the source archive, install each in an environment of its own, and try it: `make package`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tests.distribution.files import ROOT, package_files


def main() -> None:
    """Check both archives; whatever is wrong ends it with an error."""
    with tempfile.TemporaryDirectory(prefix="banmen-package-") as name:
        folder = Path(name)
        call(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
        (folder / "files").write_text("\n".join(sorted(package_files())), encoding="utf-8")
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
    call(python, "-I", str(ROOT / "tests" / "distribution" / "smoke.py"), str(folder / "files"), cwd=folder)


def call(*command: str, cwd: Path | None = None) -> None:
    """Run a program without the paths of this checkout."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(command, check=True, cwd=cwd, env=environment)


if __name__ == "__main__":
    main()
