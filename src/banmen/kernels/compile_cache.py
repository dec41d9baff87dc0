"""The compile cache: a folder named by a digest of all that compiled kernels depend on.

numba notices an edit of the file a function stands in, but not of a file whose kernels were compiled into it. So whenever one
of the kernel files changes, compiled code goes to a new folder. *Kernel files* are those with marked functions and the files
that these import: constants and geometry. They import nothing but each other, so that editing any other file, be it a sentence
or a drawing, costs no recompilation. A game in another package (entry point group `banmen.games`) counts like our own.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

ENTRY_POINTS = "banmen.games"  # the group under which other packages announce their games
IMPORT = re.compile(r"^(?:from|import) (\.*[\w.]*)(?: import (\([^)]*\)|.*))?$", re.MULTILINE)
MARK = re.compile(rb"^@(kernel|inlined|native|allocating)$", re.MULTILINE)
LAYERS = ("kernels", "core", "games", "engine", "solve", "training")  # where kernels may be
# What decides how a kernel is compiled.
COMPILING = tuple(f"kernels/{name}.py" for name in ("ahead_of_time", "compiler", "shipped", "twins"))
CACHE_DAYS = 30


def is_stock_numba() -> bool:
    """Return whether BANMEN_STOCK_NUMBA requests stock numba, for comparison (see `banmen.kernels.compiler`)."""
    return os.environ.get("BANMEN_STOCK_NUMBA", "0") not in ("", "0")


@functools.cache
def cache_folder() -> Path:
    """Return the compile cache's folder, named by a digest of all kernel sources, versions and the processor."""
    base = Path(os.environ.get("BANMEN_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "banmen" / ("kernels-" + digest_sources())
    try:
        if not folder.is_dir():
            _delete_old(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:  # not writable: compile for this process only
        import tempfile

        folder = Path(tempfile.mkdtemp(prefix="banmen-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def digest_sources(package: Path | None = None) -> str:
    """Return a digest of every file that kernels depend on, here and in other packages, and of what compiles them."""
    versions = [version(name) for name in ("numba", "llvmlite", "numpy")]  # without importing them
    processor = importlib.import_module("llvmlite.binding").get_host_cpu_name()
    digest = hashlib.sha256()
    digest.update(repr((versions, sys.version, sys.platform, processor, is_stock_numba())).encode())
    digest.update(digest_own_sources(package).encode())
    for game in find_plug_in_packages():
        _add_files(digest, game.top, [*game.list_kernel_sources(), *_list_data_files([game.folder])])
    return digest.hexdigest()[:16]


def digest_own_sources(package: Path | None = None) -> str:
    """Return a digest of every file of banmen that kernels depend on."""
    package = package or Path(__file__).parent.parent
    digest = hashlib.sha256()
    _add_files(digest, package, [*list_kernel_sources(package), *_list_data_files((package / "games").glob("*"))])
    return digest.hexdigest()


def _add_files(digest: Any, top: Path, files: Iterable[Path]) -> None:
    for path in files:
        digest.update(f"{top.name}/{path.relative_to(top).as_posix()}".encode() + b"\0" + path.read_bytes() + b"\0")


def list_kernel_sources(package: Path) -> list[Path]:
    """Return the kernel files of banmen: those with marked functions, and all files that these import, directly or not."""
    marked = [path for layer in LAYERS for path in (package / layer).rglob("*.py") if MARK.search(path.read_bytes())]
    return _add_imports([*marked, *(package / name for name in COMPILING)], package)


class PlugInPackage:
    """The package of a game from another distribution, located without importing it."""

    def __init__(self, top: Path, folder: Path) -> None:
        self.top, self.folder = top, folder  # of its top-level package, and of the game itself

    def list_kernel_sources(self) -> list[Path]:
        """Return the game's kernel files, and what they import from their own top-level package."""
        marked = [path for path in self.folder.rglob("*.py") if MARK.search(path.read_bytes())]
        return _add_imports(marked, self.top)


def find_plug_in_packages() -> list[PlugInPackage]:
    """Return the packages of all games that are announced by an entry point; one that cannot be found counts as absent."""
    from importlib.metadata import entry_points

    found = {}
    for module in sorted({point.module for point in entry_points(group=ENTRY_POINTS)}):
        name, *rest = module.split(".")
        try:
            spec = importlib.util.find_spec(name)  # of a top-level package, which is found without being imported
        except (ImportError, ValueError):
            spec = None
        for place in (spec and spec.submodule_search_locations) or ():
            folder = Path(place).joinpath(*rest)
            if name != "banmen" and folder.is_dir():
                found[folder] = PlugInPackage(Path(place), folder)
    return list(found.values())


def _add_imports(files: list[Path], package: Path) -> list[Path]:
    found: set[Path] = set()
    while files:
        path = files.pop()
        if path not in found:
            found.add(path)
            files += _list_imported(path, package)
    return sorted(found)


def _list_imported(path: Path, package: Path) -> list[Path]:
    """Return the files of a package that one of them imports, be it a module or names from one."""
    paths: list[Path] = []
    for name, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        dotted = name.lstrip(".")
        if name != dotted:
            home = path.parents[len(name) - len(dotted) - 1]
        elif dotted.split(".")[0] == package.name:
            home = package.parent
        else:
            continue
        base = home.joinpath(*dotted.split(".")) if dotted else home
        paths += [base.with_name(f"{base.name}.py"), *(base / f"{word}.py" for word in re.findall(r"\w+", names))]
    return [path for path in paths if path.is_file()]


def _list_data_files(games: Iterable[Path]) -> list[Path]:
    """Return the data files that games compile into constants: all of `data/` but manifests, and networks, read when needed."""
    files = [path for game in games for path in (game / "data").rglob("*") if path.is_file()]
    return sorted(path for path in files if path.suffix != ".toml" and not path.match("network*.npz"))


def _delete_old(folder: Path) -> None:
    """Delete compile caches of earlier versions that have not been used for a month."""
    for old in folder.glob("kernels-*"):
        if time.time() - old.stat().st_mtime > CACHE_DAYS * 86400:
            shutil.rmtree(old, ignore_errors=True)
