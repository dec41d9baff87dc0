"""Images of positions in the setup, recomputed from their texts by reversing and swapping rows and columns."""

import random

import banmen
from banmen.games.kuniumi.symmetry import canonical, image_of, invert_image, map_move, map_side

SIZE = 6
GAME = banmen.game("kuniumi")


def read_rows(text: str) -> list[list[str]]:
    """Return the spaces of a position's text, the lowest row first."""
    rows = ["".join("." * int(sign) if sign.isdigit() else sign for sign in row) for row in text.split(" ")[0].split("/")]
    return [list(row) for row in reversed(rows)]


def write_rows(rows: list[list[str]]) -> str:
    """Return a text of such spaces."""
    written = []
    for row in reversed(rows):
        runs = "".join(row).replace("......", "6")
        for run in range(SIZE - 1, 0, -1):
            runs = runs.replace("." * run, str(run))
        written.append(runs)
    return "/".join(written)


def turn(rows: list[list[str]], image: int) -> list[list[str]]:
    """Return the spaces of an image."""
    if image & 1:
        rows = [row[::-1] for row in rows]
    if image & 2:
        rows = rows[::-1]
    return [list(column) for column in zip(*rows, strict=True)] if image & 4 else rows


def play_setup(seed: int) -> list[banmen.Position]:
    """Return the positions of a random setup, the empty board included."""
    rng, positions = random.Random(seed), [GAME.start()]
    while positions[-1].text.endswith("setup -"):
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves())))
    return positions


def test_images_of_a_setup_are_those_of_its_text() -> None:
    images = [(position, image) for seed in range(6) for position in play_setup(seed) for image in range(8)]
    for position, image in images:
        board, _, rest = position.text.partition(" ")
        turned = GAME.position(f"{write_rows(turn(read_rows(board), image))} {rest}")
        assert tuple(map_side(side, image) for side in position.state[:2]) == turned.state[:2]
        assert canonical(turned.state)[0] == canonical(position.state)[0]
    assert len(images) > 300


def test_images_of_the_corners() -> None:
    assert [image_of(0, image) for image in range(8)] == [0, 5, 35, 40, 0, 35, 5, 40]
    assert sorted(image_of(1, image) for image in range(8)) == [1, 4, 7, 12, 28, 33, 36, 39]


def test_an_image_of_a_move_is_undone_by_the_inverse_image() -> None:
    for image in range(8):
        for move in (0, 1, 9 | 3 << 6, 40 | 4 << 6, 512, 513):
            assert map_move(map_move(move, image), invert_image(image)) == move
