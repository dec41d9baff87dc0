"""Errors in a record: the line and column of the first one, and nothing but RecordError for any text."""

import io
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banmen
from banmen import Record, RecordError, read_record, read_records
from banmen.core.record_check import MOST_STEPS, list_results
from tests.core.recording import GAMES, played

K = '[Game "kariuchi"]\n\n'  # the moves begin in line 3
H = '[Game "holes58"]\n[Opening "4-2"]\n\n'  # in line 4, player 2 moves by a throw of 2
Q = '[Game "qubism"]\n\n'

# text, line, column, a part of the reason
TAGS = [
    ("", 1, 1, "there is no game"),
    ("\n\n", 3, 1, "there is no game"),
    ("hello", 1, 1, "must begin with the tag Game"),
    ("\n3:R>3 *", 2, 1, "must begin with the tag Game"),
    ('[Result "*"]\n\n*', 1, 1, "must begin with the tag Game"),
    ('[Game "chess"]\n\n*', 1, 8, "there is no game 'chess'"),
    ('[Game "kariuchi"]', 1, 18, "the moves and the result are missing"),
    ('[Game "kariuchi"]\n[Game "kariuchi"]\n\n*', 2, 2, "two tags Game"),
    ('[Game "kariuchi]\n\n*', 1, 17, "not closed"),
    ('[Game "kariuchi"\n\n*', 1, 17, "must end with ]"),
    ('[Game "kariuchi"] x\n\n*', 1, 18, "after the tag"),
    ("[Game kariuchi]\n\n*", 1, 6, "double quotes"),
    ('[ "kariuchi"]\n\n*', 1, 2, "letters, digits"),
    ('[Gäme "kariuchi"]\n\n*', 1, 3, "double quotes"),
    ("[\n\n*", 1, 2, "letters, digits"),
    ('[Game "kariuchi"]\n[Site "a\\nb"]\n\n*', 2, 9, "backslash"),
    ('[Game "kariuchi"]\n[Options "pieces=9"]\n\n*', 2, 11, "from 1 to 4"),
    ('[Game "kariuchi"]\n[Options "pieces=2 size=9"]\n\n*', 2, 20, "no option 'size'"),
    ('[Game "kariuchi"]\n[Options "pieces=2  p=x"]\n\n*', 2, 21, "option p must be"),
    ('[Game "kariuchi"]\n[Options "p=0.4 p=0.4"]\n\n*', 2, 17, "set twice"),
    ('[Game "kariuchi"]\n[Options "pieces"]\n\n*', 2, 11, "name=value"),
    ('[Game "moontrek"]\n[Options "players=4 teams=2-1"]\n\n*', 2, 11, "are for 3 players"),
    ('[Game "kariuchi"]\n[Opening "3-3"]\n\n*', 2, 11, "do not decide"),
    ('[Game "kariuchi"]\n[Opening "3-1 2-5"]\n\n*', 2, 11, "do not decide"),
    ('[Game "kariuchi"]\n[Opening "3-3 2-6"]\n\n*', 2, 15, "as in 3-3 2-5"),
    ('[Game "kariuchi"]\n[Opening "3-3  2-5"]\n\n*', 2, 15, "as in 3-3 2-5"),
    ('[Game "kariuchi"]\n[Opening ""]\n\n*', 2, 11, "as in 3-3 2-5"),
    ('[Game "qubism"]\n[Opening "3-1"]\n\n*', 2, 11, "qubism has no opening throws"),
    ('[Game "kariuchi"]\n[Position "Rx4/Rx3,31 1 -"]\n\n*', 2, 20, "unknown place"),
    ('[Game "kariuchi"]\n[Position "Rx4\\"/Rx4 1 -"]\n\n*', 2, 12, "a number of pieces"),
    ('[Game "kariuchi"]\n[Position "Rx4/Rx4 1\\"\\" -"]\n\n*', 2, 20, "the turn"),
    ('[Game "moontrek"]\n[Position "\\"\\" 4,4 0,0 BA A -"]\n\n*', 2, 25, "teams"),
    ('[Game "kariuchi"]\n\ufeff[Result "*"]\n\n*', 2, 1, "is not a move"),
    ('[Game "kariuchi"]\n[Position "Rx4/Rx4 1 -"]\n[Opening "1-2"]\n\n*', 3, 11, "not both"),
    ('[Game "kariuchi"]\n[Result "3"]\n\n*', 2, 10, "not a possible result of kariuchi"),
    ('[Game "moontrek"]\n[Result "BA"]\n\n*', 2, 10, "not a possible result of moontrek"),
    ('[Game "kariuchi"]\n[Termination "bored"]\n\n*', 2, 15, "resigned, time"),
    ('[Game "kariuchi"]\n[Date "15.11.2026"]\n\n*', 2, 8, "YYYY.MM.DD"),
    ('[Game "chess"]\n[Date "never"]\n[Options', 1, 8, "there is no game"),
    ('[Date "never"]\n[Game "chess"]\n[Options', 1, 8, "YYYY.MM.DD"),
    ('[Game "kariuchi"]\n[Options\n[Date "never"]', 2, 9, "double quotes"),
    ('[Game "kariuchi"]\n[Date "2026.\0"]\n\n*', 2, 13, "control characters"),
]
MOVES = [
    (K + "1. 3:R>3", 3, 9, "the result is missing"),
    (K + '1. 3:R>3\n\n[Game "kariuchi"]', 5, 1, "the result is missing before this tag"),
    (K + "1. 3:R>4 *", 3, 6, "'R>4' is not legal here; legal: R>3"),
    (K + "1. 3:R>3\n2. 2:R>3 *", 4, 6, "'R>3' is not legal"),
    (K + "1. 3:c3 *", 3, 6, "'c3' is not a move of kariuchi"),
    (K + "1. 3:R>4 2. 2:nonsense", 3, 6, "'R>4' is not legal"),
    (K + "1. R>3 *", 3, 4, "the throw is missing"),
    (K + "1. 6:R>6 *", 3, 4, "a throw is 1, 2, 3, 4 or 5"),
    (K + "1. 0:R>6 *", 3, 4, "a throw is 1, 2, 3, 4 or 5"),
    (K + "1. :R>6 *", 3, 4, "a throw is 1, 2, 3, 4 or 5"),
    (K + "1. ３:R>3 *", 3, 4, "a throw is 1, 2, 3, 4 or 5"),
    (K + "1. 3: R>3 *", 3, 6, "the move is missing after this throw"),
    (K + "1. 3: 3:R>4 *", 3, 6, "the move is missing after this throw"),
    (K + "2. 3:R>3 *", 3, 1, "this is turn 1"),
    (K + "1. 4:R>4 2. 1:R>1 *", 3, 10, "this is turn 1"),
    (K + "1. 3:R>3 3. {!} 2:R>2 *", 3, 10, "this is turn 2"),
    (K + "1. 3:R>3 1. 2:R>2 *", 3, 10, "this is turn 2"),
    (K + "0. 3:R>3 *", 3, 1, "numbered from 1"),
    (K + "1. 2. 3:R>3 *", 3, 4, "must be followed by a step"),
    (K + "1. 3:R>3 2. *", 3, 13, "must be followed by a step"),
    (K + "9999999999. 3:R>3 *", 3, 1, "is not a move"),
    (K + "1... 3:R>3 *", 3, 3, "is not a move"),
    (K + "1. 3:R>3 {never closed *\n\n", 3, 10, "not closed"),
    (K + "1. 3:R>4 {never closed *\n\n", 3, 6, "not legal"),
    (K + "1. 3:R>3 } *", 3, 10, "is not a move"),
    (K + "1. 3:R>3 * 2. 2:R>2", 3, 12, "after the result"),
    (K + "1. 3:R>3 * {late}", 3, 12, "after the result"),
    (K + "1. 3:R>3 * *", 3, 12, "after the result"),
    (K + "1. 3:R>3 *\n\ngarbage", 5, 1, "after the game"),
    (K + "1. 3:R>3 *\n\n[Game", 5, 1, "after the game"),
    (K + "1. 3:R>3 1", 3, 10, "the game is not over"),
    (K + "1. 3:R>3 12", 3, 10, "is not a move"),
    (K + "1. 3:R>3 draw", 3, 10, "the game is not over"),
    (K + "1. 3:R>3\0 *", 3, 9, "control characters such as '\\x00'"),
    (K + "1. 3:R>4\0 *", 3, 6, "not legal"),
    (K + "1. 3:R>3\x85 *", 3, 9, "control characters"),
    (K + "1. 3:R>3 \ud800 *", 3, 10, "UTF-8"),
    (K + "1. 3:R>3\u00a02:R>2 *", 3, 6, "is not a move"),
    (K + " " * 100_001, 3, 100_001, "at most 100000 characters"),
    (K + "{" + "x" * 99_999, 3, 1, "not closed within 10000 characters"),
    (K + "{" + "x " * 5_001 + "}\n*", 3, 1, "at most 10000 characters"),
    (K + "3:R>3 {" + "x" * 6_000 + "} {" + "x" * 6_000 + "}\n*", 3, 6_010, "at most 10000 characters"),
    (K + "3:R>3 {" + "x" * 5_000 + "} {" + "x" * 5_000 + "}\n*", 3, 5_010, "at most 10000 characters"),
    (K + "3:R>3\n" + (" " * 1000 + "\n") * 5_000, 3_999, 1, "besides its comments"),
    (Q + "c2 c4 c1 c5 " * 3_000 + "*", 3, 25, "the game is already over"),
    (H + "1. 3:1>4 *", 4, 4, "the pending throw is 2"),
    (H + "1. 1>3 *", 4, 4, "the pending throw is 2"),
    (H + "1. 2: *", 4, 4, "a throw of 2 is already pending"),
    (H + "1. 2:1>3 2>3 *", 4, 10, "the throw is missing"),
    (Q + "1. 3:c2 *", 3, 4, "nothing is thrown in qubism"),
    (Q + "1. 3: *", 3, 4, "nothing is thrown in qubism"),
    (Q + "1. c2 2. c2 *", 3, 10, "'c2' is not legal"),
    (Q + "1. b3^ 2. b3-b5> *", 3, 11, "not legal"),
    ('[Game "qubism"]\n[Position "5/1W3/5/5/2B2 9 w"]\n\n1. b5 *', 4, 4, "the game is already over"),
]
ENDS = [
    ('[Game "kariuchi"]\n[Result "1"]\n\n*', 4, 1, "the tag Result says 1"),
    ('[Game "kariuchi"]\n[Result "1"]\n[Termination "time"]\n\n3:R>3 2', 5, 7, "the tag Result says 1"),
    ('[Game "kariuchi"]\n[Termination "time"]\n\n3:R>3 *', 4, 7, "must have a result"),
    ('[Game "kariuchi"]\n[Options "pieces=1"]\n[Position "30/R 1 2"]\n\n2:30>H 2', 5, 8, "its result is 1"),
    ('[Game "kariuchi"]\n[Options "pieces=1"]\n[Position "30/R 1 2"]\n\n2:30>H *', 5, 8, "its result is 1"),
    (
        '[Game "kariuchi"]\n[Options "pieces=1"]\n[Position "30/R 1 2"]\n[Termination "time"]\n\n2:30>H 1',
        4,
        15,
        "ended by its rules",
    ),
    ('[Game "kariuchi"]\n[Options "pieces=1"]\n[Position "30/R 1 2"]\n\n2:30>H 3:R>3 1', 5, 8, "already over"),
    (Q + "c2 c4 c1 c5 c2 c4 c1 c5 w", 3, 25, "its result is draw"),
    ('[Game "qubism"]\n[Options "repetition=loss"]\n\nc2 c4 c1 c5 c2 c4 c1 c5 draw', 4, 25, "its result is w"),
]


