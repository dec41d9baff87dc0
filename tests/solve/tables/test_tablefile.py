"""Tables on disk: what is read is what was written, and anything else is refused."""

import struct
from pathlib import Path

import pytest

import banmen
from banmen.solve.solve_errors import TableError
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.tables.table_lookup import find_table, open_table, save, usual_name
from banmen.solve.tables.tablefile import MAGIC, TableFile, write_table
from banmen.solve.tables.value_layout import FULL
from banmen.solve.value_iteration.solver import Solution, solve
from tests.contract.variants import random_game

GAME = banmen.game("kariuchi", pieces=1, hit_bonus="any")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(GAME)


@pytest.fixture
def path(solution: Solution, tmp_path: Path) -> Path:
    save(solution, tmp_path / "x.table", "fixed32")
    return tmp_path / "x.table"


@pytest.mark.parametrize("precision", ["fixed32", "fixed16"])
@pytest.mark.parametrize("deflated", [False, True])
def test_values_are_read_back_within_the_error(solution: Solution, tmp_path: Path, precision: str, deflated: bool) -> None:
    save(solution, tmp_path / "x.table", precision, deflated=deflated)
    kept, exact = open_table(tmp_path / "x.table"), ChanceTable.of(solution)
    assert isinstance(kept, ChanceTable)
    assert kept.error is not None
    assert exact.error is not None
    assert 1e-11 < kept.error < (1e-9 if precision == "fixed32" else 1e-5)
    worst = 0.0
    for seed in range(5):
        for position in random_game(GAME, seed):
            if not position.over:
                worst = max(worst, abs(kept.value(position) - exact.value(position)))
    assert kept.error / 100 < worst <= kept.error + exact.error


def test_a_large_table_has_many_blocks(tmp_path: Path) -> None:
    import numpy

    values = numpy.random.default_rng(1).random((20_000, 32))
    for deflated in (False, True):
        write_table(tmp_path / "big", {}, values, "fixed32", deflated=deflated)
        with TableFile(tmp_path / "big") as file:
            assert len(file.entries) == 3
            for row in (0, 8191, 8192, 19_999):
                assert file.value(row, 5) == pytest.approx(values[row, 5], abs=2e-10)
            file.check()


def test_numbers_that_are_kept_more_precisely_are_rounded(tmp_path: Path) -> None:
    import numpy

    values = numpy.random.default_rng(1).random((8, 32))
    whole = numpy.rint(values * FULL["fixed32"]).astype(numpy.uint32)
    for precision, error in (("fixed32", 2e-10), ("fixed16", 2e-5)):
        write_table(tmp_path / "whole", {}, whole, precision)
        with TableFile(tmp_path / "whole") as file:
            assert file.value(3, 5) == pytest.approx(values[3, 5], abs=error)


@pytest.mark.parametrize("at", [0.01, 0.1, 0.4, 0.9, 0.9999])
@pytest.mark.parametrize("deflated", [False, True])
def test_one_wrong_bit_anywhere_is_noticed(solution: Solution, tmp_path: Path, at: float, deflated: bool) -> None:
    path = tmp_path / "x.table"
    save(solution, path, "fixed32", deflated=deflated)
    data = bytearray(path.read_bytes())
    data[int(at * len(data))] ^= 16
    path.write_bytes(data)
    with pytest.raises(TableError, match=r"damaged|version"), TableFile(path) as file:
        file.check()
    with pytest.raises(TableError, match=r"damaged|version"):
        open_table(path).value(GAME.start())


