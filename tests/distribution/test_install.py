"""Installing for the first time: one line per step, in words that a waiting user understands."""

import subprocess
import sys
from pathlib import Path

import pytest

import install
from tests.distribution.files import ROOT

# pip's output, shortened.
PIP = """\
Obtaining file:///home/me/banmen
  Installing build dependencies: started
Collecting alembic>=1.13 (from -c constraints.txt (line 7))
  Using cached alembic-1.18.4-py3-none-any.whl.metadata (7.2 kB)
Collecting numba<0.69,>=0.60 (from banmen==0.1.0)
Collecting a (from b)
Collecting b (from c)
Collecting c (from d)
Using cached alembic-1.18.4-py3-none-any.whl (270 kB)
Downloading pydantic_core-2.46.3-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl (2.3 MB)
Building wheels for collected packages: banmen
Installing collected packages: numba, alembic, banmen
Successfully installed alembic-1.18.4 banmen-0.1.0 numba-0.68.1
"""


def test_progress_of_pip_is_reported_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    progress = install.Progress()
    assert len(install.report_progress(PIP.splitlines(), progress)) == len(PIP.splitlines())
    assert capsys.readouterr().out.splitlines() == [
        "  resolving dependencies: 5 packages so far",
        "  downloading alembic (270 kB)",
        "  downloading pydantic-core (2.3 MB)",
        "  installing 3 packages",
    ]
    assert progress.total == 3


UV = """\
#!/bin/sh
echo "$@" > arguments.txt
echo "Resolved 3 packages in 12ms
Downloading numba (3.8MiB)
Installed 2 packages in 90ms
 + numba==0.68.1
 + banmen==0.1.0" >&2
"""


def test_uv_gets_the_same_arguments_and_its_progress_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    uv = tmp_path / "uv"
    uv.write_text(UV, encoding="utf-8")
    uv.chmod(0o755)
    assert install.run_uv(uv, ["--editable", "."]) == 0
    expected = "  Resolved 3 packages in 12ms\n  Downloading numba (3.8MiB)\n  Installed 2 packages in 90ms\n"
    assert capsys.readouterr().out == expected
    assert (tmp_path / "arguments.txt").read_text() == f"pip install --python {sys.executable} --editable .\n"


def test_pip_is_the_fallback_when_uv_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []

    def run_pip(arguments: list[str]) -> int:
        calls.append(arguments)
        return 0

    monkeypatch.setattr(sys, "argv", ["install.py", "banmen"])
    monkeypatch.setattr(install, "fetch_uv", lambda arguments: Path(sys.executable))  # which does not support `pip install`
    monkeypatch.setattr(install, "run_pip", run_pip)
    assert install.main() == 0
    assert calls == [["banmen"]]


@pytest.mark.parametrize("setting", ["PIP_INDEX_URL", "PIP_NO_INDEX"])
def test_uv_is_not_used_when_pip_has_another_index(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(setting, "1")
    assert install.fetch_uv([]) is None


def test_a_failed_installation_says_why() -> None:
    command = [sys.executable, str(ROOT / "install.py"), "--no-index", "--dry-run", "there-is-no-such-package"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0
    assert done.stdout.startswith("Installing Banmen's dependencies.")
    assert "there-is-no-such-package" in done.stderr
    assert done.stderr.endswith("Can this machine reach the package index?\n")


def test_make_reports_the_progress_of_the_installation() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "PIP := $(BIN)/python install.py\n" in makefile
    assert "--quiet" not in makefile.partition("$(VENV)/play:")[2].partition("\n\n")[0]
