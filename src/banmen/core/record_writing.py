"""Writing the text of a game record, which `record_text` reads back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banmen.core.board import Player
from banmen.core.errors import RecordError, require_kind
from banmen.core.game import Game
from banmen.core.record_check import write_result
from banmen.core.record_data import RecordData

WIDTH: Final = 80


def write_record(record: RecordData) -> str:
    """Return the canonical text of a record; a file of several has an empty line between them."""
    require_kind("record", record, RecordData, RecordError)
    tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in _list_tags(record))
    return f"{tags}\n{_wrap(_list_words(record))}\n"


def write_options(game: Game) -> str:
    """Return the options of a game that differ from their defaults, as the tag Options has them."""
    return " ".join(f"{name}={value}" for name, value in game.changed_options.items())


def name_player_tag(game: Game, player: Player) -> str:
    """Return the name of the tag with a player's name, as the game calls it.

    >>> import banmen
    >>> [name_player_tag(banmen.game(name), player) for name, player in (("kariuchi", 1), ("moontrek", "A"), ("qubism", "w"))]
    ['Player1', 'PlayerA', 'White']
    """
    return game.player_tags.get(player, f"Player{player}")


def _list_tags(record: RecordData) -> Iterator[tuple[str, str]]:
    """Return names and values of all tags in the order they are written."""
    game, own = record.game, [*(name_player_tag(record.game, player) for player in record.game.players), "Date"]
    yield "Game", game.name
    if options := write_options(game):
        yield "Options", options
    yield from ((name, record.tags[name]) for name in own if name in record.tags)
    if record.opening:
        yield "Opening", " ".join("-".join(map(str, values)) for values in record.opening)
    elif record.start != game.start():
        yield "Position", record.start.text
    yield "Result", write_result(record.result)
    if record.termination:
        yield "Termination", record.termination
    yield from ((name, record.tags[name]) for name in sorted(record.tags) if name not in own)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _list_words(record: RecordData) -> Iterator[str]:
    """Return the words between which lines may be broken."""
    if record.comment:
        yield from f"{{{record.comment}}}".split(" ")
    before = 0
    for step, turn in zip(record.steps, record.turns, strict=True):
        yield f"{turn}. {step}" if turn != before else str(step)
        before = turn
        if step.comment:
            yield from f"{{{step.comment}}}".split(" ")
    yield write_result(record.result)


def _wrap(words: Iterator[str]) -> str:
    lines = [next(words)]
    for word in words:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(word)
        else:
            lines[-1] += " " + word
    return "\n".join(lines)
