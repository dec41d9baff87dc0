"""Actions of visitors in a match, as sent by HTTP or WebSocket, with their bounds."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from banmen.match.actions import Intent
from banmen.server.sessions import Action
from banmen.server.validation_errors import MOVE_ALONE

# Control characters, lone surrogates and line breaks have no place in any text of a request.
PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
Short = Annotated[str, StringConstraints(max_length=40, pattern=PLAIN)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN)]
TalkText = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PLAIN)]
Seq = Annotated[int, Field(ge=0, le=2**31)]
ClientId = Annotated[  # a UUID; parsed as a string, which is twice as fast
    str,
    StringConstraints(pattern=r"^(?i:[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$"),
    Field(json_schema_extra={"format": "uuid"}),
]


class RequestBody(BaseModel):
    """A request body; unknown keys are refused, so that a misspelt one is not overlooked."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ActionRequest(RequestBody):
    """An action of a visitor in a match."""

    type: Literal["throw", "move", "undo", "resign", "seal", "propose", "agree", "decline", "say"]
    move: MoveText | None = None
    player: Short | None = None  # the player who resigns, or whose seat a computer is to take
    what: Short | None = None  # what is proposed (undo, draw or computer), or which phrase is said
    who: Short | None = None  # the computer player that is to take a seat
    to: Seq | None = None  # the number of the proposal that is answered
    text: TalkText | None = None  # free text, where that is allowed
    seq: Seq
    client_id: ClientId

    @model_validator(mode="after")
    def _check_move(self) -> ActionRequest:
        if (self.move is not None) != (self.type == "move"):
            raise PydanticCustomError(MOVE_ALONE, "`move` is given with the type move, and with no other")
        return self


def make_action(request: ActionRequest, person: str) -> Action:
    """Return a request as an action of a person, at this moment."""
    intent = Intent(
        request.type,
        request.move,
        request.player,
        request.what,
        request.who,
        request.to,
        request.text,
        person=person,
        now=time.time(),
    )
    return Action(intent, request.seq, normalize_client_id(request.client_id))


def normalize_client_id(text: str) -> str:
    """Return a client id in the canonical form in which it is stored.

    >>> normalize_client_id("0123456789ABCDEF0123456789abcdef")
    '01234567-89ab-cdef-0123-456789abcdef'
    """
    if len(text) == 32:
        text = f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
    return text.lower()
