"""Swings are found in the samples, and the docs and pictures show the results."""

import json
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy
import pytest

import banmen
from banmen.solve.samples import sample_file
from bench import plots, swing_tables, swings
from bench.yardstick import sample_of
from tests.common.loops import some

ROOT = Path(__file__).parent.parent.parent
FOUND: dict[str, Any] = json.loads(swings.FOUND.read_text("utf-8"))
SECTIONS = {"en": "docs/solved/luck-and-skill.md", "ja": "docs/solved/luck-and-skill.ja.md"}
GLOSSARY = tomllib.loads((ROOT / "tests/glossary.toml").read_text("utf-8"))["words"]


def section(lang: str) -> str:
    """Return the section of the docs about swings."""
    return (ROOT / SECTIONS[lang]).read_text("utf-8")


@pytest.fixture
def made_up() -> swings.RankedPart:
    """Three positions with made-up values: the second throw gains most, the third loses, the first matters."""
    game = banmen.game("holes58")
    positions = [game.position(text) for text in ("10,14;0;3/1;0;4 1 1", "2,7,12;0;2/2,9;0;3 1 3", "3,28;0;3/1;0;4 1 1")]
    mover, other, _ = zip(*(position.state[:3] for position in positions), strict=True)
    counts = [len(position.legal_codes()) for position in positions]
    moves = [[0.125, 0.625], [0.75, 0.875, 0.25][: counts[1]], [0.25, 0.1875]]
    part = sample_file.SamplePart(
        numpy.array(mover),
        numpy.array(other),
        numpy.array([position.thrown for position in positions]),
        numpy.array([0.5, 0.25, 0.5]),
        numpy.concatenate([[0], numpy.cumsum(counts)]),
        numpy.concatenate(moves),
    )
    return swings.rank_moves(game, part)


def test_the_largest_swings_and_choices_are_found(made_up: swings.RankedPart) -> None:
    assert made_up.luck.tolist() == [0.125, 0.625, -0.25]
    assert made_up.loss.tolist() == [0.5, 0.125, 0.0625]
    (up,), (down,), (choice,) = (
        swings.list_extremes(made_up, sizes, 1) for sizes in (made_up.luck, -made_up.luck, made_up.loss)
    )
    assert (up["position"], up["throw"], up["before"], up["best"]) == ("2,7,12;0;2/2,9;0;3 1 3", 3, 0.25, 0.875)
    assert (down["position"], down["best"]) == ("3,28;0;3/1;0;4 1 1", 0.25)
    assert choice == {
        "position": "10,14;0;3/1;0;4 1 1",
        "throw": 1,
        "before": 0.5,
        "best_move": "14>15",
        "best": 0.625,
        "second_move": "10>11",
        "second": 0.125,
    }


def test_a_position_is_listed_once(made_up: swings.RankedPart) -> None:
    part = made_up.part
    mover, other, throws, values, moves = (
        numpy.concatenate([words, words]) for words in (part.mover, part.other, part.throws, part.values, part.moves)
    )
    begin = numpy.concatenate([part.begin, part.begin[1:] + part.begin[-1]])
    twice = sample_file.SamplePart(mover, other, throws, values, begin, moves)
    found = swings.rank_moves(made_up.game, twice)
    assert [one["before"] for one in swings.list_extremes(found, found.luck)] == [0.25, 0.5, 0.5]
    even = swings.measure_spread(found, twice.values == 0.5)
    assert even == {"positions": 4, "luck": -0.0625, "luck_spread": 0.1875, "loss": 0.28125, "loss_spread": 0.21875}


def test_what_is_kept_is_what_the_sample_of_kariuchi_teaches() -> None:
    game = banmen.game("kariuchi")
    found = swings.study_swings(game, sample_file.read_sample(sample_of(game), game)[sample_file.PLAYED])
    assert found == FOUND["games"]["kariuchi"], "run python -m bench.swings, and tell in the docs what is new"
    assert swings.read_first_throws() == FOUND["first_throws"]
    assert swings.read_sweeps() == FOUND["sweeps"]


