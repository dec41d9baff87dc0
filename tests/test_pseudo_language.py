"""All text comes from a catalogue: in a pseudo-language nothing is left in plain letters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import banmen
from banmen.core.catalogues import speak_derived_language
from banmen.core.errors import BanmenError, quote_value
from banmen.core.i18n import end_sentence, join_and, join_clauses, write_count
from banmen.core.messages import TranslatedMessage, join_alternatives, join_values, localize
from banmen.core.os_errors import describe_os_error
from banmen.core.record import Record
from banmen.core.record_text import read_record
from tests.common.pseudo_language import LANG, find_plain_words, pseudo


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    with speak_derived_language(LANG, pseudo):
        yield


def test_plain_words_are_found() -> None:
    assert find_plain_words(pseudo("move {steps}").format(steps=3)) == []
    assert find_plain_words(pseudo("move {steps}").format(steps="three")) == ["three"]
    assert find_plain_words("⟦ɱóṽé⟧ コマ") == ["コマ"]
    assert find_plain_words("⟦ɱóṽé⟧ kariuchi", "kariuchi") == []
    assert find_plain_words(TranslatedMessage({"en": "old", "ja": "古い"}).render(LANG)) == ["old"]


KARIUCHI = banmen.game("kariuchi")
HEAD = '[Game "kariuchi"]\n\n'


@pytest.mark.parametrize(
    ("asked", "data"),
    [
        (lambda: Record.begin(KARIUCHI, [[1.0]]), ""),  # type: ignore[list-item]
        (lambda: Record.begin(KARIUCHI, [(2, 5)], "Rx4/Rx4 1 -"), ""),
        (lambda: Record.begin(KARIUCHI, tags={"Result": "1"}), "Result"),
        (lambda: Record.begin(KARIUCHI).with_result((9,), "resigned"), ""),
        (lambda: Record.begin(KARIUCHI).with_result((1,)), ""),
        (lambda: Record.begin(KARIUCHI).with_result((1,), "bored"), "resigned|time|agreed|abandoned"),
        (lambda: Record.begin(KARIUCHI).with_result((1,), "resigned").with_throw(1), "resigned"),
        (lambda: read_record(HEAD + "1. 3:c3 *"), "kariuchi|c3"),
        (lambda: read_record(HEAD + "1. 6:R>3 *"), ""),
        (lambda: read_record(HEAD + "1. R>3 *"), ""),
        (lambda: read_record(HEAD), ""),
        (lambda: read_record('[Game "kariuchi]\n'), ""),
        (lambda: read_record(HEAD + "1. 3:R>3 {open"), ""),
        (lambda: Record.from_json({"game": "kariuchi"}), "banmen-record|format"),
        (lambda: Record.from_json([]), "record|list"),
        (lambda: KARIUCHI.position(5), "int"),  # type: ignore[arg-type]
    ],
)
def test_what_is_refused_comes_from_a_catalogue(asked: Callable[[], object], data: str) -> None:
    with pytest.raises(BanmenError) as caught:
        asked()
    text = caught.value.localize(LANG)
    assert text
    assert find_plain_words(text, data) == []


@pytest.mark.parametrize(
    "text",
    [
        lambda: write_count(3, LANG),
        lambda: join_and(["1", "2", "3"], LANG),
        lambda: join_clauses(["1", "2"], LANG),
        lambda: end_sentence("1", LANG),
        lambda: localize(join_alternatives("123"), LANG),
        lambda: localize(join_values("123"), LANG),
        lambda: localize(quote_value(10**5000), LANG),
    ],
)
def test_small_words_come_from_a_catalogue(text: Callable[[], str]) -> None:
    assert text()
    assert find_plain_words(text()) == []


def test_the_system_s_own_words_stay_as_they_are() -> None:
    assert describe_os_error(OSError(99999, "Odd")).render(LANG) == "Odd"
