"""What a person sees around the board: who has joined, the clocks, proposals and the chat."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import TypedDict

from banmen.core.board import Player
from banmen.core.messages import Catalogue
from banmen.match.clocks import ClockView
from banmen.match.gathering import Gathering
from banmen.match.match_errors import MatchError
from banmen.match.match_state import Match
from banmen.match.readers import Reader
from banmen.match.together import find_agreed_undo, list_waiting

messages = Catalogue(__name__)

SHOWN_TALK = 30  # of the latest chat messages
NameSeat = Callable[[Match, Player, Reader], str]


class ProposalView(TypedDict):
    """A proposal that needs the others' agreement."""

    seq: int
    player: str
    what: str
    seat: str | None
    yours: bool  # whether the reader has to answer
    words: str


class TalkView(TypedDict):
    """A chat message."""

    seq: int
    at: float
    player: str
    name: str
    words: str


class GatheringView(TypedDict):
    """What is around the board."""

    begun: bool
    host: bool  # whether the reader began the match, and may make links to its seats
    own: list[str]  # the players that the reader plays for
    open: list[str]  # the open seats
    kept: list[str]  # those among them that are kept for the reader
    awaited: list[str]  # those reserved for somebody else
    rated: bool
    watchable: bool
    listed: bool
    strangers: bool  # whether people go by their public names alone
    chat: bool
    clock: ClockView | None
    proposal: ProposalView | None
    offers: list[str]  # what the reader may propose
    talk: list[TalkView]
    rematch: str | None
    rematch_by: str | None  # the name of the person it was reserved for
    tournament: str | None  # in which the match is played


def gathering_view(match: Match, gathering: Gathering, reader: Reader, name_seat: NameSeat) -> GatheringView:
    """Return what is around the board of a match."""
    own = reader.list_own(match)
    return {
        "begun": gathering.begun,
        "host": reader.host,
        "own": [str(player) for player in own],
        "open": [str(seat.player) for seat in match.seats.values() if seat.is_open],
        "kept": [str(seat.player) for seat in match.seats.values() if seat.is_open and seat.reserved == reader.person],
        "awaited": [str(seat.player) for seat in match.seats.values() if seat.reserved not in (None, reader.person)],
        "rated": gathering.rated,
        "watchable": gathering.watchable,
        "listed": gathering.listed,
        "strangers": gathering.among_strangers,
        "chat": gathering.chat,
        "clock": gathering.clock.view() if gathering.clock else None,
        "proposal": _view_proposal(match, gathering, reader, name_seat),
        "offers": _list_offers(match, gathering, reader) if own else [],
        "talk": _view_talk(match, gathering, reader, name_seat),
        "rematch": gathering.rematch,
        "rematch_by": None if gathering.rematch_by is None else name_seat(match, gathering.rematch_by, reader),
        "tournament": gathering.tournament,
    }


def _list_offers(match: Match, gathering: Gathering, reader: Reader) -> list[str]:
    if match.over or not match.begun or gathering.proposal:
        return []
    offers = ["draw"] if match.game.can_draw else []
    if not gathering.is_decided_by_clock:
        offers.append("computer")
    try:
        find_agreed_undo(match, reader.person)
    except MatchError:
        return offers
    return ["undo", *offers]


def _view_proposal(match: Match, gathering: Gathering, reader: Reader, name_seat: NameSeat) -> ProposalView | None:
    proposal = gathering.proposal
    if proposal is None:
        return None
    waiting = {match.seats[player].person for player in list_waiting(match, proposal)}
    return {
        "seq": proposal.seq,
        "player": str(proposal.player),
        "what": proposal.what,
        "seat": None if proposal.seat is None else str(proposal.seat),
        "yours": reader.person in waiting,
        "words": describe_proposal(match, str(proposal.player), proposal.what, proposal.seat, reader, name_seat),
    }


def describe_proposal(match: Match, player: str, what: str, seat: Player | None, reader: Reader, name_seat: NameSeat) -> str:
    """Describe a proposal."""
    proposing = match.find_player(player)
    you = proposing in reader.list_own(match)
    name = "" if proposing is None else name_seat(match, proposing, reader)
    other = "" if seat is None else name_seat(match, seat, reader)
    return messages.text(f"together.{'you_propose' if you else 'proposes'}_{what}", reader.lang, name=name, seat=other)


def _view_talk(match: Match, gathering: Gathering, reader: Reader, name_seat: NameSeat) -> list[TalkView]:
    found: list[TalkView] = []
    for event in gathering.talk[-SHOWN_TALK:]:
        if event.data["player"] in reader.muted or not (event.data.get("text") or event.data.get("phrase")):
            continue  # blocked by the reader, or removed by its author
        player = match.find_player(event.data["player"])
        words = event.data.get("text") or messages.text(f"phrase.{event.data['phrase']}", reader.lang)
        name = "" if player is None else name_seat(match, player, reader)
        found.append({"seq": event.seq, "at": event.at, "player": event.data["player"], "name": name, "words": words})
    return found
