"""What a record holds."""

import pytest

import banmen
from banmen import Record, RecordError, read_record

QUBISM = banmen.game("qubism")


def test_a_record_that_begins_with_a_position_knows_nothing_of_what_came_before_it() -> None:
    position = QUBISM.start().play("c2").play("c4").play("c1").play("c5")
    assert position.past
    record = Record.begin(QUBISM, position=position)
    assert record.start.past == ()
    assert read_record(record.text) == record


def test_a_comment_is_a_text() -> None:
    record = Record.begin(QUBISM)
    for comment in (5, ["hm"], b"hm"):
        with pytest.raises(RecordError, match="a comment must be a text"):
            record.with_comment(comment)  # type: ignore[arg-type]
        with pytest.raises(RecordError, match="a comment must be a text"):
            record.with_move("c2", comment)  # type: ignore[arg-type]