@pytest.mark.parametrize("name", swings.GAMES)
def test_what_is_kept_agrees_with_itself(name: str) -> None:
    kept = FOUND["games"][name]
    assert sum(kept["swings"]) == sum(row["positions"] for row in kept["by_chance"]) == kept["positions"]
    assert all(more >= fewer for more, fewer in pairwise(kept["losses"]))
    for kind in ("luckiest", "unluckiest", "choices"):
        for one in kept[kind]:
            position = banmen.game(name).position(one["position"])
            assert {one["best_move"], one["second_move"]} <= {move.text for move in position.legal_moves()}
            assert one["best"] >= one["second"]
            assert position.thrown == one["throw"]


@pytest.mark.parametrize("lang", SECTIONS)
def test_the_docs_tell_what_was_found(lang: str) -> None:
    told = section(lang)
    for table in some(swing_tables.write_all(FOUND, lang)):
        assert table in told
    prose = "\n".join(line for line in told.splitlines() if not line.startswith("|"))
    for text in some(numbers_in_prose()):
        assert text in prose, text


def numbers_in_prose() -> Iterator[str]:
    """Return the numbers that the docs mention outside tables, as they have to be written."""
    for kept in FOUND["games"].values():
        losses = kept["losses"]
        yield f"{kept['positions']:,}"
        yield from (f"{100 * kept[kind]:.1f}" for kind in ("luck_spread", "loss"))
        yield from (f"{100 * share:.0f} %" for share in (1 - losses[1], losses[10]))
        yield f"{100 * losses[50]:.1g} %"
        yield from (f"{100 * kept['luckiest'][0][when]:.1f} %" for when in ("before", "best"))
    worst, choice = (FOUND["games"]["kariuchi"][kind][0] for kind in ("unluckiest", "choices"))
    yield from (f"{100 * chance:.1f} %" for chance in (worst["before"], worst["best"], choice["best"]))
    yield f"{FOUND['sweeps'][0]['changes'][-1] * 2**16:.2f}"


def test_the_largest_choices_are_to_hit_or_to_reach_the_shen_hole() -> None:
    assert all(one["best_move"].endswith(">S") for one in FOUND["games"]["holes58"]["choices"])
    for one in FOUND["games"]["kariuchi"]["choices"]:
        there = {place.partition("x")[0] for place in one["position"].split("/")[1].split()[0].split(",")} - {"H"}
        assert one["best_move"].partition(">")[2] in there
        assert one["second_move"].partition(">")[2] not in there


def test_the_pictures_show_what_was_found() -> None:
    for name, drawn in some(plots.draw_all(FOUND)):
        assert (swings.PICTURES / name).read_text("utf-8") == drawn + "\n", "run python -m bench.swings --draw"
    for name, drawn in some(swings.draw_boards(FOUND)):
        kept, now = (ElementTree.fromstring(text) for text in ((swings.PICTURES / name).read_text("utf-8"), drawn))
        assert kept.get("data-position") == now.get("data-position")


@pytest.mark.parametrize("lang", SECTIONS)
def test_every_picture_is_there_and_shown(lang: str) -> None:
    shown = set(re.findall(r"\(\.\./pictures/([^)]*)\)", section(lang)))
    ours = {name for name, _ in plots.draw_all(FOUND) if name.endswith(".ja.svg") == (lang == "ja")}
    assert shown == ours | {name for name, _ in swings.draw_boards(FOUND)}


def test_a_scale_puts_values_where_they_belong() -> None:
    scale = plots.Axis(1e-4, 1.0, 400, 0, logarithmic=True)
    assert [scale.place(value) for value in (1e-9, 1e-4, 1e-2, 1.0)] == pytest.approx([400, 400, 200, 0])
    assert plots.Axis(-10, 30, 0, 80).place(0) == 20


def test_the_japanese_keeps_to_the_words_of_the_glossary() -> None:
    told = re.sub("`[^`]*`", "", section("ja")) + "\n".join(plots.WORDS["ja"].values())
    for entry in GLOSSARY:
        assert not re.search("|".join(entry["never"]), told), entry["use"]
