"""The reason why a game ended, in one sentence with the numbers."""

import pytest

import banmen
from banmen import Position

# A finished game, or a position before the last move and that move; then the English sentence, and a part of the Japanese one.
HOME = "All 4 pieces came home"
ENDINGS = [
    (
        "kariuchi",
        "30,Hx3/R,12,Hx2 1 1",
        "30>H",
        f"{HOME}; the other side had brought 2 home.",
        "コマ4個があがりました（相手は2個）",
    ),
    (
        "kariuchi",
        "30,Hx3/Rx3,12 1 1",
        "30>H",
        f"{HOME}; the other side had brought none home.",
        "（相手は0個）",
    ),
    (
        "moontrek",
        "30:A 0,4,4,3 3,0,0,1 A|B|C|D A 1",
        "30>H",
        f"{HOME} (Frog 0, Wolf 0, Monkey 1).",
        "カエル0個、オオカミ0個、サル1個",
    ),
    ("moontrek", "30:A 0,3,0,4 3,1,4,0 AC|BD A 1", "30>H", "All 8 pieces came home (Frog 1, Monkey 0).", "8個があがり"),
    ("holes58", "28;1;2/3;0;0 1 2", "28>S", "The Jackals have no piece left; the Hounds still have 4.", "猟犬はあと4個"),
    ("qubism", "2B2/2W2/5/5/5 9 w", "b5", "White's pawn reached row 5.", "白のポーンが5段目に着きました。"),
    # One free space is left at the top right; the three pieces of land at the bottom left do not touch it.
    (
        "kuniumi",
        "ssslll/ssllsL/1sssll/sssl2/sl1lll/2Sl1l s l",
        "",
        "A Sea group of 1 is closed, but no Land group is closed.",
        "海の集まり（1個）",
    ),
    (
        "kuniumi",
        "llllss/llssss/lllsss/lsLSss/lllsss/llllss s s",
        "",
        "Closed groups: Land 18, Sea 17. The larger one wins.",
        "海が17個",
    ),
    (
        "kuniumi",
        "2lsss/s1slss/Lsllss/lllsss/lllSls/llllss l s",
        "",
        "The largest closed groups are equal, 14 each: then whoever moved last wins.",
        "同じ14個",
    ),
]


def explain(end: Position, lang: str) -> str:
    assert end.over
    return str(end.game.part("ending").explain_ending(end, lang))


@pytest.mark.parametrize(("game", "text", "move", "english", "japanese"), ENDINGS)
def test_an_ending_tells_the_numbers(game: str, text: str, move: str, english: str, japanese: str) -> None:
    before = banmen.game(game).position(text)
    end = before.play(move) if move else before
    assert explain(end, "en") == english
    assert japanese in explain(end, "ja")


def test_equal_groups_may_be_a_draw_and_repetitions_are_named() -> None:
    drawn = banmen.game("kuniumi", tie="draw").position("2lsss/s1slss/Lsllss/lllsss/lllSls/llllss l s")
    assert explain(drawn, "en") == "The largest closed groups are equal, 14 each: a draw."
    for repetition, said in (
        ("draw", "The same position came up for the third time."),
        ("loss", "third time, brought about by Black."),
    ):
        position = banmen.game("qubism", repetition=repetition).start()
        for move in ("c2", "c4", "c1", "c5") * 2:
            position = position.play(move)
        assert explain(position, "en").endswith(said)


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("kariuchi", "30/R 1 1", "The one piece came home; the other side's had not."),
        ("moontrek", "30:A 0,1,1,1 0,0,0,0 A|B|C|D A 1", "The one piece came home (Frog 0, Wolf 0, Monkey 0)."),
    ],
)
def test_a_single_piece_is_told_of_as_one(name: str, text: str, why: str) -> None:
    assert explain(banmen.game(name, pieces=1).position(text).play("30>H"), "en") == why
