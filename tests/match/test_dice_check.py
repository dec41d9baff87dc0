"""Checking the throws of a record: correct ones pass, and any change is detected."""

import dataclasses
import random
from typing import Any

import pytest

from banmen.core import registry
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.kernels.contract import CHANCE
from banmen.match.actions import plan_move, plan_seal, plan_throw, plan_undo
from banmen.match.dice import CommittedDice, mix_nonces
from banmen.match.dice_check import COMMITMENT, NONCES, SCHEME, SEED, TAKEN_BACK, DiceError, check_dice, write_dice_tags
from banmen.match.match_start import make_first_event
from banmen.match.match_state import Match

SEED_HEX = "5b" * 32
NONCE_PAIR = ("0123456789abcdef" * 2, "f0" * 16)
CHANCE_GAMES = [name for name in registry.names() if registry.game(name).has_chance]


def begin(game: str, nonces: tuple[str, ...] = (), start: str | None = None) -> Match:
    found, dice = registry.game(game), CommittedDice(SEED_HEX, nonces)
    return Match(dice, [make_first_event(found, dict.fromkeys(found.players, "human"), dice, start=start)], "m")


def play_to_the_end(match: Match, seed: int = 1) -> None:
    rng = random.Random(seed)
    while not match.over:
        chance = match.position.kind == CHANCE
        match.add_planned(plan_throw(match) if chance else plan_move(match, rng.choice(list(match.legal))))


def finished(game: str, nonces: tuple[str, ...] = (), **more: Any) -> Record:
    match = begin(game, nonces, **more)
    play_to_the_end(match)
    match.add_planned(plan_seal(match))
    return read_record(write_dice_tags(match).text)


@pytest.mark.parametrize("nonces", [(), NONCE_PAIR])
@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_the_throws_of_a_finished_match_are_right(game: str, nonces: tuple[str, ...]) -> None:
    record = finished(game, nonces)
    found = check_dice(record)
    opening = sum(map(len, record.opening))
    assert (found.right, found.kept, found.taken_back) == (True, True, False)
    assert found.scheme == (2 if nonces else 1)
    assert record.tags[SCHEME] == str(found.scheme)
    earlier = {name: value for name, value in record.tags.items() if name != SCHEME}  # as earlier versions wrote it
    assert check_dice(dataclasses.replace(record, tags=earlier)) == found
    given = record.start.thrown is not None  # the throw that won the opening may be used for the first move
    assert len(found.throws) == opening + sum(step.throw is not None for step in record.steps) - given > opening > 0
    assert sum(found.counts.values()) == len(found.throws) == pytest.approx(sum(found.expected.values()))


def test_other_numbers_of_the_players_give_other_throws() -> None:
    keys = {mix_nonces(SEED_HEX, nonces) for nonces in (NONCE_PAIR, NONCE_PAIR[::-1], NONCE_PAIR[:1])}
    assert len({SEED_HEX, *keys}) == 4
    record = finished("kariuchi", NONCE_PAIR)
    assert not check_dice(record.with_tags(**{NONCES: " ".join(NONCE_PAIR[::-1])})).right


def test_a_changed_throw_is_detected() -> None:
    match, dice = begin("kariuchi"), CommittedDice(SEED_HEX)
    due = dice.throw(match.start.start, 0)
    other = due % 5 + 1
    tampered = match.record.with_throw(other).with_tags(**{COMMITMENT: dice.commitment, SEED: SEED_HEX})
    found = check_dice(tampered)
    assert (found.kept, found.right) == (True, False)
    (wrong,) = (throw for throw in found.throws if not throw.right)
    assert (wrong.opening, wrong.number, wrong.fell, wrong.due) == (False, 1, other, due)


def test_invented_opening_throws_are_detected() -> None:
    dice = CommittedDice(SEED_HEX)
    real = [list(values) for values in dice.open(registry.game("kariuchi")).rounds]
    forged = [real[0][::-1]] if real[0][0] != real[0][1] else [[1, 2]]
    tags = {COMMITMENT: dice.commitment, SEED: SEED_HEX}
    found = check_dice(Record.begin(registry.game("kariuchi"), forged, tags=tags))
    assert not found.right
    assert all(throw.opening for throw in found.throws)
    longer = check_dice(Record.begin(registry.game("kariuchi"), [[3, 3], *real], tags=tags))
    assert not longer.right
    assert len(longer.throws) == 2 + sum(map(len, real)), "those that should not have been thrown are listed too"


def test_another_seed_than_the_promised_one_is_found() -> None:
    record = finished("holes58")
    found = check_dice(record.with_tags(**{SEED: "5c" * 32}))
    assert (found.kept, found.right) == (False, False)


def test_a_seed_is_revealed_only_when_nothing_can_be_taken_back() -> None:
    match = begin("holes58")
    play_to_the_end(match)
    tags = write_dice_tags(match).tags
    assert tags[COMMITMENT] == CommittedDice(SEED_HEX).commitment
    assert SEED not in tags
    with pytest.raises(DiceError, match="Show the number"):
        check_dice(write_dice_tags(match))
    match.add_planned(plan_undo(match))
    play_to_the_end(match, seed=2)
    match.add_planned(plan_seal(match))
    found = check_dice(write_dice_tags(match))
    assert (found.right, found.taken_back) == (True, True)
    assert write_dice_tags(match).tags[TAKEN_BACK] == "yes"


def test_throws_after_a_given_position_are_counted_from_there() -> None:
    match = begin("holes58", start="1;0;4/1;0;4 1 5")
    play_to_the_end(match)
    match.add_planned(plan_seal(match))
    found = check_dice(write_dice_tags(match))
    assert found.right
    assert len(found.throws) == match.throws > 0


def test_a_game_without_throws_has_nothing_to_check() -> None:
    match = begin("qubism")
    assert write_dice_tags(match) == match.record
    with pytest.raises(DiceError, match="no throws"):
        check_dice(match.record)


@pytest.mark.parametrize(
    ("tags", "told"),
    [
        ({}, "what was promised about its throws"),
        ({COMMITMENT: "5c" * 32}, "secret number"),
        ({COMMITMENT: "xx", SEED: SEED_HEX}, COMMITMENT),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX + "0"}, SEED),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX.upper()}, SEED),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX, NONCES: "zz" * 16}, NONCES),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX, SCHEME: "3"}, "scheme '3'"),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX, SCHEME: "2"}, SCHEME),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX, NONCES: "a" * 31}, NONCES),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX, NONCES: "a" * 65}, NONCES),
        ({COMMITMENT: "5c" * 32, SEED: SEED_HEX, NONCES: " ".join(["ab" * 16] * 9)}, NONCES),
    ],
)
def test_unreadable_input_is_reported(tags: dict[str, str], told: str) -> None:
    with pytest.raises(DiceError, match=told):
        check_dice(Record.begin(registry.game("kariuchi"), tags=tags))


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(DiceError, match="record must be Record, not 5"):
        check_dice(5)  # type: ignore[arg-type]
