"""What is around the board of a match that people play from different devices: links, clocks, proposals and talk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from banmen.core.board import Player
from banmen.core.game import Game
from banmen.match import events
from banmen.match.clocks import MatchClock, read_clock_rule

Subject = Literal["undo", "draw", "computer"]
SETTLING: Final = frozenset(
    (events.THROW, events.MOVE, events.UNDO, events.RESIGN, events.TIME_OUT, events.FINISHED, events.HAND_OVER, events.DECLINE)
)  # a proposal is gone then
MOST_TALK: Final = 300  # chat messages per match


@dataclass(frozen=True)
class Proposal:
    """A proposal that needs the others' agreement."""

    seq: int
    player: Player
    what: Subject
    seat: Player | None = None  # that a computer shall take
    who: str | None = None  # the computer player
    agreed: frozenset[Player] = frozenset()


@dataclass
class Gathering:
    """The people around a board."""

    clock: MatchClock | None
    rated: bool
    watchable: bool  # whether anybody who knows the address may watch
    listed: bool  # whether anybody may take an open seat
    chat: bool  # whether people may say what they like
    tournament: str | None = None  # in which the match is played
    guests: Mapping[str, int] = field(default_factory=dict)  # by the player's name: people who have met as strangers before
    begun: bool = False
    invitations: dict[Player, str] = field(default_factory=dict)  # digests of the links to seats
    proposal: Proposal | None = None
    talk: list[events.Event] = field(default_factory=list)
    rematch: str | None = None  # the match that is played next
    rematch_by: Player | None = None  # who wanted it first

    @property
    def among_strangers(self) -> bool:
        """Whether people have met here, or before this match, without knowing each other."""
        return self.listed or bool(self.guests)

    @property
    def is_decided_by_clock(self) -> bool:
        """Whether whoever goes away loses by their clock alone: where something is at stake, no seat is given away before."""
        return self.clock is not None and (self.rated or self.tournament is not None)

    def take_in(self, event: events.Event, players: Mapping[str, Player], waits_for: Player | None) -> None:
        """Apply an event of the match; `waits_for` is the player whose clock runs now."""
        player = players.get(event.data.get("player", ""))
        if event.kind in (events.INVITE, events.JOIN) and player is not None:
            self._take_in_link(event, player)
        elif event.kind == events.BEGIN:
            self.begun = True
        elif event.kind == events.PROPOSE and player is not None:
            seat = players.get(event.data.get("seat") or "")
            self.proposal = Proposal(event.seq, player, event.data["what"], seat, event.data.get("who"))
        elif event.kind == events.AGREE and self.proposal and player is not None:
            agreed = self.proposal.agreed | {player}
            self.proposal = Proposal(**{**self.proposal.__dict__, "agreed": agreed})
        elif event.kind == events.SAY:
            self.talk.append(event)
        elif event.kind == events.REMATCH:
            self.rematch, self.rematch_by = event.data["match"], player
        if event.kind in SETTLING:
            self.proposal = None
        if self.clock:
            if event.kind == events.PAUSED:
                self.clock.since += event.data["seconds"]
            if event.kind == events.MOVE:
                self.clock.end_turn(event.at)
            self.clock.run(waits_for, event.at)

    def _take_in_link(self, event: events.Event, player: Player) -> None:
        """Note a new link to a seat, or that one was used, which it can be once."""
        self.invitations.pop(player, None)
        if event.kind == events.INVITE:
            self.invitations[player] = event.data[events.PRIVATE]["link"]


def read_gathering(data: Mapping[str, Any], game: Game, players: Mapping[str, Player]) -> Gathering | None:
    """Return what the first event of a match tells of people with devices of their own; None where all share one."""
    around = data.get("together")
    if around is None:
        return None
    rule = read_clock_rule(around.get("clock"))
    links = data.get(events.PRIVATE, {}).get("links", {})
    return Gathering(
        MatchClock(rule, game.players) if rule else None,
        rated=around["rated"],
        watchable=around["watchable"],
        listed=around["listed"],
        chat=around["chat"],
        tournament=around.get("tournament"),
        guests=around.get("guests", {}),
        invitations={players[name]: digest for name, digest in links.items()},
    )