@pytest.mark.parametrize(("text", "line", "column", "reason"), TAGS + MOVES + ENDS)
def test_the_first_error_is_told_with_its_place(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text)
    assert reason in caught.value.reason
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize("length", [MOST_STEPS, MOST_STEPS + 1])
def test_a_game_is_not_endless(length: int) -> None:
    # 58 Holes with nothing but passes: both sides wait before the Shen hole for a throw that never comes.
    text = '[Game "holes58"]\n[Position "29;0;0/29;0;0 1 -"]\n\n' + "2:pass\n" * length + "*"
    if length == MOST_STEPS:
        assert len(read_record(text).steps) == length
        return
    with pytest.raises(RecordError, match=r"line 100004, column 1: a game has at most 100000 steps"):
        read_record(text)


@pytest.mark.parametrize("name", banmen.names())
def test_no_result_can_be_taken_for_a_move(name: str) -> None:
    game = banmen.game(name)
    assert len(list_results(game)) >= 4
    for text in list_results(game):
        with pytest.raises(ValueError):
            game.read_move(text)


def test_lines_count_on_from_game_to_game() -> None:
    reading = read_records((K + "1. 3:R>3 *\n\n" + K + "1. 3:R>9 *\n").splitlines())
    assert len(next(reading).steps) == 1
    with pytest.raises(RecordError, match="line 7, column 6"):
        next(reading)


