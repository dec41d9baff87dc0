"""Games shown step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from typing_extensions import TypedDict

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.record import Record, Step
from banmen.kernels.contract import CHANCE
from banmen.match.match_state import Match
from banmen.match.match_views import match_result
from banmen.match.move_text import describe_made_move, move_text
from banmen.match.picture_format import PictureFormat, list_far_seats
from banmen.match.position_views import (
    MoveView,
    PlayerView,
    ResultView,
    VariantView,
    draw_position,
    game_view,
    move_view,
    name_player,
    player_view,
    result_view,
)
from banmen.match.readers import Reader
from banmen.match.seat_names import name_seat

messages = Catalogue(__name__)


class FrameView(TypedDict):
    """One step of a replay."""

    step: int
    position: str
    svg: str
    thrown: int | None
    move: MoveView | None
    words: str
    short: str  # for lists: the move, or else the throw, without who made it
    player: str | None


class ReplayView(VariantView):
    """A game step by step."""

    players: list[PlayerView]
    turned: bool  # as its start is drawn
    turnable: bool
    total: int
    frames: list[FrameView]
    result: ResultView | None
    record: str


class MatchReplay(NamedTuple):
    """A match as it was at one moment: a thread can draw it while the match goes on."""

    record: Record
    people: list[Player]  # for whom the reader plays
    named: dict[Player, str]
    result: ResultView | None


def replay_view(
    record: Record,
    lang: str,
    form: PictureFormat | None,
    wanted: range,
    people: Collection[Player] = (),
    named: dict[Player, str] | None = None,
) -> ReplayView:
    """Return some steps of a record; without a form no pictures are drawn, which makes it much shorter.

    `named` says what players are called, where it is not what the game calls them.
    """
    game = record.game
    turned = (form or PictureFormat()).hold().is_turned(game, game.players[0], people)
    names = {player: (named or {}).get(player) or name_player(game, player, lang) for player in game.players}
    return {
        **game_view(game, lang),
        "players": [{**player_view(game, player, lang), "name": names[player]} for player in game.players],
        "turned": turned,
        "turnable": bool(list_far_seats(game)),
        "total": len(record.steps) + 1,
        "frames": list(_list_frames(record, lang, form, wanted, turned, names)),
        "result": result_view(record.final, record.result, lang, names, record.termination),
        "record": record.text,
    }


def take_replay(match: Match, reader: Reader) -> MatchReplay:
    """Return what the replay of a match shows at this moment, in which the visitor is `you`.

    Only the thread in which the match changes may call it: another would keep a record that lacks the latest event.
    """
    named = {player: name_seat(match, player, reader) for player in match.game.players}
    return MatchReplay(match.record, reader.list_own(match), named, match_result(match, reader))


def match_replay_view(replay: MatchReplay, lang: str, form: PictureFormat | None, wanted: range) -> ReplayView:
    """Return some steps of a match, with the result worded as in the match itself."""
    shown = replay_view(replay.record, lang, form, wanted, replay.people, replay.named)
    return {**shown, "result": replay.result}


def _list_frames(
    record: Record, lang: str, form: PictureFormat | None, wanted: range, turned: bool, names: dict[Player, str]
) -> Iterator[FrameView]:
    """Return some steps of a record; number 0 is its start."""
    before: Position | None = None
    last: str | None = None
    for number, after in enumerate(record.positions()):
        step = record.steps[number - 1] if number else None
        last = step.move if step and step.move else last
        if number in wanted:
            move, words, short = _describe_step(step, before, names, lang)
            yield {
                "step": number,
                "position": after.text,
                "svg": draw_position(after, last, form, turned, lang) if form else "",
                "thrown": step.throw if step else None,
                "move": move,
                "words": words,
                "short": short,
                "player": str(before.turn) if before else None,
            }
        before = after


def _describe_step(
    step: Step | None, before: Position | None, names: dict[Player, str], lang: str
) -> tuple[MoveView | None, str, str]:
    """Return the move of a step, if it has one, and the step in words: whole sentences, and a short form for lists."""
    if step is None or before is None:
        start = messages.text("match.start", lang)
        return None, start, start
    sentences, short, move = [], "", None
    name = names[before.turn]
    decision = before.throw(step.throw) if step.throw is not None and before.kind == CHANCE else before
    if step.throw is not None:
        sentences.append(messages.text("match.threw", lang, name=name, value=step.throw))
        short = messages.text("match.short_throw", lang, value=step.throw)
    if step.move is not None:
        move = move_view(decision, decision.find(step.move), lang)
        sentences.append(describe_made_move(name, move, lang))
        short = move_text(move, lang)
    return move, messages.text("match.between_sentences", lang).join(sentences), short
