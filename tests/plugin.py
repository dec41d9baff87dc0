"""Games in packages of their own, created by `banmen new-game` and found like installed packages: by their metadata."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import banmen
from tests.cli.calling import call


@dataclass(frozen=True)
class Plugin:
    """A game in a folder, and its players."""

    name: str
    folder: Path
    players: str

    @property
    def source(self) -> Path:
        return self.folder / "src"

    @property
    def package(self) -> Path:
        return self.source / f"banmen_{self.name}"

    def environment(self, **more: str) -> dict[str, str]:
        """Return an environment in which a process finds this game beside the Banmen under test."""
        path = os.pathsep.join([str(self.source), str(Path(banmen.__file__).parents[1])])
        return {"PYTHONPATH": path, "MYPYPATH": path, "BANMEN_JIT": "0", **more}


def write_metadata(source: Path, distribution: str, entry_points: str) -> None:
    """Write beside a package what installing it would write."""
    folder = source / f"{distribution.replace('-', '_')}-0.1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 0.1.0\n", encoding="utf-8")
    (folder / "entry_points.txt").write_text(f"[banmen.games]\n{entry_points}\n", encoding="utf-8")


def new_game(name: str, folder: Path, *flags: str, players: str = "AB") -> Plugin:
    """Create a game with the command."""
    answer = call("new-game", name, "--folder", str(folder), *flags)
    assert answer.code == 0, answer.err
    assert name in answer.out
    made = Plugin(name, folder, players)
    write_metadata(made.source, f"banmen-{name}", f"{name} = banmen_{name}")
    return made
