"""Matches through the API: creating, acting, taking back, resigning, and the computer's part."""

import random
from pathlib import Path

import pytest

from banmen.core import registry
from banmen.core.record_text import read_record
from banmen.match.match_views import event_view
from banmen.match.readers import Reader
from tests.server.visiting import NEARLY_WON, PEOPLE, House, View, Visitor, problem

# Options for short games.
SHORT = {"kariuchi": {"pieces": 1}, "moontrek": {"pieces": 1, "players": 2}, "holes58": {"pieces": 1}}


def step(visitor: Visitor, view: View, rng: random.Random) -> View:
    if view["waits_for"] == "throw":
        return visitor.done(view, "throw")
    return visitor.done(view, "move", move=rng.choice(view["moves"])["move"])


def name_point(value: int) -> str:
    """Return the name of the point to which a throw leads from the start."""
    return "corner あ" if value == 5 else f"point {value}"


@pytest.mark.parametrize("game", registry.names())
def test_a_whole_game_between_people(game: str, visitor: Visitor) -> None:
    rng = random.Random(3)
    options = SHORT.get(game, {})
    view = visitor.begin(game, seats=PEOPLE[game], options=options)
    assert view["yours"]
    while view["result"] is None:
        view = step(visitor, view, rng)
    assert view["waits_for"] == "nothing"
    assert view["moves"] == []
    assert not view["yours"]
    assert problem(visitor.act(view, "throw")) == (409, "match_over")
    record = read_record(visitor.get(f"/api/matches/{view['id']}/record").text)
    assert record.result is not None
    assert [str(player) for player in record.result] == view["result"]["winners"]
    assert record.final.text == view["position"]
    assert view["steps"] == len(record.steps)


@pytest.mark.parametrize("game", registry.names())
def test_a_whole_game_against_the_computer(game: str, visitor: Visitor) -> None:
    rng = random.Random(4)
    options = SHORT.get(game, {})
    seats = dict(PEOPLE[game])
    seats[list(seats)[1]] = "greedy"
    view = visitor.begin(game, seats=seats, options=options)
    while view["result"] is None:
        view = visitor.awaited(view, lambda seen: seen["yours"] or seen["result"])
        if view["yours"]:
            view = step(visitor, view, rng)


def test_computers_play_on_their_own_until_the_end(visitor: Visitor) -> None:
    view = visitor.begin("moontrek", options={"teams": "2-1", "pieces": 1}, seats=dict.fromkeys("ABC", "random"))
    assert not view["yours"]
    ended = visitor.awaited(view, lambda seen: seen["result"])
    assert not ended["can_undo"]
    assert problem(visitor.act(view, "throw")) == (409, "stale")
    assert problem(visitor.act(ended, "undo")) == (409, "nothing_to_undo")


