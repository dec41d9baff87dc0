"""Every refusal is available in both languages: none of our errors is raised with an English-only sentence."""

import ast
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

import banmen
from banmen import BanmenError
from banmen.core.record import Record
from banmen.engine.interface import Budget, convert_memory
from banmen.engine.levels import custom_level, level
from banmen.engine.players import player
from banmen.lab.elo import Sprt
from banmen.lab.fair_blocks import Conditions
from banmen.lab.journal import Journal
from banmen.lab.rating_chart import draw_ratings
from banmen.lab.tournament import list_pairs, play
from banmen.lab.tournament_records import make_records
from banmen.lab.worker_pool import WorkerError, WorkerPool
from banmen.match.seats import assign_seats
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.tables.table_lookup import open_table
from banmen.solve.tables.tablefile import TableFile
from banmen.solve.value_iteration.move_table import refuse_unless_two_sided
from banmen.solve.value_iteration.solver import plan, solve
from banmen.solve.value_iteration.table_play import share_won
from banmen.terminal.files import FileError
from banmen.terminal.match_setup import begin_match, resume_match
from banmen.terminal.opponents import TERMINAL_PLAYERS

SOURCE = Path(str(files("banmen")))
LAYERS = sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file())
# Calls that report a refusal, and which of their arguments holds the message.
REFUSING = {"require_whole_number": 0, "_refuse_unless": 2, "_damaged": 0, "whole": 1, "complain": 1}


@cache
def errors() -> frozenset[str]:
    """Return the names of all our errors, wherever they are defined."""
    classes = [node for path in SOURCE.rglob("*.py") for node in ast.walk(parsed(path)) if isinstance(node, ast.ClassDef)]
    found: set[str] = set()
    more = {"BanmenError"}
    while more - found:
        found |= more
        more = {one.name for one in classes if any(ast.unparse(base).rpartition(".")[2] in found for base in one.bases)}
    return frozenset(found)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def english_alone(path: Path) -> Iterator[str]:
    """Yield the calls in a file that refuse something with a plain text."""
    places = REFUSING | dict.fromkeys(errors() - {"MatchError"}, 0)  # which takes a code and looks up its message
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in places and any(map(is_plain, node.args[places[name] :][:1])):
                yield f"{path.name}:{node.lineno}"


def is_plain(value: ast.expr) -> bool:
    """Tell whether a text is written in one language, or put together so that the other language is lost."""
    if isinstance(value, ast.Constant):
        return isinstance(value.value, str) and bool(value.value)
    if isinstance(value, ast.Call):
        name = ast.unparse(value.func)
        return name == "str" or name.endswith((".format", ".join"))
    return isinstance(value, ast.JoinedStr | ast.BinOp)


def test_all_errors_are_known() -> None:
    def below(one: type[BanmenError]) -> Iterator[type[BanmenError]]:
        yield one
        for each in one.__subclasses__():
            yield from below(each)

    assert {one.__name__ for one in below(BanmenError) if one.__module__.startswith("banmen.")} <= errors()
    assert errors() >= {"MoveTextError", "EngineError", "TableError", "JournalError", "FileError"}


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_is_refused_in_english_alone(layer: str) -> None:
    paths = sorted(SOURCE.joinpath(layer).rglob("*.py"))
    assert paths
    assert [found for path in paths for found in english_alone(path)] == []


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("OptionError('no')", True),
        ("errors.OptionError(f'no {what}')", True),
        ("TableError('no ' + what)", True),
        ("TableError('no {}'.format(what))", True),
        ("OptionError(str(error))", True),
        ("require_whole_number('the seed', 1, 2, 3)", True),
        ("OptionError(messages('some.key'))", False),
        ("RecordError(flaw.reason)", False),
        ("ValueError('no')", False),
    ],
)
def test_a_plain_text_is_noticed(tmp_path: Path, text: str, plain: bool) -> None:
    path = tmp_path / "some.py"
    path.write_text(text, "utf-8")
    assert list(english_alone(path)) == (["some.py:1"] if plain else [])


def test_every_layer_is_looked_at() -> None:
    assert {"core", "games", "engine", "solve", "lab", "terminal", "server", "cli"} <= set(LAYERS)


