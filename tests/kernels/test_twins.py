"""Twins of modules with compiled kernels."""

import banmen
from banmen.kernels import kernel, playout, twins


def test_twins_of_two_games_do_not_mix() -> None:
    one, other = (twins.bind(playout, banmen.game(name).rules, kernel.PLAIN) for name in ("kariuchi", "qubism"))
    assert one.rules.WORDS == 1
    assert other.rules.WORDS == 2
    assert one.tally is not other.tally


def test_a_table_is_an_array_in_compiled_code() -> None:
    rules = banmen.game("kariuchi").rules
    assert isinstance(rules.TARGET, tuple)
    assert twins.load(rules, kernel.CPU).TARGET.tolist() == list(rules.TARGET)