def test_a_view_says_all_that_the_page_needs(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"], names={"1": "Aki"}, start="Rx2,5,A/Rx3,8 1 3")
    assert view["turn"] == "1"
    assert view["thrown"] == 3
    assert view["status"] == "Aki: move by 3."
    assert view["players"][0]["name"] == "Aki"
    assert view["players"][1] == {"player": "2", "name": "Player 2", "team": 1, "who": "human", "label": "Person"}
    move = next(move for move in view["moves"] if move["move"] == "5>8")
    assert (move["from"], move["to"], move["effects"]) == ("5", "8", ["capture"])
    assert move["motion"][0] == {"piece": "1", "number": 1, "path": ["5", "6", "7", "8"], "how": "walk"}
    assert 'data-place="5"' in view["svg"]
    assert view["seed"] is None
    assert view["url"] == f"/play/{view['id']}"


def test_a_choice_is_named_only_where_moves_share_their_places(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"], start="Rx2,5x2/Rx4 1 1")
    choices = {move["move"]: move["choice"] for move in view["moves"]}
    assert choices["R>1"] is None
    assert choices["5>6"] != choices["5x2>6"]
    assert None not in (choices["5>6"], choices["5x2>6"])


def test_events_tell_what_happened_in_words(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"], start="Rx4/Rx4 1 -")
    thrown = visitor.act(view, "throw").json()
    assert [event["kind"] for event in thrown["events"]] == ["throw"]
    assert thrown["events"][0]["player"] == "1"
    value = thrown["view"]["thrown"]
    assert thrown["events"][0]["words"] == f"Player 1 threw {value}."
    moved = visitor.act(thrown["view"], "move", move=f"R>{value}").json()
    assert moved["events"][0]["move"]["move"] == f"R>{value}"
    assert moved["view"]["last"] == moved["events"][0]["move"]
    assert moved["events"][0]["words"] == f"Player 1: new piece to {name_point(value)}."


@pytest.mark.parametrize(
    ("lang", "game", "start", "status", "begun"),
    [
        ("en", "kariuchi", "Rx4/Rx4 1 -", "Your turn: throw the sticks.", "You begin."),
        ("ja", "kariuchi", "Rx4/Rx4 1 -", "あなたの手番です。投げてください。", "あなたから始めます。"),
        ("en", "kariuchi", "Rx4/Rx4 1 3", "Your turn: move by 3.", "You begin."),
        ("en", "qubism", None, "Your turn: move your pawn or place a cube.", "You begin."),
        ("ja", "qubism", None, "あなたの手番です。ポーンを動かすか、キューブを置いてください。", "あなたから始めます。"),
        ("en", "kuniumi", None, "Your turn: place the Earth God.", "You begin."),
        ("ja", "kuniumi", None, "あなたの手番です。大地の神を置いてください。", "あなたから始めます。"),
        ("en", "kuniumi", "6/2l1s1/2L3/2S1l1/1s4/6 choose -", "Your turn: choose Land or Sea.", "You begin."),
    ],
)
def test_one_person_among_computers_is_called_you(
    visitor: Visitor, lang: str, game: str, start: str | None, status: str, begun: str
) -> None:
    people = list(PEOPLE[game])
    first = people[1] if start and "choose" in start else people[0]
    seats = dict.fromkeys(people, "random") | {first: "human"}
    match = visitor.begin(game, seats=seats, **({"start": start} if start else {}))["id"]
    assert visitor.get(f"/api/matches/{match}?lang={lang}").json()["status"] == status
    found = visitor.house.app.state.matches.sessions[match].match
    assert event_view(found, found.events[0], Reader(lang))["words"] == begun


def test_your_own_actions_are_described_to_you(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats={"1": "human", "2": "random"}, start="Rx4/Rx4 1 -")
    thrown = visitor.act(view, "throw").json()
    value = thrown["view"]["thrown"]
    assert thrown["events"][0]["words"] == f"You threw {value}."
    moved = visitor.act(thrown["view"], "move", move=f"R>{value}").json()
    assert moved["events"][0]["words"] == f"You: new piece to {name_point(value)}."


def test_a_name_that_was_given_is_used(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats={"w": "human", "b": "random"}, names={"w": "Aki"})
    assert view["status"] == "Aki: move your pawn or place a cube."


def test_a_move_that_ends_the_game_is_followed_by_the_result(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"], start=NEARLY_WON)
    answer = visitor.act(view, "move", move="e1").json()
    assert [event["kind"] for event in answer["events"]] == ["move", "finished"]
    assert answer["view"]["result"] == {
        "winners": ["b"],
        "by": "rules",
        "words": "Black won!",
        "why": "Black's pawn reached row 1.",
    }
    assert answer["events"][0]["words"] == "Black: pawn to e1, wins!"  # one mark at the end is enough


def test_winning_against_the_computer_is_announced(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats={"w": "greedy", "b": "human"}, start=NEARLY_WON)
    assert visitor.act(view, "move", move="e1").json()["view"]["result"]["words"] == "You won!"
    looked_back = visitor.get(f"/api/matches/{view['id']}/replay").json()
    assert (looked_back["result"]["words"], looked_back["players"][1]["name"]) == ("You won!", "You")
    assert looked_back["frames"][1]["words"].startswith("You: pawn to e1")
    view = visitor.begin(
        "moontrek", seats={"A": "human", **dict.fromkeys("BCD", "greedy")}, start="30:A 0,4,0,4 3,0,4,0 AC|BD A 1"
    )
    assert visitor.done(view, "move", move="30>H")["result"]["words"] == "You and Wolf won!"


# Taking back.


def test_undo_goes_back_to_the_last_decision_and_the_throw_stays(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"])
    thrown = visitor.done(view, "throw")
    moved = visitor.done(thrown, "move", move=thrown["moves"][0]["move"])
    again = visitor.done(moved, "throw")
    back = visitor.done(again, "undo")
    assert back["position"] == thrown["position"]
    assert back["thrown"] == thrown["thrown"]
    assert back["seq"] == again["seq"] + 1
    replayed = visitor.done(visitor.done(back, "move", move=thrown["moves"][0]["move"]), "throw")
    assert replayed["thrown"] == again["thrown"], "a throw taken back falls the same again"


def test_throws_are_spoken_of_only_where_there_are_sticks(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats={"w": "human", "b": "human"})
    undone = visitor.act(visitor.done(view, "move", move="c2"), "undo").json()
    assert undone["events"][0]["words"] == "Taken back."
    thrown = visitor.done(visitor.begin("kariuchi", seats=PEOPLE["kariuchi"]), "throw")
    moved = visitor.done(thrown, "move", move=thrown["moves"][0]["move"])
    assert visitor.act(moved, "undo").json()["events"][0]["words"].endswith("stays as it fell.")


def test_undo_takes_back_the_computers_answer_too(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats={"w": "human", "b": "greedy"})
    moved = visitor.done(view, "move", move="c2")
    answered = visitor.awaited(moved, lambda seen: seen["yours"])
    back = visitor.done(answered, "undo")
    assert back["position"] == view["position"]
    assert back["yours"]
    assert not back["can_undo"]
    assert problem(visitor.act(back, "undo")) == (409, "nothing_to_undo")


def test_undo_works_several_times_and_survives_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor()
        views = [visitor.begin("qubism", seats=PEOPLE["qubism"])]
        for _ in range(4):
            views.append(visitor.done(views[-1], "move", move=views[-1]["moves"][0]["move"]))
        view = visitor.done(views[-1], "undo")
        view = visitor.done(view, "undo")
        assert view["position"] == views[2]["position"]
        cookies = visitor.client.cookies
    with House(tmp_path) as house:
        visitor = house.visitor()
        visitor.client.cookies = cookies
        found = visitor.look(view["id"])
        assert found["position"] == views[2]["position"]
        assert found["seq"] == view["seq"]
        assert visitor.done(found, "undo")["position"] == views[1]["position"]


def test_a_finished_match_can_be_taken_back(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"], start=NEARLY_WON)
    won = visitor.done(view, "move", move="e1")
    assert won["result"]
    back = visitor.done(won, "undo")
    assert back["result"] is None
    assert back["position"] == view["position"]
    assert visitor.get("/api/matches").json()["matches"][0]["result"] is None


# Resigning.


def test_giving_up_makes_the_others_win(visitor: Visitor) -> None:
    view = visitor.begin("moontrek", options={"teams": "2-2"}, seats=dict.fromkeys("ABCD", "human"))
    ended = visitor.done(view, "resign", player="C")
    assert ended["result"] == {
        "winners": ["B", "D"],
        "by": "resigned",
        "words": "Wolf resigned. Frog and Monkey won.",
        "why": "",
    }
    assert ended["waits_for"] == "nothing"
    assert 'Termination "resigned"' in visitor.get(f"/api/matches/{view['id']}/record").text
    assert ended["description"].endswith("Wolf resigned. Frog and Monkey won.")
    assert "to throw" not in ended["description"]
    assert visitor.done(ended, "undo")["result"] is None


def test_either_person_can_resign(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    moved = visitor.done(view, "move", move="c2")
    assert visitor.done(moved, "resign")["result"]["winners"] == ["w"]
    named = visitor.begin("qubism", seats=PEOPLE["qubism"])
    ended = visitor.done(named, "resign", player="b")  # though it is the other's turn
    assert ended["result"] == {"winners": ["w"], "by": "resigned", "words": "Black resigned. White won.", "why": ""}


def test_only_people_give_up(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats={"w": "human", "b": "greedy"})
    assert problem(visitor.act(view, "resign", player="b")) == (409, "nobody_to_resign")
    ended = visitor.done(view, "resign")
    assert ended["result"]["winners"] == ["b"]


@pytest.mark.parametrize(
    ("lang", "yours", "told"),
    [
        ("en", "You resigned. Black won.", "White resigned. Black won."),
        ("ja", "あなたが投了しました。黒の勝ちです。", "白が投了しました。黒の勝ちです。"),
    ],
)
def test_resignations_are_shown_everywhere(visitor: Visitor, lang: str, yours: str, told: str) -> None:
    view = visitor.done(visitor.begin("qubism", seats={"w": "human", "b": "greedy"}), "move", move="c2")
    path, ended = f"/api/matches/{view['id']}", visitor.done(view, "resign")
    look = visitor.get(f"{path}?lang={lang}").json()
    assert (look["result"]["by"], look["result"]["words"], look["status"]) == ("resigned", yours, yours)
    assert visitor.get(f"/api/matches?lang={lang}").json()["matches"][0]["result"]["words"] == yours
    replay = visitor.get(f"{path}/replay?lang={lang}").json()
    assert replay["result"] == look["result"]
    again = visitor.post(f"/api/replay?lang={lang}", {"record": replay["record"]}).json()
    assert again["result"] == {**replay["result"], "words": told}  # a reader of the record may be somebody else
    two = visitor.done(visitor.begin("qubism", seats=PEOPLE["qubism"]), "resign", player="w")
    assert visitor.get(f"/api/matches/{two['id']}?lang={lang}").json()["result"]["words"] == told
    assert ended["waits_for"] == "nothing"
