"""Problems between a page and the server: a stable code, an HTTP status and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banmen.core.errors import BanmenError
from banmen.core.messages import Catalogue, localize

messages = Catalogue(__name__)


# The codes are part of the API; their messages may be reworded. Details replace `{what}`, after a colon, where they are
# available in the reader's language.
CODES_BY_STATUS: Final[dict[int, str]] = {
    400: "malformed unknown_host",
    401: "bad_token",
    403: "not_for_bots cross_origin not_your_seat no_help one_seat_each not_your_tournament not_here rating_range"
    " wrong_passphrase",
    404: "not_found no_match no_analysis no_lesson no_rules unknown_game nothing_thrown no_seat bad_link no_tournament"
    " no_challenge no_person no_bot no_account no_device not_blocked nobody_there",
    405: "method",
    408: "too_slow",
    409: "stale client_id_reused match_over not_over match_full not_your_turn throw_due no_throw_due no_move_due"
    " nothing_to_undo nobody_to_resign not_begun ask_first time_over time_left no_proposal cannot_propose not_away seat_taken"
    " no_chat too_much_talk tournament_closed tournament_begun name_taken too_few_entrants no_network bot_plays_other_games"
    " signed_in",
    413: "too_large",
    422: "invalid illegal_move bad_option bad_seat bad_notation bad_setup no_board_editor bad_record position_over bad_search"
    " two_players_only cannot_rate bad_name bot_name bad_title mixed_name weak_passphrase",
    429: "too_many_matches too_many_challenges too_many_nearby too_many_analyses too_busy too_many_bots bot_busy bot_too_fast"
    " too_often too_many_attempts too_many_blocks too_many_reports too_many_tournaments",
    500: "broken unreadable_match",
    503: "closing no_database",
}
STATUS: Final[dict[str, int]] = {code: status for status, codes in CODES_BY_STATUS.items() for code in codes.split()}
# Library codes that have a different name here.
RENAMED: Final = {"bad_move_text": "illegal_move", "error": "invalid", "no_such_lesson": "no_lesson"}


class ProblemError(Exception):
    """A request that cannot be answered as asked.

    >>> ProblemError("illegal_move", what=messages("request.move_type")).text("ja")
    'ここではできない手です：moveは、typeがmoveのときだけ書いてください。'
    >>> ProblemError("illegal_move").text("en")
    'This move cannot be made here.'
    """

    def __init__(self, code: str, /, what: str = "", **more: Any) -> None:
        super().__init__(code)
        self.code, self.what, self.more = code, what, more

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    def text(self, lang: str) -> str:
        """Return the sentence for a reader, without details that are not available in their language."""
        what = clean(localize(self.what, lang)).removesuffix("。")
        return messages.text(f"problem.{self.code}", lang, what=what and messages.text("problem.separator", lang) + what)

    def body(self, lang: str) -> dict[str, Any]:
        """Return the response body; data that belongs to the problem, such as missed events, is next to `error`."""
        return make_error_body(self.code, self.text(lang)) | self.more


def convert_error(error: BanmenError) -> ProblemError:
    """Return the problem for an error of the library."""
    code = RENAMED.get(error.code, error.code)
    return ProblemError(code if code in STATUS else "invalid", what=error.message)


def make_error_body(code: str, message: str) -> dict[str, Any]:
    """Return the body of an error."""
    return {"error": {"code": code, "message": message}}


def clean(text: str) -> str:
    """Return a text that can be sent, whatever was typed: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def describe_problems(*codes: str) -> Mapping[int | str, dict[str, Any]]:
    """Return the answers of a route for its possible problems, for its description."""
    found: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status = STATUS[code]
        before = found.get(status, {}).get("description", "")
        found[status] = {"description": f"{before}, {code}" if before else code}
    return found
