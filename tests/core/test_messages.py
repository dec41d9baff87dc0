"""Messages: a key with parameters, rendered in the reader's language."""

from __future__ import annotations

import copy
import pickle

import pytest

import banmen
from banmen.core.errors import BanmenError, NotationError, RecordError, quote_value
from banmen.core.messages import Catalogue, Message, TranslatedMessage, join, join_alternatives, join_values, localize

messages = Catalogue("banmen.core.messages")


def test_an_error_is_told_in_the_reader_s_language() -> None:
    with pytest.raises(NotationError) as caught:
        banmen.game("kariuchi").position("Rx3,5/Rx3,5 1 -")
    assert str(caught.value) == "both sides have pieces on 5 (at character 1 of 'Rx3,5/Rx3,5 1 -')"
    assert caught.value.localize("ja") == "5に両方のコマがいます（1文字目）"
    assert RecordError(messages("record.move_missing"), 2, 3).localize("ja") == "2行目の3文字目：手が書かれていません"
    assert BanmenError("only English").localize("ja") == ""
    assert BanmenError().localize("en") == ""


def test_a_message_is_its_english_text_and_knows_where_it_comes_from() -> None:
    made = messages("record.most_steps", most=9)
    assert made == "a record has at most 9 steps"
    assert (made.package, made.key, made.params) == ("banmen.core", "record.most_steps", {"most": 9})
    assert made.render("ja") == "棋譜に書けるのは9手までです"


def test_messages_that_fill_gaps_are_rendered_too() -> None:
    values = join_alternatives(["a", quote_value("b"), messages("json_type.list")])
    outer = messages("position.field_not_one_of", what=messages("json_type.object"), values=values, text=quote_value("x"))
    assert outer == "the an object must be a, 'b' or a list, not 'x'"
    assert outer.render("ja") == "オブジェクトはaか「b」かリストです。「x」とは書けません"


@pytest.mark.parametrize(
    "made",
    [
        messages("position.field_not_one_of", what=messages("json_type.object"), values=join_alternatives("ab"), text=3),
        join_values(["a", messages("json_type.list")]),
        TranslatedMessage({"en": "no", "ja": "いいえ"}),
    ],
)
def test_messages_are_plain_values(made: Message) -> None:
    for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert (again, again.render("ja"), localize(again, "ja")) == (made, made.render("ja"), made.render("ja"))
        assert again.render("ja") != again


def test_lists_are_joined_as_a_language_does_it() -> None:
    assert [join("abc"[:number], "list.and", "en") for number in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [join("abc"[:number], "list.and", "ja") for number in range(4)] == ["", "a", "aとb", "a、b、c"]
    assert join("abcd", "list.or", "en") == "a, b, c or d"
    assert join(["{0}", "{}"], "list.or", "en") == "{0} or {}", "braces in a name are no gaps"
    assert join_alternatives("aba").render("ja") == "aかb"


def test_a_plain_text_is_english_only() -> None:
    assert (localize("no", "en"), localize("no", "ja")) == ("no", "")


def test_words_are_the_open_text_in_each_language() -> None:
    words = messages.words("record.most_steps")
    assert dict(words) == {"en": "a record has at most {most} steps", "ja": "棋譜に書けるのは{most}手までです"}
    assert len(words) == 2
    with pytest.raises(KeyError):
        words["xx"]


def test_a_key_that_nobody_wrote_is_an_error_of_the_program() -> None:
    with pytest.raises(LookupError, match=r"banmen\.core has no key 'record\.nonsense'"):
        messages("record.nonsense")
    assert "record.nonsense" not in messages
    assert "record.most_steps" in messages


def test_what_was_typed_is_shown_harmlessly() -> None:
    assert quote_value("a\n\x00") == r"'a\n\x00'"
    assert quote_value("a\n\x00").render("ja") == r"「a\n\x00」"
    assert quote_value("x" * 99, 10).render("ja") == "「xxxxxxx...」"
    assert quote_value("{0}").render("ja") == "「{0}」"
    assert quote_value(10**5000).render("ja") == "長すぎる数"
    assert quote_value(5).render("ja") == "5"