@pytest.mark.parametrize("length", [0, 5, 12, 19, 200, 900, -1])
def test_what_is_cut_off_is_refused(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(TableError, match=r"damaged|cannot be read|not a Banmen table|no table"):
        open_table(path)


@pytest.mark.parametrize("deflated", [False, True])
@pytest.mark.parametrize("more", [b"\0", b"and more"])
def test_what_is_appended_is_refused(solution: Solution, tmp_path: Path, deflated: bool, more: bytes) -> None:
    path = tmp_path / "x.table"
    save(solution, path, "fixed32", deflated=deflated)
    path.write_bytes(path.read_bytes() + more)
    with pytest.raises(TableError, match="damaged"):
        open_table(path)


def test_what_is_appended_to_an_empty_table_is_refused(tmp_path: Path) -> None:
    import numpy

    path = tmp_path / "x.table"
    write_table(path, {}, numpy.zeros((0, 32)), "fixed32")
    with TableFile(path) as file:
        assert file.entries == []
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(TableError, match="damaged"):
        TableFile(path)


def test_foreign_files_are_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no table"):
        open_table(tmp_path / "nothing")
    (tmp_path / "text").write_text("values")
    with pytest.raises(TableError, match="is not a Banmen table"):
        open_table(tmp_path / "text")
    data = path.read_bytes()
    for version in (0, 99):
        path.write_bytes(MAGIC + struct.pack("<I", version) + data[len(MAGIC) + 4 :])
        with pytest.raises(TableError, match=f"version {version} of the format, not 1"):
            open_table(path)
    with pytest.raises(TableError, match="cannot be read"):
        open_table(tmp_path)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ({"rules": "0" * 64}, "made with different rules of kariuchi"),
        ({"game": "chess"}, "unknown game or options"),
        ({"options": {"pieces": 9}}, "unknown game or options"),
        ({"options": {"pieces": 1, "hit_bonus": "ring"}}, "made with different rules"),
        ({"sizes": [49]}, "has an outdated layout"),
        ({"sizes": "many"}, "unknown game or options"),
    ],
)
def test_tables_of_other_rules_are_refused(solution: Solution, path: Path, head: dict[str, object], message: str) -> None:
    told = TableFile(path).head
    write_table(path, {**told, **head}, solution.values, "fixed32")
    with pytest.raises(TableError, match=message):
        open_table(path)


def test_a_table_is_there_as_a_whole_or_not_at_all(solution: Solution, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(solution, path, "fixed16")
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == ["x.table"]


def test_positions_that_a_table_does_not_have(path: Path) -> None:
    table = open_table(path)
    assert table.covers(GAME.position("5/A 2 3"))
    for other in (
        GAME.with_options(pieces=2).start(),
        GAME.with_options(hit_bonus="none").start(),
        GAME.with_options(p=0.4).start(),
        GAME.position("H/A 1 -"),
        banmen.game("moontrek", players=2, pieces=1, hit_bonus="any").start(),
        banmen.game("moontrek", pieces=1, hit_bonus="any").start(),
        banmen.game("qubism").start(),
    ):
        assert not table.covers(other)
        with pytest.raises(TableError, match="does not have the position"):
            table.value(other)
    assert table.move_values(GAME.start()) == []


def test_the_table_that_covers_a_position_is_found(solution: Solution, tmp_path: Path) -> None:
    assert find_table(GAME.start(), tmp_path / "nowhere") is None
    (tmp_path / "kariuchi-broken.table").write_bytes(b"nonsense")
    assert find_table(GAME.start(), tmp_path) is None
    save(solution, tmp_path / usual_name(GAME), "fixed16")
    found = find_table(GAME.start(), tmp_path)
    assert found is not None
    assert found.game == GAME
    assert find_table(GAME.with_options(pieces=2).position("R,H/7,H 1 -"), tmp_path) is found  # one piece each is left
    assert find_table(GAME.with_options(pieces=2).start(), tmp_path) is None


def test_a_table_that_was_written_again_is_opened_again(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / usual_name(GAME)
    path.write_bytes(b"nonsense")
    assert find_table(GAME.start(), tmp_path) is None
    save(solution, path, "fixed16")
    assert find_table(GAME.start(), tmp_path) is not None


def test_names_of_tables_suit_every_file_system() -> None:
    assert usual_name(banmen.game("moontrek", teams="AB|CD")) == "moontrek-teams=AB_CD.table"


def test_the_starter_in_58_holes_moves_by_the_throw_that_won() -> None:
    game = banmen.game("holes58", pieces=1)
    table = ChanceTable.of(solve(game, bounded=False))
    assert table.beginner() != pytest.approx(table.value(game.start()), abs=1e-3)
