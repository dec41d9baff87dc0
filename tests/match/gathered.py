"""People who gather around a board, for tests."""

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
    """Return a match to which nobody has come yet; the link to the seat of a player is that player's name."""
    found = banmen.game(game, **options)
    seated: dict[Player, str] = {player: (seats or {}).get(str(player), "human") for player in found.players}
    links = {str(player): f"link {player}" for player in found.players}
    terms, dice = replace(terms or Terms(), links=links), CommittedDice(SEED)
    return Match(dice, [make_first_event_together(found, seated, dice, terms)])


def come(match: Match, *people: str, at: float = 0.0) -> Match:
    """Let people take the seats of people, in their order."""
    for player, person in zip(match.people, people, strict=False):
        nonce = person.encode().hex().ljust(32, "0")
        match.add_planned(plan_join(match, player, person, NAMES[person], nonce), at)
    return match


def gathered(game: str, *people: str, terms: Terms | None = None, **options: Any) -> Match:
    return come(invite(game, terms=terms, **options), *people)


def do(match: Match, person: str, type_: str, *, at: float = 0.0, **more: Any) -> None:
    match.add_planned(plan_together(match, Intent(type_, person=person, now=at, **more)), at)


def refuse(match: Match, person: str, type_: str, **more: Any) -> str:
    """Return why something is refused; nothing has changed then."""
    before = match.seq, match.position
    with pytest.raises(MatchError) as caught:
        plan_together(match, Intent(type_, person=person, **more))
    assert (match.seq, match.position) == before
    return str(caught.value.code)


def play_turn(match: Match, at: float = 0.0) -> str:
    """Let whoever is on turn throw, if that is due, and make the first legal move; return who it was."""
    person = match.seat.person or ""
    if match.position.kind == CHANCE:
        do(match, person, "throw", at=at)
    do(match, person, "move", move=next(iter(match.legal)), at=at)
    return person
