from __future__ import annotations

from banmen.presentation.text_canvas import Canvas


def text(canvas: Canvas) -> str:
    return "\n".join("".join(run for run, _ in line) for line in canvas.lines())


def test_later_signs_cover_earlier_ones_and_the_drawing_starts_at_the_left() -> None:
    canvas = Canvas()
    canvas.put(-2, 5, "abcd")
    canvas.centre(0, 5, "X")
    canvas.put(3, 6, "z")
    assert text(canvas) == "abXd\n     z"


def test_a_japanese_sign_takes_two_cells() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "出口")
    canvas.put(4, 0, "|")
    canvas.put(4, 1, "|")
    assert text(canvas) == "出口|\n    |"


def test_the_ground_lies_beneath_signs_without_a_ground_of_their_own() -> None:
    canvas = Canvas()
    canvas.ground(0, 0, 3, "#112233")
    canvas.put(0, 0, "a", "bold")
    canvas.put(1, 0, "b", "red on blue")
    assert canvas.lines() == [[("a", "bold on #112233"), ("b", "red on blue"), (" ", "on #112233")]]


def test_an_empty_drawing_has_no_lines() -> None:
    assert Canvas().lines() == []
