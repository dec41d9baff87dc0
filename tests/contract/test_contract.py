"""The contract of every game with every option; where it matters, once compiled and once with BANMEN_JIT=0."""

import re
from typing import Any

import pytest

import banmen
from banmen.core.i18n import languages
from banmen.presentation.about import about
from banmen.testing import PRESENTATION_CHECKS, RULES_CHECKS, GameContract, presentation_checks
from banmen.testing.random_play import GAMES, recall_game
from banmen.testing.rules_checks import Check
from tests.contract.variants import VARIANTS, make, name_of

KNOW_DRAWS = ("kuniumi", "qubism")
COMPILED = ("compiled_perft", "playouts_are_the_same_everywhere", "random_play_ends")
# What people see depends on few options: these change the places, the players or the pieces.
SEEN = [
    *((name, {}) for name in banmen.names()),
    ("kariuchi", {"pieces": 1}),
    ("moontrek", {"players": 2}),
    ("moontrek", {"teams": "2-2"}),
    ("kuniumi", {"setup": "random"}),
    ("qubism", {"tip": "either", "cubes": 2}),
]


def check_name(check: Check) -> str:
    return check.__name__.removeprefix("check_")


def mark(check: Check) -> Any:
    marks = [pytest.mark.compiles] if check_name(check) in COMPILED else []
    return pytest.param(check, id=check_name(check), marks=marks)


@pytest.mark.parametrize("check", [mark(check) for check in RULES_CHECKS])
@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_every_variant_keeps_to_the_contract(variant: tuple[str, dict[str, Any]], check: Check) -> None:
    check(make(variant))


@pytest.mark.parametrize("check", PRESENTATION_CHECKS, ids=check_name)
@pytest.mark.parametrize("variant", SEEN, ids=name_of)
def test_what_people_see_keeps_to_the_contract(variant: tuple[str, dict[str, Any]], check: Check) -> None:
    check(make(variant))


@pytest.mark.parametrize("lack", ["label", "help", "values", "qubism"])
@pytest.mark.parametrize("lang", languages())
def test_an_option_that_is_not_described_is_found(lang: str, lack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(game: str, asked: str) -> dict[str, Any]:
        told = about(game, asked)
        kept = {name: text for name, text in told["options"]["tip"].items() if name != lack}
        options = {**told["options"], "tip": {} if lack == game else kept}
        return {**told, "options": options if asked == lang else told["options"]}

    monkeypatch.setattr(presentation_checks, "about", forgetful)
    with pytest.raises(AssertionError, match=rf"\[{lang}\.options\.tip\]"):
        presentation_checks.check_options_are_described(banmen.game("qubism"))


@pytest.mark.parametrize("name", banmen.names())
def test_an_error_names_the_field_that_is_wrong(name: str) -> None:
    game = banmen.game(name)
    fields, names = game.start().text.split(" "), game.notation.FIELDS
    named = set()
    for index, field in enumerate(names):
        with pytest.raises(banmen.NotationError) as caught:
            game.position(" ".join([*fields[:index], "?", *fields[index + 1 :]]))
        said = re.match(r"the (.+) must be .* not '\?'", str(caught.value))
        if said:
            assert said[1] == field
            named.add(index)
    assert named >= {len(names) - 1, len(names) - 2}


@pytest.mark.parametrize("variant", VARIANTS, ids=name_of)
def test_only_games_with_draws_end_without_a_winner(variant: tuple[str, dict[str, Any]]) -> None:
    game = make(variant)
    assert all(recall_game(game, number)[-1].winner or game.name in KNOW_DRAWS for number in range(GAMES))


def test_what_is_repeated_in_the_interpreter_is_there() -> None:
    assert {check_name(check) for check in RULES_CHECKS} >= set(COMPILED)


def test_the_suite_for_authors_has_every_check() -> None:
    tests = {name.removeprefix("test_") for name in dir(GameContract) if name.startswith("test_")}
    assert tests == {check_name(check) for check in (*RULES_CHECKS, *PRESENTATION_CHECKS)}
