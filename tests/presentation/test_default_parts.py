"""Defaults for parts that a game does not provide: tried on the games we know, whose own parts are ignored."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import banmen
from banmen.core.game import Position
from banmen.core.i18n import languages
from banmen.presentation import default_board_editor, default_draw, default_motion, default_reasons, default_text_board
from banmen.presentation.default_dangers import find_dangers
from banmen.presentation.default_words import bind
from banmen.presentation.svg import Style
from banmen.presentation.text_canvas import TextBoardStyle
from banmen.testing import random_game
from tests.common.loops import some


def places(position: Position, **style: object) -> list[str | None]:
    drawing = default_draw.draw(position, Style(**style))  # type: ignore[arg-type]
    tree = ElementTree.fromstring(f"<svg>{''.join(drawing.parts)}</svg>")
    return [
        element.get("data-place") for element in tree.iter("g") if element.get("data-place") and not element.get("data-piece")
    ]


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("1B/W1 w", {"a2": "", "b2": "B", "a1": "W", "b1": ""}),
        ("2/2", {"a2": "", "b2": "", "a1": "", "b1": ""}),
        ("12/abcdefghijkl x", 24),
        ("3/2 w", None),  # rows of different length
        ("5 w", None),  # a single row is not a board
        ("Rx2,5,A/Rx3,12 1 3", None),
        ("1;0;4/1;0;4 1 -", None),
        ("a b/c", None),
        ("", None),
    ],
)
def test_a_board_is_read_where_there_is_one(text: str, board: object) -> None:
    found = default_draw.read_board(text)
    assert (len(found) if isinstance(board, int) and found else found) == board


def lines(position: Position, **style: object) -> list[str]:
    drawing = default_text_board.draw(position, TextBoardStyle(**style))  # type: ignore[arg-type]
    return ["".join(text for text, _ in line) for line in drawing.lines()]


def test_a_board_in_text_is_a_grid() -> None:
    position = banmen.game("qubism").position("2B1v/5/vv^v1/5/2W2 4 w")
    assert lines(position, low=True, targets=("c2",)) == [
        "5     ∙     ∙    [b]    ∙     v",
        "4     ∙     ∙     ∙     ∙     ∙",
        "3     v     v     ^     v     ∙",
        "2     ∙     ∙    <∙>    ∙     ∙",
        "1     ∙     ∙    (w)    ∙     ∙",
        "      a     b     c     d     e",
    ]
    assert lines(position, names=True)[2] == "4     a4    b4    c4    d4    e4"
    styles = dict(default_text_board.draw(position, TextBoardStyle(last=("c1",), low=True)).lines()[4])
    assert styles["(w)"] == "bold underline"
    text = "Rx2,5,A/Rx3,12 1 3"
    assert lines(banmen.game("kariuchi").position(text)) == [text], "what is no board is shown as it is"


@pytest.mark.parametrize("name", banmen.names())
def test_every_place_of_a_legal_move_can_be_pointed_at(name: str) -> None:
    for position in some(list(random_game(banmen.game(name), 1))[::7]):
        found = places(position, targets=True, coordinates=True, theme="dark")
        moves = position.legal_moves()
        assert {place for move in moves for place in (move.source, move.target) if place} <= set(found)
        assert len(set(found)) == len(found), "a place is drawn once"


def test_a_board_has_all_its_spaces_and_what_stands_on_them() -> None:
    position = banmen.game("qubism").position("2B1v/5/vv^v1/5/2W2 4 w")
    assert len([place for place in places(position) if place and place[1:].isdigit()]) == 25
    body = "".join(default_draw.draw(position, Style(last="c2")).parts)
    assert body.count('data-piece="v"') == 4
    assert 'data-piece="w"' in body, "a sign that is a player's name is that player's piece"
    assert 'data-move="c2"' in body


def test_a_text_that_is_no_board_is_shown_as_it_is() -> None:
    position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3")
    body = "".join(default_draw.draw(position, Style()).parts)
    assert "Rx2,5,A/Rx3,12" in body
    assert 'data-throw="3"' in body


@pytest.mark.parametrize("name", banmen.names())
@pytest.mark.parametrize("lang", languages())
def test_words_tell_whose_turn_it_is_and_who_has_won(name: str, lang: str) -> None:
    game = banmen.game(name)
    words = bind(type(game))
    assert words.title(game.start(), lang).startswith(words.NAME[lang])
    last = list(random_game(game, 2))[-1]
    assert last.winner is not None
    for winner in last.winner:
        assert str(game.part("words").player_name(winner, lang)) in words.status(last, lang)
    assert last.text in words.describe(last, lang)
    assert len({words.player_name(player, lang) for player in game.players}) == len(game.players)


def test_moves_go_from_their_source_to_their_target() -> None:
    position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,12 1 3")
    move = position.find("5>8")
    assert [way.path for way in default_motion.motion(position, move, position.after(move.code))] == [("5", "8")]
    assert default_motion.choice(move, "en") == "5>8"
    placed = banmen.game("kuniumi").start()
    token = placed.legal_moves()[0]
    (way,) = default_motion.motion(placed, token, placed.after(token.code))
    assert (way.how, way.path[-1]) == ("place", token.target)


@pytest.mark.parametrize("lang", languages())
def test_reasons_say_what_the_list_of_moves_says(lang: str) -> None:
    position = banmen.game("qubism").start()
    ways = (("c1", "c5"), ("a1", None), (None, "e5"))
    sentences = [default_reasons.reason(position, source, target, lang) for source, target in ways]
    assert [reason.code for reason in sentences] == ["not_legal", "no_way_from", "no_way_to"]
    assert all(place in sentences[0].words for place in ("c1", "c5"))
    assert find_dangers(position, lang).places == ()


def test_a_board_that_nobody_can_edit_has_an_error_of_its_own() -> None:
    with pytest.raises(default_board_editor.NoBoardEditorError) as caught:
        default_board_editor.move_piece("text", "1", "a", "b")
    assert caught.value.code == "no_board_editor"
    assert isinstance(caught.value, banmen.BanmenError)
    assert caught.value.localize("ja")
