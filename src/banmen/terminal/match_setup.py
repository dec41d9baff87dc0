"""Starting a match in the terminal, or continuing one from a record."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from banmen.core.board import Player
from banmen.core.errors import OptionError
from banmen.core.game import Game
from banmen.core.messages import Catalogue
from banmen.core.record import Record
from banmen.core.record_text import name_player_tag
from banmen.match.dice import SeededDice, draw_small_seed
from banmen.match.match_start import list_record_events
from banmen.match.match_state import Match
from banmen.match.seats import assign_seats
from banmen.terminal.opponents import TERMINAL_PLAYERS, can_play

messages = Catalogue(__name__)

SEED_TAG = "Seed"


def begin_match(game: Game, seats: Mapping[Player, str], seed: int | None = None) -> Match:
    """Begin a match with the real opening throws."""
    dice = SeededDice(draw_small_seed() if seed is None else seed)
    tags = {"Date": f"{datetime.date.today():%Y.%m.%d}", **_write_tags(game, seats, dice)}
    return Match(dice, list_record_events(Record.begin(game, dice.open(game), tags=tags), seats))


def resume_match(record: Record, changed: Mapping[Player, str]) -> Match:
    """Continue a record; its tags say who sits where unless that is changed."""
    if record.result is not None or record.termination is not None:
        raise OptionError(messages("match.ended"))
    usual = assign_seats(record.game, {}, TERMINAL_PLAYERS)
    tagged = {player: record.tags.get(name_player_tag(record.game, player), "") for player in record.game.players}
    seats = {player: who if can_play(who, record.game) else usual[player] for player, who in tagged.items()} | dict(changed)
    seed = record.tags.get(SEED_TAG, "")
    dice = SeededDice(int(seed) if seed.isascii() and seed.isdigit() and len(seed) <= 16 else draw_small_seed())
    return Match(dice, list_record_events(record.with_tags(**_write_tags(record.game, seats, dice)), seats))


def _write_tags(game: Game, seats: Mapping[Player, str], dice: SeededDice) -> dict[str, str]:
    return {name_player_tag(game, player): who for player, who in seats.items()} | {SEED_TAG: str(dice.seed)}
