"""Readings: every kanji that a player of our games meets has one, and the entries are well formed."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from banmen.core import registry
from banmen.core.catalogues import languages, load_catalogue, variants
from banmen.presentation.about import about, read_rules
from banmen.presentation.lessons import read_lessons
from banmen.presentation.readings import KANJI, find_readings, list_entries, read_entry, write_kana
from tests.common.loops import some

PACKAGES = ("core", "match", "presentation", "server", "web", *(f"games.{name}" for name in registry.names()))
GAP = re.compile(r"\{\w*\}")


def walk(value: Any) -> Iterator[str]:
    """Yield all texts of a table."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from walk(part)


def list_texts(lang: str) -> Iterator[str]:
    """Yield the texts that players of our games may read in a language."""
    for package in PACKAGES:
        yield from walk(dict(load_catalogue(f"banmen.{package}", lang)))
    for game in registry.names():
        yield from walk(about(game, lang))
        yield read_rules(game, lang)
        for lesson in read_lessons(game):
            for step in lesson.steps:
                yield from (words[lang] for words in (lesson.title, step.text, step.nudge, step.praise) if words)
        levels = tomllib.loads(files(f"banmen.games.{game}").joinpath("about", "levels.toml").read_text("utf-8"))["levels"]
        yield from (
            text for level in levels for name in ("name", "character") for key, text in level[name].items() if key != "en"
        )


@pytest.mark.parametrize("lang", ["ja", "ja-easy"])
def test_every_kanji_has_a_reading(lang: str) -> None:
    for text in some(list_texts(lang)):
        filled = GAP.sub("7", text)
        bare = [letters for letters, reading in find_readings(filled, lang) if not reading and KANJI.search(letters)]
        assert not bare, text[:200]
        assert "".join(letters for letters, _ in find_readings(filled, lang)) == filled


def test_entries_are_well_formed_and_each_is_there_once() -> None:
    entries = [read_entry(entry) for entry in list_entries("ja")]
    assert [word for word, number in Counter(word for word, _ in entries).items() if number > 1] == []
    for word, segments in some(entries):
        assert all(re.fullmatch("[ぁ-ん]+", reading) for _, reading in segments if reading), word
        assert not any(KANJI.search(letters) for letters, reading in segments if not reading), word


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2人で遊ぶ", "ふたりであそぶ"),
        ("4人のうち3人", "4にんのうち3にん"),
        ("ほかの人の番", "ほかのひとのばん"),
        ("1本と3本と4本", "1ぽんと3ぼんと4ほん"),
        ("目を出す。出た目", "めをだす。でため"),
        ("上がる、上の段", "あがる、うえのだん"),
        ("盤を回す。3回目", "ばんをまわす。3かいめ"),
        ("どんでん返しで返る", "どんでんがえしでかえる"),
        ("消すと消える", "けすときえる"),
        ("少し少ない", "すこしすくない"),
        ("数を数える", "かずをかぞえる"),
        ("空いたマス、空になる。もう空です", "あいたマス、からになる。もうからです"),
        ("運がよかった。いっしょに運べる、運びました", "うんがよかった。いっしょにはこべる、はこびました"),
        ("流れ星、星", "ながれぼし、ほし"),
        ("分かれ目。ひとりの分は", "わかれめ。ひとりのぶんは"),
        ("2人分、7人分、余った分", "ふたりぶん、7にんぶん、あまったぶん"),
        ("向こう岸、6本", "むこうぎし、6ぽん"),
        ("1手から2手", "いってから2て"),
        ("1歩、2歩、6歩、10歩", "1ぽ、2ほ、6ぽ、10ぽ"),
        ("対戦相手を待つ、空席、通知", "たいせんあいてをまつ、くうせき、つうち"),
        ("話す、表します、考え中", "はなす、あらわします、かんがえちゅう"),
        ("1人、2人、12人、31人", "ひとり、ふたり、12にん、31にん"),
        ("一手に2日、3勝1敗、12投", "いってにふつか、3しょう1はい、12とう"),
        ("神が1柱、二柱の神", "かみがひとはしら、ふたはしらのかみ"),
        ("行きます。次の順に行います", "いきます。つぎのじゅんにおこないます"),
    ],
)
def test_a_letter_is_read_as_it_stands(text: str, read: str) -> None:
    assert write_kana(text, "ja-easy") == read


def test_what_needs_no_reading_has_none() -> None:
    assert find_readings("Your move, 3 of 4", "en") == [("Your move, 3 of 4", "")]
    assert find_readings("", "ja") == []


def test_an_easy_variant_has_no_keys_of_its_own_and_the_same_gaps() -> None:
    assert variants() == ("ja-easy",)
    assert "ja-easy" not in languages()
    for package in PACKAGES:
        easy, usual = (dict(load_catalogue(f"banmen.{package}", lang)) for lang in ("ja-easy", "ja"))
        assert set(easy) <= set(usual) | {"language.name", "language.plural"}, package
        for key, text in easy.items():
            more = set(GAP.findall(str(text))) - set(GAP.findall(str(usual[key])))
            assert not more, f"{package}: {key}"


# Casual speech, and verbs and endings with which a sentence for children does not end.
FAMILIAR = re.compile("だよ|だね|(?<![んっい])てね|[るい]よ[。！]|たね[。！]|よう[。！]|きみ|[るいだ]。|(?<!まし)(?<!でし)た。")


def test_easy_words_are_polite_throughout() -> None:
    texts = [text for package in PACKAGES for text in walk(read_own("ja-easy", package))]
    texts += [str(about(game, "ja-easy")[name]) for game in registry.names() for name in ("tagline", "goal", "kind")]
    texts += [line for game in registry.names() for line in read_rules(game, "ja-easy").splitlines()]
    assert len(texts) > 800
    assert [text for text in texts if FAMILIAR.search(text.replace("ください", ""))] == []


def read_own(lang: str, package: str) -> dict[str, Any]:
    """Return the catalogue of a package in a language, without fallbacks; empty if there is none."""
    path = files(f"banmen.{package}").joinpath("locales", f"{lang}.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@pytest.mark.parametrize("game", registry.names())
def test_easy_rules_are_shorter_and_say_how_one_wins(game: str) -> None:
    easy, usual = read_rules(game, "ja-easy"), read_rules(game, "ja")
    assert len(easy) < len(usual) / 2
    assert "## どうしたら勝ち？" in easy
    share = [len(KANJI.findall(text)) / len(text) for text in (easy, usual)]
    assert share[0] < share[1] * 0.75, "more of it is in kana"
    assert about(game, "ja-easy")["goal"] != about(game, "ja")["goal"]


def test_dates_are_read_as_dates() -> None:
    for day, read in (
        ("17日", "17にち"),
        ("1日", "ついたち"),
        ("8日", "ようか"),
        ("20日", "はつか"),
        ("24日", "にじゅうよっか"),
    ):
        assert write_kana(f"2026年11月{day}", "ja") == f"2026ねん11がつ{read}"
