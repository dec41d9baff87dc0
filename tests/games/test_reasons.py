"""Why a piece cannot go to a place: true for every pair of places, and in words for each reason."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from itertools import islice, product
from typing import Any

import pytest

import banmen
from banmen.core.game import Game, Position
from banmen.kernels.contract import DECIDE
from banmen.presentation.motion import describe_move
from banmen.presentation.reasons import POSSIBLE, Reason, explain
from tests.common.loops import some
from tests.contract.variants import random_game
from tests.reference import holes58, kuniumi, qubism, ring

# Sentences about things without a name on the board, or about a single place.
PLACELESS = {"home", "no_reserve", "hand", "no_hand", "shen", "no_shen", "choose", "no_supply", "to_supply"}
VARIANTS = [
    ("kariuchi", {}, 29),
    ("moontrek", {"teams": "2-2"}, 61),
    ("holes58", {}, 13),
    ("kuniumi", {}, 5),
    ("kuniumi", {"lines": "through"}, 9),
    ("qubism", {}, 7),
    ("qubism", {"tip": "either", "cubes": 2}, 11),
]
Check = Callable[[Position, str, str, Reason], object]


def positions(game: Game, every: int) -> list[Position]:
    """Return some positions of a random game in which a move is due."""
    most = 2 if game.name in ("kariuchi", "moontrek") else 4  # the ring has 51 places
    return list(islice((one for one in random_game(game, every) if one.kind == DECIDE), every // 2, every * most, every))


# The claim of each reason, checked against the slow rulebooks of the tests.


def on_the_ring(position: Position, source: str, target: str, reason: Reason) -> object:
    thrown = int(position.text[-1])
    ahead = [number for number in range(1, 41) if target in ring.targets(source, number)]
    behind = any(source in ring.targets(target, number) for number in range(1, 41) if target != "H")
    claims: dict[str, Callable[[], object]] = {
        "distance": lambda: re.search(rf" {min(ahead)} steps? away", reason.words) and thrown not in ahead,
        "backwards": lambda: behind and not ahead,
        "other_way": lambda: not behind and not ahead,
        "turn_in": lambda: not ahead and (target == "A" or re.fullmatch("(5|10|15)[abc]", target)),
        "outwards": lambda: not ahead and re.fullmatch("(20|25|30)[abc]", target) and (source == "R" or source.isdigit()),
        "straight": lambda: not ahead and re.fullmatch("(5|10|15)[abc]?", source) and target[:2] in ("20", "25", "30"),
        "stay": lambda: source == target,
        "to_reserve": lambda: target == "R",
        "home": lambda: source == "H",
        "no_reserve": lambda: source == "R",
        "empty": lambda: source not in standing(position),
        "theirs": lambda: source in standing(position) and turn(position) not in standing(position)[source],
        "mates": lambda: position.game.name == "moontrek" and turn(position) not in standing(position)[source],
    }
    return claims[reason.code]()


def standing(position: Position) -> dict[str, str]:
    """Return the owners on each point by a position's text."""
    fields = position.text.split(" ")
    if position.game.name == "moontrek":
        return dict(item.split(":") for item in fields[0].split(",") if item != "-")
    sides = zip("12", fields[0].split("/"), strict=True)
    return {item.partition("x")[0]: owner for owner, side in sides for item in side.split(",")}


def turn(position: Position) -> str:
    return position.text.split(" ")[-2]


def on_the_lane(position: Position, source: str, target: str, reason: Reason) -> object:
    table = holes58.Rules().read(position.text)
    own, thrown = table.sides[table.turn - 1], table.throw
    start = int(source) if source.isdigit() else 0
    landing = start + thrown
    between = [hole for hole in own.lane if start < hole < landing]
    claims: dict[str, Callable[[], object]] = {
        "empty": lambda: start not in own.lane,
        "no_hand": lambda: not own.hand,
        "hand": lambda: own.hand,
        "no_shen": lambda: not own.shen,
        "shen": lambda: own.shen and thrown != 1,
        "shen_to_hand": lambda: own.shen and target != "hand",
        "overshoots": lambda: landing > holes58.SHEN and not between,
        "blocked": lambda: between and f"on hole {min(between)} is in the way" in reason.words,
        "landing_taken": lambda: landing in own.lane and not between,
        "carried_on": lambda: target == str(landing) and holes58.WARP[landing] not in own.lane,
        "line_taken": lambda: holes58.WARP[landing] == int(target) and int(target) in own.lane,
        "to_hand": lambda: target == "hand",
        "stay": lambda: source == target,
        "backwards": lambda: int(target) < start,
        "distance": lambda: target != str(landing) and (target == "S" or int(target) > start),
    }
    return claims[reason.code]()


