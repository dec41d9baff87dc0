"""Checks the throws of a record against the committed seed; anybody can do that, without the server.

A match that is over for good writes into its record what its throws followed from. Each tag can be checked against the others:
the seed has the digest that was shown before the first throw, and every throw follows from the seed and the players' numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from typing_extensions import TypedDict

from banmen.core.errors import BanmenError, quote_value, require_kind
from banmen.core.messages import Catalogue
from banmen.core.record import Record
from banmen.core.sticks import THROWS, probability
from banmen.kernels.contract import CHANCE
from banmen.match.actions import is_over_for_good
from banmen.match.dice import SEED_BYTES, CommittedDice
from banmen.match.events import THROW
from banmen.match.match_state import Match

messages = Catalogue(__name__)

COMMITMENT, SEED, NONCES, TAKEN_BACK = "DiceCommitment", "DiceSeed", "DiceNonces", "DiceTakenBack"
SCHEME: Final = "DiceScheme"  # missing from records of earlier versions
DIGEST: Final = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")
NONCE: Final = re.compile("[0-9a-f]{32,64}")
MOST_NONCES: Final = 8
SCHEMES: Final = ("1", "2")


class DiceError(BanmenError):
    """A record does not say how its throws were derived, or not in a readable form."""

    code = "dice"


@dataclass(frozen=True)
class CheckedThrow:
    """A throw of a record, and what it had to be."""

    opening: bool  # whether it was thrown for the beginning
    number: int  # among those, from 1
    fell: int
    due: int

    @property
    def right(self) -> bool:
        """Whether it fell as it had to."""
        return self.fell == self.due


@dataclass(frozen=True)
class DiceCheck:
    """What a check has found."""

    kept: bool  # whether the seed is the one that was promised
    scheme: int
    throws: tuple[CheckedThrow, ...]
    taken_back: bool  # after which a throw falls the same again, and is foreknown
    chances: dict[int, float]  # of each throw

    @property
    def right(self) -> bool:
        """Whether the promise was kept and all throws follow from the seed."""
        return self.kept and all(throw.right for throw in self.throws)

    @property
    def counts(self) -> dict[int, int]:
        """How often each throw fell."""
        found = Counter(throw.fell for throw in self.throws)
        return {value: found[value] for value in THROWS}

    @property
    def expected(self) -> dict[int, float]:
        """How often each throw is to be expected among as many."""
        return {value: chance * len(self.throws) for value, chance in self.chances.items()}


class DiceView(TypedDict):
    """The inputs of a match's throws and the throws themselves, so that anybody can recompute them."""

    scheme: int  # how throws follow: 1 from the seed, 2 from the seed and the players' numbers
    commitment: str
    seed: str | None  # once nothing can be taken back any more
    nonces: list[str]
    chance: list[str]  # of a stick's counted side: two whole numbers, of which the second is a power of two
    opening: list[int]  # one throw after another
    throws: list[int]
    chances: list[float]  # of the throws 1 to 5


def dice_view(match: Match) -> DiceView | None:
    """Return the evidence for a match's throws; None if nothing was committed."""
    dice = match.dice
    if not isinstance(dice, CommittedDice) or not match.game.has_chance:
        return None
    return {
        "scheme": _find_scheme(match, dice),
        "commitment": dice.commitment,
        "seed": dice.seed if is_over_for_good(match) else None,
        "nonces": list(dice.nonces),
        "chance": [str(number) for number in match.game.p.as_integer_ratio()],
        "opening": [value for values in match.start.opening for value in values],
        "throws": [event.data["value"] for event in match.line if event.kind == THROW],
        "chances": [probability(value, match.game.p) for value in THROWS],
    }


def _find_scheme(match: Match, dice: CommittedDice) -> int:
    """Return how throws follow in a match, also before the players' numbers are known."""
    return dice.scheme if match.begun else 2


def write_dice_tags(match: Match) -> Record:
    """Return the record of a match with the tags that its throws are checked by: the promise, and the seed once revealed."""
    record, dice = match.record, match.dice
    if not isinstance(dice, CommittedDice) or not match.game.has_chance:
        return record
    tags = {COMMITMENT: dice.commitment, SCHEME: str(_find_scheme(match, dice))}
    if dice.nonces:
        tags[NONCES] = " ".join(dice.nonces)
    if is_over_for_good(match):
        tags[SEED] = dice.seed
    if not match.checkable:
        tags[TAKEN_BACK] = "yes"
    return record.with_tags(**tags)


def check_dice(record: Record) -> DiceCheck:
    """Recompute all throws of a record, or raise DiceError if it does not say how they were derived."""
    require_kind("record", record, Record, DiceError)
    dice = _read_dice(record)
    throws = [*_check_opening(record, dice), *_check_throws(record, dice)]
    return DiceCheck(
        dice.commitment == record.tags[COMMITMENT],
        dice.scheme,
        tuple(throws),
        record.tags.get(TAKEN_BACK) == "yes",
        {value: probability(value, record.game.p) for value in THROWS},
    )


def _read_dice(record: Record) -> CommittedDice:
    if not record.game.has_chance:
        raise DiceError(messages("dice.none_thrown"))
    if COMMITMENT not in record.tags:
        raise DiceError(messages("dice.no_promise"))
    if SEED not in record.tags:
        raise DiceError(messages("dice.no_seed"))
    nonces = tuple(record.tags.get(NONCES, "").split())
    for name, well_formed in (
        (COMMITMENT, DIGEST.fullmatch(record.tags[COMMITMENT])),
        (SEED, DIGEST.fullmatch(record.tags[SEED])),
        (NONCES, len(nonces) <= MOST_NONCES and all(map(NONCE.fullmatch, nonces))),
    ):
        if not well_formed:
            raise DiceError(messages("dice.malformed", tag=name))
    dice = CommittedDice(record.tags[SEED], nonces)
    scheme = record.tags.get(SCHEME, str(dice.scheme))
    if scheme not in SCHEMES:
        raise DiceError(messages("dice.unknown_scheme", scheme=quote_value(scheme, 20)))
    if scheme != str(dice.scheme):
        raise DiceError(messages("dice.malformed", tag=SCHEME))
    return dice


def _check_opening(record: Record, dice: CommittedDice) -> list[CheckedThrow]:
    """Compare the throws for the beginning, if there were any."""
    if not record.opening:
        return []
    fell = [value for values in record.opening for value in values]
    due = [value for values in dice.open(record.game).rounds for value in values]
    due += [0] * (len(fell) - len(due))  # there should have been no more
    return [CheckedThrow(True, number, *pair) for number, pair in enumerate(zip(fell, due, strict=False), 1)]


def _check_throws(record: Record, dice: CommittedDice) -> list[CheckedThrow]:
    """Compare the throws of the game."""
    found: list[CheckedThrow] = []
    for before, step in zip(record.positions(), record.steps, strict=False):
        if step.throw is not None and before.kind == CHANCE:
            due = dice.throw(record.start, len(found))
            found.append(CheckedThrow(False, len(found) + 1, step.throw, due))
    return found
