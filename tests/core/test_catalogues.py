"""Catalogues: found by folder, complete in every language, and every key in them is used."""

from __future__ import annotations

import ast
import importlib
import re
import string
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import banmen
from banmen import web
from banmen.core.catalogues import (
    SOURCE,
    find_catalogue_package,
    find_text,
    is_plural,
    languages,
    load_catalogue,
    speak_derived_language,
    variants,
)
from banmen.core.messages import Catalogue, DataWords, TranslatedMessage
from tests.common.loops import some

ROOT = Path(banmen.__file__).parent
# A folder of templates contains no catalogues yet.
PACKAGES = sorted(
    ".".join(["banmen", *folder.parent.relative_to(ROOT).parts])
    for folder in ROOT.rglob("locales")
    if any(folder.glob("*.toml"))
)
PAGES = "banmen.web"  # its keys occur in templates and scripts, and in the server's additions; tests/server checks them


@pytest.fixture
def importing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder from which modules can be imported, and unload its modules afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]
    load_catalogue.cache_clear()
    find_catalogue_package.cache_clear()


def texts(package: str, lang: str) -> dict[str, list[str]]:
    """Return each entry of a catalogue as the list of its forms."""
    return {
        key: [entry] if isinstance(entry, str) else list(entry.values()) for key, entry in load_catalogue(package, lang).items()
    }


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_catalogues_are_found() -> None:
    assert {"banmen.core", PAGES} <= set(PACKAGES)
    assert languages()[0] == SOURCE
    assert {*languages(), *variants()} == {file.stem for file in (ROOT / "core" / "locales").glob("*.toml")}


def test_a_variant_has_the_words_of_its_language_for_what_it_lacks() -> None:
    pages = Catalogue(web.__name__)
    assert pages.text("play.resign", "ja-easy") == "こうさん"
    assert pages.text("play.hint", "ja-easy") == pages.text("play.hint", "ja") == "ヒント"
    assert pages.words("play.hint")["ja-easy"] == "ヒント"
    assert DataWords({"en": "no", "ja": "いいえ"})["ja-easy"] == "いいえ"
    assert TranslatedMessage({"en": "no", "ja": "いいえ"}).render("ja-easy") == "いいえ"
    with pytest.raises(KeyError):
        pages.words("play.hint")["ja-none"]


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != SOURCE])
def test_a_catalogue_is_complete(package: str, lang: str) -> None:
    english, other = texts(package, SOURCE), texts(package, lang)
    assert english
    assert sorted(english) == sorted(other)
    for key, forms in other.items():
        spoken = any(letter.isalpha() for letter in english[key][0])  # except separators between sentences, which may be empty
        assert not spoken or all(forms), key


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("lang", languages())
def test_keys_are_plain_names(package: str, lang: str) -> None:
    assert [key for key in load_catalogue(package, lang) if not re.fullmatch(r"[A-Za-z0-9_.<>^|-]+", key)] == []


def modules(package: str) -> Iterator[tuple[Path, ast.Module]]:
    """Return the modules that use a package's catalogue."""
    folder = ROOT.joinpath(*package.split(".")[1:])
    nearer = [other for other in PACKAGES if other.startswith(f"{package}.")]
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(["banmen", *path.relative_to(ROOT).with_suffix("").parts])
        if not any(name.startswith(f"{other}.") for other in nearer):
            yield path, ast.parse(path.read_text("utf-8"))


