"""What can go wrong between a page and the server: a stable code, an HTTP status and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banmen.core.errors import BanmenError
from banmen.core.i18n import Words
from banmen.core.messages import localize

COLONS: Final[Words] = {"en": ": ", "ja": "："}

# code: (status, sentences). The codes are part of the API; sentences may be reworded. What is wrong in particular stands in
# place of `{what}`, after a colon, where it is known in the reader's language.
PROBLEMS: Final[dict[str, tuple[int, Words]]] = {
    "malformed": (
        400,
        {"en": "What was sent cannot be read: send it as JSON.", "ja": "送られたものが読めません。JSONで送ってください。"},
    ),
    "invalid": (422, {"en": "The request cannot be understood{what}.", "ja": "送られた内容が正しくありません{what}。"}),
    "not_found": (
        404,
        {
            "en": "There is nothing at this address; check how it is written.",
            "ja": "ここには何もありません。アドレスを確かめてください。",
        },
    ),
    "method": (405, {"en": "This cannot be done at this address.", "ja": "このアドレスではその操作はできません。"}),
    "no_match": (
        404,
        {
            "en": "This game is not here: it was removed, or it is somebody else's.",
            "ja": "この対局はここにはありません。消したか、ほかの人の対局です。",
        },
    ),
    "no_analysis": (
        404,
        {"en": "This analysis is gone; start it again.", "ja": "この検討はもうありません。もう一度始めてください。"},
    ),
    "no_lesson": (404, {"en": "There is no such lesson{what}.", "ja": "そのレッスンはありません{what}。"}),
    "stale": (
        409,
        {
            "en": "The game has gone on meanwhile; here is what happened.",
            "ja": "対局が先に進んでいます。いまの様子を送ります。",
        },
    ),
    "client_id_reused": (
        409,
        {
            "en": "Another action has the same client_id; send this one with a new one.",
            "ja": "同じclient_idの操作がもうあります。新しいものを付けて送ってください。",
        },
    ),
    "match_over": (409, {"en": "This game is over.", "ja": "もう終わっています。"}),
    "match_full": (
        409,
        {
            "en": "This game has become too long to go on; begin a new one.",
            "ja": "長くなりすぎて、この対局はもうつづけられません。新しく始めてください。",
        },
    ),
    "not_your_turn": (
        409,
        {"en": "It is the computer's turn; wait a moment.", "ja": "いまはコンピュータの番です。少しお待ちください。"},
    ),
    "throw_due": (409, {"en": "Throw the sticks first.", "ja": "先に投げてください。"}),
    "no_throw_due": (
        409,
        {"en": "There is nothing to throw now: make a move.", "ja": "いまは投げる番ではありません。手を選んでください。"},
    ),
    "no_move_due": (409, {"en": "There is nothing to choose just now.", "ja": "いまは選ぶ手がありません。"}),
    "illegal_move": (422, {"en": "This move cannot be made here{what}.", "ja": "ここではできない手です{what}。"}),
    "nothing_to_undo": (409, {"en": "There is nothing to take back.", "ja": "もどせる手がありません。"}),
    "nobody_to_resign": (
        409,
        {"en": "No person plays here who could give up.", "ja": "この対局には、投了できる人がいません。"},
    ),
    "unknown_game": (404, {"en": "There is no such game{what}.", "ja": "そのゲームはありません{what}。"}),
    "bad_option": (422, {"en": "These rules cannot be played{what}.", "ja": "このルール設定では遊べません{what}。"}),
    "bad_seat": (422, {"en": "These seats are not valid{what}.", "ja": "この席の決め方はできません{what}。"}),
    "bad_notation": (422, {"en": "This position cannot be read{what}.", "ja": "この局面は読み取れません{what}。"}),
    "bad_setup": (422, {"en": "It cannot be put there{what}.", "ja": "そこには置けません{what}。"}),
    "no_board_editor": (422, {"en": "This board cannot be set up by hand{what}.", "ja": "この盤は手で並べられません{what}。"}),
    "bad_record": (422, {"en": "This record cannot be read{what}.", "ja": "この棋譜は読み取れません{what}。"}),
    "position_over": (
        422,
        {
            "en": "The game is over in this position; choose an earlier one.",
            "ja": "この局面はもう終わっています。前の局面を選んでください。",
        },
    ),
    "bad_search": (422, {"en": "The computer cannot do this{what}.", "ja": "コンピュータにはできないことです{what}。"}),
    "no_rules": (404, {"en": "The rules are not written in this language.", "ja": "この言語のルールはまだありません。"}),
    "too_large": (413, {"en": "This is too much at once; send less.", "ja": "送られたものが大きすぎます。短くしてください。"}),
    "too_many_matches": (
        429,
        {"en": "You have too many games; remove some first.", "ja": "対局が多すぎます。いくつか消してから始めてください。"},
    ),
    "too_many_analyses": (
        429,
        {"en": "Too many analyses are under way; stop one or wait.", "ja": "検討が多すぎます。止めるか、少しお待ちください。"},
    ),
    "too_busy": (
        429,
        {
            "en": "There is too much to think about just now; try again soon.",
            "ja": "いま混みあっています。少し待ってからもう一度どうぞ。",
        },
    ),
    "cross_origin": (
        403,
        {"en": "This comes from another site and is not let in.", "ja": "ほかのサイトからの操作は受け付けません。"},
    ),
    "closing": (
        503,
        {"en": "The server is closing down; try again soon.", "ja": "サーバーが終わるところです。少し待ってからどうぞ。"},
    ),
    "broken": (
        500,
        {
            "en": "Something went wrong on the server, and your game is kept; try again.",
            "ja": "サーバーでうまくいきませんでした。対局は残っています。もう一度ためしてください。",
        },
    ),
}
# The library's codes that have another name here.
RENAMED: Final = {"bad_move_text": "illegal_move", "error": "invalid", "no_such_lesson": "no_lesson"}


class ProblemError(Exception):
    """A request that cannot be answered as asked.

    >>> from banmen.core.messages import message
    >>> ProblemError("illegal_move", what=message("throw first", "先に投げてください")).text("ja")
    'ここではできない手です：先に投げてください。'
    >>> ProblemError("illegal_move").text("en")
    'This move cannot be made here.'
    """

    def __init__(self, code: str, /, what: str = "", **more: Any) -> None:
        super().__init__(code)
        self.code, self.what, self.more = code, what, more

    @property
    def status(self) -> int:
        """The HTTP status."""
        return PROBLEMS[self.code][0]

    def text(self, lang: str) -> str:
        """Return the sentence for a reader; what is not known in their language is left out."""
        what = clean(localize(self.what, lang)).removesuffix("。")
        return PROBLEMS[self.code][1][lang].format(what=what and f"{COLONS[lang]}{what}")

    def body(self, lang: str) -> dict[str, Any]:
        """Return what is sent; what belongs to the problem, such as missing events, stands beside `error`."""
        return error_body(self.code, self.text(lang)) | self.more


def problem_from(error: BanmenError) -> ProblemError:
    """Return the problem that an error of the library stands for."""
    code = RENAMED.get(error.code, error.code)
    return ProblemError(code if code in PROBLEMS else "invalid", what=error.sentence)


def error_body(code: str, message: str) -> dict[str, Any]:
    """Return the body of an error."""
    return {"error": {"code": code, "message": message}}


def clean(text: str) -> str:
    """Return a text that can be sent whatever was typed: halves of surrogate pairs become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def describe_problems(*codes: str) -> Mapping[int | str, dict[str, Any]]:
    """Return the answers of a route that some problems lead to, for its description."""
    found: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status = PROBLEMS[code][0]
        before = found.get(status, {}).get("description", "")
        found[status] = {"description": f"{before}, {code}" if before else code}
    return found