def in_the_land(position: Position, source: str, target: str, reason: Reason) -> object:
    rules = kuniumi.Rules(lines=position.game.options["lines"])
    table = rules.read(position.text)
    board = {kuniumi.name(space): sign for space, sign in table.board.items()}
    mine = table.to_act
    god = next((name for name, sign in board.items() if sign == mine.upper()), "")
    group = {kuniumi.name(space) for space in rules.group(table.board, kuniumi.space_of(god))} if god else set()
    block = re.search(r"on (..) is in the way", reason.words)

    def lies_between() -> bool:
        assert block
        lines = [(name, line) for name in group for line in ([sorted((name, target))] if shares(name, target) else [])]
        return block[1] in board and any(low <= block[1] <= high and shares(block[1], target) for _, (low, high) in lines)

    def closes() -> object:
        piece = kuniumi.ORDER[len(board)]
        return rules.closed({**table.board, kuniumi.space_of(target): piece})

    claims: dict[str, Callable[[], object]] = {
        "choose": lambda: mine == "choose",
        "set_stays": lambda: mine == "setup" and source in board,
        "taken": lambda: target in board,
        "closes": closes,
        "empty": lambda: source not in board,
        "theirs": lambda: board[source].lower() != mine,
        "token": lambda: board[source] == mine,
        "stay": lambda: source == target == god,
        "no_line": lambda: target not in board and not any(shares(name, target) for name in group),
        "in_the_way": lambda: rules.lines == "sight" and target not in board and lies_between(),
    }
    return claims[reason.code]()


def shares(one: str, other: str) -> bool:
    """Tell whether two spaces are in one row or column."""
    return one[0] == other[0] or one[1] == other[1]


def among_cubes(position: Position, source: str, target: str, reason: Reason) -> object:
    rules = qubism.Rules(cubes=position.game.options["cubes"])
    table = rules.read(position.text)
    board = {qubism.name(square): sign for square, sign in table.board.items()}
    theirs = "B" if table.turn == "w" else "W"
    way = qubism.ARROWS.get(board.get(source, ""), (0, 0))
    ahead = [qubism.beyond(qubism.square_of(source), way, steps) for steps in range(1, 5)] if way != (0, 0) else []
    line = [qubism.name(square) for square in ahead if qubism.on_board(square)]
    away = distance(source, target) if "supply" not in (source, target) else 0

    def shuts() -> bool:
        rest = {square: sign for square, sign in table.board.items() if qubism.name(square) != source or way == (0, 0)}
        return not rules._ways({**rest, qubism.square_of(target): "^"})

    claims: dict[str, Callable[[], object]] = {
        "empty": lambda: source not in board,
        "theirs": lambda: board[source] == theirs,
        "stay": lambda: source == target,
        "to_supply": lambda: target == "supply",
        "no_supply": lambda: source == "supply" and not table.supply,
        "cube_there": lambda: board[target] in qubism.ARROWS,
        "pawn_there": lambda: board[target] in "WB",
        "jump": lambda: board[target] == theirs and away == 1,
        "straight_jump": lambda: target not in board and away == 2,
        "no_neighbour": lambda: target not in board and away > 1,
        "no_arrow": lambda: (
            not any(table.free(qubism.beyond(qubism.square_of(target), arrow)) for arrow in qubism.ARROWS.values())
        ),
        "shuts": shuts,
        "shuts_both": shuts,
        "arrow": lambda: target not in line,
        "edge": lambda: ahead and not line,
        "blocked": lambda: target in line and any(name in board for name in line[: line.index(target) + 1]),
    }
    return claims[reason.code]()


