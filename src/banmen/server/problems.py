"""What can go wrong between a page and the server: a stable code, an HTTP status and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banmen.core.errors import BanmenError
from banmen.core.i18n import Words
from banmen.core.messages import Catalogue, localize

messages = Catalogue(__name__)


# code: (status, sentences). The codes are part of the API; sentences may be reworded. What is wrong in particular stands in
# place of `{what}`, after a colon, where it is known in the reader's language.
PROBLEMS: Final[dict[str, tuple[int, Words]]] = {
    "malformed": (
        400,
        messages.words("problem.malformed"),
    ),
    "invalid": (422, messages.words("problem.invalid")),
    "not_found": (
        404,
        messages.words("problem.not_found"),
    ),
    "method": (405, messages.words("problem.method")),
    "no_match": (
        404,
        messages.words("problem.no_match"),
    ),
    "no_analysis": (
        404,
        messages.words("problem.no_analysis"),
    ),
    "no_lesson": (404, messages.words("problem.no_lesson")),
    "stale": (
        409,
        messages.words("problem.stale"),
    ),
    "client_id_reused": (
        409,
        messages.words("problem.client_id_reused"),
    ),
    "match_over": (409, messages.words("problem.match_over")),
    "match_full": (
        409,
        messages.words("problem.match_full"),
    ),
    "not_your_turn": (
        409,
        messages.words("problem.not_your_turn"),
    ),
    "throw_due": (409, messages.words("problem.throw_due")),
    "no_throw_due": (
        409,
        messages.words("problem.no_throw_due"),
    ),
    "no_move_due": (409, messages.words("problem.no_move_due")),
    "illegal_move": (422, messages.words("problem.illegal_move")),
    "nothing_to_undo": (409, messages.words("problem.nothing_to_undo")),
    "nobody_to_resign": (
        409,
        messages.words("problem.nobody_to_resign"),
    ),
    "unknown_game": (404, messages.words("problem.unknown_game")),
    "bad_option": (422, messages.words("problem.bad_option")),
    "bad_seat": (422, messages.words("problem.bad_seat")),
    "bad_notation": (422, messages.words("problem.bad_notation")),
    "bad_setup": (422, messages.words("problem.bad_setup")),
    "no_board_editor": (422, messages.words("problem.no_board_editor")),
    "bad_record": (422, messages.words("problem.bad_record")),
    "position_over": (
        422,
        messages.words("problem.position_over"),
    ),
    "bad_search": (422, messages.words("problem.bad_search")),
    "no_rules": (404, messages.words("problem.no_rules")),
    "too_large": (413, messages.words("problem.too_large")),
    "too_many_matches": (
        429,
        messages.words("problem.too_many_matches"),
    ),
    "too_many_analyses": (
        429,
        messages.words("problem.too_many_analyses"),
    ),
    "too_busy": (
        429,
        messages.words("problem.too_busy"),
    ),
    "cross_origin": (
        403,
        messages.words("problem.cross_origin"),
    ),
    "closing": (
        503,
        messages.words("problem.closing"),
    ),
    "broken": (
        500,
        messages.words("problem.broken"),
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
        return PROBLEMS[self.code][1][lang].format(what=what and f"{messages.text('problem.colons', lang)}{what}")

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
