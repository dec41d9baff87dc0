"""What a visitor does in a match as it is sent, by HTTP or by WebSocket, with its bounds."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from banmen.match.actions import Intent
from banmen.server.sessions import Action
from banmen.server.validation_errors import MOVE_ALONE

# Control characters, halves of surrogate pairs and line ends have no place in any text that is asked for.
PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
Short = Annotated[str, StringConstraints(max_length=40, pattern=PLAIN)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN)]
TalkText = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PLAIN)]
Seq = Annotated[int, Field(ge=0, le=2**31)]
ClientId = Annotated[  # a UUID; read as a text, which is twice as fast
    str,
    StringConstraints(pattern=r"^(?i:[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$"),
    Field(json_schema_extra={"format": "uuid"}),
]


class RequestBody(BaseModel):
    """A body; what it does not know of is refused, so that a misspelt key is not overlooked."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ActionRequest(RequestBody):
    """Something a visitor does in a match."""

    type: Literal["throw", "move", "undo", "resign", "seal", "propose", "agree", "decline", "say"]
    move: MoveText | None = None
    player: Short | None = None  # who gives up, or whose seat a computer shall take
    what: Short | None = None  # is proposed (undo, draw or computer), or which phrase is said
    who: Short | None = None  # the computer player that shall take a seat
    to: Seq | None = None  # the number of the proposal that is answered
    text: TalkText | None = None  # what is said in one's own words, where that is allowed
    seq: Seq
    client_id: ClientId

    @model_validator(mode="after")
    def _move_is_given_where_it_belongs(self) -> ActionRequest:
        if (self.move is not None) != (self.type == "move"):
            raise PydanticCustomError(MOVE_ALONE, "`move` is given with the type move, and with no other")
        return self


def make_action(asked: ActionRequest, person: str) -> Action:
    """Return what is asked for as an action of somebody, at this moment."""
    intent = Intent(
        asked.type, asked.move, asked.player, asked.what, asked.who, asked.to, asked.text, person=person, now=time.time()
    )
    return Action(intent, asked.seq, normalize_client_id(asked.client_id))


def normalize_client_id(text: str) -> str:
    """Return a client's id in the one form in which it is stored, however it was written.

    >>> normalize_client_id("0123456789ABCDEF0123456789abcdef")
    '01234567-89ab-cdef-0123-456789abcdef'
    """
    if len(text) == 32:
        text = f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
    return text.lower()
