"""No test passes because it looped over nothing."""

from pathlib import Path

import pytest

from tests.common.loops import find_idle_tests, some

TESTS = Path(__file__).parents[1]
IDLE = "def test_x():\n    for one in {over}:\n        assert one\n"


def test_a_loop_over_nothing_fails() -> None:
    with pytest.raises(AssertionError, match="nothing to loop over"):
        list(some([]))
    assert list(some(iter("ab"))) == ["a", "b"]


@pytest.mark.parametrize("over", ["found(1)", "found", "found[1:]", "sorted(found())", "found.items()", "[]", "[a for a in b]"])
def test_loops_that_may_be_over_nothing_are_noticed(over: str) -> None:
    assert find_idle_tests(IDLE.format(over=over)) == ["test_x"]


@pytest.mark.parametrize(
    "over", ["some(found(1))", "range(5)", "(1, 2)", "enumerate(ALL)", "WORDS['en'].items()", "{1: 2}.items()"]
)
def test_loops_that_surely_run_are_none(over: str) -> None:
    assert find_idle_tests(IDLE.format(over=over)) == []


def test_what_is_asserted_beside_the_loop_counts() -> None:
    assert find_idle_tests(IDLE.format(over="found()") + "    assert seen\n") == []


@pytest.mark.parametrize("path", sorted(TESTS.rglob("test_*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_loops_over_nothing(path: Path) -> None:
    """If all assertions of a test are in loops, wrap what a loop runs over in `some`."""
    assert find_idle_tests(path.read_text("utf-8")) == []