def refused(asked: Callable[[], object]) -> BanmenError:
    with pytest.raises(BanmenError) as caught:
        asked()
    return caught.value


@pytest.mark.parametrize(
    ("asked", "japanese"),
    [
        (lambda: player("nobody", banmen.game("qubism")), "「nobody」というプレイヤーはいません。random、greedy"),
        (lambda: player("mcts:many", banmen.game("qubism")), "「many」は使えません"),
        (lambda: player("alphabeta:100", banmen.game("kariuchi")), "kariuchiでは投げるので"),
        (lambda: player("expectimax:100", banmen.game("qubism")), "qubismでは投げないので"),
        (lambda: level(banmen.game("kariuchi"), 9), "kariuchiのレベルは1から8までです。9はありません"),
        (lambda: custom_level(banmen.game("kariuchi"), "blur=x"), "blurを「x」にはできません"),
        (lambda: Budget(), "局面の数か秒数"),
        (lambda: Budget(nodes=0), "局面の数は1から"),
        (lambda: convert_memory(0), "メモリー（MiB）は1から"),
    ],
)
def test_what_engines_refuse_is_told_in_japanese(asked: Callable[[], object], japanese: str) -> None:
    assert japanese in refused(asked).localize("ja")


@pytest.mark.parametrize(
    ("asked", "japanese"),
    [
        (lambda: refuse_unless_two_sided(banmen.game("kuniumi")), "kuniumiはこの方法では解けません"),
        (
            lambda: refuse_unless_two_sided(banmen.game("moontrek", players=3)),
            "3人では解けません。--opt players=2 を",
        ),
        (lambda: plan(banmen.game("kariuchi"), precision="x"), "精度はautoかfloat64かfixed32です。「x」にはできません"),
        (
            lambda: plan(banmen.game("kariuchi"), limit=2**20),
            "0.0 GiBしかありません。--memory で",
        ),
        (lambda: plan(banmen.game("kariuchi"), limit=2), "してください。または、コマを減らして --opt pieces=3 で"),
        (lambda: open_table("/no/such"), "「/no/such」という表はありません。「banmen solve」で作ってください"),
        (lambda: open_table("/"), "「/」は表として読み取れません：これはファイルではなくフォルダーです"),
    ],
)
def test_what_the_solver_refuses_is_told_in_japanese(asked: Callable[[], object], japanese: str) -> None:
    assert japanese in refused(asked).localize("ja")


def test_what_is_wrong_with_a_table_is_told_in_japanese(tmp_path: Path) -> None:
    path = tmp_path / "some.table"
    wrong = {
        b"": "中身がありません",
        b"text": "Banmenの表ではありません",
        b"BANMENTABLE\n": "こわれています（途中で切れています）。消してから",
        b"BANMENTABLE\n\2\0\0\0\0\0\0\0": "版1ではなく版2です",
    }
    for held, japanese in wrong.items():
        path.write_bytes(held)
        assert japanese in refused(lambda: TableFile(path)).localize("ja")


def test_what_a_solution_does_not_know_is_told_in_japanese() -> None:
    solution = solve(banmen.game("kariuchi", pieces=1), bounded=False)
    other = banmen.game("kariuchi").start()
    assert "局面「Rx4/Rx4 1 -」はありません" in refused(lambda: ChanceTable.of(solution).value(other)).localize("ja")
    assert "から対局できません" in refused(lambda: share_won(solution, other, 10)).localize("ja")
    assert "対局の数は1から" in refused(lambda: share_won(solution, other, 0)).localize("ja")


QUBISM = banmen.game("qubism")
PLAYERS = ["greedy", "random"]


