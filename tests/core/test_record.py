"""Records: playing on, the canonical text, JSON, and recorded games that are replayed line by line."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

import banmen
from banmen import IllegalMoveError, Record, RecordError, Step, read_record, read_records, write_record
from banmen.kernels.contract import CHANCE
from tests.core.recording import GAMES, played

RECORDS = Path(__file__).parent.parent / "data" / "records"
KARIUCHI = banmen.game("kariuchi")
QUBISM = banmen.game("qubism")
AND_FORTH = ["c2", "c4", "c1", "c5"]


def identity(case: tuple[str, dict[str, Any]]) -> str:
    return "-".join([case[0], *map(str, case[1].values())])


@pytest.mark.parametrize("case", GAMES, ids=identity)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_game_comes_back_from_its_text(case: tuple[str, dict[str, Any]], seed: int) -> None:
    record = played(*case, seed, comments=0.05)
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert write_record(again) == text
    assert again.final == record.final
    assert again.result == record.final.winner
    assert [str(position) for position in again.positions()][-1] == record.final.text


@pytest.mark.parametrize("case", GAMES, ids=identity)
@pytest.mark.parametrize("most", [0, 1, 7])
def test_an_unfinished_game_comes_back_too(case: tuple[str, dict[str, Any]], most: int) -> None:
    record = played(*case, 3, most)
    if record.final.kind == CHANCE:
        record = record.with_throw(2)
        assert record.text.rstrip("\n").endswith(" 2: *")
    assert record.result is None
    assert read_record(record.text) == record
    assert read_record(record.text).final == record.final


@pytest.mark.parametrize("case", GAMES, ids=identity)
def test_a_game_comes_back_from_json(case: tuple[str, dict[str, Any]]) -> None:
    for most in (0, 5, 5000):
        record = played(*case, 4, most, comments=0.1)
        again = Record.from_json(json.loads(json.dumps(record.to_json())))
        assert len(record.to_json()["steps"]) == len(record.steps)
        assert again == record
        assert again.to_json() == record.to_json()


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.banmen")), ids=lambda path: path.stem)
def test_recorded_games_go_as_they_went(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    games = path.with_suffix(".positions").read_text(encoding="utf-8").split("\n\n")
    records = list(read_records(text.splitlines()))
    assert len(records) == len(games) >= 4
    for record, expected in zip(records, games, strict=True):
        assert [position.text for position in record.positions()] == expected.splitlines()
        assert record.game.name == path.stem
    assert "\n".join(map(write_record, records)) == text


def test_every_game_has_recorded_games() -> None:
    assert sorted(path.stem for path in RECORDS.glob("*.banmen")) == list(banmen.names())


def test_steps_of_one_player_share_a_number() -> None:
    record = Record.begin(KARIUCHI, [(3, 3), (2, 5)])
    for throw, move in [(4, "R>4"), (5, "4>9"), (1, "R>1"), (2, "R>2"), (2, "1>3")]:
        record = record.with_step(throw, move)
    assert record.turns == (1, 1, 1, 2, 3)
    assert record.text.splitlines()[-1] == "1. 4:R>4 5:4>9 1:R>1 2. 2:R>2 3. 2:1>3 *"
    assert record.opening == ((3, 3), (2, 5))
    assert record.final.text == "Rx3,2/Rx2,3,9 1 -"


def test_58_holes_begins_with_the_opening_throw() -> None:
    record = Record.begin(banmen.game("holes58"), [(4, 2)])
    assert record.final.text == "1;0;4/1;0;4 2 2"
    assert record.text.endswith("\n*\n")
    assert read_record(record.text) == record
    record = record.with_move("1>3")
    assert record.steps == (Step(2, "1>3"),)
    assert record == Record.begin(banmen.game("holes58"), [(4, 2)]).with_step(2, "1>3")
    assert read_record(record.text) == record


def test_a_position_with_a_throw_begins_with_that_throw() -> None:
    record = Record.begin(KARIUCHI, position="Rx2,5,A/Rx3,12 1 3").with_move("5>5c")
    assert record.steps == (Step(3, "5>5c"),)
    assert '[Position "Rx2,5,A/Rx3,12 1 3"]\n' in record.text
    assert read_record(record.text) == record


def test_a_position_of_moon_trek_tells_the_teams() -> None:
    text = '[Game "moontrek"]\n[Position "5:AAC,12:B 2,3,3,4 0,0,0,0 AC|BD A 3"]\n\n3:5x2>8 *\n'
    record = read_record(text)
    assert record.game == banmen.game("moontrek", teams="AC|BD")
    assert '[Options "teams=2-2"]' in record.text
    assert read_record(record.text) == record


def test_a_repetition_ends_a_game_of_qubism() -> None:
    record = Record.begin(QUBISM)
    for move in AND_FORTH * 2:
        assert record.result is None
        record = record.with_move(move)
    assert record.result == ()
    assert record.text.endswith("8. c5 draw\n")
    assert read_record(record.text) == record
    assert read_record(record.text).final.over


def test_a_repetition_loses_where_that_is_the_rule() -> None:
    record = Record.begin(banmen.game("qubism", repetition="loss"))
    for move in AND_FORTH * 2:
        record = record.with_move(move)
    assert record.result == ("w",)  # Black made the third occurrence
    assert read_record(record.text).final.winner == ("w",)
    assert Record.from_json(record.to_json()) == record


def test_a_record_read_knows_its_repetitions() -> None:
    record = Record.begin(QUBISM)
    for move in [*AND_FORTH, *AND_FORTH[:3]]:
        record = record.with_move(move)
    assert read_record(record.text).with_move("c5").result == ()


def test_playing_on_changes_only_the_new_record() -> None:
    record = Record.begin(KARIUCHI)
    longer = record.with_throw(3)
    assert record.steps == ()
    assert longer.steps == (Step(3, None),)
    assert longer.with_comment("hm").with_move("R>3", "ah").steps == (Step(3, "R>3", "hm ah"),)
    assert [position.text for position in longer.positions()] == ["Rx4/Rx4 1 -", "Rx4/Rx4 1 3"]


def test_what_is_not_allowed_leaves_the_record_alone() -> None:
    record = Record.begin(KARIUCHI).with_throw(3)
    for wrong in ("R>4", "nonsense"):
        with pytest.raises(IllegalMoveError):
            record.with_move(wrong)
    with pytest.raises(IllegalMoveError, match="no throw is due"):
        record.with_throw(2)
    with pytest.raises(IllegalMoveError, match="thrown first"):
        Record.begin(KARIUCHI).with_move("R>3")
    with pytest.raises(IllegalMoveError):
        Record.begin(KARIUCHI).with_throw(6)
    with pytest.raises(IllegalMoveError, match=r"has ended \(resigned\)"):
        record.with_result((2,), "resigned").with_move("R>3")
    assert record == Record.begin(KARIUCHI).with_throw(3)


def test_a_given_throw_may_not_contradict_the_pending_one() -> None:
    record = Record.begin(KARIUCHI).with_throw(3)
    assert record.with_step(3, "R>3") == record.with_move("R>3")
    for wrong in (2, 5, True, 3.0):
        with pytest.raises(IllegalMoveError, match="no throw is due"):
            record.with_step(wrong, "R>3")  # type: ignore[arg-type]  # floats and truth values come from untyped code
    one = Record.begin(KARIUCHI).with_throw(1)
    with pytest.raises(IllegalMoveError, match="no throw is due"):
        one.with_step(True, "R>1")


def test_nothing_is_appended_beyond_the_most_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.core.record.MOST_STEPS", 2)
    full = Record.begin(KARIUCHI).with_step(3, "R>3").with_throw(3)
    assert len(full.steps) == 2
    done = full.with_move("R>3", "the throw is in already, so its move is no further step")
    assert [str(step) for step in done.steps] == ["3:R>3", "3:R>3"]
    for record in (done, done.with_comment("words are no steps")):
        with pytest.raises(IllegalMoveError, match="at most 2 steps"):
            record.with_throw(1)
        with pytest.raises(IllegalMoveError, match="at most 2 steps"):
            record.with_step(1, "R>1")
    qubism = banmen.game("qubism")
    moves = Record.begin(qubism)
    for _ in range(2):
        moves = moves.with_move(moves.final.legal_moves()[0])
    with pytest.raises(IllegalMoveError, match="at most 2 steps"):
        moves.with_move(moves.final.legal_moves()[0])


@pytest.mark.parametrize("opening", [[[1.0, True]], [[2, 5.0]], [[2, True]], [5], 5, [["2", "5"]], [None]])
def test_opening_throws_are_whole_numbers(opening: Any) -> None:
    with pytest.raises(RecordError, match="rounds of whole numbers"):
        Record.begin(KARIUCHI, opening)


def test_opening_throws_of_other_kinds_of_whole_numbers_are_kept_as_plain_ones() -> None:
    import numpy

    throws: Any = numpy.array([2, 5])
    record = Record.begin(KARIUCHI, [throws])
    assert record == Record.begin(KARIUCHI, [(2, 5)])
    assert {type(value) for values in record.opening for value in values} == {int}


def test_what_is_no_list_of_winners_or_no_tags_is_refused() -> None:
    with pytest.raises(RecordError, match="a list of players, not int"):
        Record.begin(KARIUCHI).with_result(1, "resigned")  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="a mapping of names to values"):
        Record.begin(KARIUCHI, tags=["Player1"])  # type: ignore[arg-type]


def test_a_game_can_end_otherwise_than_by_its_rules() -> None:
    record = Record.begin(KARIUCHI).with_step(3, "R>3")
    for result, termination in [((2,), "resigned"), ((1,), "time"), ((), "agreed"), (None, "abandoned")]:
        ended = record.with_result(result, termination)
        assert (ended.result, ended.termination) == (result, termination)
        assert read_record(ended.text) == ended
        assert Record.from_json(ended.to_json()) == ended


@pytest.mark.parametrize(
    ("result", "termination", "reason"),
    [
        ((1,), None, "the tag Termination"),
        ((1,), "bored", "resigned, time, agreed or abandoned"),
        (None, "resigned", "must have a result"),
        ((1, 2), "agreed", "not everyone"),
        ((3,), "resigned", "there is no player '3'"),
    ],
)
def test_an_end_must_make_sense(result: Any, termination: str | None, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        Record.begin(KARIUCHI).with_result(result, termination)


def test_winners_stand_in_the_order_of_their_seats() -> None:
    record = Record.begin(banmen.game("moontrek", teams="2-2"))
    assert record.with_result(("C", "A"), "resigned").result == ("A", "C")


def test_a_finished_game_has_the_result_of_its_rules() -> None:
    record = Record.begin(banmen.game("kariuchi", pieces=1), position="30/R 1 2").with_move("30>H")
    assert record.result == (1,)
    assert record.with_result((1,)) == record
    for result, termination in [((2,), None), (None, None), ((1,), "time")]:
        with pytest.raises(RecordError):
            record.with_result(result, termination)


def test_tags_stand_in_their_order_and_keep_every_character() -> None:
    tags = {"Zoo": "z", "Black": "\\", "Annotator": "", "Date": "2026.11.15", "White": 'The "Cube" \\" あ　'}
    record = Record.begin(QUBISM, tags=tags)
    assert [line.split()[0] for line in record.text.splitlines()[:-2]] == [
        "[Game",
        "[White",
        "[Black",
        "[Date",
        "[Result",
        "[Annotator",
        "[Zoo",
    ]
    assert read_record(record.text).tags == tags
    assert record.with_tags(Zoo="y").tags["Zoo"] == "y"


@pytest.mark.parametrize(
    "tags",
    [
        *({"Game": "x"}, {"Two words": "x"}, {"": "x"}, {"A" * 65: "x"}, {"Date": "today"}),
        *({"A": value} for value in ("a\nb", "a\tb", "\0", "a\u2028b", "a\u2029b", "a" * 10_001)),
    ],
)
def test_tags_that_cannot_be_written_are_refused(tags: dict[str, str]) -> None:
    with pytest.raises(RecordError):
        Record.begin(KARIUCHI, tags=tags)
    with pytest.raises(RecordError):
        Record.begin(KARIUCHI).with_tags(**tags)


@pytest.mark.parametrize("date", ["2026.11.15", "2024.02.29", "????.??.??", "2026.??.??", "????.02.29", "2026.??.31"])
def test_dates(date: str) -> None:
    assert read_record(Record.begin(KARIUCHI, tags={"Date": date}).text).tags["Date"] == date


@pytest.mark.parametrize("date", ["2026-11-15", "2026.13.01", "2023.02.29", "2026.1.1", "", "0000.01.01", "２０２６.01.01"])
def test_what_is_no_date(date: str) -> None:
    with pytest.raises(RecordError, match=r"YYYY\.MM\.DD"):
        Record.begin(KARIUCHI, tags={"Date": date})


def test_comments_are_kept_where_they_stand() -> None:
    text = """[Game "kariuchi"]

