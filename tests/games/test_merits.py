"""Why a move is better than another, as far as the rules show."""

import pytest

import banmen
from banmen.presentation.merits import explain_better

# A position, the better move, the move that was played, and the sentence.
MERITS = [
    (
        *("kariuchi", "Rx2,5,9/Rx3,7 1 2", "5>7", "9>11"),  # sent back, the only piece on the board can hit nothing
        "Then no next throw can hit you; after the move that was played, 12 in 100 can.",
    ),
    (
        *("moontrek", "4:B,5:A,8:A 2,3,4,4 0,0,0,0 A|B|C|D A 3", "5>8", "8>11"),  # two together are as hard to reach as one
        "Then the next throw hits you less often: 6 times in 100 instead of 38.",
    ),
    ("moontrek", "4:B,5:A,8:C 3,3,3,4 0,0,0,0 AC|BD A 3", "5>8", "R>3", "Then the next throw hits you less often"),
    ("qubism", "2B2/2W2/5/5/5 9 w", "b5", "b4", "It wins at once."),
    ("qubism", "2v>1/3Wv/1<vB</1^3/>^3 0 w", "c4", "d2", "After the move that was played, Black could win at once."),
    ("qubism", "2B2/5/5/2W2/5 9 w", "c3", "b2", "White then has 2 steps to go instead of 3."),
    ("qubism", "2B2/5/5/2W2/5 9 w", "c4v", "a1^", "Black then has 5 steps to go instead of 4."),
    (
        "kuniumi",
        "3lls/4l1/l1slls/ll1lls/s1Ssss/sL2s1 l l",
        "d1",
        "b2",
        "After the move that was played, Player 2 could win at once.",
    ),
    ("kuniumi", "ll1Lls/lsssss/llsss1/lllsss/lllssS/llllss s s", "f4", "c6", "It threatens to win next, on c6."),
    ("kuniumi", "6/2l1s1/2L3/2S1l1/1s4/6 l l", "c6", "d5", ""),  # nothing that the rules could show
]


@pytest.mark.parametrize(("game", "text", "better", "played", "said"), MERITS)
def test_what_speaks_for_a_move(game: str, text: str, better: str, played: str, said: str) -> None:
    position = banmen.game(game).position(text)
    found = explain_better(position, position.find(better), position.find(played), "en")
    assert found.startswith(said) if said else found == ""
    assert bool(explain_better(position, position.find(better), position.find(played), "ja")) == bool(said)
    assert explain_better(position, position.find(better), position.find(better), "en") == ""
