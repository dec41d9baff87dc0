"""The games of a tournament as records."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from banmen.core.game import Game
from banmen.core.messages import Catalogue
from banmen.core.record import Record, Step
from banmen.core.record_text import name_player_tag
from banmen.lab.scores import Score, Tournament, TournamentError

messages = Catalogue(__name__)


def make_records(tournament: Tournament) -> Iterator[Record]:
    """Return the games of a tournament that kept its moves, pair by pair and block by block."""
    if not tournament.conditions.keep_moves:
        raise TournamentError(messages("tournament.no_moves_kept"))
    for score in tournament.pairs.values():
        for block in score.blocks:
            for number, game in enumerate(block["games"]):
                yield _record(tournament.conditions.game, score, f"{block['block'] + 1}.{number + 1}", game)


def _record(game: Game, score: Score, name: str, kept: dict[str, Any]) -> Record:
    seats = zip(game.players, kept["seats"], strict=True)
    tags = {name_player_tag(game, seat): score.players["ab".index(who)] for seat, who in seats} | {"Round": name}
    if kept["opening"]:
        record = Record.begin(game, kept["opening"], tags=tags)
    else:
        usual = kept["start"] == game.start().text
        record = Record.begin(game, position=None if usual else kept["start"], tags=tags)
    position, steps = record.start, []
    for thrown, code in kept["steps"]:
        position = position.throw(thrown) if thrown else position
        steps.append(Step(position.thrown, game.write_move(code).text))
        position = position.after(code)
    return dataclasses.replace(record, steps=tuple(steps), result=position.winner)
