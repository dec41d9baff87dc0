"""The bodies and parameters of requests, with their bounds."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Depends, Path, Query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError
from starlette.requests import HTTPConnection

from banmen.core import registry
from banmen.core.game import Position
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.match.clocks import ClockRule, read_clock_rule
from banmen.match.picture_format import PictureFormat, Side
from banmen.server.action_requests import PLAIN, ClientId, MoveText, RequestBody, Short
from banmen.server.fair_pool import Asker
from banmen.server.validation_errors import MOVE_OR_THROW, RECORD_OR_GAME
from banmen.server.visitors import choose_language, find_asker

PositionText = Annotated[str, StringConstraints(min_length=1, max_length=1000, pattern=PLAIN)]
PlaceText = Annotated[str, StringConstraints(min_length=1, max_length=20, pattern=PLAIN)]
# Which games exist is described, but not validated here: an unknown game is a problem of its own.
GAMES = {"enum": list(registry.names())}
GameName = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN), Field(json_schema_extra=GAMES)]
LinkText = Annotated[str, StringConstraints(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
PersonName = Annotated[str, StringConstraints(max_length=24, pattern=PLAIN, strip_whitespace=True)]
RecordText = Annotated[str, StringConstraints(min_length=1, max_length=200_000)]
MOST_LISTED = 48  # matches in one answer
MOST_FRAMES, MOST_PICTURES = 1000, 40  # steps of a replay in one answer, and of one with pictures
Theme = Literal["light", "dark", "print"]
Options = dict[str, Annotated[str | int | float | bool, Field(union_mode="left_to_right")]]


class PictureRequest(RequestBody):
    """A body that chooses the form of pictures."""

    theme: Theme = "light"
    side: Side = "own"
    tall: bool = False

    @property
    def form(self) -> PictureFormat:
        """The form of the pictures."""
        return PictureFormat(self.theme, self.side, self.tall)


class NewMatch(RequestBody):
    """A match to create."""

    game: GameName
    options: Options = Field(default_factory=dict, max_length=20)
    seats: dict[str, Short] = Field(default_factory=dict, max_length=8)
    names: dict[str, Short] = Field(default_factory=dict, max_length=8)
    start: PositionText | None = None
    client_id: ClientId | None = None  # requested twice with the same id, only one match is created


class ClockRequest(RequestBody):
    """A time control: per move (`move`, `days`), or for all moves with an increment (`total`)."""

    kind: Literal["move", "total", "days"]
    seconds: Annotated[float, Field(gt=0, le=14 * 24 * 3600, strict=False)]
    increment: Annotated[float, Field(ge=0, le=180, strict=False)] = 0.0

    def read(self) -> ClockRule | None:
        """Return the rule, or raise an error of the library."""
        return read_clock_rule(self.model_dump())


class NewGathering(RequestBody):
    """A match to create that people play from different devices."""

    game: GameName
    options: Options = Field(default_factory=dict, max_length=20)
    seats: dict[str, Short] = Field(default_factory=dict, max_length=8)
    own: list[Short] = Field(default_factory=list, max_length=8)  # the seats that are reserved for the person who asks
    clock: ClockRequest | None = None
    rated: bool = False
    watchable: bool = True  # whether everybody who knows the address may watch
    chat: bool = False  # whether people may write freely, or only use the set phrases
    start: PositionText | None = None
    client_id: ClientId | None = None


class LinkRequest(RequestBody):
    """The secret of a link to a seat; without it, the seat that is reserved for the person who asks."""

    link: LinkText | None = None
    player: Short | None = None


class JoinRequest(LinkRequest):
    """A person who takes a seat: their name, and a random number of their own that contributes to the throws."""

    name: PersonName = ""
    nonce: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32,64}$")]


class InviteRequest(RequestBody):
    """A seat that needs a new link."""

    player: Short


class PositionRequest(PictureRequest):
    """A position to look at; without a text, the start position."""

    game: GameName
    options: Options = Field(default_factory=dict, max_length=20)
    position: PositionText | None = None

    def read(self) -> Position:
        """Return the position, or raise an error of the library."""
        return _read(self.game, self.options, self.position)


class StepRequest(PositionRequest):
    """A position and a step from it: a move, or a throw."""

    move: MoveText | None = None
    throw: Annotated[int, Field(ge=1, le=5)] | None = None

    @model_validator(mode="after")
    def _require_one(self) -> StepRequest:
        if (self.move is None) == (self.throw is None):
            raise PydanticCustomError(MOVE_OR_THROW, "either `move` or `throw` is given")
        return self


class BetterRequest(PositionRequest):
    """A position in which a move is due, a better move in it and the one that was played."""

    better: MoveText
    played: MoveText


class TryRequest(PictureRequest):
    """A try at a step of a lesson; without a move the sticks are thrown."""

    move: MoveText | None = None


class ReasonRequest(BaseModel):
    """A move to explain."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    source: PlaceText | None = Field(default=None, alias="from")
    target: PlaceText | None = Field(default=None, alias="to")
    owner: PlaceText | None = None  # the player whose lane, reserve or home it is, if each player has one


