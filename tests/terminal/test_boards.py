from __future__ import annotations

import io
import random
import re
import unicodedata
from collections import Counter

import pytest
from rich.cells import cell_len
from rich.console import Console

import banmen
from banmen.core.game import Game, Position
from banmen.terminal import boards
from banmen.terminal.boards import draw_board
from tests.common.loops import some

VARIANTS = [banmen.game(name) for name in banmen.names()] + [
    banmen.game("moontrek", teams="2-2"),
    banmen.game("moontrek", players=2, pieces=2),
    banmen.game("kariuchi", pieces=1),
]


def walk(game: Game, seed: int, steps: int) -> list[Position]:
    """Return the positions of a random game."""
    rng = random.Random(seed)
    found = [game.start(rng)]
    while len(found) < steps and not found[-1].over:
        position = found[-1]
        if position.throws():
            position = position.throw(rng.randint(1, 5))
            found.append(position)
        found.append(position.play(rng.choice(position.legal_moves())))
    return found


def shown(position: Position, names: bool = False) -> str:
    return draw_board(position, "en", names=names).plain


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_boards_fit_a_terminal_and_hold_no_sign_of_doubtful_width(game: Game, lang: str) -> None:
    for position in some(walk(game, 1, 60)):
        moves = position.legal_moves()
        targets = [str(move.target) for move in moves]
        for names in (False, True):
            text = draw_board(position, lang, names=names, targets=targets, last=moves[0] if moves else None).plain
            assert {sign for sign in text if unicodedata.east_asian_width(sign) == "A"} == set()
            assert max(cell_len(line) for line in text.splitlines()) <= 80
            assert len(text.splitlines()) <= 32


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_boards_leave_room_for_a_question_in_24_rows_of_80_columns(game: Game, lang: str) -> None:
    for position in some(walk(game, 1, 60)):
        moves = position.legal_moves()
        targets = [str(move.target) for move in moves]
        for last in (None, *moves[:1]):
            lines = draw_board(position, lang, names=True, targets=targets, last=last, room=(80, 24)).plain.splitlines()
            assert len(lines) <= 19
            assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_a_low_board_shows_what_a_full_one_shows(game: Game) -> None:
    """The pieces, places and counts are the same; only their positions on the screen differ."""
    for position in some(walk(game, 2, 60)):
        full, low = (draw_board(position, "en", names=True, room=room).plain for room in (None, (80, 24)))
        if game.name == "qubism":
            full = full.partition("Supply")[0] + f"Supply {position.text.split()[1]}"
        counts = [Counter(re.findall(r"\w+|[^\w\s.-]", text)) for text in (full, low)]
        if game.name == "holes58":
            counts[0]["12"] = 0  # a label for which a low shield has no room
        assert counts[0] == counts[1]


def test_where_there_is_no_room_beside_a_low_board_the_rest_stands_below() -> None:
    position = banmen.game("kariuchi").start()
    assert draw_board(position, "en", room=(60, 24)).plain.splitlines()[-1] == "  [#] Player 2  reserve 4   home 0"
    assert max(map(cell_len, draw_board(position, "en", room=(60, 24)).plain.splitlines())) <= 60


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_different_positions_look_different_without_colour(game: Game) -> None:
    """The pieces can be read off the board: only turn and throw are shown elsewhere."""
    looks: dict[str, str] = {}
    for seed in range(2):
        for position in some(walk(game, seed, 80)):
            text = position.text
            standing = text.split()[0] if game.name in ("kuniumi", "qubism") else text.rsplit(" ", 2)[0]
            if game.name == "moontrek":
                standing = _summary(text)
            if game.name == "kuniumi":
                standing += text.rsplit(" ", 1)[1]
            look = shown(position)
            assert looks.setdefault(look, standing) == standing


def _summary(text: str) -> str:
    """Return a position of Moon Trek as its board shows it: high stacks by their top piece and height."""
    points, *rest = text.rsplit(" ", 5)
    shortened = []
    for item in points.split(",") if points != "-" else []:
        place, owners = item.split(":")
        shortened.append(f"{place}:{owners if len(owners) <= 3 else owners[-1] + str(len(owners))}")
    return ",".join(shortened) + " ".join(rest[:2])


