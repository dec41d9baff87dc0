"""Actions of visitors in a match, as sent by HTTP or WebSocket, with their bounds."""

from __future__ import annotations

import re
import time
from typing import Annotated, Any, Final, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from typing_extensions import TypedDict

from banmen.match.actions import Intent
from banmen.match.events import MOVE
from banmen.server.problems import ProblemError
from banmen.server.sessions import Action
from banmen.server.validation_errors import MOVE_ALONE, TOGETHER

# Control characters, lone surrogates and line breaks have no place in any text of a request.
PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
Short = Annotated[str, StringConstraints(max_length=40, pattern=PLAIN)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN)]
TalkText = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PLAIN)]
Seq = Annotated[int, Field(ge=0, le=2**31)]
CLIENT_ID: Final = re.compile(r"(?i:[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})")
ClientId = Annotated[  # a UUID; parsed as a string, which is twice as fast
    str,
    StringConstraints(pattern=rf"^{CLIENT_ID.pattern}$"),
    Field(json_schema_extra={"format": "uuid"}),
]


STRICT: Final = ConfigDict(extra="forbid", strict=True)  # unknown keys are refused, so that a misspelt one is not overlooked


class RequestBody(BaseModel):
    """A request body."""

    model_config = STRICT


class ActionRequest(TypedDict):
    """An action of a visitor in a match. A dictionary, because every move is parsed, and a model takes twice as long."""

    __pydantic_config__ = STRICT  # type: ignore[misc]  # a setting, not a key

    type: Literal["throw", "move", "undo", "resign", "seal", "propose", "agree", "decline", "say"]
    move: NotRequired[MoveText | None]
    player: NotRequired[Short | None]  # the player who resigns, or whose seat a computer is to take
    what: NotRequired[Short | None]  # what is proposed (undo, draw or computer), or which phrase is said
    who: NotRequired[Short | None]  # the computer player that is to take a seat
    to: NotRequired[Seq | None]  # the number of the proposal that is answered
    text: NotRequired[TalkText | None]  # free text, where that is allowed
    seq: Seq
    client_id: ClientId


parser: Final = TypeAdapter(ActionRequest).validator


def parse_action(text: bytes, person: str) -> Action:
    """Return a person's action as sent in JSON; raise ValidationError of pydantic, or ProblemError."""
    return make_action(parser.validate_json(text), person)


def make_action(request: ActionRequest, person: str) -> Action:
    """Return a request as an action of a person, at this moment; raise ProblemError if it has a move where none belongs."""
    fields: dict[str, Any] = {**request}
    seq, client_id = fields.pop("seq"), normalize_client_id(fields.pop("client_id"))
    intent = Intent(**fields, person=person, now=time.time())
    if (intent.move is None) == (intent.type == MOVE):
        raise ProblemError("invalid", what=TOGETHER[MOVE_ALONE])
    return Action(intent, seq, client_id)


def normalize_client_id(text: str) -> str:
    """Return a client id in the canonical form in which it is stored.

    >>> normalize_client_id("0123456789ABCDEF0123456789abcdef")
    '01234567-89ab-cdef-0123-456789abcdef'
    """
    if len(text) == 32:
        text = f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
    return text.lower()
