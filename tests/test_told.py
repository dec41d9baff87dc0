"""Whatever is refused is told in both languages: no error of these layers is raised with a sentence in English alone."""

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import banmen
from banmen import BanmenError
from banmen.engine.levels import level, tuned
from banmen.engine.players import player
from banmen.engine.thought import Budget, mebibytes

LAYERS = ("core", "games", "engine")
REFUSING = ("refuse_unless_whole", "_refuse_unless")
OURS = ("BanmenError", "EngineError", "OptionError", "NotationError", "RecordError", "IllegalMoveError", "UnknownGameError")


def english_alone(path: Path) -> Iterator[str]:
    """Yield the calls in a file that refuse something by a plain text."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        told = node.args[2:3] if name == "_refuse_unless" else node.args[:1]
        plain = any(isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and one.value) for one in told)
        if name in (*REFUSING, *OURS) and plain:
            yield f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_is_refused_in_english_alone(layer: str) -> None:
    paths = sorted(Path(str(files("banmen"))).joinpath(layer).rglob("*.py"))
    assert paths
    assert [found for path in paths for found in english_alone(path)] == []


@pytest.mark.parametrize(
    ("asked", "japanese"),
    [
        (lambda: player("nobody", banmen.game("qubism")), "「nobody」というプレイヤーはいません。random、greedy"),
        (lambda: player("mcts:many", banmen.game("qubism")), "「many」は使えません"),
        (lambda: player("alphabeta:100", banmen.game("kariuchi")), "kariuchiでは投げるので"),
        (lambda: player("expectimax:100", banmen.game("qubism")), "qubismでは投げないので"),
        (lambda: level(banmen.game("kariuchi"), 9), "kariuchiのレベルは1から8までです。9はありません"),
        (lambda: tuned(banmen.game("kariuchi"), "blur=x"), "blurを「x」にはできません"),
        (lambda: Budget(), "局面の数か秒数"),
        (lambda: Budget(nodes=0), "局面の数は1から"),
        (lambda: mebibytes(0), "メモリ（MiB）は1から"),
    ],
)
def test_what_engines_refuse_is_told_in_japanese(asked: object, japanese: str) -> None:
    with pytest.raises(BanmenError) as caught:
        asked()  # type: ignore[operator]
    assert japanese in caught.value.told("ja")
