"""The command that checks the dice of a record."""

import json
from pathlib import Path

import pytest

from banmen.match.dice_check import SEED
from tests.cli.calling import call
from tests.match.test_dice_check import NONCE_PAIR, finished


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.banmen"
    path.write_text(finished("kariuchi", NONCE_PAIR).text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("lang", "told"), [("en", "throws are right"), ("ja", "正しく出ています")])
def test_right_throws_are_said_to_be_right(file: Path, lang: str, told: str) -> None:
    answer = call("verify", str(file), "--lang", lang)
    assert (answer.code, answer.err) == (0, "")
    assert told in answer.out
    assert answer.out.count("█") > 40  # the longest bar and four more


def test_programs_get_the_same(file: Path) -> None:
    answer = call("verify", str(file), "--json")
    found = json.loads(answer.out)
    assert (found["right"], found["promise_kept"], found["scheme"], found["wrong"]) == (True, True, 2, [])
    assert sum(found["counts"].values()) == found["throws"]


def test_a_wrong_seed_ends_with_an_exit_code(file: Path) -> None:
    file.write_text(finished("kariuchi").with_tags(**{SEED: "00" * 32}).text, encoding="utf-8")
    answer = call("verify", str(file))
    assert answer.code == 1
    assert "not the one that was promised" in answer.out
    assert "should have been" in answer.out
    told = json.loads(call("verify", str(file), "--json").out)
    assert not told["promise_kept"]
    assert told["wrong"][0].keys() == {"opening", "number", "fell", "due"}


def test_a_record_without_a_promise_is_refused(file: Path) -> None:
    file.write_text('[Game "kariuchi"]\n[Result "*"]\n\n*\n', encoding="utf-8")
    answer = call("verify", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert "promised" in answer.err
