"""The command that writes a small game to begin with: new-game."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any

import typer

from banmen.cli.arguments import Json, Lang, read_language, read_whole
from banmen.cli.output import put, put_json
from banmen.core import registry
from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue, localize

messages = Catalogue(__name__)

LEAST, MOST = 2, 3  # players of the game that is written
TEMPLATE = ".jinja"


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path | None, typer.Option("--folder", metavar="DIR")] = None,
    chance: Annotated[bool, typer.Option("--chance")] = False,
    players: Annotated[str, typer.Option("--players", metavar="N")] = "2",
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Create a small working game, as a package of its own, to turn into your own game.

    Examples:
      banmen new-game harvest
      banmen new-game harvest --folder ~/games/harvest --chance --players 3
    """
    language = read_language(lang)
    number = read_whole(players, messages("setting.players"), LEAST, MOST)
    _refuse_bad_name(name)
    target = folder or Path(f"banmen-{name}")
    if target.is_file() or (target.is_dir() and any(target.iterdir())):
        raise OptionError(messages("new_game.folder_exists", target=quote_value(str(target))))
    written = write_game(name, target, chance=chance, number=number)
    if json:
        put_json({"game": name, "folder": str(target), "files": [str(path.relative_to(target)) for path in written]})
        return
    put(localize(messages("new_game.written", name=name, target=target), language))


def _refuse_bad_name(name: str) -> None:
    """Raise OptionError for a name that no game can have, or that one has."""
    if not registry.NAME.fullmatch(name):
        raise OptionError(messages("new_game.bad_name", name=quote_value(name)))
    if name in registry.names():
        raise OptionError(messages("new_game.name_taken", name=quote_value(name)))


def write_game(name: str, target: Path, *, chance: bool, number: int) -> list[Path]:
    """Write the files of a game into a folder and return their paths."""
    package = f"banmen_{name}"
    source = target / "src" / package
    values = _fill_values(name, package, chance, number)
    written = []
    for file, text in _list_templates(files("banmen.cli").joinpath("new_game_files")):
        place = {"test_game.py": target / "tests" / f"test_{name}.py"}.get(file)
        path = place or (target if file in ("pyproject.toml", "README.md") else source) / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_fill(text, values), encoding="utf-8")
        written.append(path)
    (source / "py.typed").touch()
    return sorted([*written, source / "py.typed"])


def _fill_values(name: str, package: str, chance: bool, number: int) -> dict[str, Any]:
    """Return what the templates are filled with."""
    letters = "ABC"[:number]
    throw = " -" if chance else ""

    def name_players(before: str, after: str = "") -> str:
        return ", ".join(f'{letter} = "{before}{letter}{after}"' for letter in letters)

    return {
        "name": name,
        "package": package,
        "title": name.replace("_", " ").capitalize(),
        "class_name": "".join(part.capitalize() for part in name.split("_")) + "Game",  # so that it hides none of our names
        "chance": chance,
        "number": number,
        "letters": letters,
        "player_names": name_players,
        "example_before": "4/4/4/4 A" + (" 2" if chance else ""),
        "example_after": "4/4/1A2/4 B" + throw,
        "example_test": ("BC2/4/4/A3 A" if number == 3 else "B3/4/4/A3 A") + (" 2" if chance else ""),
    }


def _list_templates(folder: Traversable, before: str = "") -> list[tuple[str, str]]:
    """Return the templates of a folder by the path that each is for."""
    found: list[tuple[str, str]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _list_templates(entry, f"{before}{entry.name}/")
        elif entry.name.endswith(TEMPLATE):
            found.append((before + entry.name.removesuffix(TEMPLATE), entry.read_text("utf-8")))
    return found


def _fill(text: str, values: dict[str, Any]) -> str:
    from jinja2 import Environment, StrictUndefined

    made = Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined)  # noqa: S701 - no HTML
    return made.from_string(text).render(values)