{Before  the
first} ; and more
1. {after the number} 3:R>3 {one} {two; [three "3"]} ;four {4}
2. 2:R>2
{}
{last}
*"""
    record = read_record(text)
    assert record.comment == "Before the first and more after the number"
    assert [step.comment for step in record.steps] == ['one two; [three "3"] four (4)', "last"]
    assert read_record(record.text) == record


def test_many_comments_may_be_longer_together_than_one_may_be() -> None:
    record = Record.begin(QUBISM)
    for move in AND_FORTH:
        record = record.with_move(move, "so it goes " * 900)
    assert read_record(record.text) == record
    parts = "x" * 4_999, "x" * 5_000
    text = f'[Game "qubism"]\n\nc2 {{{parts[0]}}} {{{parts[1]}}} *'
    assert read_record(text).steps[0].comment == " ".join(parts)


def test_the_longest_tags_and_comments_come_back() -> None:
    record = Record.begin(QUBISM, tags={"A" * 64: "a" * 10_000}).with_move("c2", "x" * 10_000)
    assert read_record(record.text) == record
    with pytest.raises(RecordError, match="at most 10000 characters"):
        record.with_comment("x")
    assert read_record('[Game "qubism"]\n\n' + " " * 99_999 + "*").steps == ()


def test_lines_are_as_full_as_80_columns_allow() -> None:
    lines = played("moontrek", {}, 9).text.splitlines()
    moves = lines[lines.index("") + 1 :]
    assert len(moves) > 10
    assert max(map(len, lines)) <= 80
    for line, following in itertools.pairwise(moves):
        words = following.split(" ")
        unit = " ".join(words[:2]) if words[0].endswith(".") else words[0]  # a number stays with its step
        assert len(line) + 1 + len(unit) > 80


def test_long_comments_are_wrapped() -> None:
    record = played("kuniumi", {}, 5, comments=0.8)
    assert max(map(len, record.text.splitlines())) <= 80
    assert read_record(record.text) == record


def test_numbers_and_line_ends_are_free() -> None:
    plain = '[Game "qubism"]\n\nb3^ d3v\n\nc2 *'
    for text in (
        plain,
        plain.replace("\n", "\r\n"),
        "\ufeff" + plain,
        '; a file\n\n[Game   "qubism" ]  \n\n[White "w"]\n[Result "*"]\n1.b3^ 2.d3v\n3.\nc2\t*\n\n; end\n',
        '[Game "qubism"]\nb3^ {only one number} 2. d3v c2 *',
    ):
        assert [step.move for step in read_record(text).steps] == ["b3^", "d3v", "c2"]


def test_options_are_written_only_where_they_differ() -> None:
    text = '[Game "kariuchi"]\n[Options "pieces=4 p=0.50 hit_bonus=any"]\n\n*\n'
    assert read_record(text).text == '[Game "kariuchi"]\n[Options "hit_bonus=any"]\n[Result "*"]\n\n*\n'


def test_a_record_may_begin_where_the_game_is_over() -> None:
    record = Record.begin(KARIUCHI, position="Hx4/Rx4 1 -")
    assert record.result == (1,)
    assert read_record(record.text) == record


def test_an_empty_text_is_no_position_to_begin_from() -> None:
    with pytest.raises(banmen.NotationError):
        Record.begin(KARIUCHI, position="")


def test_a_record_begins_one_way_only() -> None:
    with pytest.raises(RecordError, match="not both"):
        Record.begin(KARIUCHI, opening=[(1, 2)], position="Rx4/Rx4 1 -")


def test_the_examples_of_the_manual() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "records.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```banmen\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    records = [read_record(text) for text in examples]
    assert [record.text for record in records] == examples
    assert {record.game.name for record in records} == set(banmen.names())
    found = re.search(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found
    assert Record.from_json(json.loads(found[1])) == records[0]
    assert records[0].to_json() == json.loads(found[1])
    shown = re.search(r"^line .*$", page, re.MULTILINE)
    assert shown
    with pytest.raises(RecordError) as caught:
        read_record(examples[0].replace("R>3", "R>4"))
    assert str(caught.value) == shown[0]
