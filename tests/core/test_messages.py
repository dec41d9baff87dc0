"""Errors speak both languages."""

from __future__ import annotations

import ast
import copy
import pickle
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import banmen
from banmen.core.errors import BanmenError, NotationError, RecordError, shown
from banmen.core.messages import Message, localize, message

SOURCE = Path(banmen.__file__).parent
FILES = sorted(path for folder in ("core", "games") for path in (SOURCE / folder).rglob("*.py"))
# Programs that use the graphics card and developers who write kernels read English.
RAISED = ("NotationError", "RecordError", "IllegalMoveError", "OptionError", "MoveTextError", "UnknownGameError", "Flaw")


def calls(path: Path) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call) and node.args)


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""


def gaps(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_error_of_rules_and_records_is_told_in_both_languages() -> None:
    found = [(path.name, call.lineno) for path in FILES for call in calls(path) if name_of(call) in (*RAISED, "error")]
    bare = [
        (path.name, call.lineno)
        for path in FILES
        for call in calls(path)
        if name_of(call) in (*RAISED, "error") and isinstance(call.args[0], ast.Constant | ast.JoinedStr)
    ]
    assert len(found) > 100
    assert bare == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_gaps_of_a_sentence_are_filled(path: Path) -> None:
    for call in calls(path):
        if name_of(call) == "tell" and all(isinstance(part, ast.Constant) for part in call.args):
            english, japanese = (ast.literal_eval(part) for part in call.args)
            given = {keyword.arg for keyword in call.keywords}
            assert gaps(english) | gaps(japanese) == given, english
            assert bool(english) == bool(japanese), english


def test_an_error_is_told_in_the_reader_s_language() -> None:
    with pytest.raises(NotationError) as caught:
        banmen.game("kariuchi").position("Rx3,5/Rx3,5 1 -")
    assert str(caught.value) == "both sides stand on 5 (at character 1 of 'Rx3,5/Rx3,5 1 -')"
    assert caught.value.told("ja") == "5に両方のコマがいます（1文字目）"
    assert RecordError(message("gone", "なし"), 2, 3).told("ja") == "2行目の3文字目：なし"
    assert BanmenError("only English").told("ja") == ""
    assert BanmenError().told("en") == ""


def test_sentences_are_plain_values() -> None:
    told = message("{a} and {b}", "{a}と{b}", a=Message("land", "大地"), b=3)
    for again in (pickle.loads(pickle.dumps(told)), copy.deepcopy(told)):
        assert (again, again.ja, localize(again, "ja")) == ("land and 3", "大地と3", "大地と3")


def test_what_was_typed_is_shown_harmlessly() -> None:
    assert shown("a\n\x00") == r"'a\n\x00'"
    assert shown("a\n\x00").ja == r"「a\n\x00」"
    assert shown("x" * 99, 10).ja == "「xxxxxxx...」"
    assert shown(10**5000).ja == "長すぎる数"
