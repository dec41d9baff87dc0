"""Games of other packages: found by their entry points, and never interfering with others."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import banmen
from banmen.core import registry
from banmen.core.registry import GamePluginWarning
from banmen.presentation import about
from tests.plugin import new_game, write_metadata

OWN = ("holes58", "kariuchi", "kuniumi", "moontrek", "qubism")
Install = Callable[..., None]


def forget() -> None:
    """Clear the registry, and the games' descriptions."""
    for known in (registry._find_plugins, about.about, about.read_home, about.read_look, about._load_table):
        known.cache_clear()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put an entry point, and some modules, where Python finds packages."""
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()

    def installed(entry_point: str, distribution: str = "plugin", **modules: str) -> None:
        write_metadata(tmp_path, distribution, entry_point)
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        forget()

    yield installed
    forget()
    for name, module in list(sys.modules.items()):  # the next test has modules of the same names
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


BORROWED = """
from banmen.games.qubism import GAME as Qubism
class Borrowed(Qubism):
    name = "{name}"
GAME = Borrowed
"""


@pytest.mark.parametrize("value", ["borrowed_one", "borrowed_one:Borrowed", "borrowed_one:GAME"])
def test_an_entry_point_leads_to_a_module_or_a_class(install: Install, value: str) -> None:
    install(f"borrowed = {value}", borrowed_one=BORROWED.format(name="borrowed"))
    assert banmen.names() == tuple(sorted((*OWN, "borrowed")))
    game = banmen.game("borrowed", cubes=2)
    assert repr(game) == "banmen.game('borrowed', cubes=2)"
    assert game.position(game.start().text) == game.start()


@pytest.mark.parametrize(
    ("entry_point", "text", "reason"),
    [
        ("broken = not_there_at_all", "", "ModuleNotFoundError"),
        ("broken = broken_game", "1 / 0", "ZeroDivisionError"),
        ("broken = broken_game", "", "no subclass of banmen.Game"),
        ("broken = broken_game:nothing", "", "AttributeError"),
        ("broken = broken_game", BORROWED.format(name="other"), "calls itself 'other'"),
        ("Broken = broken_game", BORROWED.format(name="Broken"), "lower-case"),
        ("broken = broken_game", "import banmen\nclass GAME(banmen.Game):\n    name = 'broken'", "has no rules"),
        ("broken = broken_game", BORROWED.format(name="broken") + "Borrowed.__init__ = None", "TypeError"),
    ],
)
def test_a_broken_game_warns_and_leaves_the_others_alone(install: Install, entry_point: str, text: str, reason: str) -> None:
    install(entry_point, broken_game=text)
    with pytest.warns(GamePluginWarning, match=reason):
        assert banmen.names() == OWN
    assert banmen.game("kariuchi").start().text == "Rx4/Rx4 1 -"
    with pytest.raises(banmen.UnknownGameError):
        banmen.game("broken")


def test_a_name_that_is_taken_stays_with_the_game_that_has_it(install: Install) -> None:
    install("qubism = thief", thief=BORROWED.format(name="qubism"))
    with pytest.warns(GamePluginWarning, match="already a game of this name"):
        assert banmen.names() == OWN
    assert type(banmen.game("qubism")).__module__ == "banmen.games.qubism"


def test_of_two_packages_with_one_name_the_first_is_taken(install: Install) -> None:
    install("twin = twin_a", "twin-a", twin_a=BORROWED.format(name="twin"))
    install("twin = twin_b", "twin-b", twin_b=BORROWED.format(name="twin"))
    with pytest.warns(GamePluginWarning, match="twin_b"):
        assert "twin" in banmen.names()
    assert type(banmen.game("twin")).__module__ == "twin_a"


def test_a_package_found_twice_is_one_game(install: Install) -> None:
    install("borrowed = borrowed_two", "plugin", borrowed_two=BORROWED.format(name="borrowed"))
    install("borrowed = borrowed_two", "plugin-again")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "borrowed" in banmen.names()


def test_a_derived_game_has_the_parts_of_the_game_it_is_derived_from(install: Install) -> None:
    install("borrowed = borrowed_three", borrowed_three=BORROWED.format(name="borrowed"))
    game = banmen.game("borrowed")
    assert game.part("draw").draw is banmen.game("qubism").part("draw").draw
    assert game.resource("about", "levels.toml") == banmen.game("qubism").resource("about", "levels.toml")


@pytest.mark.parametrize("name", banmen.names())
def test_a_part_is_completed_by_its_default(name: str) -> None:
    game = banmen.game(name)
    assert game.part("words").own.__name__ == f"banmen.games.{name}.words"
    assert game.part("words").default.NAME["en"]
    assert game.part("no_such_part") is None
    assert game.resource("about", "nothing.toml") is None
    assert game.part("planner") is None or name == "kuniumi"


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        '[home]\norder = "first"\nunknown = 1\n[look]\nlight = 3\naspect = "wide"\npicture = []',
        "home = 1\nlook = 2",
        "\udcff",
    ],
)
def test_what_a_game_says_of_itself_cannot_spoil_the_pages(install: Install, tmp_path: Path, text: str) -> None:
    made = new_game("harvest", tmp_path / "harvest")
    (made.package / "about" / "about.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    made.package.rename(tmp_path / made.package.name)
    install("harvest = banmen_harvest", "harvest")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GamePluginWarning)
        assert (about.read_home("harvest"), about.read_look("harvest")) == (about.Home(), about.Look())
        assert about.about("harvest", "en")["title"] == "harvest"


def test_a_game_may_give_half_a_part(install: Install, tmp_path: Path) -> None:
    made = new_game("harvest", tmp_path / "harvest")
    (made.package / "words.py").write_text(
        'def player_name(player, lang):\n    return {"A": "Ann", "B": "Ben"}[player]\n', encoding="utf-8"
    )
    made.package.rename(tmp_path / made.package.name)
    install("harvest = banmen_harvest", "harvest")
    position = banmen.game("harvest").start()
    assert position.game.part("words").title(position, "en") == "Harvest: Ann to move"
    assert "Ann to move" in position.svg()
