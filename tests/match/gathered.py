"""People at a board on different devices, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import banmen
from banmen.core.board import Player
from banmen.kernels.contract import CHANCE
from banmen.match.actions import Intent
from banmen.match.dice import CommittedDice
from banmen.match.match_errors import MatchError
from banmen.match.match_start import Terms, make_first_event_together
from banmen.match.match_state import Match
from banmen.match.together import plan_join, plan_together

SEED = "ab" * 32
NAMES = {"ann": "Ann", "bob": "Bob", "cay": "Cay", "dan": "Dan"}


def invite(game: str, seats: Mapping[str, str] | None = None, /, terms: Terms | None = None, **options: Any) -> Match:
    """Return a match that nobody has joined yet; the secret of the link to a player's seat is the player's name."""
    found = banmen.game(game, **options)
    seated: dict[Player, str] = {player: (seats or {}).get(str(player), "human") for player in found.players}
    links = {str(player): f"link {player}" for player in found.players}
    terms, dice = replace(terms or Terms(), links=links), CommittedDice(SEED)
    return Match(dice, [make_first_event_together(found, seated, dice, terms)])


def come(match: Match, *people: str, at: float = 0.0) -> Match:
    """Let people take their seats, in order."""
    for player, person in zip(match.people, people, strict=False):
        nonce = person.encode().hex().ljust(32, "0")
        match.add_planned(plan_join(match, player, person, NAMES[person], nonce), at)
    return match


def gathered(game: str, *people: str, terms: Terms | None = None, **options: Any) -> Match:
    return come(invite(game, terms=terms, **options), *people)


def do(match: Match, person: str, type_: str, *, at: float = 0.0, **more: Any) -> None:
    match.add_planned(plan_together(match, Intent(type_, person=person, now=at, **more)), at)


def refuse(match: Match, person: str, type_: str, **more: Any) -> str:
    """Return the code of a refusal, and check that nothing has changed."""
    before = match.seq, match.position
    with pytest.raises(MatchError) as caught:
        plan_together(match, Intent(type_, person=person, **more))
    assert (match.seq, match.position) == before
    return str(caught.value.code)


def play_turn(match: Match, at: float = 0.0) -> str:
    """Let the player to move throw, if that is due, and make the first legal move; return the player."""
    person = match.seat.person or ""
    if match.position.kind == CHANCE:
        do(match, person, "throw", at=at)
    do(match, person, "move", move=next(iter(match.legal)), at=at)
    return person