class PositionReasonRequest(ReasonRequest, PositionRequest):
    """A position, and a move in it to explain."""


class ShiftRequest(PositionRequest):
    """A position, and a piece in it to put elsewhere."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    piece: Short
    source: PlaceText = Field(alias="from")
    target: PlaceText = Field(alias="to")


class ReplayRequest(PictureRequest):
    """A record to look at step by step."""

    record: RecordText
    first: Annotated[int, Field(ge=0, le=10**6)] = 0
    count: Annotated[int, Field(ge=0, le=MOST_FRAMES)] = MOST_FRAMES
    pictures: bool = True

    @property
    def wanted(self) -> range:
        """The requested steps, as many as fit into one answer."""
        return choose_frames(self.first, self.count, self.pictures)


def choose_frames(first: int, count: int, pictures: bool) -> range:
    """Return the steps of a replay for one answer; the client requests the rest.

    >>> choose_frames(5, 3, True), choose_frames(0, 1000, True), choose_frames(0, 1000, False)
    (range(5, 8), range(0, 40), range(0, 1000))
    """
    return range(first, first + (min(count, MOST_PICTURES) if pictures else count))


class AnalysisRequest(RequestBody):
    """The subject of an analysis: a record, or a position of a game."""

    record: RecordText | None = None
    game: GameName | None = None
    options: Options = Field(default_factory=dict, max_length=20)
    position: PositionText | None = None
    seconds: Annotated[float, Field(gt=0, le=60, strict=False)] | None = None

    @model_validator(mode="after")
    def _require_one(self) -> AnalysisRequest:
        if (self.record is None) == (self.game is None):
            raise PydanticCustomError(RECORD_OR_GAME, "either `record` or `game` is given")
        return self

    def read(self) -> Position | Record:
        """Return the subject, or raise an error of the library."""
        return _read(self.game or "", self.options, self.position) if self.record is None else read_record(self.record)


def _read(game: str, options: Options, position: str | None) -> Position:
    found = registry.game(game, **options)
    return found.start() if position is None else found.position(position)


# The dependencies of every request are `async`, although they await nothing: otherwise each would be sent to a thread.


async def _read_asker(request: HTTPConnection) -> Asker:
    return find_asker(request)


async def _read_language(request: HTTPConnection) -> str:
    """Return the language of the answer."""
    return choose_language(request)


Asking = Annotated[Asker, Depends(_read_asker)]
Lang = Annotated[str, Depends(_read_language)]
ThemeQuery = Annotated[Theme, Query(description="The colours of the picture.")]
SideQuery = Annotated[
    Side, Query(description="Who sits at the bottom edge: the people at the board, the others, or the player to move.")
]
Detail = Literal["page", "plain"]
DetailQuery = Annotated[
    Detail, Query(description="The form of the answer: `page` with words and pictures, `plain` for programs.")
]
TallQuery = Annotated[bool, Query(description="The tall form of the picture: the parts beside the board are below it.")]


async def _read_format(theme: ThemeQuery = "light", side: SideQuery = "own", tall: TallQuery = False) -> PictureFormat:
    """Return the form of the pictures in the answer."""
    return PictureFormat(theme, side, tall)


Form = Annotated[PictureFormat, Depends(_read_format)]
MatchId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$", description="A match.")]
AnalysisId = Annotated[str, Path(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$", description="An analysis.")]
GamePath = Annotated[str, Path(min_length=1, max_length=40, description="The name of a game.", json_schema_extra=GAMES)]