def test_a_ring_with_everything_on_it() -> None:
    text = shown(banmen.game("kariuchi").position("R,5x2,A/R,10ax2,12 1 3"))
    assert text.count("(∙)") == 2  # the centre, and the legend
    assert text.count("(2)") == 1
    assert text.count("[2]") == 1
    assert text.count("[#]") == 2
    assert "reserve 1   home 0" in text


def test_the_exit_is_at_the_bottom_and_the_ring_is_walked_counter_clockwise() -> None:
    lines = shown(banmen.game("kariuchi").start(), names=True).splitlines()
    bottom = next(line for line in reversed(lines) if " 30 " in line)
    assert bottom.split() == ["29", "30", "1"]
    top = next(line for line in lines if " 15 " in line)
    assert top.split() == ["16", "15", "14"]


@pytest.mark.parametrize("game", [game for game in VARIANTS if game.name != "holes58"], ids=repr)
def test_free_targets_are_marked_with_their_names(game: Game) -> None:
    for position in some(walk(game, 3, 8)):
        named = shown(position, names=True).rpartition("\n\n")[0].split()
        for target in {str(move.target) for move in position.legal_moves()} - {"None", "H"}:
            marked = draw_board(position, "en", names=True, targets=[target]).plain
            assert (f"<{target}>" in marked) == (target in named)


def test_targets_on_the_shield_are_marked_for_the_side_on_turn() -> None:
    position = banmen.game("holes58").position("10,14;0;3/1;0;4 1 1")
    text = draw_board(position, "en", targets=["11", "15"]).plain
    assert (text.count("<∙>"), text.count("<✦>")) == (1, 1)


def test_the_shield_shows_pegs_in_both_lanes_and_in_the_ring() -> None:
    text = shown(banmen.game("holes58").position("10,14,20;1;1/1,8;2;1 1 1"))
    assert text.count("(h)") == 5  # three in the lane, one in the ring, one in the legend
    assert text.count("[j]") == 3
    assert text.count("[2]") == 1
    assert "in hand 1   in Shen 2" in text


def test_squares_stand_where_their_names_say() -> None:
    lines = shown(banmen.game("qubism").position("2B2/5/1^>2/1v1<1/2W2 5 w"), names=False).splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.strip()[:1].isdigit()}
    assert rows["5"][:5] == ["∙", "∙", "[B]", "∙", "∙"]
    assert rows["3"] == ["∙", "|^|", "|>|", "∙", "∙"]
    assert rows["2"] == ["∙", "|v|", "∙", "|<|", "∙"]
    rows = {
        line.split()[0]: line.split()[1:]
        for line in shown(banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -")).splitlines()
        if line.strip()[:1].isdigit()
    }
    assert rows["3"] == ["l", "s", "~", "~", "~", "~"]
    assert rows["2"] == ["[S]", "~", "l", "~", "~", "~"]
    assert rows["1"] == ["~", "(L)", "s", "~", "~", "~"]


def test_the_factions_of_kuniumi_follow_the_choice() -> None:
    position = banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -")
    land, sea = shown(position.play("land")), shown(position.play("sea"))
    assert "[S] Player 1 (sea)" in land
    assert "(L) Player 2 (land)" in land
    assert "(L) Player 1 (land)" in sea


def test_a_console_without_colours_gets_no_trailing_blanks() -> None:
    out = io.StringIO()
    boards.print_board(Console(file=out), draw_board(banmen.game("holes58").start(), "en"))
    assert all(line == line.rstrip() for line in out.getvalue().splitlines())
    coloured = io.StringIO()
    boards.print_board(
        Console(file=coloured, force_terminal=True, color_system="truecolor"), draw_board(banmen.game("holes58").start(), "en")
    )
    assert "\x1b[" in coloured.getvalue()
    assert "\x1b[" not in out.getvalue()
