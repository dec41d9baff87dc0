"""The shape of the source: short files and functions, few arguments, and every file name once outside `games`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.common.loops import some
from tests.conftest import LONGEST

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "banmen"
WRITTEN = (".py", ".js", ".css", ".html")
MOST_LINES, MOST_FUNCTION_LINES, MOST_ARGUMENTS = 400, 60, 10
KERNEL_MARKS = {"kernel", "inlined", "native", "allocating", "jit"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_kernel(function: Function) -> bool:
    """Tell whether a function is a kernel, for the CPU or a GPU: its arguments are the arrays that it works on."""
    marks = {ast.unparse(mark).split("(")[0].split(".")[-1] for mark in function.decorator_list}
    return bool(marks & KERNEL_MARKS)


def declares_command(function: Function) -> bool:
    """Tell whether a function declares a command: every option is an argument."""
    return any("typer." in ast.unparse(one.annotation) for one in function.args.args if one.annotation)


def find_overgrown(text: str) -> list[str]:
    """Return the functions of a source that are too long, or take too many arguments without being kernels."""
    found = []
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, Function) or declares_command(function):
            continue
        lines = (function.end_lineno or 0) - function.lineno + 1
        arguments = len([*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs])
        if lines > MOST_FUNCTION_LINES or (arguments > MOST_ARGUMENTS and not is_kernel(function)):
            found.append(function.name)
    return found


def count_lines(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def test_no_file_is_long() -> None:
    paths = [
        path for folder in ("src", "tests", "bench", "docs") for path in (ROOT / folder).rglob("*") if path.suffix in WRITTEN
    ]
    assert SOURCE / "core" / "game.py" in paths
    assert {str(path.relative_to(ROOT)) for path in paths if count_lines(path) > MOST_LINES} == set()


def test_no_function_is_long_or_takes_much() -> None:
    for path in some(SOURCE.rglob("*.py")):
        assert (path.name, find_overgrown(path.read_text(encoding="utf-8"))) == (path.name, [])


def test_overgrown_functions_are_found() -> None:
    long = "def long():\n" + "    x = 1\n" * 60
    wide = "def wide(a, b, c, d, e, f, *, g, h, i, j, k):\n    pass\n"
    assert find_overgrown(long + wide) == ["long", "wide"]
    assert find_overgrown("@kernel\n" + wide) == find_overgrown(f"@device_code.limited(4)\n@device_code.kernel\n{wide}") == []
    assert find_overgrown("@kernel\n" + long) == ["long"]
    assert find_overgrown(wide.replace("(a", "(a: Annotated[str, typer.Option()]")) == []
    assert find_overgrown(wide.replace("k)", "k=typer)")) == ["wide"]


def test_a_file_name_occurs_once() -> None:
    places: dict[str, list[str]] = {}
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE)
        if place.parts[0] != "games" and not path.stem.startswith("__"):
            places.setdefault(path.stem, []).append(str(place))
    assert len(places) > 100
    assert {stem: found for stem, found in places.items() if len(found) > 1} == {}


def test_a_class_name_occurs_once() -> None:
    """One word, one meaning: games may have their own `Layout`, everywhere else each name occurs once."""
    places: dict[str, list[str]] = {}
    for path in SOURCE.rglob("*.py"):
        place = path.relative_to(SOURCE)
        if place.parts[0] != "games":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(str(place))
    assert len(places) > 300
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_tests_read_nothing_beside_the_repository() -> None:
    """No test uses so many `parent`s that it would leave the repository."""
    leaving = []
    for path in some((ROOT / "tests").rglob("*.py")):
        most, text = len(path.relative_to(ROOT).parts), path.read_text(encoding="utf-8")
        steps = [chain.count(".parent") for chain in re.findall(r"Path\(__file__\)(?:\.resolve\(\))?((?:\.parent\b)+)", text)]
        steps += [int(number) + 1 for number in re.findall(r"__file__\)(?:\.resolve\(\))?\.parents\[(\d+)\]", text)]
        leaving += [path.name for number in steps if number > most]
    assert leaving == []


def test_a_type_of_the_scripts_is_declared_once() -> None:
    text = (SOURCE / "web" / "types.d.ts").read_text(encoding="utf-8")
    names = re.findall(r"^(?:interface|type) (\w+)", text, re.MULTILINE)
    assert len(names) > 50
    assert [name for name in names if names.count(name) > 1] == []


def test_the_files_that_are_tested_first_are_there() -> None:
    assert [name for name in some(LONGEST) if not (ROOT / "tests" / f"{name}.py").exists()] == []
    assert len(set(LONGEST)) == len(LONGEST)
