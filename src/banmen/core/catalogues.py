"""Catalogues: a package's texts by key, in one TOML file per language.

`locales/en.toml` in a package holds its texts in English, `locales/ja.toml` the same keys in Japanese. A package of another
distribution has its own in the same way. A language is available if `core` has a catalogue for it; keys missing from another
catalogue fall back to English. `locales/ja-easy.toml` is a variant of Japanese: it has texts for some keys and falls back to
Japanese for the rest. An entry is a `str.format` template with named fields, or a table of plural forms:

    steps = { one = "{count} step", other = "{count} steps" }
"""

from __future__ import annotations

import contextlib
import functools
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from typing import Any, Final

SOURCE: Final = "en"  # the language that is always complete
VARIANT: Final = "-"  # parts the code of a variant from that of its language
FORMS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})  # the names of plural forms in Unicode's CLDR
# The numbers that take the form `one`, by the rule that a language names as `language.plural`.
SINGULAR: Final[Mapping[str, tuple[int, ...]]] = {"none": (), "one": (1,), "zero_one": (0, 1)}

Entry = str | Mapping[str, str]
_derived: dict[str, Callable[[str], str]] = {}


def languages() -> tuple[str, ...]:
    """Return the codes of all available languages, English first.

    >>> languages()
    ('en', 'ja')
    """
    return (*_list_stored_languages(), *_derived)


@functools.cache
def _list_stored_languages() -> tuple[str, ...]:
    folder = resources.files(__package__).joinpath("locales")
    names = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return (SOURCE, *(name for name in names if name != SOURCE and VARIANT not in name))


@functools.cache
def variants() -> tuple[str, ...]:
    """Return the codes of all variants of languages.

    >>> variants()
    ('ja-easy',)
    """
    folder = resources.files(__package__).joinpath("locales")
    names = (file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(sorted(name for name in names if VARIANT in name))


def find_base_language(lang: str) -> str:
    """Return the base language of a code: for a variant, the language it is a variant of.

    >>> find_base_language("ja-easy"), find_base_language("en")
    ('ja', 'en')
    """
    return lang.partition(VARIANT)[0] if lang in variants() else lang


@functools.lru_cache(maxsize=64)
def list_fallbacks(lang: str) -> tuple[str, ...]:
    """Return the languages in which a text is looked up, in order.

    >>> list_fallbacks("ja-easy"), list_fallbacks("en")
    (('ja-easy', 'ja', 'en'), ('en',))
    """
    return tuple(dict.fromkeys((lang, find_base_language(lang), SOURCE)))


@contextlib.contextmanager
def speak_derived_language(lang: str, translate: Callable[[str], str]) -> Iterator[None]:
    """Add a temporary language derived from English; tests use it to find texts that come from no catalogue."""
    _derived[lang] = translate
    load_catalogue.cache_clear()
    try:
        yield
    finally:
        del _derived[lang]
        load_catalogue.cache_clear()


@functools.cache
def load_catalogue(package: str, lang: str) -> Mapping[str, Entry]:
    """Return a package's entries in a language by dotted key; empty if there is no such catalogue."""
    if lang in _derived:
        return {key: _translate(entry, _derived[lang]) for key, entry in load_catalogue(package, SOURCE).items()}
    file = resources.files(package).joinpath("locales", f"{lang}.toml")
    return dict(_flatten(tomllib.loads(file.read_text("utf-8")))) if file.is_file() else {}


def _translate(entry: Entry, translate: Callable[[str], str]) -> Entry:
    return translate(entry) if isinstance(entry, str) else {form: translate(text) for form, text in entry.items()}


def _flatten(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Entry]]:
    for name, value in table.items():
        if isinstance(value, str) or is_plural(value):
            yield above + name, value
        else:
            yield from _flatten(value, f"{above}{name}.")


def is_plural(table: Mapping[str, Any]) -> bool:
    """Return whether a table holds plural forms, keyed by CLDR category or by a number with a text of its own."""
    return "other" in table and all(name in FORMS or name.isdigit() for name in table)


@functools.cache
def find_catalogue_package(module: str) -> str:
    """Return the package whose catalogue a module uses: its own or the nearest parent that has one.

    >>> find_catalogue_package("banmen.core.catalogues")
    'banmen.core'
    """
    name = module
    while name:
        if hasattr(sys.modules.get(name), "__path__") and resources.files(name).joinpath("locales").is_dir():
            return name
        name = name.rpartition(".")[0]
    raise LookupError(f"no package above {module} has a folder 'locales'")


def find_text(package: str, key: str, lang: str, count: object = None) -> str:
    """Return the template of a key, in the plural form for a count."""
    for spoken in list_fallbacks(lang):
        if (entry := load_catalogue(package, spoken).get(key)) is not None:
            break
    else:
        raise LookupError(f"the catalogue of {package} has no key {key!r}")
    if isinstance(entry, str):
        return entry
    form = str(count) if str(count) in entry else _choose_plural_form(count, find_base_language(spoken))
    return entry.get(form, entry["other"])


def _choose_plural_form(count: object, lang: str) -> str:
    rule = load_catalogue(__package__, SOURCE if lang in _derived else lang).get("language.plural", "none")
    return "one" if count in SINGULAR[str(rule)] else "other"
