"""Views of a match for people: that somebody throws again, and its steps in few words."""

from __future__ import annotations

import pytest

from banmen.core.record_text import read_record
from banmen.match.actions import plan_move, plan_throw, plan_undo
from banmen.match.dice import SeededDice
from banmen.match.event_words import describe_event
from banmen.match.match_start import list_record_events
from banmen.match.match_state import Match
from banmen.match.match_views import events_view, match_view
from banmen.match.picture_format import PictureFormat
from banmen.match.readers import Reader
from banmen.match.replay_views import replay_view
from tests.match.players import ANYBODY
from tests.match.test_actions import PEOPLE, begin

KARIUCHI = ("kariuchi", "Rx4/Rx4 1 4", PEOPLE)
MOON_TREK = ("moontrek", "- 4,4 0,0 A|B A 4", {"A": "human", "B": "human"})


@pytest.mark.parametrize(
    ("game", "start", "seats", "lang", "again"),
    [(*KARIUCHI, "en", "Bonus throw!"), (*KARIUCHI, "ja", "連チャン！"), (*MOON_TREK, "ja", "つづけて手番！")],
)
def test_a_bonus_throw_is_told_until_it_is_made(game: str, start: str, seats: dict[str, str], lang: str, again: str) -> None:
    match = begin(game, seats, start, **({"players": 2} if game == "moontrek" else {}))
    assert not match_view(match, ANYBODY, Reader(lang), PictureFormat(), thinking=False)["again"]
    match.add_planned(plan_move(match, "R>4"))
    view = match_view(match, ANYBODY, Reader(lang), PictureFormat(), thinking=False)
    assert view["again"] == again
    assert view["status"].startswith(again)
    match.add_planned(plan_throw(match))
    assert not match_view(match, ANYBODY, Reader(lang), PictureFormat(), thinking=False)["again"]
    assert events_view(match, match.events[-1:], Reader(lang))[0]["words"].startswith(again)


def test_an_ordinary_throw_is_no_bonus() -> None:
    match = begin("kariuchi", PEOPLE, "Rx4/Rx4 1 3")
    match.add_planned(plan_move(match, "R>3"))
    view = match_view(match, ANYBODY, Reader("en"), PictureFormat(), thinking=False)
    assert (view["again"], view["status"]) == ("", "Player 2: throw the sticks.")
    match.add_planned(plan_undo(match))
    assert not match_view(match, ANYBODY, Reader("en"), PictureFormat(), thinking=False)["again"]


def test_steps_are_told_in_few_words_for_lists() -> None:
    match = begin("kariuchi", PEOPLE, "Rx4/Rx4 1 4")
    match.add_planned(plan_move(match, "R>4"))
    match.add_planned(plan_throw(match))
    frames = replay_view(match.record, "en", None, range(3))["frames"]
    assert [frame["short"] for frame in frames[:2]] == ["The start.", "new piece to point 4"]
    assert frames[2]["short"] == f"threw {match.position.thrown}"


@pytest.mark.parametrize(
    ("opening", "lang", "words"),
    [
        (
            "2-2 1-4",
            "en",
            "To decide who begins: Player 1 threw 2, Player 2 threw 2; again: 1 and 4. Player 2 begins.",
        ),
        ("2-2 1-4", "ja", "先攻ぎめ：プレイヤー1が2、プレイヤー2が2。もう一度：1と4。プレイヤー2から始めます。"),
        ("2-2 1-4", "ja-easy", "じゅんばんぎめ：プレイヤー1が2、プレイヤー2が2。もう一回：1と4。プレイヤー2から、はじめます。"),
        (
            "4-1-4-2 3-5",
            "en",
            "To decide who begins: Rabbit threw 4, Frog threw 1, Wolf threw 4, Monkey threw 2; "
            "again: Rabbit threw 3, Wolf threw 5. Wolf begins.",
        ),
    ],
)
def test_the_opening_throws_are_told_with_names(opening: str, lang: str, words: str) -> None:
    game = "kariuchi" if opening.startswith("2") else "moontrek"
    record = read_record(f'[Game "{game}"]\n[Opening "{opening}"]\n\n*\n')
    match = Match(SeededDice(3), list_record_events(record, dict.fromkeys(record.game.players, "human")))
    assert describe_event(match, match.events[0], None, Reader(lang)) == words
