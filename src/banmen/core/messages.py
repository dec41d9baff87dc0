"""Messages: keys with parameters, rendered as text once the reader's language is known.

Errors are raised in code that does not know the reader's language. So a message carries the key of its text in the catalogue of
its package, and the code that shows it chooses the language. To Python it is the English text, as programmers expect of an
error. Each module with messages has a line

    messages = Catalogue(__name__)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from banmen.core.catalogues import (
    SOURCE,
    find_base_language,
    find_catalogue_package,
    find_text,
    languages,
    list_fallbacks,
    load_catalogue,
)

Words = Mapping[str, str]  # one text in each language


class Message(str):
    """An English text that can be rendered in every language.

    >>> missing = Catalogue(__name__)("position.missing_field", name="board")
    >>> missing, missing.render("ja")
    ('the field for the board is missing', '「board」が書かれていません')
    """

    package: str
    key: str
    params: Mapping[str, object]

    def __new__(cls, text: str, *, package: str = "", key: str = "", params: Mapping[str, object] | None = None) -> Self:
        """Hold an English text and its key; pickle creates a copy from the text alone and sets the attributes afterwards."""
        made = super().__new__(cls, text)
        made.package, made.key, made.params = package, key, params or {}
        return made

    def render(self, lang: str) -> str:
        """Return the text in a language."""
        return str(self) if lang == SOURCE else render_text(self.package, self.key, lang, self.params)


class JoinedMessage(Message):
    """A list of values, joined as each language does it."""

    items: tuple[object, ...]

    def render(self, lang: str) -> str:
        """Return the list in a language."""
        return join([_localize_value(item, lang) for item in self.items], self.key, lang)


class TranslatedMessage(Message):
    """A message received with its text in each language, for instance from another process.

    >>> TranslatedMessage({"en": "no", "ja": "いいえ"}).render("ja")
    'いいえ'
    """

    texts: Words

    def __new__(cls, texts: Words) -> Self:
        """Create a message from its text in each language; as a Python string it is the English one."""
        made = super().__new__(cls, texts[SOURCE])
        made.texts = texts
        return made

    def __reduce__(self) -> tuple[type[TranslatedMessage], tuple[dict[str, str]]]:
        return TranslatedMessage, (dict(self.texts),)

    def render(self, lang: str) -> str:
        """Return the text in a language, or the English one."""
        return self.texts.get(find_base_language(lang), str(self))


class DataWords(dict[str, str]):
    """A text by language from a data file; a missing language falls back to English, and a variant to its language.

    >>> DataWords(en="no", ja="いいえ")["fr"]
    'no'
    """

    def __missing__(self, lang: str) -> str:
        return next(self[spoken] for spoken in list_fallbacks(lang) if spoken in self)


def localize(text: str, lang: str) -> str:
    """Return a text in a language; a plain text is English and empty in any other language.

    >>> localize(join_alternatives("ab"), "ja"), localize("no", "ja"), localize("no", "en")
    ('aかb', '', 'no')
    """
    if isinstance(text, Message):
        return text.render(lang)
    return str(text) if lang == SOURCE else ""


def _localize_value(value: Any, lang: str) -> Any:
    """Return a value for a placeholder: messages are rendered, everything else is unchanged."""
    return value.render(lang) if isinstance(value, Message) else value


def render_text(package: str, key: str, lang: str, params: Mapping[str, object]) -> str:
    """Return the text of a key in a language with its placeholders filled; a parameter `count` chooses the plural form."""
    text = find_text(package, key, lang, params.get("count"))
    return text.format(**{name: _localize_value(value, lang) for name, value in params.items()})


class Catalogue:
    """The texts of the package that a module belongs to.

    >>> messages = Catalogue(__name__)
    >>> messages("record.most_steps", most=9)
    'a record has at most 9 steps'
    >>> messages.text("record.most_steps", "ja", most=9)
    '棋譜に書けるのは9手までです'
    >>> messages.words("punctuation.label")["en"]
    '{name}: {text}'
    """

    def __init__(self, module: str) -> None:
        self.module = module

    @property
    def package(self) -> str:
        """The package that holds the catalogue; determined lazily, because parent packages are imported first."""
        return find_catalogue_package(self.module)

    def __call__(self, key: str, /, **params: object) -> Message:
        """Return a message: a key with the parameters of its text."""
        package = self.package
        return Message(render_text(package, key, SOURCE, params), package=package, key=key, params=params)

    def text(self, key: str, lang: str, /, **params: object) -> str:
        """Return the text of a key in a language."""
        return render_text(self.package, key, lang, params)

    def words(self, key: str) -> Words:
        """Return the template of a key by language."""
        return _CatalogueWords(self.module, key)

    def __contains__(self, key: str) -> bool:
        return key in load_catalogue(self.package, SOURCE)


class _CatalogueWords(Words):
    """The text of one key by language."""

    def __init__(self, module: str, key: str) -> None:
        self.module, self.key = module, key

    def __getitem__(self, lang: str) -> str:
        if find_base_language(lang) not in languages():
            raise KeyError(lang)
        return find_text(find_catalogue_package(self.module), self.key, lang)

    def __iter__(self) -> Iterator[str]:
        return iter(languages())

    def __len__(self) -> int:
        return len(languages())

    def __repr__(self) -> str:
        return f"<words {self.key!r} of {self.module}>"


_messages = Catalogue(__name__)


def join(items: Iterable[object], kind: str, lang: str) -> str:
    """Join items into a list of a kind from `core`'s catalogue: `list.and`, `list.or` or `list.comma`."""
    names = list(map(str, items))
    if len(names) < 3:
        return _messages.words(f"{kind}.two")[lang].format(*names) if len(names) == 2 else "".join(names)
    middle = _messages.words(f"{kind}.middle")[lang]
    text = names[0]
    for name in names[1:-1]:
        text = middle.format(text, name)
    return _messages.words(f"{kind}.end")[lang].format(text, names[-1])


def _join_values(values: Iterable[object], kind: str) -> Message:
    items = tuple(values)
    message = JoinedMessage(join(items, kind, SOURCE), package=_messages.package, key=kind)
    message.items = items
    return message


def join_alternatives(values: Iterable[object]) -> Message:
    """Join values to a list of alternatives.

    >>> join_alternatives("lsx"), join_alternatives("lsx").render("ja")
    ('l, s or x', 'lかsかx')
    """
    return _join_values(dict.fromkeys(values), "list.or")


def join_values(values: Iterable[object]) -> Message:
    """Join values to a list with commas.

    >>> join_values("ls"), join_values("ls").render("ja")
    ('l, s', 'l、s')
    """
    return _join_values(values, "list.comma")
