"""The side from which boards are seen."""

import pytest

import banmen
from banmen.core.board import Player
from banmen.match.picture_format import PictureFormat, list_far_seats, read_format


@pytest.mark.parametrize(
    ("game", "side", "turn", "people", "turned"),
    [
        ("qubism", "own", "w", ["w"], False),
        ("qubism", "own", "w", ["b"], True),
        ("qubism", "other", "w", ["b"], False),
        ("qubism", "own", "b", ["w", "b"], False),
        ("qubism", "mover", "b", ["w", "b"], True),
        ("qubism", "mover", "w", ["w", "b"], False),
        ("qubism", "mover", "w", ["b"], True),  # the computer's turn does not turn the board
        ("qubism", "other", "w", [], True),
        ("moontrek", "own", "A", ["C", "D"], True),
        ("moontrek", "own", "A", ["B", "D"], False),
        ("holes58", "other", 1, [2], False),
    ],
)
def test_people_play_from_below(game: str, side: str, turn: Player, people: list[Player], turned: bool) -> None:
    assert read_format("dark", side, "true").is_turned(banmen.game(game), turn, people) == turned


def test_only_players_who_take_part_sit_far_away() -> None:
    assert list_far_seats(banmen.game("moontrek")) == ("C", "D")
    assert list_far_seats(banmen.game("moontrek", players=3)) == ("C",)
    assert list_far_seats(banmen.game("moontrek", players=2)) == ()


def test_a_series_of_pictures_does_not_turn_with_the_player() -> None:
    assert PictureFormat(side="mover").hold() == PictureFormat()
    assert PictureFormat(side="other").hold().side == "other"


def test_unknown_words_leave_pictures_as_usual() -> None:
    assert read_format("sepia", "above", "1") == PictureFormat()