def asked_keys(tree: ast.AST) -> Iterator[tuple[int, str | re.Pattern[str], set[str] | None]]:
    """Return the keys that a module requests from its catalogue, as text or as pattern, with their placeholders where known."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and node.args):
            continue
        name = ast.unparse(node.func)
        if name not in ("messages", "messages.text", "messages.words"):
            continue
        given = {keyword.arg or "" for keyword in node.keywords}
        filled = None if "" in given or name == "messages.words" else given
        for key in choices(node.args[0]):
            yield node.lineno, key, filled


def choices(node: ast.expr) -> Iterator[str | re.Pattern[str]]:
    """Return the possible values of an expression for a key."""
    if isinstance(node, ast.IfExp):
        yield from choices(node.body)
        yield from choices(node.orelse)
    elif isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield re.compile(
            "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values)
        )


@pytest.mark.parametrize("package", PACKAGES)
def test_every_key_that_is_asked_for_is_there_and_its_gaps_are_filled(package: str) -> None:
    known = texts(package, SOURCE)
    for path, tree in some(modules(package)):
        for line, key, filled in asked_keys(tree):
            found = [key] if isinstance(key, str) else [one for one in known if key.fullmatch(one)]
            assert found, f"{path}:{line}: nothing is called {key}"
            for one in found:
                assert one in known, f"{path}:{line}: the catalogue of {package} lacks {one}"
                if filled is not None and isinstance(key, str):
                    needed = {gap for lang in languages() for text in texts(package, lang).get(one, []) for gap in gaps(text)}
                    assert needed <= filled, f"{path}:{line}: {one} has gaps that are not filled"


@pytest.mark.parametrize("package", [package for package in PACKAGES if package != PAGES])
def test_every_key_is_asked_for(package: str) -> None:
    written: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for _, tree in modules(package):
        written |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
        patterns += [
            key
            for node in ast.walk(tree)
            if isinstance(node, ast.JoinedStr)
            for key in choices(node)
            if not isinstance(key, str)
        ]
    patterns = [pattern for pattern in patterns if not pattern.pattern.startswith(".+")]
    unused = [
        key
        for key in load_catalogue(package, SOURCE)
        if not {key, key.rpartition(".")[2]} & written and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert [key for key in unused if not key.startswith(("language.", "list."))] == []


def test_no_module_chooses_words_by_language() -> None:
    found = [
        f"{path}:{number}"
        for path in ROOT.rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r"lang (==|!=) [\"']|\{\"en\": ", line) and ">>>" not in line and path.name != "messages.py"
    ]
    assert found == []


def test_a_module_speaks_from_the_nearest_catalogue_above(importing: Path) -> None:
    package = importing / "moongame" / "deep"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").write_text("")
    (package / "rules.py").write_text(
        "from banmen.core.messages import Catalogue\n\nmessages = Catalogue(__name__)\nFULL = messages('full', moon=1)\n"
    )
    (package.parent / "locales").mkdir()
    (package.parent / "locales" / "en.toml").write_text('full = "moon {moon} is full"\nonly = "in English only"\n')
    (package.parent / "locales" / "ja.toml").write_text('full = "月{moon}は満月です"\n', "utf-8")
    rules = importlib.import_module("moongame.deep.rules")

    assert find_catalogue_package("moongame.deep.rules") == "moongame"
    assert (rules.FULL, rules.FULL.render("ja")) == ("moon 1 is full", "月1は満月です")
    assert rules.messages.text("only", "ja") == "in English only", "English stands in for what is missing"


def test_a_package_without_catalogue_is_an_error_of_the_program() -> None:
    with pytest.raises(LookupError, match="no package above nowhere"):
        Catalogue("nowhere.at_all")("key")


def test_catalogues_are_read_from_an_archive(importing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = importing / "games.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("zippedgame/__init__.py", "from banmen.core.messages import Catalogue\nmessages = Catalogue(__name__)\n")
        file.writestr("zippedgame/locales/en.toml", 'hello = "hello"\n')
        file.writestr("zippedgame/locales/ja.toml", 'hello = "やあ"\n')
    monkeypatch.syspath_prepend(archive)
    zippedgame = importlib.import_module("zippedgame")

    assert zippedgame.messages("hello").render("ja") == "やあ"


def test_plural_forms(importing: Path) -> None:
    (importing / "plurals" / "locales").mkdir(parents=True)
    (importing / "plurals" / "__init__.py").write_text("")
    steps = '{ 0 = "not a step", one = "{count} step", other = "{count} steps" }'
    (importing / "plurals" / "locales" / "en.toml").write_text(f"[far]\nsteps = {steps}\n")
    (importing / "plurals" / "locales" / "ja.toml").write_text('[far]\nsteps = "{count}マス"\n', "utf-8")
    __import__("plurals")
    messages = Catalogue("plurals")
    assert [messages("far.steps", count=count) for count in (0, 1, 2)] == ["not a step", "1 step", "2 steps"]
    assert [messages.text("far.steps", "ja", count=count) for count in (0, 1, 2)] == ["0マス", "1マス", "2マス"]
    with speak_derived_language("qps", str.upper):
        assert find_text("plurals", "far.steps", "qps", 1) == "{COUNT} STEP"


@pytest.mark.parametrize(
    ("table", "plural"),
    [
        ('one = "a"\nother = "b"', True),
        ('3 = "three"\nother = "many"', True),
        ('one = "a"', False),
        ('other = "b"\nsize = "c"', False),
    ],
)
def test_a_table_of_plural_forms_is_told_from_a_group_of_keys(table: str, plural: bool) -> None:
    assert is_plural(tomllib.loads(table)) is plural


def test_a_derived_language_is_spoken_for_a_while_only() -> None:
    before = languages()
    with speak_derived_language("qps", str.upper):
        assert languages() == (*before, "qps")
        assert Catalogue("banmen.core.errors").text("record.game_over", "qps") == "THE GAME IS ALREADY OVER"
    assert languages() == before
    assert load_catalogue("banmen.core", "qps") == {}