def distance(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


CHECKS: dict[str, Check] = {
    "kariuchi": on_the_ring,
    "moontrek": on_the_ring,
    "holes58": on_the_lane,
    "kuniumi": in_the_land,
    "qubism": among_cubes,
}


@pytest.mark.parametrize(("name", "options", "every"), VARIANTS)
def test_every_pair_of_places_gets_a_true_answer(name: str, options: dict[str, Any], every: int) -> None:
    game = importlib.import_module(f"banmen.games.{name}.reasons")
    for position in some(positions(banmen.game(name, **options), every)):
        moves = position.legal_moves()
        legal = {(describe_move(position, move, "en").source or move.source, move.target) for move in moves}
        for source, target in product(game.PLACES, repeat=2):
            reason = explain(position, source, target, "en")
            where = f"{position!r} {source} {target}: {reason}"
            assert (reason.code == POSSIBLE) == ((source, target) in legal), where
            assert reason.words.endswith("."), where
            going = game.describe_targets([target], "en")  # a direction, if the place has no name of its own
            told = [any(name in reason.words for name in names) for names in _list_names(game, source, target, going)]
            assert all(told) if reason.code == POSSIBLE else any(told) or reason.code in PLACELESS, where
            assert reason.code == POSSIBLE or CHECKS[name](position, source, target, reason), where


def _list_names(game: Any, source: str, target: str, going: str) -> list[list[str]]:
    return [[game.name_place(source, "en")], [game.name_place(target, "en"), going]]


@pytest.mark.parametrize(("name", "options", "every"), VARIANTS)
def test_one_place_alone_gets_an_answer_in_both_languages(name: str, options: dict[str, Any], every: int) -> None:
    game = importlib.import_module(f"banmen.games.{name}.reasons")
    for position in some(positions(banmen.game(name, **options), every)):
        moves = position.legal_moves()
        sources = {describe_move(position, move, "en").source or move.source for move in moves}
        targets = {move.target for move in moves}
        for place in game.PLACES:
            taken_up, reached = explain(position, place, None, "en"), explain(position, None, place, "en")
            assert (taken_up.code == POSSIBLE) == (place in sources), (position, place, taken_up)
            assert (reached.code == POSSIBLE) == (place in targets | sources), (position, place, reached)
            for english, source, target in ((taken_up, place, None), (reached, None, place)):
                japanese = explain(position, source, target, "ja")
                assert japanese.code == english.code
                assert japanese.words.endswith("。")
                assert not re.search("[a-zA-Z]{4}", japanese.words)


EXAMPLES = [
    (
        "kariuchi",
        "Rx2,5,A/Rx3,12 1 3",
        "5",
        "7",
        "distance",
        "from corner あ it leads to point 8 or towards the centre, and point 7 is 2 steps away",
        "7までは2マス",
    ),
    ("kariuchi", "Rx3,28/Rx4 1 2", "28", "H", "distance", "home is 3 steps away", "あがりまでは3マス"),
    (
        "kariuchi",
        "Rx2,4,A/Rx4 1 3",
        "4",
        "5a",
        "turn_in",
        "Only a piece that stands on corner あ",
        "「あ」に止まっているコマだけ",
    ),
    (
        "kariuchi",
        "Rx2,4,A/Rx4 1 3",
        "4",
        "A",
        "turn_in",
        "stands on corner あ, corner い or corner う",
        "「あ」か「い」か「う」に",
    ),
    (
        "kariuchi",
        "Rx3,20/Rx4 1 3",
        "20",
        "20c",
        "outwards",
        "The path of corner え is walked outwards only",
        "「え」の道は外向き",
    ),
    (
        "kariuchi",
        "Rx3,5c/Rx4 1 3",
        "5c",
        "25b",
        "straight",
        "from the 3rd point in from corner あ the way leads out to corner え",
        "「あ」の道の3つ目からは「え」のほうへ",
    ),
    ("kariuchi", "Rx3,8/Rx4 1 3", "8", "7", "backwards", "point 7 lies behind point 8", "7は8より後ろ"),
    ("kariuchi", "Rx3,8/Rx3,12 1 3", "12", "15", "theirs", "The piece on point 12 is Player 2's", "プレイヤー2のもの"),
    ("kariuchi", "8x3,H/Rx4 1 3", "H", "30", "home", "Pieces that are home stay there", "あがったコマは"),
    ("kariuchi", "8x3,H/Rx4 1 3", "R", "3", "no_reserve", "You have no piece in the reserve", "ひかえに自分の"),
    ("kariuchi", "Rx3,8/Rx3,12 1 3", None, "12", "theirs_far", "none of your pieces can reach it", "届く自分のコマが"),
    (
        "moontrek",
        "5:CC,12:B 4,3,2,4 0,0,0,0 AC|BD A 3",
        "5",
        "8",
        "mates",
        "must be your own, and on point 5 there is only Wolf",
        "オオカミだけ",
    ),
    ("moontrek", "5:CC,12:B 4,3,2,4 0,0,0,0 AC|BD A 3", "12", "15", "theirs", "is Frog's", "カエルのもの"),
    ("holes58", "10,14;0;3/1;0;4 1 5", "10", "15", "blocked", "on hole 14 is in the way", "14の穴にいます"),
    ("holes58", "10,14;0;3/1;0;4 1 4", None, "10", "landing_taken", "stands on hole 14", "14の穴に着きますが"),
    ("holes58", "28;0;4/1;0;4 1 3", "28", "S", "overshoots", "the Shen hole is two steps away", "シェンホールまで2つ"),
    ("holes58", "29;0;4/1;0;4 1 3", "29", "S", "overshoots", "is one step away", "シェンホールまで1つ"),
    ("holes58", "1;0;4/1;0;4 1 5", "1", "6", "carried_on", "slides along it and ends on hole 20", "20の穴へ"),
    ("holes58", "1,20;0;3/1;0;4 1 5", "1", "20", "line_taken", "you end on hole 6", "6の穴で止まります"),
    ("holes58", "1;1;3/1;0;4 1 5", "S", "hand", "shen", "only by a throw of 1", "1が出たとき"),
    ("kuniumi", "6/4S1/1ls3/3ls1/1L4/6 l l", "b2", "b6", "in_the_way", "A land token on b4 is in the way", "b4に大地のコマ"),
    ("kuniumi", "6/4S1/1ls3/3ls1/1L4/6 l l", "b2", "d5", "no_line", "not in a row or column", "線の上にありません"),
    ("kuniumi", "6/4S1/1ls3/3ls1/1L4/6 l l", "b2", "e5", "taken", "the Sea God stands there", "海の神がいます"),
    ("kuniumi", "6/4S1/1ls3/3ls1/1L4/6 l l", None, "d3", "token", "only your God moves, from b2", "b2にいる自分の神"),
    ("kuniumi", "6/4S1/1ls3/3ls1/1L4/6 choose -", None, "d3", "choose", "Land or Sea", "大地か海か"),
    ("kuniumi", "6/6/6/6/L5/S5 setup -", None, "b1", "closes", "would leave a closed group", "囲まれた集まり"),
    ("qubism", "2B2/5/5/5/2W2 9 w", "c1", "d2", "no_neighbour", "one step up, down, left or right", "1マスずつ"),
    ("qubism", "2B2/5/5/2^2/2W2 8 w", "c1", "c2", "cube_there", "A cube stands on c2", "c2にはキューブ"),
    ("qubism", "5/2B2/2W2/5/5 9 w", "c3", "c4", "jump", "jump over it to c5", "飛びこえてc5へ"),
    ("qubism", "5/2B2/2W2/5/5 9 w", "c3", "b4", "straight_jump", "jump straight while c5 is free", "c5が空いている"),
    ("qubism", "2B2/5/1^3/5/2W2 8 w", "b3", "c3", "arrow", "slides only where its arrow points", "矢印の向きにだけ"),
    ("qubism", "1>B2/5/5/5/2W2 8 w", None, "b5", "stuck", "points at c5, which is taken", "c5がふさがって"),
    ("qubism", "2B1>/5/5/5/2W2 8 w", None, "e5", "edge", "over the edge of the board", "盤の外"),
    ("qubism", "2B2/5/>>>>1/5/2W2 5 w", "supply", "e3", "shuts_both", "both pawns no way", "どちらのポーンも"),
    ("qubism", "1^B^1/1^1^1/5/5/2W2 5 w", "supply", "c4", "shuts", "Black's pawn", "黒のポーン"),
    ("qubism", "2B2/5/5/1^3/2W2 0 w", "supply", "a4", "no_supply", "No cube is left", "もう空です"),
]


@pytest.mark.parametrize(("name", "text", "source", "target", "code", "english", "japanese"), EXAMPLES)
def test_reasons_in_words(
    name: str, text: str, source: str | None, target: str, code: str, english: str, japanese: str
) -> None:
    options = {"cubes": sum(map(text.count, "^>v<")) + int(text.split()[-2])} if name == "qubism" else {}
    position = banmen.game(name, **options).position(text)
    assert explain(position, source, target, "en").code == code
    assert english in explain(position, source, target, "en").words
    assert japanese in explain(position, source, target, "ja").words


def test_an_unfair_setup_is_named() -> None:
    position = banmen.game("kuniumi", setup="fair").position("6/6/6/l5/S1l3/1Ls3 setup -")
    assert explain(position, None, "b3", "en").code == "unfair"


def test_other_sides_and_unknown_places_and_ends() -> None:
    game = banmen.game("holes58")
    position = game.position("1;0;4/1;0;4 1 5")
    assert explain(position, None, "4", "en", owner="2").words.startswith("That place belongs to Jackals")
    assert explain(position, None, "4", "en", owner="1").code == "none_comes"
    assert explain(position, None, "nowhere", "ja").words == "この盤に「nowhere」というところはありません。"
    assert explain(position, None, None, "en").code == "asked"
    assert explain(game.start(), "1", "4", "en").code == "throw"
    assert explain(game.position("-;2;0/-;0;0 1 -"), "1", "4", "en").code == "over"


def test_what_can_be_played_is_told_with_what_it_does() -> None:
    position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,8 1 3")
    assert explain(position, "5", "8", "en").words == "You can go from corner あ to point 8: sends a piece back."
    assert explain(position, None, "8", "en").words == "Point 8 can be reached from corner あ: choose that first."
    assert explain(position, "A", None, "ja").words == "中心点から「え」か「お」か「出」のほうへ行けます。"
