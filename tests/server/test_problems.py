"""Whatever a visitor sends, the answer is one sentence in her language that says what is wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from banmen.core import registry
from banmen.server.problems import STATUS, ProblemError
from tests.server.visiting import Visitor

QUOTED = re.compile("「[^」]*」")
ENGLISH = re.compile(r"[A-Za-z]{2,} +[A-Za-z]{2,}")  # two words of it in a row
TEXTS: tuple[Any, ...] = (
    "",
    " ",
    "x",
    "9" * 20,
    "日本語",
    "\x00",
    "\ud800",
    "<b>",
    "'; --",
    "a b c d e f g",
    "x" * 5000,
    None,
    7,
    [],
    {},
    True,
)
TAG = '[Game "kariuchi"]\n'
RECORDS = (
    '[Game "chess"]\n\n*',
    '[Game "kariuchi"\n\n*',
    TAG,
    TAG + "*",
    TAG + "\n1. 3:R>4 *",
    TAG + "\n1. R>3 *",
    TAG + "\n2. 3:R>3 *",
    TAG + "\n1. 3:hello *",
    TAG + "\n1. 7:R>3 *",
    TAG + "\n1. 3:R>3 {open *",
    TAG + "\n1. 3:R>3 1",
    TAG + '[Options "pieces=9"]\n\n*',
    TAG + '[Options "pieces=1 pieces=2"]\n\n*',
    TAG + '[Options "pieces"]\n\n*',
    TAG + '[Opening "3-3"]\n\n*',
    TAG + '[Opening "x"]\n\n*',
    TAG + '[Position "nothing"]\n\n*',
    TAG + '[Result "3"]\n\n*',
    TAG + '[Termination "bored"]\n\n*',
    TAG + '[Date "today"]\n\n*',
    TAG + TAG + "\n*",
    "\x07",
)
POSITIONS = {
    "kariuchi": (
        "Rx4/Rx4",
        "Rx4/Rx4 1 9",
        "Rx4/Rx4 3 -",
        "Rx5/Rx4 1 -",
        "Rx3,5/Rx3,5 1 -",
        "5,Rx3/Rx4 1 -",
        "Q/Rx4 1 -",
        "Hx4/Rx4 2 -",
    ),
    "moontrek": (
        "- 4,4 0,0 A|B C -",
        "- 4 0,0 A|B A -",
        "5:AB 3,3 0,0 A|B A -",
        "- 4,4 0,0 AB A -",
        "5 4,4 0,0 A|B A -",
        "- 4,3 0,0 A|B A -",
    ),
    "holes58": ("1;0;4/1;0;4 1", "0;0;4/1;0;4 1 -", "3,2;0;3/1;0;4 1 -", "1;0;9/1;0;4 1 -", "-;0;5/1;0;4 1 -", "1;0/1;0;4 1 -"),
    "kuniumi": (
        "6/6/6/6/6 setup -",
        "7/6/6/6/6/6 setup -",
        "6/6/6/6/6/6 play -",
        "6/6/6/6/6/6 setup l",
        "L5/6/6/6/6/6 l l",
        "33/6/6/6/6/6 setup -",
    ),
    "qubism": (
        "2B2/5/5/5/2W2 9",
        "2B2/5/5/5/5 9 w",
        "2B2/5/5/5/2W2 8 w",
        "2B2/^^^^^/5/5/2W2 4 w",
        "2B2/5/5/5/2Q2 9 w",
        "2B3/5/5/5/2W2 9 w",
    ),
}
OPTIONS: tuple[Any, ...] = (
    {"pieces": 9}, {"pieces": "x"}, {"pieces": None}, {"nothing": 1}, {"p": 2}, {"hit_bonus": "all"}, {"pieces": []}, "x", [1]
)  # fmt: skip


def judge(message: str, lang: str) -> None:
    """Check a sentence against what visitors may expect."""
    if lang == "en":
        assert re.fullmatch(r"[A-Z].*\.", message, re.S), message
    else:
        bare = QUOTED.sub("", message)
        assert bare.endswith("。"), message
        assert not ENGLISH.search(bare), message
        assert not re.search(r"[()%]", bare.replace("[(3, 3), (2, 5)]", "")), message
    assert len(message) < 400, message


def ask(visitor: Visitor, lang: str, path: str, body: Any) -> None:
    """Send something, and check the answer if it is a refusal."""
    answer = visitor.post(f"{path}?lang={lang}", body)
    assert answer.status_code < 500, (path, body)
    if answer.status_code >= 400:
        judge(answer.json()["error"]["message"], lang)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_nothing_that_is_sent_gets_an_answer_in_another_language(visitor: Visitor, lang: str) -> None:
    view = visitor.begin("kariuchi")
    match = f"/api/matches/{view['id']}"
    action = {"type": "move", "seq": view["seq"], "client_id": "00000000-0000-4000-8000-000000000000"}
    for text in (text for text in TEXTS if text != "\ud800"):
        ask(visitor, lang, "/api/matches", {"game": text})
        ask(visitor, lang, "/api/matches", {"game": "kariuchi", "start": text})
        ask(visitor, lang, "/api/matches", {"game": "kariuchi", "seats": {"1": text}})
        ask(visitor, lang, "/api/matches", {"game": "kariuchi", "seats": {str(text): "human"}})
        ask(visitor, lang, "/api/matches", {"game": "kariuchi", "names": text, "seats": text})
        ask(visitor, lang, "/api/positions", {"game": "kariuchi", "position": text})
        ask(visitor, lang, "/api/positions", {"game": "kariuchi", "theme": text})
        ask(visitor, lang, "/api/positions/play", {"game": "kuniumi", "move": text})
        ask(visitor, lang, "/api/positions/play", {"game": "kariuchi", "throw": text})
        ask(visitor, lang, "/api/positions/why", {"game": "kuniumi", "from": text, "to": text})
        ask(visitor, lang, "/api/positions/shift", {"game": "kuniumi", "piece": text, "from": text, "to": text})
        ask(visitor, lang, "/api/replay", {"record": text})
        ask(visitor, lang, "/api/replay", {"record": TAG, "first": text})
        ask(visitor, lang, "/api/analysis", {"game": "kariuchi", "position": text})
        ask(visitor, lang, "/api/analysis", {"record": text, "seconds": text})
        ask(visitor, lang, "/api/games/kariuchi/lessons/1/2", {"move": text})
        for field in ("type", "move", "seq", "client_id", "player"):
            ask(visitor, lang, f"{match}/actions", action | {field: text})
        ask(visitor, lang, f"{match}/why", {"from": text, "owner": text})
        ask(visitor, lang, "/api/positions", text)
    for options in OPTIONS:
        ask(visitor, lang, "/api/positions", {"game": "kariuchi", "options": options})


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_bad_records_and_positions_are_explained(visitor: Visitor, lang: str) -> None:
    for record in RECORDS:
        answer = visitor.post(f"/api/replay?lang={lang}", {"record": record})
        assert answer.status_code in (200, 422)
        if answer.status_code == 422:
            judge(answer.json()["error"]["message"], lang)
    for game, texts in POSITIONS.items():
        for text in texts:
            answer = visitor.post(f"/api/positions?lang={lang}", {"game": game, "position": text})
            assert answer.status_code == 422, (game, text)
            message = answer.json()["error"]["message"]
            judge(message, lang)
            assert "：" in message or ": " in message  # the reason is given too


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_pieces_put_where_they_cannot_be_are_explained_without_notation(visitor: Visitor, lang: str) -> None:
    shifts = {
        "kariuchi": ("1", "R", "zz"),
        "moontrek": ("A", "5", "6"),
        "holes58": ("1", "9", "10"),
        "kuniumi": ("L", "a1", "z9"),
        "qubism": ("w", "c1", "supply"),
    }
    for game, (piece, source, target) in shifts.items():
        asked = {"game": game, "piece": piece, "from": source, "to": target}
        answer = visitor.post(f"/api/positions/shift?lang={lang}", asked)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_setup")
        message = answer.json()["error"]["message"]
        judge(message, lang)
        assert not re.search("文字目|at character", message)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_bad_addresses_are_explained(visitor: Visitor, lang: str) -> None:
    paths = (
        "/api/nothing", "/api/matches/none", "/api/matches/!!", "/api/matches/none/hint", "/api/analysis/none",
        "/api/games/chess/rules", "/api/games/kariuchi/lessons/99/1", "/api/games/kariuchi/lessons/1/99",
        "/api/games/kariuchi/lessons/x/0", "/api/matches/none/replay?first=x", "/api/matches/none?theme=pink",
    )  # fmt: skip
    for path in paths:
        answer = visitor.get(path + ("&" if "?" in path else "?") + f"lang={lang}")
        assert 400 <= answer.status_code < 500
        judge(answer.json()["error"]["message"], lang)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_all_problems_are_whole_sentences(lang: str) -> None:
    for code in STATUS:
        judge(ProblemError(code).text(lang), lang)


def test_english_alone_is_not_shown_to_japanese_readers() -> None:
    assert ProblemError("bad_search", what="no such engine").text("ja") == "コンピュータにはできないことです。"
    assert ProblemError("bad_search", what="no such engine").text("en") == "The computer cannot do this: no such engine."


def test_all_options_of_all_games_are_explained(visitor: Visitor) -> None:
    for game in registry.names():
        for option in registry.game(game).option_list:
            answer = visitor.post("/api/positions?lang=ja", {"game": game, "options": {option.name: "?"}})
            judge(answer.json()["error"]["message"], "ja")
            assert option.name in answer.json()["error"]["message"]