def test_a_file_that_is_not_utf_8_is_refused() -> None:
    file = io.TextIOWrapper(io.BytesIO((K + "1. 3:R>3 {").encode() + b"\xff} *"), encoding="utf-8")
    with pytest.raises(RecordError, match="UTF-8") as caught:
        list(read_records(file))
    assert (caught.value.line, caught.value.column) == (1, 1), "as far as it could be read"
    lines: Any = [b"[Game]"]
    with pytest.raises(RecordError, match="a record must be a text, not bytes"):
        list(read_records(lines))


def test_a_file_without_lines_is_not_read_to_its_end() -> None:
    file = io.StringIO("x" * 10_000_000)
    with pytest.raises(RecordError, match="line 1, column 1"):
        list(read_records(file))
    assert file.tell() < 200_000


SIGNS = st.one_of(st.sampled_from('[]{}";:.*\\\n\t -=>0123456789RAHWwbx^draw'), st.characters())
EDIT = st.tuples(st.sampled_from(["delete", "insert", "replace", "double"]), st.integers(0, 10_000), SIGNS)


@settings(max_examples=300, deadline=None)
@given(case=st.sampled_from(GAMES), seed=st.integers(0, 3), edits=st.lists(EDIT, min_size=1, max_size=4))
def test_mangled_records_are_refused_or_sound(
    case: tuple[str, dict[str, Any]], seed: int, edits: list[tuple[str, int, str]]
) -> None:
    text = (
        TEXTS[case[0], seed]
        if (case[0], seed) in TEXTS
        else TEXTS.setdefault((case[0], seed), played(*case, seed, 25, 0.1).text)
    )
    for kind, at, sign in edits:
        at %= len(text)
        if kind == "double":
            text = text[:at] + text[at // 2 : at] + text[at:]
        else:
            text = text[:at] + ("" if kind == "delete" else sign) + text[at + (kind != "insert") :]
        text = text or sign
    lines = text.split("\n")
    try:
        records = list(read_records(text))
    except RecordError as error:
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    else:
        for record in records:
            assert read_record(record.text) == record


TEXTS: dict[tuple[str, int], str] = {}


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["R>3", "1", "draw"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4) | st.sampled_from(["throw", "move"]), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=250, deadline=None)
@given(value=VALUES, place=st.integers(0, 30), inside=st.booleans())
def test_any_json_value_is_refused_or_sound(value: Any, place: int, inside: bool) -> None:
    rng = random.Random(place)
    data: Any = played("kariuchi", {"pieces": 2}, 1, 5, 0.5).to_json()
    if inside:
        step = rng.choice(data["steps"])
        step[rng.choice(["throw", "move", "comment", "x"])] = value
    else:
        data[rng.choice([*data, "position", "comment", "termination", "x"])] = value
    for candidate in (data, value, {**data, "steps": [value]}):
        try:
            record = Record.from_json(candidate)
        except RecordError as error:
            assert (error.line, error.column) == (0, 0)  # JSON has keys, not lines
            assert str(error) == error.reason
        else:
            assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "pgn"}, "format: a record must have the format 'banmen-record'"),
        ({"version": 2}, "the version 1"),
        ({"version": True}, "the version 1"),  # True == 1
        ({"game": "chess"}, "game: there is no game 'chess'"),
        ({"game": None}, "game: this must be a text, not NoneType"),
        ({"options": {"pieces": 9}}, "options: option pieces must be"),
        ({"options": {"pieces": 10**5000}}, "options.pieces: an option must be a text or a number"),
        ({"options": {"pieces": -(10**5000)}}, "options.pieces: an option must be a text or a number"),
        ({"opening": [[3, 3]]}, "opening: these opening throws do not decide"),
        ({"opening": [[3, 6]]}, "opening: a throw is 1, 2, 3, 4 or 5"),
        ({"opening": [[3, 1]], "position": "Rx4/Rx4 1 -"}, "position: a game begins with"),
        ({"position": "Rx4/Rx4 1"}, "position: the field for the throw is missing"),
        ({"tags": {"Date": "never"}}, "tags.Date: a date is written"),
        ({"tags": {"Result": "1"}}, "tags.Result: the record writes this tag itself"),
        ({"comment": 5}, "comment: a comment must be a text, not int"),
        ({"steps": [{"throw": 3, "move": "R>4"}]}, r"steps\[0\].move: 'R>4' is not legal"),
        ({"steps": [{"move": "R>4"}]}, r"steps\[0\].throw: the throw is missing"),
        ({"steps": [{"throw": 3}, {"throw": 3}]}, r"steps\[0\]: the move is missing"),
        ({"steps": [{"throw": True, "move": "R>1"}]}, r"steps\[0\].throw: a throw is"),
        ({"position": "Rx4/Rx4 1 3", "steps": [{"throw": 0, "move": "R>3"}]}, r"steps\[0\].throw: a throw is"),
        ({"steps": [{"throw": 3, "move": "R>3", "clock": 9}]}, r"steps\[0\]: a step has"),
        ({"position": "Rx4/Rx4 1 3", "steps": [{"throw": 2, "move": "R>2"}]}, r"steps\[0\].throw: the pending throw is 3"),
        ({"position": "Rx4/Rx4 1 3", "steps": [{"throw": 2}]}, r"steps\[0\].throw: a throw of 3 is already pending"),
        ({"steps": [{"throw": 3, "move": "c3"}]}, r"steps\[0\].move: 'c3' is not a move"),
        ({"steps": [{"throw": 3, "move": "c" * 40}]}, f"'{'c' * 40}' is not a move"),
        ({"steps": [{"throw": 3, "move": "c" * 41}]}, rf"'{'c' * 37}\.\.\.' is not a move"),
        ({"result": "3"}, "result: '3' is not a possible result"),
        ({"result": "1"}, "result: the game is not over"),
        ({"termination": "bored"}, "termination: the termination of a game must be"),
        ({"clock": 1}, "clock: unknown key"),
    ],
)
def test_json_errors_name_the_key(change: dict[str, Any], reason: str) -> None:
    data = {"format": "banmen-record", "version": 1, "game": "kariuchi"}
    assert Record.from_json(data).steps == ()
    with pytest.raises(RecordError, match=f"^{reason}" if ": " in reason else reason):
        Record.from_json({**data, **change})


def test_json_of_a_game_is_not_endless_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.core.record_json.MOST_STEPS", 4)
    record = Record.begin(banmen.game("qubism"))
    for move in ("c2", "c4", "c1", "c5"):
        record = record.with_move(move)
    assert Record.from_json(record.to_json()) == record
    with pytest.raises(RecordError, match="at most 4 steps"):
        Record.from_json(record.with_move("c2").to_json())