@pytest.mark.parametrize(
    ("asked", "japanese"),
    [
        (lambda: list_pairs(["greedy"], "all"), "プレイヤーが2人以上必要です"),
        (lambda: list_pairs(PLAYERS, "swiss"), "組み合わせはall、ladder、gauntletのどれかです。「swiss」にはできません"),
        (lambda: play(QUBISM, PLAYERS, colour="red"), "大会に「colour」という設定はありません"),
        (lambda: play(QUBISM, PLAYERS, 0), "対局の数は1から"),
        (lambda: play(QUBISM, PLAYERS, jobs=0), "プロセスの数は1から"),
        (lambda: play(QUBISM, PLAYERS, opening_plies=99), "序盤の手の数は0から"),
        (lambda: Sprt(50, 0), "elo0はelo1より小さくしてください。50は0より小さくありません"),
        (lambda: Sprt(0, 1e9), "elo1は-"),
        (lambda: Sprt(0, 50, alpha=0.7), "alphaは0と0.5のあいだです。0.7にはできません"),
    ],
)
def test_what_tournaments_refuse_is_told_in_japanese(asked: Callable[[], object], japanese: str) -> None:
    assert japanese in refused(asked).localize("ja")


def test_what_a_tournament_does_not_have_is_told_in_japanese() -> None:
    result = play(banmen.game("kariuchi", pieces=1), PLAYERS, 2, jobs=1)
    assert "基準の「nobody」は対局しません" in refused(lambda: result.ratings("nobody")).localize("ja")
    assert "棋譜がありません" in refused(lambda: list(make_records(result))).localize("ja")
    assert "グラフに「colour」という設定はありません。あるのはsize、theme、langです" in refused(
        lambda: draw_ratings(result, colour="red")
    ).localize("ja")


def test_what_is_wrong_with_a_tournament_file_is_told_in_japanese(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"

    def opened(terms: Conditions) -> None:
        with Journal(path, terms):
            pass

    opened(Conditions(QUBISM, seed=1))
    assert "のseedは1で、2ではありません。別のファイルに" in refused(lambda: opened(Conditions(QUBISM, seed=2))).localize("ja")
    path.write_bytes(path.read_bytes() + b"[]\n")
    assert "2行目は大会のファイルの行ではありません" in refused(lambda: opened(Conditions(QUBISM, seed=1))).localize("ja")
    path.write_bytes(b"Dear diary")
    assert "大会のファイルではありません。別の名前に" in refused(lambda: opened(Conditions(QUBISM))).localize("ja")


def test_what_another_process_refuses_is_told_in_japanese() -> None:
    def wait() -> None:
        with WorkerPool(Conditions(QUBISM), ["nobody"], 1) as crew:
            list(crew.collect_reports())

    error = refused(wait)
    assert isinstance(error, WorkerError)
    assert "「nobody」というプレイヤーはいません" in error.localize("ja")
    assert "nobody" in str(error)


@pytest.mark.parametrize(
    ("asked", "japanese"),
    [
        (
            lambda: assign_seats(QUBISM, {"x": "human"}, TERMINAL_PLAYERS),
            "qubismに「x」というプレイヤーはいません。いるのはw、bです",
        ),
        (
            lambda: assign_seats(QUBISM, {"w": "robot"}, TERMINAL_PLAYERS),
            "プレイヤーw：「robot」という",
        ),
        (lambda: resume_match(ended(), {}), "この対局は終わっています。「banmen replay」で見られます"),
    ],
)
def test_what_the_terminal_refuses_is_told_in_japanese(asked: Callable[[], object], japanese: str) -> None:
    assert japanese in refused(asked).localize("ja")


def ended() -> Record:
    record = begin_match(QUBISM, assign_seats(QUBISM, {}, TERMINAL_PLAYERS)).record
    return record.with_result(["b"], "resigned")


def test_why_a_file_cannot_be_used_is_told_in_japanese(tmp_path: Path) -> None:
    def reason(work: Callable[[], object]) -> str:
        with pytest.raises((OSError, ValueError)) as caught:
            work()
        return FileError("some", caught.value).localize("ja")

    assert reason((tmp_path / "missing").read_text) == "some：そのファイルやフォルダーはありません"
    assert reason(tmp_path.read_text) == "some：これはファイルではなくフォルダーです"
    assert reason(lambda: (tmp_path / "nul\0").read_text()) == "some：ファイルの名前か中身に使えない文字があります"
    assert "Odd" in FileError("some", OSError(99999, "Odd")).localize("ja")
