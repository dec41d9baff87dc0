"""What can go wrong between a page and the server: a stable code, an HTTP status and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banmen.core.errors import BanmenError
from banmen.core.i18n import Words

# code: (status, sentences). The codes are part of the API; sentences may be reworded.
PROBLEMS: Final[dict[str, tuple[int, Words]]] = {
    "malformed": (400, {"en": "This is not JSON that can be read.", "ja": "JSONとして読めません。"}),
    "invalid": (422, {"en": "The request is not as the API describes it: {what}", "ja": "リクエストの形が違います：{what}"}),
    "not_found": (404, {"en": "There is nothing at this address.", "ja": "このアドレスには何もありません。"}),
    "method": (405, {"en": "This address does not take such a request.", "ja": "このアドレスではその操作はできません。"}),
    "no_match": (404, {"en": "You have no such match.", "ja": "その対局は見つかりません。"}),
    "no_analysis": (
        404,
        {
            "en": "There is no such analysis any more; start it again.",
            "ja": "その分析はもうありません。もう一度始めてください。",
        },
    ),
    "no_lesson": (404, {"en": "There is no such lesson.", "ja": "そのレッスンはありません。"}),
    "stale": (
        409,
        {
            "en": "The match has gone on meanwhile; here is what happened.",
            "ja": "対局が先に進んでいます。最新の様子を送ります。",
        },
    ),
    "client_id_reused": (
        409,
        {"en": "This client_id stands for another action already.", "ja": "このclient_idは別の操作で使われています。"},
    ),
    "match_over": (409, {"en": "This match has ended.", "ja": "この対局は終わっています。"}),
    "match_full": (
        409,
        {"en": "This match has become too long to go on.", "ja": "この対局は長くなりすぎたため、続けられません。"},
    ),
    "not_your_turn": (
        409,
        {"en": "The computer is to act; wait for it.", "ja": "いまはコンピュータの番です。少しお待ちください。"},
    ),
    "throw_due": (409, {"en": "The sticks have to be thrown first.", "ja": "先に投げてください。"}),
    "no_throw_due": (
        409,
        {"en": "No throw is due: a move has to be made.", "ja": "いまは投げる番ではありません。手を選んでください。"},
    ),
    "no_move_due": (409, {"en": "There is nothing to decide in this position.", "ja": "この局面には選ぶ手がありません。"}),
    "illegal_move": (422, {"en": "This move is not legal here: {what}", "ja": "ここでは指せない手です：{what}"}),
    "nothing_to_undo": (409, {"en": "There is nothing to take back.", "ja": "もどせる手がありません。"}),
    "nobody_to_resign": (409, {"en": "No person plays in this match.", "ja": "この対局には投了する人がいません。"}),
    "unknown_game": (404, {"en": "There is no such game.", "ja": "そのゲームはありません。"}),
    "bad_option": (422, {"en": "The rule options cannot be used: {what}", "ja": "このルール設定は使えません：{what}"}),
    "bad_seat": (422, {"en": "The seats cannot be taken like this: {what}", "ja": "この席の決め方はできません：{what}"}),
    "bad_name": (422, {"en": "This name cannot be used: {what}", "ja": "この名前は使えません：{what}"}),
    "bad_notation": (422, {"en": "This position cannot be read: {what}", "ja": "この局面は読み取れません：{what}"}),
    "bad_record": (422, {"en": "This record cannot be read: {what}", "ja": "この棋譜は読み取れません：{what}"}),
    "position_over": (422, {"en": "The game is over in this position.", "ja": "この局面ではもう終わっています。"}),
    "bad_search": (422, {"en": "The computer cannot do this: {what}", "ja": "コンピュータにはできません：{what}"}),
    "no_rules": (404, {"en": "The rules are not written in this language.", "ja": "この言語のルールはまだありません。"}),
    "too_large": (413, {"en": "The request is too large.", "ja": "送られたデータが大きすぎます。"}),
    "too_many_matches": (
        429,
        {"en": "You have too many matches; remove some first.", "ja": "対局が多すぎます。いくつか消してから始めてください。"},
    ),
    "too_many_analyses": (
        429,
        {"en": "Too many analyses are under way; stop one or wait.", "ja": "分析が多すぎます。止めるか、少しお待ちください。"},
    ),
    "too_busy": (
        429,
        {
            "en": "Too much is being thought about just now; try again.",
            "ja": "いま混みあっています。少し待ってからもう一度どうぞ。",
        },
    ),
    "cross_origin": (403, {"en": "This request comes from another site.", "ja": "ほかのサイトからの操作は受け付けません。"}),
    "closing": (503, {"en": "The server is closing down.", "ja": "サーバーは終了するところです。"}),
    "broken": (
        500,
        {
            "en": "Something went wrong on the server; the match is kept.",
            "ja": "サーバーで問題が起きました。対局は残っています。",
        },
    ),
}
# The library's own codes that are told under another name here.
SAME: Final = {"bad_move_text": "illegal_move", "error": "invalid", "no_such_lesson": "no_lesson"}


class ProblemError(Exception):
    """A request that cannot be answered as asked.

    >>> ProblemError("illegal_move", what="x").told("en")
    'This move is not legal here: x'
    """

    def __init__(self, code: str, /, what: str = "", **more: Any) -> None:
        super().__init__(code)
        self.code, self.what, self.more = code, what, more

    @property
    def status(self) -> int:
        """The HTTP status."""
        return PROBLEMS[self.code][0]

    def told(self, lang: str) -> str:
        """Return the sentence for a reader."""
        return PROBLEMS[self.code][1][lang].format(what=clean(self.what))

    def body(self, lang: str) -> dict[str, Any]:
        """Return what is sent; what belongs to the problem, such as missing events, stands beside `error`."""
        return error_body(self.code, self.told(lang)) | self.more


def of_library(error: BanmenError) -> ProblemError:
    """Return the problem that an error of the library stands for."""
    code = SAME.get(error.code, error.code)
    return ProblemError(code if code in PROBLEMS else "invalid", what=str(error))


def error_body(code: str, message: str) -> dict[str, Any]:
    """Return the body of an error."""
    return {"error": {"code": code, "message": message}}


def clean(text: str) -> str:
    """Return a text that can be sent whatever was typed: halves of surrogate pairs become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def statuses(*codes: str) -> Mapping[int | str, dict[str, Any]]:
    """Return the answers of a route that some problems lead to, for its description."""
    found: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status = PROBLEMS[code][0]
        told = found.get(status, {}).get("description", "")
        found[status] = {"description": f"{told}, {code}" if told else code}
    return found
